//! Properties of Unicode: `\p{…}`.

use super::{check, check_refused, compiled, finds};
use crate::pattern::compiler::properties::{BINARY, CATEGORIES, SCRIPTS};

#[test]
fn valid_unicode_properties_match_and_others_are_refused() {
    check(&[
        (r"^\p{Letter}$", &["a", "é", "本", "𝒜"], &["1", "_", "😀"]),
        (r"^\P{Letter}$", &["1", "😀"], &["a", "本"]),
        (
            r"^\p{L}\p{Lu}\p{gc=Ll}\p{General_Category=Decimal_Number}$",
            &["aAa٣"],
            &["aaA3"],
        ),
        (
            r"^\p{Script=Greek}\p{sc=Cyrl}\p{scx=Han}\p{Script_Extensions=Han}$",
            &["αж本。"],
            &["aж本。"],
        ),
        (r"^[\p{Emoji_Presentation}\d]+$", &["😀1"], &["a"]),
        (r"^[^\p{Lu}]+$", &["aé1"], &["aÉ"]),
        (
            r"^\p{Alphabetic}\p{White_Space}\p{ASCII}\p{Any}$",
            &["é\u{85}~\n"],
            &["é\u{85}é\n"],
        ),
        (r"^\p{Zl}$", &["\u{2028}"], &["\u{2029}", "\n"]),
        (r"\p{Cs}", &[], &["a", "\u{FFFD}"]),
        (r"^\P{Surrogate}$", &["a", "\u{FFFD}"], &[""]),
        (r"^\p{Lowercase}{2,3}$", &["aß", "àéî"], &["aB", "a"]),
    ]);
    check_refused(&[
        (
            r"\p{letter}",
            "`\\p{letter}` is spelt `\\p{Letter}` in ECMA-262",
        ),
        (r"\p{Greek}", "`\\p{Greek}` is spelt `\\p{Script=Greek}`"),
        (r"\p{Script=greek}", "`\\p{Script=Greek}`"),
        (r"\p{gc=uppercase-letter}", "`\\p{gc=Uppercase_Letter}`"),
        (r"\p{IsGreek}", "is not a Unicode property"),
        (
            r"\p{Block=Basic_Latin}",
            "`Block` is not a property with values",
        ),
        (r"\p{Script}", "is not a Unicode property"),
        (r"\p{gc=Alphabetic}", "is not a Unicode property"),
        (r"\p{RGI_Emoji}", "is not a Unicode property"),
        (r"\p{}", "is not a Unicode property"),
        (r"\p{L", "written in braces"),
        (r"\pL", "written in braces"),
        (r"a\P", "written in braces, as in `\\p{Letter}` (at byte 1"),
    ]);
}

/// The compiler knows each name, and each property has the same characters as in `regress`.
#[test]
fn every_unicode_property_matches_as_in_regress() {
    let unassigned = compiled(r"\p{Cn}").unwrap();
    // The oracle's Unicode is a newer one.
    let known = |text: &String| !unassigned.is_match(text);
    let some = (0..0x3_0000).step_by(131).chain((0..0x400).step_by(3));
    let some: Vec<String> = some
        .filter_map(char::from_u32)
        .map(String::from)
        .filter(known)
        .collect();
    // These gained or lost a few characters in Unicode 17.
    let changed = [
        "Dia",
        "Diacritic",
        "ExtPict",
        "Extended_Pictographic",
        "Tfng",
        "Tifinagh",
    ];
    let mut unknown = Vec::new();
    let mut different = Vec::new();
    for (prefix, names) in [
        ("", BINARY),
        ("", CATEGORIES),
        ("gc=", CATEGORIES),
        ("Script=", SCRIPTS),
        ("scx=", SCRIPTS),
    ] {
        for name in names.split(' ') {
            let source = format!("\\p{{{prefix}{name}}}");
            let regress = regress::Regex::with_flags(&source, "u").unwrap();
            let Ok(ours) = compiled(&source) else {
                unknown.push(name);
                continue;
            };
            for text in &some {
                if !changed.contains(&name) && ours.is_match(text) != finds(&regress, text) {
                    different.push((source.clone(), text.escape_unicode().to_string()));
                }
            }
        }
    }
    // Four scripts came with Unicode 17; `regex-syntax` has no tables for the other two.
    let missing = [
        "Berf",
        "Beria_Erfe",
        "CWKCF",
        "Changes_When_NFKC_Casefolded",
        "Sidetic",
        "Sidt",
        "Tai_Yo",
        "Tayo",
        "Tolong_Siki",
        "Tols",
        "Unknown",
        "Zzzz",
    ];
    unknown.retain(|name| !missing.contains(name));
    assert_eq!(unknown, [""; 0]);
    assert_eq!(different, []);
}
