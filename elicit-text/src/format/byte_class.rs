//! What a byte may be part of in the grammars of this module.

/// A set of bytes, all of them ASCII.
#[derive(Clone, Copy)]
pub(super) enum Class {
    /// `DIGIT`.
    Digit,
    /// `HEXDIG`, in either case.
    Hex,
    /// `atext` of RFC 5322, section 3.2.3.
    Atom,
    /// `qtextSMTP` of RFC 5321, section 4.1.2, which has no tab, unlike the `qtext` of message
    /// headers.
    Quoted,
    /// `Let-dig / "-"` of RFC 5321, section 4.1.2.
    Label,
    /// `scheme` of RFC 3986, section 3.1, after its first letter.
    Scheme,
    /// `unreserved / sub-delims` of RFC 3986, section 2.
    Name,
    /// `userinfo` of RFC 3986, section 3.2.1, without the percent-encodings.
    UserInfo,
    /// `pchar / "/" / "?"` of RFC 3986, sections 3.3 to 3.5, without the percent-encodings.
    Tail,
}

impl Class {
    #[inline]
    pub(super) const fn has(self, byte: u8) -> bool {
        TABLE[byte as usize] & self.bit() != 0
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// What the table is made of.
    const fn holds(self, byte: u8) -> bool {
        match self {
            Self::Digit => byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Atom => matches!(
                byte,
                b'A'..=b'Z' | b'0'..=b'9' | b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'/' | b'='
                    | b'?' | b'^'..=b'~'
            ),
            Self::Quoted => matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~'),
            Self::Label => byte.is_ascii_alphanumeric() || byte == b'-',
            Self::Scheme => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'),
            Self::Name => matches!(
                byte,
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'!' | b'$'
                    | b'&'..=b',' | b';' | b'='
            ),
            Self::UserInfo => Self::Name.holds(byte) || byte == b':',
            Self::Tail => Self::Name.holds(byte) || matches!(byte, b':' | b'@' | b'/' | b'?'),
        }
    }

    /// The bytes of this class at the front of `text`, and what follows them.
    #[inline]
    pub(super) const fn split(self, text: &[u8]) -> (&[u8], &[u8]) {
        let mut end = 0;
        while end < text.len() && self.has(text[end]) {
            end += 1;
        }
        text.split_at(end)
    }

    /// `text` without the bytes of this class at its front.
    #[inline]
    pub(super) const fn skip(self, text: &[u8]) -> &[u8] {
        self.split(text).1
    }
}

/// The classes of each byte, a bit for each.
static TABLE: [u16; 256] = {
    use Class::{Atom, Digit, Hex, Label, Name, Quoted, Scheme, Tail, UserInfo};

    let classes = [
        Digit, Hex, Atom, Quoted, Label, Scheme, Name, UserInfo, Tail,
    ];
    let mut table = [0; 256];
    let mut byte = 0;
    // Bytes beyond ASCII are in no class.
    while byte < 128 {
        let mut i = 0;
        while i < classes.len() {
            if classes[i].holds(byte) {
                table[byte as usize] |= classes[i].bit();
            }
            i += 1;
        }
        byte += 1;
    }
    table
};

/// The text up to the first byte of this value, and from there on.
pub(super) const fn split_at_first(text: &[u8], byte: u8) -> (&[u8], &[u8]) {
    let mut end = 0;
    while end < text.len() && text[end] != byte {
        end += 1;
    }
    text.split_at(end)
}
