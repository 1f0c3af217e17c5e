//! The three forms that are measured, each written once for all contestants.
//!
//! Everybody checks the same rules. What garde and validator have no rule for, dates,
//! is given to them as a function.

use std::sync::LazyLock;

use elicit_core::Elicit;
use regex::Regex;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A form, and answers to it.
pub trait Form:
    Elicit + DeserializeOwned + garde::Validate<Context = ()> + validator::Validate
{
    const NAME: &'static str;

    /// An answer that every contestant accepts.
    const VALID: &'static str;

    /// One that has the right types and breaks bounds, lengths and formats.
    const INVALID: Option<&'static str> = None;
}

/// One boolean.
#[derive(Elicit, Serialize, Deserialize, garde::Validate, validator::Validate)]
#[cfg_attr(feature = "asking", derive(schemars::JsonSchema))]
pub struct S {
    #[garde(skip)]
    pub confirmed: bool,
}

impl Form for S {
    const NAME: &'static str = "S";
    const VALID: &'static str = r#"{"confirmed":true}"#;
}

/// Six fields.
#[derive(Elicit, Serialize, Deserialize, garde::Validate, validator::Validate)]
#[cfg_attr(feature = "asking", derive(schemars::JsonSchema))]
pub struct M {
    #[garde(skip)]
    pub environment: Environment,
    #[elicit(min_length = 3, max_length = 40)]
    #[garde(length(chars, min = 3, max = 40))]
    #[validate(length(min = 3, max = 40))]
    pub branch: String,
    #[elicit(format = "email")]
    #[garde(email)]
    #[validate(email)]
    pub notify: String,
    #[elicit(minimum = 1, maximum = 20)]
    #[garde(range(min = 1, max = 20))]
    #[validate(range(min = 1, max = 20))]
    pub replicas: u8,
    #[elicit(minimum = 0, maximum = 1)]
    #[garde(range(min = 0.0, max = 1.0))]
    #[validate(range(min = 0.0, max = 1.0))]
    pub share: Option<f64>,
    #[elicit(default = true)]
    #[serde(default = "yes")]
    #[garde(skip)]
    pub announce: bool,
}

impl Form for M {
    const NAME: &'static str = "M";
    const VALID: &'static str = r#"{"environment":"production","branch":"feature/elicitation","notify":"ada@lovelace.example","replicas":12,"share":0.25,"announce":false}"#;
    const INVALID: Option<&'static str> = Some(
        r#"{"environment":"production","branch":"main/a/branch/with/a/name/that/is/too/long","notify":"ada","replicas":21,"share":1.25,"announce":false}"#,
    );
}

/// Twenty-four fields.
#[derive(Elicit, Serialize, Deserialize, garde::Validate, validator::Validate)]
#[cfg_attr(feature = "asking", derive(schemars::JsonSchema))]
pub struct L {
    #[elicit(format = "email")]
    #[garde(email)]
    #[validate(email)]
    pub owner: String,
    #[elicit(format = "email")]
    #[garde(email)]
    #[validate(email)]
    pub deputy: Option<String>,
    #[elicit(format = "uri")]
    #[garde(url)]
    #[validate(url)]
    pub repository: String,
    #[elicit(format = "uri")]
    #[garde(url)]
    #[validate(url)]
    pub dashboard: Option<String>,
    #[elicit(format = "date")]
    #[garde(custom(garde_date))]
    #[validate(custom(function = "validator_date"))]
    pub starts: String,
    #[elicit(format = "date-time")]
    #[garde(custom(garde_date_time))]
    #[validate(custom(function = "validator_date_time"))]
    pub opens_at: String,
    #[elicit(format = "date-time")]
    #[garde(inner(custom(garde_date_time)))]
    #[validate(custom(function = "validator_date_time"))]
    pub closes_at: Option<String>,
    #[elicit(
        description = "Lower-case letters, digits and dashes",
        min_length = 2,
        max_length = 30,
        pattern = "^[a-z][a-z0-9-]*$"
    )]
    #[garde(length(chars, min = 2, max = 30), pattern("^[a-z][a-z0-9-]*$"))]
    #[validate(length(min = 2, max = 30), regex(path = *SLUG))]
    pub slug: String,
    #[elicit(min_length = 1, max_length = 80)]
    #[garde(length(chars, min = 1, max = 80))]
    #[validate(length(min = 1, max = 80))]
    pub name: String,
    #[elicit(min_length = 3, max_length = 40)]
    #[garde(length(chars, min = 3, max = 40))]
    #[validate(length(min = 3, max = 40))]
    pub branch: String,
    #[elicit(max_length = 200)]
    #[garde(length(chars, max = 200))]
    #[validate(length(max = 200))]
    pub summary: String,
    #[elicit(min_length = 2, max_length = 2)]
    #[garde(length(chars, min = 2, max = 2))]
    #[validate(length(min = 2, max = 2))]
    pub country: String,
    #[elicit(max_length = 100)]
    #[garde(length(chars, max = 100))]
    #[validate(length(max = 100))]
    pub team: Option<String>,
    #[garde(skip)]
    pub environment: Environment,
    #[garde(skip)]
    pub urgency: Urgency,
    #[elicit(minimum = 1, maximum = 20)]
    #[garde(range(min = 1, max = 20))]
    #[validate(range(min = 1, max = 20))]
    pub replicas: u8,
    #[elicit(minimum = 1024)]
    #[garde(range(min = 1024))]
    #[validate(range(min = 1024))]
    pub port: u16,
    #[elicit(minimum = 0, maximum = 86400)]
    #[garde(range(min = 0, max = 86400))]
    #[validate(range(min = 0, max = 86400))]
    pub timeout: u32,
    #[elicit(minimum = -100, maximum = 100)]
    #[garde(range(min = -100, max = 100))]
    #[validate(range(min = -100, max = 100))]
    pub priority: Option<i64>,
    #[elicit(minimum = 0, maximum = 1)]
    #[garde(range(min = 0.0, max = 1.0))]
    #[validate(range(min = 0.0, max = 1.0))]
    pub share: f64,
    #[elicit(minimum = 0)]
    #[garde(range(min = 0.0))]
    #[validate(range(min = 0.0))]
    pub budget: Option<f64>,
    #[garde(skip)]
    pub announce: bool,
    #[elicit(default = true)]
    #[serde(default = "yes")]
    #[garde(skip)]
    pub backup: bool,
    #[garde(skip)]
    pub dry_run: bool,
}

