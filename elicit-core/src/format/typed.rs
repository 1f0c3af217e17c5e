//! What the types of other crates surely hold of a format.
//!
//! They hold less than the format allows, and their crates parse at run time only. So a default
//! compiles if all of them surely hold it. If too little counts as sure, an author has to prefill
//! the form instead; if too much does, a question has a default that cannot be read.

use super::{DateTime, byte_class::split_at_first, email, ip};

/// In UTC it may be the year before or after. `jiff` does not hold the end of the year 9999, and
/// neither `jiff` nor `time` holds a leap second.
pub(super) const fn holds_date_time(text: &str) -> bool {
    matches!(
        DateTime::parse(text),
        Some(moment) if matches!(moment.date.year, 1..=9998) && moment.second < 60
    )
}

/// What a `url::Url` reads as an address of the URL Standard. All that can go wrong there goes
/// wrong up to the port: what follows is taken as it is, or encoded.
pub(super) const fn holds_uri(text: &[u8]) -> bool {
    let (scheme, [b':', rest @ ..]) = split_at_first(text, b":") else {
        return false;
    };
    // In small letters, as everyone writes it, it is one to be known again.
    split_at_first(scheme, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        .1
        .is_empty()
        && match rest {
            // This one may have a host as well, but no port.
            [b'/', b'/', after @ ..] if matches!(scheme, b"file") => matches!(after, [b'/', ..]),
            [b'/', b'/', after @ ..] => is_host_and_port(split_at_first(after, b"/?#").0),
            [b'/', ..] => false,
            // In `mailto:` or `urn:` it is a path, and a host in the schemes of the standard.
            _ => !matches!(
                scheme,
                b"file" | b"ftp" | b"http" | b"https" | b"ws" | b"wss"
            ),
        }
}

const fn is_host_and_port(authority: &[u8]) -> bool {
    let (host, port) = split_at_first(authority, b":");
    let has_port = match port {
        [b':', digits @ ..] => is_port(digits),
        _ => true,
    };
    has_port && (ip::is_v4(host, ip::Grammar::Uri) || is_plain_domain(host))
}

/// A port beyond the largest one is no port.
const fn is_port(digits: &[u8]) -> bool {
    match str::from_utf8(digits) {
        Ok(digits) => digits.is_empty() || u16::from_str_radix(digits, 10).is_ok(),
        Err(_) => false,
    }
}

/// A name that is no IP address in any spelling, which would end in a number (also `0x1`), and
/// that has nothing to be decoded, which begins with `xn--`.
const fn is_plain_domain(name: &[u8]) -> bool {
    if !email::is_domain(name) {
        return false;
    }
    let mut rest = name;
    loop {
        let (label, after) = split_at_first(rest, b".");
        if let [_, _, b'-', b'-', ..] = label {
            return false;
        }
        match after {
            [b'.', next @ ..] => rest = next,
            _ => return matches!(label, [b'a'..=b'z' | b'A'..=b'Z', ..]),
        }
    }
}

#[cfg(all(
    test,
    feature = "derive",
    feature = "chrono04",
    feature = "jiff02",
    feature = "time03",
    feature = "url2"
))]
mod tests;
