//! The address of a page that a person is sent to.

use std::{borrow::Cow, net::IpAddr};

use fluent_uri::Uri;

/// What is wrong with an address to send a person to.
pub(super) fn fault(url: &str) -> Option<Cow<'static, str>> {
    let Ok(uri) = Uri::parse(url) else {
        return Some(Cow::Borrowed("its address is no URI"));
    };
    let Some(authority) = uri
        .authority()
        .filter(|authority| !authority.host().is_empty())
    else {
        return Some(Cow::Borrowed("its address has no host"));
    };
    if authority.has_userinfo() {
        return Some(Cow::Borrowed("its address has user information in it"));
    }
    if authority.port_to_u16().is_err() {
        return Some(Cow::Borrowed("its address has a port that there is not"));
    }
    let scheme = uri.scheme().as_str();
    let is_sound = scheme.eq_ignore_ascii_case("https")
        || (scheme.eq_ignore_ascii_case("http") && is_loopback(authority.host()));
    (!is_sound).then_some(Cow::Borrowed(
        "its address is not `https`, and only on this machine may it be `http`",
    ))
}

fn is_loopback(host: &str) -> bool {
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    let is_address = literal
        .parse()
        .is_ok_and(|address: IpAddr| address.is_loopback());
    is_address || host.eq_ignore_ascii_case("localhost")
}
