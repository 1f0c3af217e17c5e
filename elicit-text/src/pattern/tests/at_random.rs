//! Patterns made at random, compared with `regress` and `jsonschema`.

use proptest::prelude::*;

use super::{compiled, compiled_at_random, finds, has};

/// A part of a pattern that can be repeated.
fn atoms() -> impl Strategy<Value = String> {
    let class_items = prop::sample::select(vec![
        "a", "b", "0", "_", " ", "é", "😀", "a-b", "0-b", "é-😀", "\\-", "\\]", "\\n", "\\d",
        "\\W", "\\s", "\\p{Lu}", "\\P{L}", "\\u{3B1}", ".", "$",
    ]);
    let class =
        (any::<bool>(), prop::collection::vec(class_items, 1..4)).prop_map(|(negated, items)| {
            format!("[{}{}]", if negated { "^" } else { "" }, items.concat())
        });
    let single = prop::sample::select(vec![
        "a",
        "b",
        "0",
        "_",
        "-",
        " ",
        "é",
        "α",
        "😀",
        "/",
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\n",
        "\\cJ",
        "\\x61",
        "\\u0062",
        "\\u{1F600}",
        "\\uD83D\\uDE00",
        "\\p{L}",
        "\\p{Lu}",
        "\\P{L}",
        "\\p{Script=Greek}",
        "\\.",
        "\\/",
        "[^]",
        "[]",
        ".",
    ]);
    prop_oneof![3 => single.prop_map(str::to_owned), 1 => class]
}

fn patterns() -> impl Strategy<Value = String> {
    let looks = prop::sample::select(vec!["^", "$", "\\b", "\\B"]).prop_map(str::to_owned);
    let leaf = prop_oneof![6 => atoms(), 1 => looks.prop_map(|look| format!("(?:{look})"))];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let group = (prop::sample::select(vec!["(", "(?:"]), inner.clone())
            .prop_map(|(open, inside)| format!("{open}{inside})"));
        let quantifier = prop::sample::select(vec![
            "*", "+", "?", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}", "*?", "+?", "??", "{1,2}?",
        ]);
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            2 => (prop_oneof![atoms(), group.clone()], quantifier).prop_map(|(a, q)| format!("{a}{q}")),
            1 => group,
        ]
    })
    .prop_flat_map(|inside| {
        let whole = format!("^(?:{inside})$");
        prop_oneof![Just(inside.clone()), Just(format!("^{inside}")), Just(whole), Just(format!("|{inside}b"))]
    })
}

fn texts() -> impl Strategy<Value = String> {
    let characters = vec![
        'a', 'b', '0', '_', '-', ' ', '\n', 'A', 'é', 'α', '😀', '\u{2028}', '\u{FEFF}',
    ];
    prop::collection::vec(prop::sample::select(characters), 0..7)
        .prop_map(|characters| characters.into_iter().collect())
}

/// Whether `jsonschema` departs from ECMA-262 here:
/// - `.` takes all but `\n` there (ECMA-262, `CharacterClass`: no `LineTerminator`, of which there
///   are four);
/// - `\b` knows Unicode's word characters there (ECMA-262, `WordCharacters`: ASCII's without `i`);
/// - `[]` and `[^]` do not parse there (ECMA-262, `ClassContents`: can be empty);
/// - surrogate pairs do not parse there (ECMA-262, `RegExpUnicodeEscapeSequence` with
///   `[+UnicodeMode]`: a lead and a trail are one code point).
fn jsonschema_differs(source: &str) -> bool {
    let escaped = ["\\b", "\\B", "[]", "[^]", "\\uD83D"];
    let dot = source.replace("\\.", "").contains('.');
    dot || escaped.iter().any(|text| source.contains(text))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn patterns_match_as_in_regress_and_jsonschema(
        source in patterns(),
        texts in prop::collection::vec(texts(), 1..20),
    ) {
        let ours = compiled_at_random(&source)?;
        let lengths = ours.lengths().unwrap_or_default();
        let regress = regress::Regex::with_flags(&source, "u").unwrap();
        let schema = serde_json::json!({ "pattern": source });
        let jsonschema = (!jsonschema_differs(&source))
            .then(|| jsonschema::draft202012::new(&schema).unwrap());
        for text in texts {
            let matches = ours.is_match(&text);
            prop_assert!(!matches || has(lengths, &text), "{:?} of {:?}", text, lengths);
            prop_assert_eq!(matches, finds(&regress, &text), "regress on {:?}", text);
            if let Some(jsonschema) = &jsonschema {
                let valid = jsonschema.is_valid(&text.clone().into());
                prop_assert_eq!(matches, valid, "jsonschema on {:?}", text);
            }
        }
    }

    #[test]
    fn long_texts_match_as_in_regress(
        source in patterns(),
        before in texts(),
        repeated in texts(),
        times in 50..200_usize,
        after in texts(),
    ) {
        let ours = compiled_at_random(&source)?;
        let regress = regress::Regex::with_flags(&source, "u").unwrap();
        let text = format!("{before}{}{after}", repeated.repeat(times));
        prop_assert_eq!(ours.is_match(&text), finds(&regress, &text));
    }

    /// A text is a pattern for both or for neither, except for what is refused on purpose. Regress
    /// accepts `\b*` (ECMA-262, `Term`: no quantifier after an `Assertion`), `\u+123` (`Hex4Digits`:
    /// no sign) and `\uD83D\u` (`RegExpUnicodeEscapeSequence`: whole or not at all).
    #[test]
    fn valid_patterns_are_those_of_regress(
        parts in prop::collection::vec(prop::sample::select(vec![
            "a", "0", "1", "9", "é", "-", ",", "/", "^", "$", "\\", "\\", ".", "*", "+", "?", "(",
            ")", "[", "]", "{", "}", "|", "(?:", "(?<a>", "(?<b>", "{1", "{1,", "{2,3}", "\\u",
            "\\x", "\\p{", "\\p{L}", "L", "\\c", "\\b", "\\d", "\\0", "D83D", "41", ":", "=",
        ]), 0..8),
    ) {
        let source = parts.concat();
        let ours = compiled(&source).map(|_| ());
        let regress = regress::Regex::with_flags(&source, "u").map(|_| ());
        let only_ours = |reason: &str| {
            let ours = ["look-", "back-reference", "two groups", "kind of group", "matches between", "subtracts"];
            let lenient = source.contains('+') || source.contains("D83D\\u");
            reason.contains("hexadecimal") && lenient || ours.iter().any(|known| reason.contains(known))
        };
        match (&ours, &regress) {
            (Err(reason), Ok(())) if !only_ours(reason) => prop_assert!(false, "{:?}: {reason}", source),
            (Ok(()), Err(error)) => prop_assert!(false, "{:?}: regress: {error}", source),
            _ => {}
        }
    }
}
