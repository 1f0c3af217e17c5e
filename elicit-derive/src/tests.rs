//! What the derive writes.

mod choices_struct;
mod comments;
mod half_typed;
mod lints;
mod secrets;
#[allow(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the texts"
)]
mod snapshots;

/// The expansion, laid out for people.
fn expansion(item: &str) -> String {
    let expanded = crate::expand::expand(&item.parse().expect("these are tokens"));
    let file = syn::parse2(expanded).expect("the expansion is code");
    prettyplease::unparse(&file)
}
