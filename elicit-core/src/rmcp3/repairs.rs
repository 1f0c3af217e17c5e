//! What repairs the SDK. Each file says what it repairs, and which release of the SDK would end it.
//!
//! | | repairs | ends with a release |
//! |---|---|---|
//! | [`connections`] | a handler cannot tell its connections apart | whose `RequestContext` names the connection |
//! | [`event_ids`] | an event is handed out in every session | whose event store knows the session |
//! | [`questions`] | several questions are sent in the order of their keys | whose `InputRequests` keep their order |
//! | [`restoring`] | requests get into a session that is being restored | that lets none in until then |
//! | [`session_store`] | a stored session has no owner | whose `SessionState` has one |
//! | [`sessions`] | a session is open to everybody who has its id | that binds a session to its caller |

pub(super) mod connections;
pub(super) mod event_ids;
pub(super) mod questions;
pub(super) mod restoring;
pub(super) mod session_store;
pub(super) mod sessions;
