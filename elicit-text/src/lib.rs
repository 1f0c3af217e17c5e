//! What a person may read and type in a form.
//!
//! `elicit-core`, which asks the users of MCP clients, and its derive macro decide it by this crate. It
//! knows no protocol and no form, so it is of use without them.
//!
//! - [`Format`]: whether a text is an e-mail address, a URI, a date, or a date and time.
//! - [`Pattern`]: a regular expression of JSON Schema as a constant table, which is matched in one step
//!   for each character. With the feature `compiler`, [`compiler::CompiledPattern`] makes it of a text.
//! - [`faults`]: what is wrong with a text that a person is to read: it is blank, it has an invisible
//!   character or a link, or it asks for a credential. [`first_invisible`], [`has_link`] and [`credential`]
//!   look for one of these alone.
//! - [`visible`], [`write_code_span`]: texts of data, so that a person sees each character of them.
//! - [`in_words`], [`capitalized`]: the name of a field as a label, and a text with a capital letter.
//!
//! ```
//! use elicit_text::{Fault, Format, Role, faults};
//!
//! assert!(Format::Email.accepts("joe@example.org"));
//!
//! let found: Vec<Fault> = faults("Your API key", Role::Title).collect();
//! assert_eq!(found, [Fault::Credential("api key".to_owned())]);
//! assert_eq!(faults("Where to deploy", Role::Title).next(), None);
//! ```

mod capitalized;
mod code_span;
mod count_range;
mod credentials;
mod fault;
mod format;
mod invisible;
mod links;
mod names;
mod pattern;

pub use capitalized::{capitalized, in_words};
pub use code_span::{option_in_sentence, write_code_span};
pub use count_range::CountRange;
pub use fault::{Fault, Role, credential, faults, first_invisible, has_link};
pub use format::{DateTime, Format, FullDate};
pub use invisible::{is_blank, is_hidden, visible};
pub use links::without_links;
pub use names::UnknownName;
pub use pattern::Pattern;
#[cfg(feature = "compiler")]
pub use pattern::compiler;
