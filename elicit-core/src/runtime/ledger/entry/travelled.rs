//! An entry as it travels, without what only a run knows.

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap as _};

use super::{Answered, Entry, Live, Open, Page, Phase};

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.phase {
            Phase::Unasked | Phase::Early(_) => {}
            Phase::Open(open) => map.serialize_entry("o", open)?,
            Phase::Unreadable(open) => map.serialize_entry("x", open)?,
            Phase::Answered(answered) => map.serialize_entry("a", answered)?,
        }
        if let Some(page) = &self.page {
            map.serialize_entry("p", page)?;
        }
        if self.has_changed {
            map.serialize_entry("c", &true)?;
        }
        if self.is_checked {
            map.serialize_entry("v", &true)?;
        }
        if self.has_read_argument {
            map.serialize_entry("g", &true)?;
        }
        map.end()
    }
}

/// An entry as it is written: of the three phases that travel, there is at most one.
#[derive(Deserialize)]
pub(super) struct Travelled {
    #[serde(rename = "o")]
    open: Option<Open>,
    #[serde(rename = "x")]
    unreadable: Option<Open>,
    #[serde(rename = "a")]
    answered: Option<Answered>,
    #[serde(rename = "p")]
    page: Option<Page>,
    #[serde(rename = "c", default)]
    has_changed: bool,
    #[serde(rename = "v", default)]
    is_checked: bool,
    #[serde(rename = "g", default)]
    has_read_argument: bool,
}

impl From<Travelled> for Entry {
    fn from(travelled: Travelled) -> Self {
        let open = travelled.open.map(Phase::Open);
        let unreadable = travelled.unreadable.map(Phase::Unreadable);
        let answered = travelled.answered.map(Phase::Answered);
        Self {
            phase: open.or(unreadable).or(answered).unwrap_or_default(),
            page: travelled.page,
            has_changed: travelled.has_changed,
            is_checked: travelled.is_checked,
            has_read_argument: travelled.has_read_argument,
            live: Live::default(),
        }
    }
}
