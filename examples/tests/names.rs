//! What the example servers call themselves.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

/// The `serverInfo` that a server started like this introduces itself with.
fn server_info(program: &str, arguments: &[&str]) -> Value {
    let mut server = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "test", "version": "0"},
    }});
    let mut input = server.stdin.take().expect("the stream is piped");
    writeln!(input, "{initialize}").expect("the server reads");
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().expect("the stream is piped"));
    output.read_line(&mut line).expect("the server answers");
    drop(input);
    server.wait().expect("the server ends");
    let answer: Value = serde_json::from_str(&line).expect("a line of JSON");
    answer["result"]["serverInfo"].clone()
}

#[test]
fn each_server_reports_its_own_name_and_version() {
    for (name, program, arguments) in [
        ("approve", env!("CARGO_BIN_EXE_approve"), &["--serve"][..]),
        ("book", env!("CARGO_BIN_EXE_book"), &["--serve"]),
        ("connect", env!("CARGO_BIN_EXE_connect"), &["--serve"]),
        ("delete", env!("CARGO_BIN_EXE_delete"), &["--serve"]),
        ("deploy", env!("CARGO_BIN_EXE_deploy"), &["--serve"]),
        ("doctor", env!("CARGO_BIN_EXE_doctor"), &["--serve"]),
        ("enrol", env!("CARGO_BIN_EXE_enrol"), &["--serve"]),
        ("forms", env!("CARGO_BIN_EXE_forms"), &[]),
        ("rollback", env!("CARGO_BIN_EXE_rollback"), &["--serve"]),
        ("schedule", env!("CARGO_BIN_EXE_schedule"), &["--serve"]),
        ("survey", env!("CARGO_BIN_EXE_survey"), &["--serve"]),
        ("tally", env!("CARGO_BIN_EXE_tally"), &["--serve"]),
    ] {
        let info = server_info(program, arguments);
        assert_eq!(info["name"], name, "{info}");
        assert_eq!(info["version"], env!("CARGO_PKG_VERSION"), "{info}");
    }
}
