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
    /// out.
    pub(crate) const fn explanation(self, written: &str) -> [&'static str; 2] {
        match self {
            Self::Form => [
                "is a form of its own, and forms do not nest",
                "write its fields into this form, or ask it as a second question",
            ],
            Self::List => [
                "is a list, and a form has no free lists",
                list_way_out(written),
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
                "can be anything, and a client renders one thing",
                "write the type that you expect",
            ],
            Self::Nothing => [
                "has nothing to answer",
                "to ask for an acknowledgement, use `bool`",
            ],
            Self::Wide => [
                "has 128 bits, and clients corrupt integers beyond 2^53 - 1",
                "use an integer of up to 64 bits, or ask for it as a text: `#[elicit(parse)]`",
            ],
            Self::Text => [
                "is no format that clients know",
                "ask for it as a text: write `#[elicit(parse)]`, and say in a description what \
                 to type",
            ],
            Self::Duration => [
                "is no format that clients know, and does not implement `FromStr`",
                "ask for a whole number, such as `timeout_seconds: u32`; or for a text, with \
                 `#[elicit(parse)]` on a type that implements `FromStr`, such as \
                 `humantime::Duration`",
            ],
            Self::UnreadableTime => [
                "is no format that clients know, and does not implement `FromStr`",
                "write a newtype that implements it, and `#[elicit(parse)]` on the field of the form",
            ],
            Self::OptionOfOption => [
                "is an option of an option, and an answer is there or it is not",
                "write one `Option`",
            ],
            Self::Faulty => ["has errors of its own", "mend them first"],
        }
    }
}

/// The type that a message names: the one in the `Option`, unless the `Option` is the mistake.
pub(crate) const fn subject(reason: UnsupportedType, written: &str) -> &str {
    if matches!(reason, UnsupportedType::OptionOfOption) {
        written
    } else {
        in_option(written)
    }
}

/// The type in what is written as an `Option`; every other type as it is.
pub(crate) const fn in_option(written: &str) -> &str {
    let text = written.as_bytes();
    let mut start = 0;
    while start < text.len() && text[start] != b'<' {
        start += 1;
    }
    let (path, arguments) = written.split_at(start);
    match (path.as_bytes(), arguments.as_bytes()) {
        (b"Option" | [.., b':', b'O', b'p', b't', b'i', b'o', b'n'], [b'<', inner @ .., b'>']) => {
            arguments.split_at(1).1.split_at(inner.len()).0
        }
        _ => written,
    }
}

/// What to ask for in place of a list depends on what it is a list of. The text of
/// the type shows that, unless it is an alias.
const fn list_way_out(written: &str) -> &'static str {
    if is_of(written, "String") || is_of(written, "str") {
        return "if the person chooses from texts that are known when you ask, write \
                `#[elicit(multi_select, choices)]` on a `Vec`, `BTreeSet` or `HashSet` of \
                `String`; otherwise ask for one `String` and split it, or ask once for each item";
    }
    if is_list_of_primitive(written) {
        return "ask for one `String` and split it, or ask once for each item";
    }
    "if its items are the variants of an enum that derives `Elicit`, write \
     `#[elicit(multi_select)]` on a `Vec`, `BTreeSet` or `HashSet` of it; if they are texts that \
     are known when you ask, `#[elicit(multi_select, choices)]` on one of `String`; otherwise ask \
     once for each item"
}

/// Whether the text of a type says that it is a list of a primitive, which has no options.
pub(crate) const fn is_list_of_primitive(written: &str) -> bool {
    const PRIMITIVES: [&str; 14] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32",
        "u64", "usize",
    ];
    let mut i = 0;
    while i < PRIMITIVES.len() {
        if is_of(written, PRIMITIVES[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether the text of a type says that it is a list of `item`: `Vec<item>`,
/// `[item; 3]`.
pub(super) const fn is_of(written: &str, item: &str) -> bool {
    let (written, item) = (written.as_bytes(), item.as_bytes());
    let mut start = 0;
    while start + item.len() + 1 < written.len() {
        if matches!(written[start], b'<' | b'[' | b':') {
            let mut i = 0;
            while i < item.len() && written[start + 1 + i] == item[i] {
                i += 1;
            }
            if i == item.len() && matches!(written[start + 1 + i], b'>' | b';' | b',') {
                return true;
            }
        }
        start += 1;
    }
    false
}
