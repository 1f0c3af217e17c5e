//! An invisible character in a name, a title or a description

#![allow(text_direction_codepoint_in_literal, uncommon_codepoints)]

use elicit_core::{Elicit, Revision};

#[derive(Elicit)]
enum Region {
    #[elicit(title = "Eur\u{200B}ope")]
    Europe,
    #[elicit(rename = "America\u{7}")]
    America,
}

#[derive(Elicit)]
struct Deploy {
    #[elicit(title = "Branch\nor tag")]
    branch: String,
    #[elicit(title = "\u{FEFF}")]
    blank: String,
    #[elicit(rename = "t\u{AD}ag")]
    tag: String,
    #[elicit(description = "One line,\n\tand another\u{202E}")]
    turned: String,
    #[elicit(title = "Not ‮escaped")]
    raw: bool,
    /// A comment ⁠that looks like one without.
    comment: u8,
    #[elicit(title = "Fam‌ily 👨‍👩‍👧")]
    family: String,
    #[elicit(title = "One line\u{2028}and another")]
    lines: String,
    #[elicit(title = "\u{200D}\u{FE0F}")]
    joined: String,
    #[elicit(rename = "filler")]
    filler_ᅟ: u8,
    port: Port,
    region: Region,
}

#[derive(Elicit)]
struct Port(#[elicit(title = "Port\r")] u16);

#[derive(Elicit, serde::Serialize)]
struct Day {
    #[serde(rename = "to\tday")]
    today: bool,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
