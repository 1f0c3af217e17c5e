//! Questions on a page: what it shows, what comes of it on each revision, and who tries to get at
//! it without being asked.

mod attacks;
mod browser;
#[cfg(feature = "chromium")]
mod chromium;
mod ends;
mod expiry;
mod fields;
mod kit;
mod links;
mod local;
#[path = "../runtime/log.rs"]
mod log;
mod misconfigured;
mod once;
mod outcomes;
mod privacy;
mod replicas;
mod sent;
mod server;
mod texts;
