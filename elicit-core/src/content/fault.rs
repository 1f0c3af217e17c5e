//! Which errors of the parser are faults of the document.

/// What the parser says of them, and it says it where it would if it skipped them. There is no
/// other way to tell them apart from its limits: a number that no `f64` holds, 128 levels, half a
/// surrogate pair. What is not found here is read again, so that other words cost time, and change
/// nothing else.
const FAULTS: [&str; 9] = [
    "expected `:`",
    "expected `,` or `]`",
    "expected `,` or `}`",
    "expected ident",
    "expected value",
    "invalid escape",
    "invalid number",
    "key must be a string",
    "trailing comma",
];

/// Whether this is known to be a fault, also where nobody asks for what the parser ended at.
pub(super) fn is_fault(error: &serde_json::Error) -> bool {
    let said = error.to_string();
    error.is_eof() || FAULTS.iter().any(|fault| said.starts_with(fault))
}
