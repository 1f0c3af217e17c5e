//! The guide: how to ask, page by page.
//!
//! Start with [a first form](first_form), which needs no server, and
//! [put it into a server](rmcp_server). Coming from somewhere else:
//! [from `Peer::elicit`](from_peer_elicit), [from a schema by hand](from_a_schema).
//!
//! Then, as you need it: [what to write for a type](by_type), [recipes](cookbook),
//! [symptoms and remedies](troubleshooting), [a good question](good_question),
//! [fields of your own types](own_types), [options that are found
//! at run time](run_time_choices), [forms that are known only at run time](run_time_forms), [what happens on each revision](revisions),
//! [when the client cannot ask](when_not_asked), [secrets and pages](pages),
//! [replicas and keys](replicas), [tests of a tool](tests),
//! [what clients do to a form](clients), [an agent of an editor](acp),
//! [an adapter for another SDK](adapter).
//!
//! The code on every page is compiled, and run where it can be, by the tests.

#[doc = include_str!("guide/first_form.md")]
pub mod first_form {}

#[doc = include_str!("guide/rmcp_server.md")]
pub mod rmcp_server {}

#[doc = include_str!("guide/from_peer_elicit.md")]
pub mod from_peer_elicit {}

#[doc = include_str!("guide/from_a_schema.md")]
pub mod from_a_schema {}

#[doc = include_str!("guide/by_type.md")]
pub mod by_type {}

#[doc = include_str!("guide/cookbook.md")]
pub mod cookbook {}

#[doc = include_str!("guide/good_question.md")]
pub mod good_question {}

#[doc = include_str!("guide/own_types.md")]
pub mod own_types {}

#[doc = include_str!("guide/run_time_choices.md")]
pub mod run_time_choices {}

#[doc = include_str!("guide/run_time_forms.md")]
pub mod run_time_forms {}

#[doc = include_str!("guide/revisions.md")]
pub mod revisions {}

#[doc = include_str!("guide/pages.md")]
#[doc = ""]
#[doc = concat!("[page]: data:image/png;base64,", include_str!("guide/page.png.base64"))]
pub mod pages {}

#[doc = include_str!("guide/when_not_asked.md")]
pub mod when_not_asked {}

#[doc = include_str!("guide/replicas.md")]
pub mod replicas {}

#[doc = include_str!("guide/tests.md")]
pub mod tests {}

#[doc = include_str!("guide/clients.md")]
#[doc = ""]
#[doc = include_str!("guide/client_matrix.md")]
pub mod clients {}

#[doc = include_str!("guide/acp.md")]
pub mod acp {}

#[doc = include_str!("guide/adapter.md")]
pub mod adapter {}

#[doc = include_str!("guide/troubleshooting.md")]
pub mod troubleshooting {}
