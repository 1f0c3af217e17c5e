//! A value behind a pointer

use elicit_core::{Elicit, Revision};
use std::{borrow::Cow, rc::Rc, sync::Arc};

type Shared = Arc<str>;

#[derive(Elicit)]
struct Note {
    title: Box<str>,
    body: Option<Arc<String>>,
    count: Rc<u8>,
    source: Cow<'static, str>,
    raw: *const u8,
    shared: Shared,
}

fn main() {
    let _ = Note::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Note>("{}");
}
