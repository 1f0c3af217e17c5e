//! The address of a page that a person is sent to.

use std::{borrow::Cow, net::IpAddr};

use fluent_uri::Uri;

/// What is wrong with an address to send a person to, as what follows "its address". `longest` is in
/// bytes.
pub(crate) fn fault(url: &str, longest: Option<usize>) -> Option<Cow<'static, str>> {
    if let Some(longest) = longest.filter(|longest| url.len() > *longest) {
        let length = url.len();
        return Some(
            format!(
                "has {length} bytes, and {longest} are allowed\nhelp: `Elicitation::url_limit` sets \
                 the limit"
            )
            .into(),
        );
    }
    let Ok(uri) = Uri::parse(url) else {
        return Some("is not a valid URI".into());
    };
    let Some(authority) = uri
        .authority()
        .filter(|authority| !authority.host().is_empty())
    else {
        return Some("has no host".into());
    };
    if authority.has_userinfo() {
        return Some("contains user information".into());
    }
    // A browser decodes it, and a person reads another name than the one that is visited.
    if authority.host().contains('%') {
        return Some("has a percent-encoded host; write the host without the encoding".into());
    }
    if authority.port_to_u16().is_err() {
        return Some("has an invalid port".into());
    }
    let scheme = uri.scheme().as_str();
    let is_sound = scheme.eq_ignore_ascii_case("https")
        || (scheme.eq_ignore_ascii_case("http") && is_loopback(authority.host()));
    (!is_sound).then(|| "is not `https`, and `http` is allowed only on this machine".into())
}

/// What is unusual about the host of an address. There are good reasons for it, so this is for the
/// log.
pub(super) fn oddity(url: &str) -> Option<&'static str> {
    let uri = Uri::parse(url).ok()?;
    let host = uri.authority()?.host();
    if let Some(address) = ip_address(host) {
        return is_private(address).then_some("its host is a private address");
    }
    if is_numeric(host) {
        return Some("its host is a number, which browsers read as an IP address");
    }
    let mut labels = host.split('.');
    let is_punycode = |label: &str| {
        let prefix = label.get(..4);
        prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
    };
    labels
        .any(is_punycode)
        .then_some("its host is punycode, which may look like another name")
}

/// Whether browsers read a host as an IPv4 address: its last part is a number.
pub(crate) fn is_numeric(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    host.rsplit('.').next().is_some_and(is_number)
}

/// Whether browsers read it as a part of an IPv4 address: `2130706433`, `0x7f`.
fn is_number(label: &str) -> bool {
    let hexadecimal = label.strip_prefix("0x").or(label.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => !label.is_empty() && label.bytes().all(|digit| digit.is_ascii_digit()),
    }
}

fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            // Between a provider and its customers, RFC 6598.
            let is_shared = first == 100 && second & 0xc0 == 64;
            address.is_private() || address.is_link_local() || address.is_unspecified() || is_shared
        }
        IpAddr::V6(address) => {
            address.is_unique_local() || address.is_unicast_link_local() || address.is_unspecified()
        }
    }
}

fn is_loopback(host: &str) -> bool {
    ip_address(host).is_some_and(|address| address.is_loopback())
        || host.eq_ignore_ascii_case("localhost")
}

/// The IP address that a host is.
pub(crate) fn ip_address(host: &str) -> Option<IpAddr> {
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    literal.parse().ok()
}