impl Form for L {
    const NAME: &'static str = "L";
    const VALID: &'static str = concat!(
        r#"{"owner":"ada@lovelace.example","deputy":"grace.hopper@navy.mil.example","#,
        r#""repository":"https://git.example.org/tools/elicit.git","#,
        r#""dashboard":"https://status.example.org/d/elicit?from=now","#,
        r#""starts":"2026-07-28","opens_at":"2026-07-28T09:00:00Z","#,
        r#""closes_at":"2026-07-29T17:30:00+02:00","slug":"elicit-core","#,
        r#""name":"Elicitation forms","branch":"feature/elicitation","#,
        r#""summary":"Ask the user of an MCP client in the middle of a tool call, and get a typed answer that is valid","#,
        r#""country":"NL","team":"Tools and protocols","environment":"production","urgency":"high","#,
        r#""replicas":3,"port":8080,"timeout":36000,"priority":-15,"share":0.25,"budget":12000.75,"#,
        r#""announce":false,"backup":true,"dry_run":false}"#,
    );
}

#[derive(Elicit, Serialize, Deserialize)]
#[cfg_attr(feature = "asking", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    Development,
    Staging,
    Canary,
    Production,
}

#[derive(Elicit, Serialize, Deserialize)]
#[cfg_attr(feature = "asking", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    Low,
    Normal,
    High,
}

#[cfg(feature = "asking")]
rmcp::elicit_safe!(S, M, L);

fn yes() -> bool {
    true
}

static SLUG: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("^[a-z][a-z0-9-]*$").expect("the pattern compiles"));

fn is_date(text: &str) -> bool {
    let date = time::macros::format_description!("[year]-[month]-[day]");
    time::Date::parse(text, date).is_ok()
}

fn is_date_time(text: &str) -> bool {
    let format = &time::format_description::well_known::Rfc3339;
    time::OffsetDateTime::parse(text, format).is_ok()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is garde's"
)]
fn garde_date(text: &str, (): &()) -> garde::Result {
    is_date(text)
        .then_some(())
        .ok_or_else(|| garde::Error::new("not a date"))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is garde's"
)]
fn garde_date_time(text: &str, (): &()) -> garde::Result {
    is_date_time(text)
        .then_some(())
        .ok_or_else(|| garde::Error::new("not a date-time"))
}

fn validator_date(text: &str) -> Result<(), validator::ValidationError> {
    is_date(text)
        .then_some(())
        .ok_or_else(|| validator::ValidationError::new("date"))
}

fn validator_date_time(text: &str) -> Result<(), validator::ValidationError> {
    is_date_time(text)
        .then_some(())
        .ok_or_else(|| validator::ValidationError::new("date-time"))
}
