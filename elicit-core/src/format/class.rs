//! What a byte may be part of in the grammars of this module, as one table that
//! answers with a single load.

/// How many bytes are looked at together in a long run.
const BLOCK: usize = 32;

/// A set of bytes, all of them ASCII.
#[derive(Clone, Copy)]
pub(super) struct Class(u8);

impl Class {
    /// `DIGIT`.
    pub(super) const DIGIT: Self = Self(1);
    /// `HEXDIG`, in either case.
    pub(super) const HEX: Self = Self(1 << 1);
    /// `atext` of RFC 5322, section 3.2.3.
    pub(super) const ATOM: Self = Self(1 << 2);
    /// `qtextSMTP` of RFC 5321, section 4.1.2, which has no tab, unlike the
    /// `qtext` of message headers.
    pub(super) const QUOTED: Self = Self(1 << 3);
    /// `Let-dig / "-"` of RFC 5321, section 4.1.2.
    pub(super) const LABEL: Self = Self(1 << 4);
    /// `scheme` of RFC 3986, section 3.1, behind its first letter.
    pub(super) const SCHEME: Self = Self(1 << 5);
    /// `unreserved / sub-delims` of RFC 3986, section 2.
    pub(super) const NAME: Self = Self(1 << 6);
    /// `pchar / "/" / "?"` of RFC 3986, sections 3.3 to 3.5, without the
    /// percent-encodings.
    pub(super) const TAIL: Self = Self(1 << 7);

    pub(super) const fn has(self, byte: u8) -> bool {
        TABLE[byte as usize] & self.0 != 0
    }

    /// The bytes of this class at the front of `text`, and what follows them.
    pub(super) const fn split(self, text: &[u8]) -> (&[u8], &[u8]) {
        let mut end = 0;
        while end < text.len() && self.has(text[end]) {
            end += 1;
        }
        text.split_at(end)
    }

    /// `text` without the bytes of this class at its front, of which there may be millions.
    pub(super) const fn skip(self, text: &[u8]) -> &[u8] {
        let Some((first, mut rest)) = text.split_first_chunk::<BLOCK>() else {
            return self.split(text).1;
        };
        let (run, _) = self.split(first);
        if run.len() < BLOCK {
            return text.split_at(run.len()).1;
        }
        // A run of this length is likely to go on.
        while let Some((block, behind)) = rest.split_first_chunk()
            && self.has_all(block)
        {
            rest = behind;
        }
        self.split(rest).1
    }

    /// Decides once and not at each byte, which takes half the time.
    const fn has_all(self, block: &[u8; BLOCK]) -> bool {
        let mut common = self.0;
        let mut place = 0;
        while place < BLOCK {
            common &= TABLE[block[place] as usize];
            place += 1;
        }
        common != 0
    }

    const fn when(self, belongs: bool) -> u8 {
        if belongs { self.0 } else { 0 }
    }
}

static TABLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    // What lies beyond ASCII is in no class.
    while byte < 128 {
        table[byte as usize] = classes(byte);
        byte += 1;
    }
    table
};

const fn classes(byte: u8) -> u8 {
    let alphanumeric = byte.is_ascii_alphanumeric();
    let atom_mark = matches!(
        byte,
        b'!' | b'#'
            | b'$'
            | b'%'
            | b'&'
            | b'\''
            | b'*'
            | b'+'
            | b'-'
            | b'/'
            | b'='
            | b'?'
            | b'^'
            | b'_'
            | b'`'
            | b'{'
            | b'|'
            | b'}'
            | b'~'
    );
    let quoted = matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    let unreserved = alphanumeric || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let sub_delim = matches!(
        byte,
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
    );
    let name = unreserved || sub_delim;

    Class::DIGIT.when(byte.is_ascii_digit())
        | Class::HEX.when(byte.is_ascii_hexdigit())
        | Class::ATOM.when(alphanumeric || atom_mark)
        | Class::QUOTED.when(quoted)
        | Class::LABEL.when(alphanumeric || byte == b'-')
        | Class::SCHEME.when(alphanumeric || matches!(byte, b'+' | b'-' | b'.'))
        | Class::NAME.when(name)
        | Class::TAIL.when(name || matches!(byte, b':' | b'@' | b'/' | b'?'))
}
