//! What the Rust types of a form hold, which no schema says.

use std::fmt::Debug;

use elicit_core::{
    NoRunTimeChoices, NoSecrets,
    form::{Kind, Property},
};
use serde::Serialize;

/// What a type holds, for each property of a form. A wrong one turns a differential test red.
#[derive(Clone, Copy)]
pub struct RustTypes {
    /// It is an `Option`.
    pub is_option: fn(&Property) -> bool,
    /// It is a signed integer that is not 0.
    pub is_not_zero: fn(&Property) -> bool,
    /// It is an `f32`.
    pub is_f32: fn(&Property) -> bool,
    /// It holds this text, which the schema allows.
    pub holds: fn(&Property, &str) -> bool,
}

impl RustTypes {
    /// As the schema has them. A `bool` and a list may be left out, too, so none of these is an
    /// `Option`.
    pub const OF_SCHEMA: Self = Self {
        is_option: can_be_nothing,
        is_not_zero: |_| false,
        is_f32: |_| false,
        holds: |_, _| true,
    };

    /// A form of run time has no Rust types: what is not required is as good as an `Option`, and so is
    /// each yes or no.
    pub const AT_RUN_TIME: Self = Self {
        is_option: |property| !property.is_required() || matches!(property.kind(), Kind::Boolean),
        ..Self::OF_SCHEMA
    };
}

/// Whether a property that is no `bool` and no list is an `Option`.
#[must_use]
pub fn can_be_nothing(property: &Property) -> bool {
    let can_be_left_out = matches!(property.kind(), Kind::Boolean | Kind::MultiSelect { .. });
    !property.is_required() && !can_be_left_out
}

/// A form of which everything is known at compile time, and the Rust types of its properties.
pub trait Sample: NoRunTimeChoices + NoSecrets + Serialize + PartialEq + Debug {
    const RUST_TYPES: RustTypes = RustTypes::OF_SCHEMA;
}
