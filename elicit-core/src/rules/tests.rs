//! Which rules fit which properties, without a compiler. The words are in the ui cases.

use elicit_text::{CountRange, Format};

use super::{
    default,
    misfit::{Fault, Misfit},
};
use crate::form::{
    IntegerRules, Kind, Literal, Meaning, NumberRules, OptionSource, Rule, TextRules, TypeLimit,
    Variant, options::variant,
};

const REGIONS: &[Variant] = &[variant("eu", None), variant("us", None)];
const TEXT: Kind = Kind::Text(TextRules::NONE);

fn judge(rule: Rule, kind: Kind) -> Result<Kind, Misfit> {
    rule.judge(&kind, &Meaning::new(kind))
}

fn integers(least: i128, most: i128) -> Kind {
    Kind::Integer(IntegerRules::between(least, most))
}

/// The reason in a word, of variants that have more in them.
fn reason(judged: Option<Misfit>) -> &'static str {
    match judged {
        None => "fits",
        Some(Misfit::OtherKind { .. }) => "other kind",
        Some(Misfit::BesideOptions(_)) => "beside options",
        Some(Misfit::Taken(_)) => "taken",
        Some(Misfit::NotWhole(_)) => "not whole",
        Some(Misfit::OutsideOfType { .. } | Misfit::LengthOutsideOfType { .. }) => "outside",
        Some(Misfit::Rounds { .. }) => "rounds",
        Some(Misfit::OnlyZero) => "only zero",
        Some(Misfit::NoLength(..)) => "no length",
        Some(Misfit::TooFewOptions { .. }) => "too few options",
        Some(Misfit::DefaultOfSecret | Misfit::DefaultReadAtRunTime(_)) => "no default",
        Some(Misfit::Default(_)) => "invalid default",
    }
}

#[test]
fn a_bound_fits_if_the_type_takes_it_and_narrows_the_type() {
    for least in -3..=3 {
        for most in least..=3 {
            for bound in -4..=4 {
                for (rule, range) in [
                    (Rule::Minimum(Literal::Integer(bound)), bound..=most),
                    (Rule::Maximum(Literal::Integer(bound)), least..=bound),
                ] {
                    let case = format!("{rule:?} on {least}..={most}");
                    match judge(rule, integers(least, most)) {
                        Ok(Kind::Integer(rules)) => assert_eq!(rules.range(), range, "{case}"),
                        Ok(_) => panic!("{case}: another kind"),
                        Err(_) => assert!(!(least..=most).contains(&bound), "{case}"),
                    }
                }
            }
        }
    }
}

#[test]
fn bounds_that_leave_only_zero_fit_unless_the_type_cannot_hold_it() {
    for (type_limit, expected) in [(TypeLimit::NotZero, "only zero"), (TypeLimit::None, "fits")] {
        let mut meaning = Meaning::new(integers(-5, 5));
        meaning.type_limit = type_limit;
        meaning.kind = Rule::Minimum(Literal::Integer(0))
            .judge(&integers(-5, 5), &meaning)
            .unwrap();
        let judged = Rule::Maximum(Literal::Integer(0)).judge(&integers(-5, 5), &meaning);
        assert_eq!(reason(judged.err()), expected);
    }
}

#[test]
fn a_rule_fits_its_kinds_only() {
    let options = OptionSource::Declared(REGIONS);
    let several = |options| Kind::MultiSelect {
        options,
        min_items: None,
        max_items: None,
        unique: false,
    };
    let kinds = [
        ("boolean", Kind::Boolean),
        ("integer", integers(0, 9)),
        ("number", Kind::Number(NumberRules::NONE)),
        ("text", TEXT),
        ("choice", Kind::Choice(options)),
        ("several", several(options)),
    ];
    let rules = [
        (
            Rule::Minimum(Literal::Integer(1)),
            &["integer", "number"][..],
        ),
        (Rule::Maximum(Literal::Integer(1)), &["integer", "number"]),
        (Rule::MinLength(1), &["text"]),
        (Rule::MaxLength(1), &["text"]),
        (Rule::Format(Format::Email), &["text"]),
        (Rule::MinItems(1), &["several"]),
        (Rule::MaxItems(1), &["several"]),
    ];
    for (rule, fitting) in rules {
        for (name, kind) in kinds {
            let expected = if fitting.contains(&name) {
                "fits"
            } else {
                "other kind"
            };
            assert_eq!(
                reason(judge(rule, kind).err()),
                expected,
                "{rule:?} on {name}"
            );
        }
        let supplied = reason(judge(rule, Kind::Choice(OptionSource::Supplied)).err());
        assert_eq!(supplied, "beside options", "{rule:?}");
    }
    assert_eq!(
        reason(judge(Rule::MinItems(3), several(options)).err()),
        "too few options"
    );
    assert_eq!(
        reason(judge(Rule::MaxItems(3), several(options)).err()),
        "fits"
    );
    assert_eq!(
        reason(judge(Rule::MinItems(3), several(OptionSource::Supplied)).err()),
        "fits"
    );
}

#[test]
fn rules_that_no_text_keeps_do_not_fit_together() {
    let text = |min_length, max_length, format| {
        Kind::Text(TextRules {
            min_length,
            max_length,
            format,
            ..TextRules::NONE
        })
    };
    let date = text(None, None, Some(Format::Date));
    for (rule, kind, expected) in [
        (
            Rule::Format(Format::Date),
            text(None, Some(9), None),
            "no length",
        ),
        (
            Rule::Format(Format::Date),
            text(None, Some(10), None),
            "fits",
        ),
        (Rule::Format(Format::Email), date, "taken"),
        (Rule::MaxLength(9), date, "no length"),
        (Rule::MaxLength(10), date, "fits"),
        (Rule::MinLength(5), text(None, Some(4), None), "outside"),
        (Rule::MinLength(4), text(None, Some(4), None), "fits"),
    ] {
        assert_eq!(
            reason(judge(rule, kind).err()),
            expected,
            "{rule:?} on {kind:?}"
        );
    }
}

#[test]
fn a_default_is_an_answer_that_keeps_the_rules() {
    let judge = |kind, default| {
        let mut meaning = Meaning::new(kind);
        meaning.default = Some(default);
        default::judge(&kind, &meaning)
    };
    let short = Kind::Text(TextRules {
        min_length: Some(2),
        max_length: Some(3),
        format: None,
        ..TextRules::NONE
    });
    for (kind, default, fault) in [
        (integers(1, 5), Literal::Integer(5), "fits"),
        (integers(1, 5), Literal::Integer(6), "invalid default"),
        (integers(1, 5), Literal::Boolean(true), "invalid default"),
        (short, Literal::Text("äö"), "fits"),
        (short, Literal::Text("ä"), "invalid default"),
        (short, Literal::Text("abcd"), "invalid default"),
        (
            Kind::Choice(OptionSource::Supplied),
            Literal::Text("eu"),
            "no default",
        ),
    ] {
        assert_eq!(
            reason(judge(kind, default).err()),
            fault,
            "{default:?} of {kind:?}"
        );
    }
    let judged = judge(short, Literal::Text("ä"));
    let Err(Misfit::Default(Fault::Count { count, takes, .. })) = judged else {
        panic!("{judged:?}");
    };
    assert_eq!((count, takes), (1, CountRange::between(Some(2), Some(3))));
}

#[test]
fn a_misfit_is_worded_for_a_schema_too() {
    let misfit = judge(Rule::MinLength(1), Kind::Boolean).unwrap_err();
    assert_eq!(
        misfit.to_string(),
        "`minLength` is a rule for text, and this field is a boolean"
    );
}
