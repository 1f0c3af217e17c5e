//! Why a type cannot be a field.

/// Why a type cannot be a field of a form.
#[derive(Clone, Copy)]
pub(crate) enum UnsupportedType {
    /// A struct that derives `Elicit`: forms do not nest.
    Form,
    /// A list, a set or an array.
    List,
    /// A map.
    Map,
    /// A tuple.
    Tuple,
    /// What a pointer points to.
    Pointer,
    /// Any JSON.
    Anything,
    /// The unit type.
    Nothing,
    /// An integer of 128 bits.
    Wide,
    /// A type that a text is read into, and that clients have no format for.
    Text,
    /// A length of time, which does not implement `FromStr`.
    Duration,
    /// A time without an offset, which does not implement `FromStr`.
    #[cfg_attr(
        not(feature = "time03"),
        expect(dead_code, reason = "it is of that crate")
    )]
    UnreadableTime,
    /// An option of an option.
    OptionOfOption,
    /// A type whose derive has failed.
    Faulty,
}

impl UnsupportedType {
    /// The second half of a sentence that begins with the type as it is written, and the way
    /// out. A list is a list of these.
    pub(crate) const fn explanation(self, list: ListOf) -> [&'static str; 2] {
        match self {
            Self::Form => [
                "is a form of its own, and forms do not nest",
                "write its fields into this form, or ask it as a second question",
            ],
            Self::List => [
                "is a list, and a list in a form must be a multi-select",
                list.way_out(),
            ],
            Self::Map => [
                "is a map, and a form has no maps",
                "write one field for each key",
            ],
            Self::Tuple => [
                "is a tuple, and a form has no tuples",
                "write one field for each part",
            ],
            Self::Pointer => [
                "points to its value, and an answer owns its values",
                "write the type that it points to; for `str`, write `String`",
            ],
            Self::Anything => [
                "can be any JSON, and a client renders one type",
                "write the type that you expect",
            ],
            Self::Nothing => [
                "has no value to ask for",
                "to ask for an acknowledgement, use `bool`",
            ],
            Self::Wide => [
                "has 128 bits, and clients corrupt integers beyond 2^53 - 1",
                "use an integer of up to 64 bits, or ask for it as a text: `#[elicit(parse)]`",
            ],
            Self::Text => [
                "is not a format that clients know",
                "ask for it as a text: write `#[elicit(parse)]`, and say in a description what \
                 to type",
            ],
            Self::Duration => [
                "is not a format that clients know, and does not implement `FromStr`",
                "ask for a whole number, such as `timeout_seconds: u32`; or for a text, with \
                 `#[elicit(parse)]` on a type that implements `FromStr`, such as \
                 `humantime::Duration`",
            ],
            Self::UnreadableTime => [
                "is not a format that clients know, and does not implement `FromStr`",
                "write a newtype that implements it, and `#[elicit(parse)]` on the field of the \
                 form",
            ],
            Self::OptionOfOption => [
                "is an `Option` in an `Option`, and an answer is either present or absent",
                "write one `Option`",
            ],
            Self::Faulty => ["has errors of its own", "fix them first"],
        }
    }
}

/// What a list is of, as far as the derive can tell.
#[derive(Clone, Copy)]
pub enum ListOf {
    /// Texts, which can be options of run time.
    Texts,
    /// Numbers, or other values that are never options.
    Primitives,
    /// Any other type, or one that its name does not show.
    Others,
}

impl ListOf {
    /// What to ask for in place of a list.
    const fn way_out(self) -> &'static str {
        match self {
            Self::Texts => {
                "if the person chooses from texts that are known when you ask, write \
                 `#[elicit(multi_select, choices)]` on a `Vec`, `BTreeSet` or `HashSet` of \
                 `String`; otherwise ask for one `String` and split it, or ask once for each item"
            }
            Self::Primitives => "ask for one `String` and split it, or ask once for each item",
            Self::Others => {
                "if its items are the variants of an enum that derives `Elicit`, write \
                 `#[elicit(multi_select)]` on a `Vec`, `BTreeSet` or `HashSet` of it; if they are \
                 texts that are known when you ask, `#[elicit(multi_select, choices)]` on a list \
                 of `String`; otherwise ask once for each item"
            }
        }
    }
}
