//! Ask the user of an MCP client for structured input, and get a typed, validated answer.
//!
//! In the Model Context Protocol, *elicitation* lets a server ask the user something in the middle of
//! a tool call: the client shows a form that it makes from a flat JSON Schema, and the user accepts
//! with values, declines or cancels. Here a form is a struct:
//!
//! ```
//! use elicit_core::{Ask, AskError, Elicit};
//!
//! #[derive(Elicit)]
//! struct Scale {
//!     /// How many copies should run?
//!     #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
//!     replicas: u8,
//!     /// Who gets an e-mail when it is done
//!     #[elicit(format = "email")]
//!     notify: Option<String>,
//! }
//!
//! async fn scale(ask: Ask) -> Result<String, AskError> {
//!     let scale: Scale = ask.form("scale", "How should it run?").or_end().await?;
//!     Ok(format!("{} replicas", scale.replicas)) // 1 to 20
//! }
//! ```
//!
//! - [`#[derive(Elicit)]`](derive@Elicit) generates the schema at compile time. A field that clients
//!   cannot show is a compile error.
//! - Every answer is validated as a JSON Schema validator does, and all violations are reported at
//!   once ([`InvalidContent`]). Validation is the only way from an answer to
//!   a value.
#![cfg_attr(
    feature = "runtime",
    doc = "- One handler serves clients of every [`Revision`] ([`Ask`]): 2025-06-18, 2025-11-25 and
  2026-07-28, which has another mechanism."
)]
#![cfg_attr(
    feature = "testing",
    doc = "- [`testing::User`] runs a handler in a unit test, on each revision."
)]
//!
//! # Guide
//!
#![cfg_attr(
    all(feature = "derive", feature = "pages", feature = "rmcp3-http"),
    doc = "The [`guide`] goes from a first form to replicas and to an adapter for another SDK."
)]
#![cfg_attr(
    not(all(feature = "derive", feature = "pages", feature = "rmcp3-http")),
    doc = "The guide is in the documentation of all features."
)]
//!
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `derive` | `#[derive(Elicit)]`; on by default |
//! | `runtime` | asking, without an SDK and without an executor |
//! | `testing` | a user who answers from a script, for the tests of a server; turns on `runtime` |
//! | `rmcp3` | the adapter for the SDK [`rmcp`](https://crates.io/crates/rmcp), from 3.9; turns on `runtime` and `schemars1`. If cargo cannot choose a version, because a lock file has an older one: `cargo update -p rmcp` |
//! | `rmcp3-http` | the SDK's Streamable HTTP service around a server that asks, and the server as a `ServerHandler`; turns on `rmcp3` |
//! | `dynamic` | forms that are known only at run time: see [`dynamic`](https://docs.rs/elicit-core/latest/elicit_core/dynamic/) |
//! | `pages` | questions on a page in the browser, for secrets; turns on `runtime` and `secrecy010` |
//! | `schemars1` | `JsonSchema` of `schemars` 1 for forms with `#[elicit(json_schema)]`, for tools that take a form as arguments; `rmcp3` turns it on |
//! | `preserve-order` | clients get the fields of a form in declaration order; on by default. With `rmcp3` or `schemars1` it turns on `serde_json/preserve_order`, which changes all JSON of the program: objects are no longer sorted by key. Without it, clients get the fields sorted by name, and nothing else is lost: `default-features = false, features = ["derive", "rmcp3"]` |
//! | `chrono04`, `jiff02`, `time03` | dates and times of `chrono` 0.4, `jiff` 0.2 and `time` 0.3 as types of fields |
//! | `secrecy010` | `SecretString` of `secrecy` 0.10 as the type of a field, which is a secret: see [`NoSecrets`] |
//! | `url2` | `Url` of `url` 2 as the type of a field |
//!
//! The name of a feature whose crate has types in the public interface ends with the major version of
//! that crate. A later major gets a feature of its own beside it.
//!
//! The default features bring no SDK, no executor and no cipher: the schema, and the
//! reading of answers.
//!
//! # Protocol
//!
//! An item that does what the protocol says names the section. These are sections of
//! the page *Elicitation*, which each revision has ([2025-06-18], [2025-11-25],
//! [2026-07-28]), and of [*Multi Round-Trip Requests*][mrtr], which the last one has.
//!
//! [2025-06-18]: https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
//! [2025-11-25]: https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
//! [2026-07-28]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
//! [mrtr]: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate self as elicit_core;

