//! Names that look like those of credentials, and texts that look like links.

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
#[elicit(rename_all = "camelCase")]
struct FalseAlarms {
    token_count: u32,
    max_tokens: u32,
    pinned: bool,
    shipping: bool,
    secretary: String,
    compass: String,
    keyboard: String,
    passenger: String,
    passport_country: String,
    key: String,
    /// Pressure at the inlet
    p_in: f64,
    #[elicit(title = "P in kPa")]
    pressure: f64,
    cv_v2: bool,
    #[elicit(title = "Your CV (v2)")]
    curriculum: String,
    #[elicit(title = "Access, tokens")]
    topic: String,
    #[elicit(title = "Card, number of copies")]
    copies: u8,
    /// The name of the Kubernetes secret, not what is in it
    kubernetes: String,
    #[elicit(sensitive_name_ok = "the pin of a board")]
    gpio_pin: u8,
    #[elicit(
        title = "PIN of the board",
        sensitive_name_ok = "a number that is printed on it"
    )]
    connector: u8,
    r#type: String,
    #[elicit(title = "Name (as in index.html)")]
    file: String,
    /// One of [a, b], at 10:30 // or later
    time: String,
    /// A letter, then letters or digits: `[a-z][a-z0-9]*`
    #[elicit(pattern = "^[a-z][a-z0-9]*$")]
    slug: String,
    /// Not `[`, [`, `] or `]`; such as `matrix[0][1]`
    cell: String,
    /// Any of these: `[a-z]
    /// [0-9]`
    class: String,
    /// Write to name@example.org
    address: String,
    #[elicit(title = "array[0](x)")]
    element: String,
    /// Joiners and marks are in what is seen.
    #[elicit(title = "👨‍👩‍👧, \u{200F}(עברית)", rename = "نمی‌خواهم")]
    family: String,
    #[elicit(description = "One\n- two\n\t- three")]
    lines: String,
}

#[derive(Elicit)]
enum Method {
    #[elicit(title = "Password")]
    Password,
    Passkey,
}

#[derive(Elicit)]
struct Login {
    method: Method,
}

type Flag = bool;

/// No credential fits into the answers.
#[derive(Elicit)]
struct Access {
    reset_password: bool,
    use_api_key: Option<bool>,
    with_password: Flag,
    password_length: u8,
    #[elicit(minimum = 8, maximum = 64)]
    longest_password: Option<u64>,
    password_policy: Method,
    #[elicit(multi_select)]
    password_methods: Vec<Method>,
    #[elicit(choices)]
    api_key: String,
    #[elicit(format = "date", title = "New password from")]
    renewal: String,
}

#[test]
fn names_and_texts_like_credentials_and_links_compile() {
    assert!(FalseAlarms::requested_schema(Revision::LATEST).contains("\"tokenCount\""));
    assert!(Login::requested_schema(Revision::LATEST).contains("\"Password\""));
}
