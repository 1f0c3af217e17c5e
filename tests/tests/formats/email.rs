use elicit_core::Format::Email;
use proptest::prelude::*;

use crate::all;
use crate::compare::{accept, accepted_by, agree, hostile, validator};

#[test]
fn local_parts_without_quotes_are_validated() {
    all(
        Email,
        true,
        &[
            "a@b",
            "a.b.c@d.example",
            "!#$%&'*+-/=?^_`{|}~@example.org", // all of `atext`
            "1@2.3",
            "-@x",
            "A@X",
        ],
    );
    all(
        Email,
        false,
        &[
            "@b",
            ".a@b",
            "a.@b",
            "a..b@c",
            "a b@c",
            "a,b@c",
            "a(comment)@b", // comments belong to message headers
            "a@b@c",
            "a\\@b@c", // a quoted pair needs the quotes
            "a",
            "a@",
            "@",
            "jürgen@example.org", // that is `idn-email`
        ],
    );
}

#[test]
fn quoted_local_parts_are_validated() {
    all(
        Email,
        true,
        &[
            r#""a b"@c"#,
            r#"""@c"#, // `*QcontentSMTP`: none is enough
            r#""@"@c"#,
            r#""a..b"@c"#,
            r#""\"\\"@c"#,
            r#""\a\~\!"@c"#,
            r#""<>[]:;,()"@c"#,
        ],
    );
    all(
        Email,
        false,
        &[
            r#"""#,
            r#""""#,
            r#""a@c"#,
            r#""a\"@c"#,
            r#""a"b"@c"#,
            r#""a"b@c"#,
            r#"a"b"@c"#,
            r#""a"."b"@c"#, // RFC 5322 had that as `obs-local-part`
            r#""a"@"#,
            "\"a\u{7f}\"@c",
            "\"\\\u{7f}\"@c",
            "\"\\\u{1f}\"@c",
            "\"ü\"@c",
            "\"\\ü\"@c",
            "\"a\r\n b\"@c", // folding belongs to message headers
        ],
    );
}

#[test]
fn domains_are_validated() {
    all(
        Email,
        true,
        &[
            "a@localhost",
            "a@1.2.3.4", // labels may be digits (RFC 1123, section 2.1)
            "a@a-b--c.d",
            "a@xn--bcher-kva.example",
        ],
    );
    all(
        Email,
        false,
        &[
            "a@.b",
            "a@b.",
            "a@b..c",
            "a@-b",
            "a@b-",
            "a@b-.c",
            "a@b.-c",
            "a@-",
            "a@b_c",
            "a@b c",
            "a@bücher.example",
            "a@b:25",
        ],
    );
}

#[test]
fn address_literals_are_validated() {
    all(
        Email,
        true,
        &[
            "a@[0.0.0.0]",
            "a@[255.255.255.255]",
            "a@[IPv6:::]",
            "a@[ipv6:::1]", // ABNF strings have no case (RFC 5234, section 2.3)
            "a@[IPv6:1:2:3:4:5:6:7:8]",
            "a@[IPv6:1:2:3:4:5:6::]",
            "a@[IPv6:::3:4:5:6:7:8]",
            "a@[IPv6:1:2:3:4:5:6:192.0.2.1]",
            "a@[IPv6:1:2:3:4::192.0.2.1]",
            "a@[IPv6:::ffff:192.0.2.1]",
        ],
    );
    all(
        Email,
        false,
        &[
            "a@[]",
            "a@[192.0.2.1",
            "a@192.0.2.1]",
            "a@[192.0.2.1].example",
            "a@[192.0.2]",
            "a@[192.0.2.1.1]",
            "a@[192.0.2.256]",
            "a@[192.0.2.0001]",
            "a@[192.0.2.]",
            "a@[.0.2.1]",
            "a@[192.0..1]",
            "a@[ 192.0.2.1]",
            "a@[192.0.2.1a]",
            "a@[::1]", // without the tag
            "a@[IPv6:]",
            "a@[IPv6::]",
            "a@[IPv6:1:2:3:4:5:6:7]",
            "a@[IPv6:1:2:3:4:5:6:7:8:9]",
            "a@[IPv6:1::2::3]",
            "a@[IPv6:::1:]",
            "a@[IPv6:1:2:3:4:5:192.0.2.1]",
            "a@[IPv6:1:2:3:4:5:6:7:192.0.2.1]",
            "a@[IPv6:192.0.2.1]",
            "a@[IPv6:::192.0.2.1:1]",
            "a@[IPv6:12345::]",
            "a@[IPv6:g::]",
            "a@[IPv6:fe80::1%25eth0]",
            "a@[IPv5:1]", // a tag that is not registered
        ],
    );
}

