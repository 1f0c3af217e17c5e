use elicit_core::Format::Uri;
use proptest::prelude::*;

use crate::all;
use crate::compare::{accept, accepted_by, agree, hostile, validator};

#[test]
fn schemes_are_validated() {
    all(Uri, true, &["a:", "A1+-.:", "z:b", "urn:a:b"]);
    all(
        Uri,
        false,
        &[
            ":", "", "a", "1a:", "+a:", "-a:", ".a:", "a_b:", "a%20:", "é:", "aé:", " a:", "a :",
        ],
    );
}

#[test]
fn relative_references_are_refused() {
    all(
        Uri,
        false,
        &["//a/b", "/a/b", "a/b", "./a:b", "?q", "#f", "a/b:c", ".."],
    );
}

#[test]
fn authorities_are_validated() {
    all(
        Uri,
        true,
        &[
            "a://",
            "a:///b",
            "a://?q",
            "a://#f",
            "a://@",
            "a://:",
            "a://@:",
            "a://h:",
            "a://h:080",
            "a://h:99999999999999999999", // `*DIGIT`: the grammar knows no largest port
            "a://u@h",
            "a://u:p:q@h:1",
            "a://u:p@",
            "a://:@h",
            "a://1:2@h:3",
            "a://%41:%42@%43:4",
            "a://-._~!$&'()*+,;=",
            "a://h:1/b:c@d",
            "a://h:1?b:c@d",
            "a://999.999.999.999", // a name, if not an address
        ],
    );
    all(
        Uri,
        false,
        &[
            "a://u@h@i",
            "a://@@",
            "a://h:p",
            "a://h:1p",
            "a://h:%31",
            "a://h:1:2",
            "a://h::",
            "a://u@h:p",
            "a://u@h:1:2",
            "a://u:p@h:1:2",
            "a://h:1 ",
            "a://h h",
            "a://h%",
            "a://h%4",
            "a://h%4g",
            "a://h%g4",
            "a://h\\i",
            "a://hé",
            "a://h<i",
        ],
    );
}

#[test]
fn ip_literals_are_validated() {
    all(
        Uri,
        true,
        &[
            "a://[::]",
            "a://[::1]:8080/b",
            "a://[::1]:",
            "a://[::1]?q",
            "a://[::1]#f",
            "a://u:p@[::1]",
            "a://[1:2:3:4:5:6:7:8]",
            "a://[1:2:3:4:5:6:7::]", // `::` may stand for one group here
            "a://[::2:3:4:5:6:7:8]",
            "a://[1:2:3:4:5::192.0.2.1]",
            "a://[FFFF:ffff::]",
            "a://[v1.a]",
            "a://[VfF.a:b!$]",
        ],
    );
    all(
        Uri,
        false,
        &[
            "a://[]",
            "a://[",
            "a://]",
            "a://[::1",
            "a://::1]",
            "a://[::1]a",
            "a://[::1]:a",
            "a://[::1]:1a",
            "a://[::1]@h",
            "a://[::1]]",
            "a://h[::1]",
            "a://u:[::1]",
            "a://%41[::1]",
            "a://[::1][::1]",
            "a://u@[::1]@h",
            "a://[192.0.2.1]",
            "a://[::192.0.2.01]",
            "a://[::00.0.2.1]",
            "a://[::09.0.2.1]",
            "a://[::000.0.2.1]",
            "a://[::099.0.2.1]",
            "a://[::100.010.2.1]",
            "a://[1:2:3:4:5:6:7:8::]",
            "a://[1:2:3:4:5:6::192.0.2.1]",
            "a://[::192.0.2.1:1]",
            "a://[:1]",
            "a://[1:]",
            "a://[:::]",
            "a://[::1:]",
            "a://[fe80::1%25eth0]", // RFC 6874 added zones, RFC 9844 took them back
            "a://[v.a]",
            "a://[v1.]",
            "a://[v1a]",
            "a://[vg.a]",
            "a://[v1.a%41]",
            "a://[v1.a/b]",
            "a://[v1.é]",
        ],
    );
}

#[test]
fn paths_queries_and_fragments_are_validated() {
    all(
        Uri,
        true,
        &[
            "a:/",
            "a:b//c",
            "a:/.//b",
            "a:b@c:d",
            "a:?",
            "a:#",
            "a:?#",
            "a:b?c?d/e#f?g/h",
            "a:%00%fF?%41#%aF",
            "a:-._~!$&'()*+,;=:@/?-._~!$&'()*+,;=:@/?#-._~!$&'()*+,;=:@/?",
        ],
    );
    all(
        Uri,
        false,
        &[
            "a:#b#c", "a:##", "a:b[c]", "a:?[", "a:#]", "a:%", "a:%1", "a:%1g?", "a:?%", "a:#%4",
            "a:b c", "a:\"", "a:<", "a:>", "a:\\", "a:^", "a:`", "a:{", "a:|", "a:}", "a:\u{7f}",
            "a:\n", "a:é", "a:?é", "a:#é",
        ],
    );
}

