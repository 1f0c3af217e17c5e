//! Forms that between them use every field type and every attribute.
//!
//! What holds for any form is checked with each of them.

#![expect(missing_docs, reason = "a doc comment would be a description")]

mod choices;
mod hinted;
mod names;
mod newtypes;
mod numbers;
mod parsed;
mod rust_types;
mod texts;
#[cfg(feature = "typed")]
mod typed;

pub use choices::{
    Everything, Flags, Region, Scope, Seat, Seats, Selections, Severity, Singles, Sorted,
};
pub use hinted::Hinted;
pub use names::{Described, Escaped, Renamed, Shouted, Touchy};
pub use newtypes::{
    Contact, Grade, HighPort, Home, Initial, Newtypes, Perhaps, PerhapsPort, Port, Ratio,
};
pub use numbers::{Integers, NonZeroes, Numbers, Wide};
pub use parsed::{Parsed, WithoutZero, Wrapped};
pub use rust_types::{RustTypes, Sample, can_be_nothing};
pub use texts::{Formats, Lengths, Patterns, Slug, Texts};
#[cfg(feature = "typed")]
pub use typed::{Addresses, Days, Moments, OtherMoments};

/// Calls a macro with the name of a test and the type, for each form. ([`Touchy`] is
/// not among them: it has a rule that no schema knows. [`Hinted`] is too large to be answered by
/// chance.)
#[macro_export]
macro_rules! for_each_form {
    ($call:ident) => {
        $call! {
            described: Described,
            escaped: Escaped,
            everything: Everything,
            flags: Flags,
            formats: Formats,
            integers: Integers,
            lengths: Lengths,
            newtypes: Newtypes,
            non_zeroes: NonZeroes,
            numbers: Numbers,
            patterns: Patterns,
            renamed: Renamed,
            seats: Seats,
            selections: Selections,
            shouted: Shouted,
            singles: Singles,
            texts: Texts,
            wide: Wide,
        }
    };
}
