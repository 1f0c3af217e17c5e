//! Asking through the `rmcp` SDK: a real server and a real client, over a pipe in
//! memory, on each revision.

mod again;
mod arguments;
#[cfg(feature = "rmcp-http")]
mod callers;
mod capability;
mod client;
mod ended;
#[cfg(feature = "rmcp-http")]
mod event_log;
#[cfg(feature = "rmcp-http")]
mod filtered_log;
#[cfg(feature = "rmcp-http")]
mod handler;
#[cfg(feature = "rmcp-http")]
mod http;
#[cfg(feature = "rmcp-http")]
mod http_keep_alive;
#[cfg(feature = "rmcp-http")]
mod http_once;
#[cfg(feature = "rmcp-http")]
mod http_sessions;
#[cfg(feature = "rmcp-http")]
mod http_wire;
mod interrupted;
mod keep_alive;
mod kit;
#[cfg(feature = "rmcp-http")]
#[path = "../runtime/log.rs"]
mod log;
mod memory;
mod meta;
mod once;
mod outcomes;
mod own_rounds;
#[cfg(feature = "rmcp-http")]
mod post;
mod raw;
mod rounds;
mod server;
mod state;
mod structured;
mod task;
mod time;
mod too_fast;
mod url;
mod wire;
mod words;