#[test]
fn lengths_of_local_parts_and_domains_are_limited() {
    let local = |length: usize| format!("{}@example.org", "l".repeat(length));
    all(Email, true, &[&local(64)]);
    all(Email, false, &[&local(65)]);

    // The quotes count: `local-part` has them.
    let quoted = |length: usize| format!("\"{}\"@example.org", " ".repeat(length - 2));
    all(Email, true, &[&quoted(64)]);
    all(Email, false, &[&quoted(65)]);

    let label = |length: usize| "d".repeat(length);
    all(
        Email,
        true,
        &[&format!("a@{}", label(63)), &format!("a@{}.b", label(63))],
    );
    all(
        Email,
        false,
        &[&format!("a@{}", label(64)), &format!("a@{}.b", label(64))],
    );

    let domain = |last: usize| format!("a@{0}.{0}.{0}.{1}", label(63), label(last));
    assert_eq!(domain(61).len() - 2, 253);
    all(Email, true, &[&domain(61)]);
    all(Email, false, &[&domain(62)]);

    // Both at once: the 256 octets of section 4.5.3.1.3 are those of a path.
    let longest = domain(61).replacen('a', &"l".repeat(64), 1);
    all(Email, true, &[&longest]);
}

fn octet() -> impl Strategy<Value = String> + Clone {
    any::<u8>().prop_map(|octet| octet.to_string())
}

fn v4() -> impl Strategy<Value = String> + Clone {
    [octet(), octet(), octet(), octet()].prop_map(|octets| octets.join("."))
}

fn v6() -> impl Strategy<Value = String> + Clone {
    let group = prop_oneof![Just(0), any::<u16>()];
    let last = prop_oneof![Just(None), v4().prop_map(Some)];
    (prop::array::uniform8(group), last).prop_map(|(groups, last)| {
        let address = std::net::Ipv6Addr::from(groups).to_string();
        match last {
            // Two groups give way to an address of the other kind.
            Some(v4) if !address.ends_with("::") && !address.contains('.') => {
                let mut groups: Vec<String> = groups[..6]
                    .iter()
                    .map(|group| format!("{group:x}"))
                    .collect();
                groups.push(v4);
                groups.join(":")
            }
            _ => address,
        }
    })
}

fn mailbox() -> impl Strategy<Value = String> + Clone {
    let local = prop_oneof![
        4 => "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,9}(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,9}){0,3}",
        1 => r#""([ !#-\[\]-~]|\\[ -~]){0,9}""#,
    ];
    let label = "[a-zA-Z0-9]([a-z0-9-]{0,9}[a-z0-9])?";
    let domain = prop_oneof![
        4 => prop::collection::vec(label, 1..5).prop_map(|labels| labels.join(".")),
        1 => v4().prop_map(|address| format!("[{address}]")),
        1 => v6().prop_map(|address| format!("[IPv6:{address}]")),
    ];
    (local, domain).prop_map(|(local, domain)| format!("{local}@{domain}"))
}

const MEANINGFUL: &str = "@@@...--\"\"\\\\[] :<>a0é\t\u{7f}";

