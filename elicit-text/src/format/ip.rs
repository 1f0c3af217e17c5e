//! IP addresses as text, which mailboxes and URIs both put in square brackets.

use super::byte_class::Class;

/// Whose grammar an address has to follow: the two RFCs agree on what an
/// address is and not on two details of its spelling.
#[derive(Clone, Copy)]
pub(super) enum Grammar {
    /// RFC 5321, section 4.1.3.
    Mailbox,
    /// RFC 3986, section 3.2.2.
    Uri,
}

impl Grammar {
    /// A `Snum` is any one to three digits that stand for 0 to 255, a
    /// `dec-octet` lists its digits so that none begins with a needless zero.
    const fn allows_leading_zeros(self) -> bool {
        matches!(self, Self::Mailbox)
    }

    /// How many groups `::` must stand for. RFC 5321 says "at least 2"; the
    /// rules of RFC 3986 leave it one.
    const fn shortest_gap(self) -> usize {
        match self {
            Self::Mailbox => 2,
            Self::Uri => 1,
        }
    }
}

/// Four numbers between dots.
pub(super) const fn is_v4(mut rest: &[u8], grammar: Grammar) -> bool {
    let mut octets = 0;
    loop {
        let (digits, after) = Class::Digit.split(rest);
        match digits {
            [b'0', _, ..] if !grammar.allows_leading_zeros() => return false,
            [_]
            | [_, _]
            | [b'0' | b'1', _, _]
            | [b'2', b'0'..=b'4', _]
            | [b'2', b'5', b'0'..=b'5'] => {}
            _ => return false,
        }
        octets += 1;
        rest = match after {
            [] => return octets == 4,
            [b'.', tail @ ..] if octets < 4 => tail,
            _ => return false,
        };
    }
}

/// Eight groups between colons, of which `::` leaves some out, and of which the
/// last two may be written as an IPv4 address.
pub(super) const fn is_v6(text: &[u8], grammar: Grammar) -> bool {
    // Only here, a colon may come without a group before it.
    let (mut rest, mut gap) = match text {
        [b':', b':', tail @ ..] => (tail, true),
        _ => (text, false),
    };
    let mut groups = 0;
    // Each turn reads one group and what separates it from the next. `::` alone has
    // no group, and the text may end after any other gap.
    while !(gap && rest.is_empty()) {
        let (digits, after) = Class::Hex.split(rest);
        if let [b'.', ..] = after {
            // What was read as a group is the first number of the IPv4 address.
            if !is_v4(rest, grammar) {
                return false;
            }
            groups += 2;
            break;
        }
        if !matches!(digits.len(), 1..=4) {
            return false;
        }
        groups += 1;
        rest = match after {
            [] => break,
            [b':', b':', tail @ ..] if !gap => {
                gap = true;
                tail
            }
            // A single colon at the end would promise another group.
            [b':', tail @ ..] if !tail.is_empty() => tail,
            _ => return false,
        };
    }
    if gap {
        groups + grammar.shortest_gap() <= 8
    } else {
        groups == 8
    }
}
