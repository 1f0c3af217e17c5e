//! `URI` of RFC 3986, appendix A: a scheme, then anything the generic syntax
//! allows. Rules of single schemes (that `http` needs a host, say) are not ours.

use super::class::Class;
use super::ip;

pub(super) const fn is_uri(text: &[u8]) -> bool {
    match after_scheme(text) {
        // Two slashes always begin an authority: a path without one must not.
        Some([b'/', b'/', authority @ ..]) => match after_authority(authority) {
            Some(rest @ ([] | [b'/' | b'?' | b'#', ..])) => is_tail(rest),
            _ => false,
        },
        Some(rest) => is_tail(rest),
        None => false,
    }
}

/// `scheme ":"`.
const fn after_scheme(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'a'..=b'z' | b'A'..=b'Z', rest @ ..] => match Class::Scheme.skip(rest) {
            [b':', rest @ ..] => Some(rest),
            _ => None,
        },
        _ => None,
    }
}

/// What the bytes read since the start of an authority, or since its `@`, may
/// be.
#[derive(Clone, Copy)]
enum Reading {
    /// `reg-name`, or the user information before an `@`.
    Host,
    /// `reg-name ":" port`, or the user information before an `@`.
    HostAndPort,
    /// User information, and the `@` has to follow.
    UserInfo,
}

/// `authority`. User information begins as a host and a port do and only an `@`
/// tells them apart, so both are followed at once rather than one after the
/// other.
const fn after_authority(authority: &[u8]) -> Option<&[u8]> {
    let mut host = authority;
    let mut text = authority;
    let mut reading = Reading::Host;
    loop {
        text = match reading {
            Reading::Host => Class::Name.skip(text),
            Reading::HostAndPort => Class::Digit.skip(text),
            Reading::UserInfo => skip_names_and_colons(text),
        };
        (text, reading) = match (text, reading) {
            ([b':', rest @ ..], Reading::Host) => (rest, Reading::HostAndPort),
            ([b':', rest @ ..], _) => (rest, Reading::UserInfo),
            ([b'%', high, low, rest @ ..], reading) if is_hex(*high, *low) => match reading {
                Reading::Host => (rest, Reading::Host),
                _ => (rest, Reading::UserInfo),
            },
            // The port ends here, or it never was one.
            ([byte, rest @ ..], Reading::HostAndPort) if Class::Name.has(*byte) => {
                (rest, Reading::UserInfo)
            }
            // A second `@` is left to the caller, who expects none.
            ([b'@', rest @ ..], _) if host.len() == authority.len() => {
                host = rest;
                (rest, Reading::Host)
            }
            ([b'[', literal @ ..], _) if text.len() == host.len() => {
                return after_ip_literal(literal);
            }
            (_, Reading::Host | Reading::HostAndPort) => return Some(text),
            (_, Reading::UserInfo) => return None,
        };
    }
}

/// `text` without the `unreserved`, `sub-delims` and colons at its front.
const fn skip_names_and_colons(mut text: &[u8]) -> &[u8] {
    while let [byte, rest @ ..] = text
        && (Class::Name.has(*byte) || *byte == b':')
    {
        text = rest;
    }
    text
}

/// `IP-literal [ ":" port ]`, from behind the opening bracket.
const fn after_ip_literal(literal: &[u8]) -> Option<&[u8]> {
    let mut length = 0;
    while length < literal.len() && literal[length] != b']' {
        length += 1;
    }
    let (address, [b']', rest @ ..]) = literal.split_at(length) else {
        return None;
    };
    let sound = match address {
        [b'v' | b'V', future @ ..] => is_ip_future(future),
        _ => ip::is_v6(address, ip::Grammar::Uri),
    };
    match rest {
        _ if !sound => None,
        [b':', port @ ..] => Some(Class::Digit.skip(port)),
        _ => Some(rest),
    }
}

/// `IPvFuture`, from behind its `v`: a version in hexadecimal, a dot, an address.
const fn is_ip_future(text: &[u8]) -> bool {
    let ([_, ..], [b'.', address @ ..]) = Class::Hex.split(text) else {
        return false;
    };
    !address.is_empty() && skip_names_and_colons(address).is_empty()
}

/// Path, query and fragment, up to the end. The question mark between the first
/// two needs no attention: it is allowed on both of its sides.
const fn is_tail(mut text: &[u8]) -> bool {
    let mut in_fragment = false;
    loop {
        text = match text {
            [] => return true,
            [b'%', high, low, rest @ ..] if is_hex(*high, *low) => rest,
            [b'#', rest @ ..] if !in_fragment => {
                in_fragment = true;
                rest
            }
            [byte, rest @ ..] if Class::Tail.has(*byte) => Class::Tail.skip(rest),
            _ => return false,
        };
    }
}

/// The digits of `pct-encoded`.
const fn is_hex(high: u8, low: u8) -> bool {
    Class::Hex.has(high) && Class::Hex.has(low)
}