/// A long URI is read by other code.
#[test]
fn a_wrong_character_in_a_long_uri_is_found() {
    let uri = format!("a:{}", "o".repeat(200));
    for at in 2..=uri.len() {
        let (before, after) = uri.split_at(at);
        all(Uri, true, &[&format!("{before}%41{after}#")]);
        all(
            Uri,
            false,
            &[&format!("{before}%4{after}"), &format!("{before} {after}")],
        );
    }
}

fn address() -> impl Strategy<Value = String> + Clone {
    let group = prop_oneof![Just(0), any::<u16>()];
    prop_oneof![
        prop::array::uniform8(group)
            .prop_map(|groups| format!("[{}]", std::net::Ipv6Addr::from(groups))),
        any::<[u8; 4]>().prop_map(|v4| format!("[::1:{}]", std::net::Ipv4Addr::from(v4))),
        "\\[[vV][0-9a-fA-F]{1,3}\\.[a-z0-9._~!$&'()*+,;=:-]{1,9}\\]",
    ]
}

fn uri() -> impl Strategy<Value = String> + Clone {
    let scheme = "[a-zA-Z][a-z0-9+.-]{0,6}";
    let user = "([a-z0-9._~!$&'()*+,;=:-]|%[0-9a-fA-F]{2}){0,6}@";
    let host = prop_oneof![
        3 => "([a-z0-9._~!$&'()*+,;=-]|%[0-9a-fA-F]{2}){0,9}",
        1 => address(),
    ];
    let authority = (
        prop::option::of(user),
        host,
        prop::option::of(":[0-9]{0,5}"),
    )
        .prop_map(|(user, host, port)| {
            format!(
                "//{}{host}{}",
                user.unwrap_or_default(),
                port.unwrap_or_default()
            )
        });
    let segments = "(/([a-z0-9._~!$&'()*+,;=:@-]|%[0-9a-fA-F]{2}){0,6}){0,3}";
    let no_authority = "(/?([a-z0-9._~!$&'()*+,;=:@-]|%[0-9a-fA-F]{2}){1,6}(/[a-z]{0,3}){0,3})?";
    let hierarchy = prop_oneof![
        3 => (authority, segments).prop_map(|(authority, path)| authority + &path),
        1 => no_authority,
    ];
    let rest = "(\\?([a-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-f]{2}){0,9})?(#[a-z0-9/?:@]{0,6})?";
    (scheme, hierarchy, rest)
        .prop_map(|(scheme, hierarchy, rest)| format!("{scheme}:{hierarchy}{rest}"))
}

const MEANINGFUL: &str = "::://///@@??##[[]]%%..a0vg \\\"é-_~";

#[test]
fn every_uri_of_the_grammar_is_accepted() {
    accept(Uri, uri());
}

#[test]
fn uris_agree_with_jsonschema() {
    let validator = validator(Uri);
    agree(
        Uri,
        hostile(uri(), MEANINGFUL),
        |text| accepted_by(&validator, text),
        |_, _| None,
    );
}

#[test]
fn uris_agree_with_fluent_uri() {
    agree(
        Uri,
        hostile(uri(), MEANINGFUL),
        |text| fluent_uri::Uri::parse(text).is_ok(),
        |_, _| None,
    );
}

/// The standard library reads the `IPv6address` of RFC 3986.
#[test]
fn ip_literals_agree_with_the_standard_library() {
    let v6 = prop_oneof![
        "([0-9a-f]{1,4}:){0,7}(:[0-9a-f]{1,4}){0,7}",
        "(([0-9a-f]{1,4}:){0,7}|([0-9a-f]:){0,7}:([0-9a-f]:){0,7})[0-9]{1,3}(\\.[0-9]{1,3}){3}",
        "([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}",
        "(0:){5,7}(255|1|10|:)\\.0\\.0\\.(256|255|00|0)",
        any::<[u16; 8]>().prop_map(|groups| std::net::Ipv6Addr::from(groups).to_string()),
    ];
    agree(
        Uri,
        hostile(v6, "::::..01fg").prop_map(|v6| format!("a://[{v6}]")),
        |text| {
            let address = &text["a://[".len()..text.len() - 1];
            // Ours may also hold brackets that close the literal before the end.
            !address.contains(']') && address.parse::<std::net::Ipv6Addr>().is_ok()
        },
        |_, _| None,
    );
}
