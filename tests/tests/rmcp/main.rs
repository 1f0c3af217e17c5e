//! Asking through the `rmcp` SDK: a real server and a real client, over a pipe in
//! memory, on each revision.

mod again;
mod arguments;
mod callers;
mod capability;
mod client;
mod ended;
mod event_log;
mod filtered_log;
mod http;
mod http_wire;
mod keep_alive;
mod kit;
#[path = "../runtime/log.rs"]
mod log;
mod once;
mod outcomes;
mod own_rounds;
mod post;
mod raw;
mod rounds;
mod server;
mod state;
mod task;
mod time;
mod too_fast;
mod url;
mod wire;
mod words;
