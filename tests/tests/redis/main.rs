//! Redis, with real servers and processes: `tests/redis/run` says which.

#[path = "../pages/browser.rs"]
#[expect(dead_code, reason = "the tests of pages need more of it")]
mod browser;
mod fleet;
mod once;
mod pages;
mod server;
mod store;
