//! Numbers as `serde_json` has them, with its feature `arbitrary_precision` or without.

use std::{fmt, sync::OnceLock};

use serde::{
    Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};
use serde_json::Number;

use super::input::Collected;

impl Collected<'_> {
    /// A number, in the same way whether or not `serde_json` keeps its digits
    /// (`arbitrary_precision`): an integer of up to 64 bits, else the nearest `f64`.
    /// What no `f64` holds becomes an infinity, which every bound refuses.
    #[inline]
    pub(super) fn number(number: &Number) -> Self {
        if let Some(integer) = number.as_u64() {
            return Self::Integer(integer.into());
        }
        match (number.as_i64(), number.as_f64()) {
            // `-0` is a float: there is but one zero among the integers.
            (Some(integer), _) if integer != 0 => Self::Integer(integer.into()),
            (_, Some(float)) => Self::Number(float),
            (_, None) if number.to_string().starts_with('-') => Self::Number(f64::NEG_INFINITY),
            (_, None) => Self::Number(f64::INFINITY),
        }
    }
}

/// The key under which `serde_json` hands out a number when its feature
/// `arbitrary_precision` is on, which any crate in the build may turn on.
const NUMBER: &str = "$serde_json::private::Number";

/// Whether this key says that the map is a number. Without the feature it is a
/// key like any other.
pub(super) fn is_number(key: &str) -> bool {
    key == NUMBER && numbers_are_maps()
}

/// The number under this key.
pub(super) fn parse(digits: &str) -> Option<Collected<'static>> {
    let number: Number = digits.parse().ok()?;
    Some(Collected::number(&number))
}

fn numbers_are_maps() -> bool {
    struct IsMap;

    impl<'de> Visitor<'de> for IsMap {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
            Ok(false)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(true)
        }
    }

    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        // Integers of up to 64 bits are handed out plain in any case.
        serde_json::Deserializer::from_str("0.5")
            .deserialize_any(IsMap)
            .unwrap_or(false)
    })
}
