//! Redis, with real servers and processes: `tests/redis/run` says which.

mod fleet;
mod once;
mod server;
mod store;
