//! The command line.

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use rmcp::model::ProtocolVersion;
use serde_json::{Map, Value};

/// Starts the example's server, calls its tool and shows the form.
///
/// In a terminal you fill in the form, and can send an invalid answer to see the server
/// ask again. With --accept, --decline or --cancel, the client answers without you.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct Arguments {
    /// Accept with this content. Repeat the switch once for each question of the tool.
    ///
    /// A question that is asked again gets the same answer again.
    #[arg(long, value_name = "JSON OBJECT", value_parser = object)]
    pub(crate) accept: Vec<Map<String, Value>>,

    /// Agree to open each page of the server. Its link is printed, and nothing is opened.
    #[arg(long)]
    pub(crate) agree: bool,

    /// Decline each question for which there is no --accept.
    #[arg(long, conflicts_with = "cancel")]
    pub(crate) decline: bool,

    /// Cancel each question for which there is no --accept.
    #[arg(long)]
    pub(crate) cancel: bool,

    /// Speak this revision of the protocol.
    #[arg(long, value_enum, default_value_t = Protocol::V2026_07_28)]
    pub(crate) protocol: Protocol,

    /// Print the schema of each question, exactly as the server sent it.
    #[arg(long)]
    pub(crate) show_schema: bool,

    /// Run as the server, on standard input and output, for a client of your own.
    #[arg(long)]
    pub(crate) serve: bool,

    /// What is answered where nobody else can answer.
    #[arg(skip)]
    pub(crate) played: &'static [&'static str],
}

impl Arguments {
    /// Reads those of this process. If they are wrong, prints why.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| {
            let _ = error.print();
            // 0 for --help, else 2: clap's numbers, and ours.
            if error.use_stderr() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            }
        })
    }

    /// Whether the command line says what to answer.
    pub(crate) fn is_scripted(&self) -> bool {
        !self.accept.is_empty() || self.agree || self.decline || self.cancel
    }
}

fn object(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(content)) => Ok(content),
        Ok(_) => Err("this is JSON, but not an object such as '{\"replicas\": 2}'".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// The revisions of the protocol that can ask.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Protocol {
    #[value(name = "2025-06-18")]
    V2025_06_18,
    #[value(name = "2025-11-25")]
    V2025_11_25,
    #[value(name = "2026-07-28")]
    V2026_07_28,
}

impl From<Protocol> for ProtocolVersion {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::V2025_06_18 => Self::V_2025_06_18,
            Protocol::V2025_11_25 => Self::V_2025_11_25,
            Protocol::V2026_07_28 => Self::V_2026_07_28,
        }
    }
}
