//! The derive macro of `elicit-core`.
