//! `Mailbox` of RFC 5321, section 4.1.2, which is what JSON Schema calls `email`.

use super::byte_class::Class;
use super::ip;

/// RFC 5321, section 4.5.3.1.1.
const LOCAL_PART: usize = 64;
/// RFC 1035, section 2.3.4.
const LABEL: usize = 63;
/// RFC 1035, section 2.3.4, allows 255 octets in a message. There every label
/// has its length in front and the root comes last, which takes two more octets
/// than the dots of the text do.
const DOMAIN: usize = 253;

/// No address literal is as long as a domain can be.
pub(super) const LONGEST: usize = LOCAL_PART + 1 + DOMAIN;

pub(super) const fn is_mailbox(text: &[u8]) -> bool {
    // A hostile client may send a local part of any length.
    if text.len() > LONGEST {
        return false;
    }
    let after_local_part = match text {
        [b'"', quoted @ ..] => after_quoted_string(quoted),
        _ => after_dot_string(text),
    };
    let Some([b'@', domain @ ..]) = after_local_part else {
        return false;
    };
    let local_part = text.len() - domain.len() - 1;
    local_part <= LOCAL_PART
        && match domain {
            [b'[', literal @ .., b']'] => is_address_literal(literal),
            _ => is_domain(domain),
        }
}

/// `Dot-string`: atoms between dots.
const fn after_dot_string(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        let ([_, ..], rest) = Class::Atom.split(text) else {
            return None;
        };
        text = match rest {
            [b'.', next @ ..] => next,
            _ => return Some(rest),
        };
    }
}

/// `Quoted-string`, after its opening quote.
const fn after_quoted_string(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        text = match Class::Quoted.skip(text) {
            [b'"', rest @ ..] => return Some(rest),
            [b'\\', b' '..=b'~', rest @ ..] => rest,
            _ => return None,
        };
    }
}

/// `Domain`: labels between dots, of letters, digits and inner hyphens.
const fn is_domain(mut text: &[u8]) -> bool {
    if text.len() > DOMAIN {
        return false;
    }
    loop {
        let (label, rest) = Class::Label.split(text);
        if label.len() > LABEL || matches!(label, [] | [b'-', ..] | [.., b'-']) {
            return false;
        }
        text = match rest {
            [] => return true,
            [b'.', next @ ..] => next,
            _ => return false,
        };
    }
}

/// `address-literal`, from between its brackets. Its third form wants a tag that
/// IANA has registered, and `IPv6` is the only one there is.
const fn is_address_literal(literal: &[u8]) -> bool {
    match literal {
        [
            b'I' | b'i',
            b'P' | b'p',
            b'V' | b'v',
            b'6',
            b':',
            address @ ..,
        ] => ip::is_v6(address, ip::Grammar::Mailbox),
        _ => ip::is_v4(literal, ip::Grammar::Mailbox),
    }
}