// What a form is, and what its texts are validated and written with.
pub mod form;
mod names;
#[cfg(feature = "runtime")]
mod opaque_debug;
mod revision;
mod writer;

// What a type and its attributes mean, and what the compiler reports of them.
mod compile_time;
mod const_str;
mod elicit;
mod field;
mod rules;
mod schema;

// From an answer to a value.
mod reading;
mod violation;

// Forms that are known only at run time.
#[cfg(feature = "dynamic")]
pub mod dynamic;

// Asking, and the adapter for an SDK.
#[cfg(feature = "runtime")]
pub mod adapter;
#[cfg(feature = "pages")]
pub mod pages;
#[cfg(any(feature = "pages", feature = "rmcp3-http"))]
mod response_body;
#[cfg(feature = "rmcp3")]
pub mod rmcp3;
#[cfg(feature = "runtime")]
pub mod runtime;
#[cfg(feature = "runtime")]
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;

// Pages, and no code: they exist in the documentation only. Their examples are tests of the
// package `examples`, which has all that they use.
#[cfg(all(
    doc,
    not(doctest),
    feature = "derive",
    feature = "pages",
    feature = "rmcp3-http"
))]
pub mod guide;

pub use elicit::{Elicit, NoRunTimeChoices, NoSecrets};
pub use elicit_text::{Format, UnknownName};
pub use field::{AskableValue, Field};
pub use form::{
    choice_enum::ChoiceEnum,
    choices::{ChoiceOption, Choices},
};
pub use reading::content::{from_slice, from_str, from_value, from_value_with};
pub use revision::Revision;
pub use violation::{InvalidContent, Limit, Violation, Violations};

#[cfg(feature = "derive")]
pub use elicit_derive::Elicit;
#[cfg(any(feature = "pages", feature = "rmcp3-http"))]
pub use response_body::ResponseBody;
#[cfg(feature = "runtime")]
pub use runtime::{
    ask::{Ask, Settled},
    elicitation::Elicitation,
    error::{AskError, UnshownLink, call_error::CallError},
    link_tickets::{LinkTickets, TicketError},
    outcome::{AnsweredBy, Mode, Outcome},
    question::{
        async_check::{AsyncCheck, CheckError, CheckFailure},
        completer::{Agreed, Completer},
    },
    quoted::{Quoted, quoted},
    state::keys::{KeyError, Keys},
    words::{English, Words},
};

/// What the code that the derive writes calls. The two crates are released together and name each
/// other's exact version; do not rely on this.
#[doc(hidden)]
pub mod __private {
    // The names of the prelude and of primitives may mean something else in the place of derived
    // code.
    pub use std::{
        marker::Sized,
        option::Option,
        primitive::{u8, usize},
        result::Result,
    };

    #[cfg(feature = "schemars1")]
    pub use {
        crate::schema::json_schema,
        schemars as schemars1,
        std::{borrow::Cow, concat, module_path, primitive::str},
    };

    pub use elicit_text::{CountRange, Format, Pattern};
    pub use serde;

    pub use crate::{
        compile_time::{
            assert,
            role::{NoRole, Role, RoleProbe, Roles},
            unsupported::ListOf,
        },
        elicit::{DerivedForm, Elicit, FormCheck},
        field::{
            Field, FieldType, FromText, FromTextProbe, Judged, NoField, NotFromText, Renderable,
            deserialize_field,
        },
        form::{
            FormSchema, Literal, Property, Variant,
            choice_enum::ChoiceEnum,
            choices::{Choices, RunTimeOptions},
            const_bool::ConstBool,
            kind::Rule,
            literal::decimal,
            options::variant,
        },
        reading::{Answer, Answers},
        schema::SchemaText,
        violation::{InvalidContent, Violations},
    };

    /// The description of a form.
    #[must_use]
    pub const fn form_schema(properties: &'static [Property]) -> FormSchema {
        FormSchema::new(properties)
    }

    /// The content of an answer.
    pub type Content = serde_json::Map<String, serde_json::Value>;
}
