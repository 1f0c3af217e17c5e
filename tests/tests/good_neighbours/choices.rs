//! Enums with names, methods and traits of their own beside those of a choice.

use std::{fmt, str::FromStr};

use elicit_core::{ChoiceEnum, Elicit};

/// All that the derive leaves to its user.
#[derive(Elicit)]
enum Level {
    Low,
    High,
}

impl Level {
    const VARIANTS: usize = 2;

    fn all() -> [Self; Self::VARIANTS] {
        [Self::Low, Self::High]
    }

    fn wire_name(&self) -> u8 {
        match self {
            Self::Low => 0,
            Self::High => 1,
        }
    }

    fn title(&self) -> char {
        char::from(b'0' + self.wire_name())
    }

    fn at(place: usize) -> Option<Self> {
        Self::all().into_iter().nth(place)
    }

    fn place(&self) -> u8 {
        self.wire_name()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.title())
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::from_wire_name(text).ok_or(())
    }
}

impl AsRef<str> for Level {
    fn as_ref(&self) -> &str {
        ChoiceEnum::label(self)
    }
}

/// A trait with the same methods, which is used with the enum beside that of choices.
trait Labelled {
    fn label(&self) -> &str;
}

impl Labelled for Level {
    fn label(&self) -> &str {
        self.as_ref()
    }
}

#[test]
fn own_methods_of_an_enum_take_precedence() {
    let level: Level = "High".parse().expect("`High` is an option");
    assert_eq!(level.to_string(), "level 1");
    assert_eq!(level.place(), 1);
    assert_eq!(Labelled::label(&level), "High");
    assert_eq!(ChoiceEnum::wire_name(&level), "High");
    assert_eq!(ChoiceEnum::title(&level), None);
    assert_eq!(Level::at(1).map(|level| level.wire_name()), Some(1));
    assert_eq!(<Level as ChoiceEnum>::all().count(), 2);
    assert_eq!(<Level as ChoiceEnum>::VARIANTS.len(), Level::VARIANTS);
}
