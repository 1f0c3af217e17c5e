//! `URI` of RFC 3986, appendix A: a scheme, then anything the generic syntax
//! allows. Rules of single schemes (that `http` needs a host, say) are not ours.

use super::{
    byte_class::{Class, split_at_first},
    ip,
};

pub(super) const fn is_uri(text: &[u8]) -> bool {
    let ([b'a'..=b'z' | b'A'..=b'Z', ..], [b':', rest @ ..]) = Class::Scheme.split(text) else {
        return false;
    };
    let path = match rest {
        // Two slashes always begin an authority: a path without one must not.
        [b'/', b'/', authority @ ..] => match after_authority(authority) {
            Some(path @ ([] | [b'/' | b'?' | b'#', ..])) => path,
            _ => return false,
        },
        _ => rest,
    };
    // The question mark between path and query is allowed on both of its sides.
    match skip(Class::Tail, path) {
        [b'#', fragment @ ..] => skip(Class::Tail, fragment).is_empty(),
        rest => rest.is_empty(),
    }
}

/// `authority`: `[ userinfo "@" ] host [ ":" port ]`.
const fn after_authority(text: &[u8]) -> Option<&[u8]> {
    let host = match skip(Class::UserInfo, text) {
        [b'@', host @ ..] => host,
        _ => text,
    };
    let port = match host {
        [b'[', literal @ ..] => match split_at_first(literal, b']') {
            (address, [_, port @ ..]) if is_ip_literal(address) => port,
            _ => return None,
        },
        _ => skip(Class::Name, host),
    };
    Some(match port {
        [b':', digits @ ..] => Class::Digit.skip(digits),
        _ => port,
    })
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

/// What follows the bytes of this class and those that are percent-encoded.
const fn skip(class: Class, text: &[u8]) -> &[u8] {
    let mut rest = class.skip(text);
    while let [b'%', high, low, encoded @ ..] = rest
        && Class::Hex.has(*high)
        && Class::Hex.has(*low)
    {
        rest = class.skip(encoded);
    }
    rest
}