#[test]
fn every_mailbox_of_the_grammar_is_accepted() {
    accept(Email, mailbox());
}

#[test]
fn emails_agree_with_jsonschema() {
    let validator = validator(Email);
    agree(
        Email,
        hostile(mailbox(), MEANINGFUL),
        |text| accepted_by(&validator, text),
        excuse,
    );
}

/// Where `jsonschema` departs from `Mailbox`, by which rule, and with a case.
const DISAGREEMENTS: &[(&str, bool, &str)] = &[
    (QUOTED_SPACE, true, r#""a\ b"@c"#),
    (BRACKETS_IN_QUOTES, true, r#""a <b"@c"#),
    (HYPHENS, true, "a@bc--d.example"),
    (HYPHENS, true, "a@xn--x.example"),
    (LEADING_ZERO, true, "a@[192.0.2.01]"),
    (LEADING_ZERO, true, "a@[IPv6:::192.000.2.1]"),
    (DISPLAY_NAME, false, "Joe <joe@example.org>"),
    (TAB, false, "\"a\tb\"@c"),
    (SHORT_GAP, false, "a@[IPv6:1:2:3:4:5:6:7::]"),
    (SHORT_GAP, false, "a@[IPv6:::1:2:3:4:5:192.0.2.1]"),
];
const QUOTED_SPACE: &str = "RFC 5321, 4.1.2: quoted-pairSMTP is a backslash and %d32-126";
const BRACKETS_IN_QUOTES: &str = "RFC 5321, 4.1.2: qtextSMTP has the space and the bracket";
const HYPHENS: &str = "RFC 5321, 4.1.2: a sub-domain is any Ldh-str; A-labels are RFC 5890's";
const LEADING_ZERO: &str = "RFC 5321, 4.1.3: a Snum is 1*3DIGIT for a value of 0 to 255";
const DISPLAY_NAME: &str = "RFC 5321, 4.1.2: a Mailbox has no display name, RFC 5322's has";
const TAB: &str = "RFC 5321, 4.1.2: qtextSMTP begins at %d32";
const SHORT_GAP: &str = "RFC 5321, 4.1.3: `::` stands for at least 2 groups";

/// The disagreement that `text` may be a case of, given our verdict on it.
fn excuse(text: &str, ours: bool) -> Option<&'static str> {
    let (local, domain) = text.rsplit_once('@')?;
    let quoted = local.starts_with('"');
    let literal = domain.starts_with('[');
    let has_leading_zero = || {
        domain
            .split(|byte: char| !byte.is_ascii_digit())
            .any(|number| number.len() > 1 && number.starts_with('0'))
    };
    let rules = [
        (QUOTED_SPACE, true, quoted && local.contains("\\ ")),
        (BRACKETS_IN_QUOTES, true, quoted && local.contains(" <")),
        (
            HYPHENS,
            true,
            domain.split('.').any(|label| label.get(2..4) == Some("--")),
        ),
        (
            LEADING_ZERO,
            true,
            literal && domain.contains('.') && has_leading_zero(),
        ),
        (
            DISPLAY_NAME,
            false,
            text.contains(" <") && text.ends_with('>'),
        ),
        (TAB, false, quoted && local.contains('\t')),
        (SHORT_GAP, false, literal && domain.contains("::")),
    ];
    rules
        .into_iter()
        .find(|&(_, verdict, applies)| verdict == ours && applies)
        .map(|(rule, ..)| rule)
}

/// Remove a disagreement from the list when it does not exist any more.
#[test]
fn known_disagreements_with_jsonschema_still_exist() {
    let validator = validator(Email);
    for &(rule, ours, text) in DISAGREEMENTS {
        assert_eq!(Email.accepts(text), ours, "{text:?}: {rule}");
        assert_eq!(accepted_by(&validator, text), !ours, "{text:?}: {rule}");
        assert_eq!(excuse(text, ours), Some(rule), "{text:?}");
    }
}
