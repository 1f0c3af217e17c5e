//! `URI` of RFC 3986, appendix A: a scheme, then anything the generic syntax
//! allows. Rules of single schemes (that `http` needs a host, say) are not ours.

use super::{
    class::{Class, split_at_first},
    ip,
};

pub(super) const fn is_uri(text: &[u8]) -> bool {
    let ([b'a'..=b'z' | b'A'..=b'Z', ..], [b':', rest @ ..]) = Class::Scheme.split(text) else {
        return false;
    };
    let path = match rest {
        // Two slashes always begin an authority: a path without one must not.
        [b'/', b'/', rest @ ..] => {
            let (authority, path) = split_at_first(rest, b"/?#");
            if !is_authority(authority) {
                return false;
            }
            path
        }
        _ => rest,
    };
    // The question mark between path and query is allowed on both of its sides.
    match split_at_first(path, b"#") {
        (path, [_, fragment @ ..]) => {
            is_made_of(path, Class::Tail) && is_made_of(fragment, Class::Tail)
        }
        (path, []) => is_made_of(path, Class::Tail),
    }
}

/// `authority`: `[ userinfo "@" ] host [ ":" port ]`.
const fn is_authority(authority: &[u8]) -> bool {
    let host = match split_at_first(authority, b"@") {
        (user, [_, host @ ..]) if is_made_of(user, Class::UserInfo) => host,
        (_, [_, ..]) => return false,
        (host, []) => host,
    };
    let port = match host {
        [b'[', literal @ ..] => match split_at_first(literal, b"]") {
            (address, [_, port @ ..]) if is_ip_literal(address) => port,
            _ => return false,
        },
        _ => match split_at_first(host, b":") {
            (name, port) if is_made_of(name, Class::Name) => port,
            _ => return false,
        },
    };
    match port {
        [b':', digits @ ..] => Class::Digit.skip(digits).is_empty(),
        _ => port.is_empty(),
    }
}

/// `IP-literal`, from between its brackets. An `IPvFuture` has a version in hexadecimal.
const fn is_ip_literal(address: &[u8]) -> bool {
    match address {
        [b'v' | b'V', future @ ..] => matches!(
            Class::Hex.split(future),
            ([_, ..], [b'.', address @ ..])
                if !address.is_empty() && Class::UserInfo.skip(address).is_empty()
        ),
        _ => ip::is_v6(address, ip::Grammar::Uri),
    }
}

/// Whether all bytes are of this class, or percent-encoded.
const fn is_made_of(text: &[u8], class: Class) -> bool {
    let mut rest = class.skip(text);
    while let [b'%', high, low, encoded @ ..] = rest
        && Class::Hex.has(*high)
        && Class::Hex.has(*low)
    {
        rest = class.skip(encoded);
    }
    rest.is_empty()
}
