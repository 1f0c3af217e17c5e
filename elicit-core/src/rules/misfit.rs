//! Why a rule or a default does not fit a property, and its words.

use std::fmt;

use elicit_text::{CountRange, Format};

use super::{
    in_words::Unit,
    message::{Author, Message, message},
};
use crate::form::{Kind, Literal, Meaning, Rule, Variant};

/// Why a rule does not fit a property, or a default is not a valid answer to it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Misfit {
    /// The rule is for another kind of meaning.
    OtherKind { rule: Rule, found: Found },
    /// Beside options of run time, no other rule has an effect.
    BesideOptions(Rule),
    /// The type has the rule, which no field has twice.
    Taken(Rule),
    /// The bound of a whole number has a fraction.
    NotWhole(Rule),
    /// The type does not take the bound.
    OutsideOfType {
        rule: Rule,
        least: Literal,
        most: Literal,
    },
    /// A value within the bound may be outside after the type has rounded it.
    Rounds { rule: Rule, rounding: Rounding },
    /// The bounds leave 0, which the type cannot hold.
    OnlyZero,
    /// The type does not take the length.
    LengthOutsideOfType { rule: Rule, takes: CountRange },
    /// No text has a length that both allow.
    NoLength(Lengths, Lengths),
    /// More items are required than there are options.
    TooFewOptions { rule: Rule, options: u64 },
    /// No secret has a default.
    DefaultOfSecret,
    /// Only the running program can tell whether the default is valid.
    DefaultReadAtRunTime(&'static str),
    /// The default is not valid.
    Default(Fault),
}

/// What is wrong with a default.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// It is of another kind. The field requires this.
    OtherKind(&'static str),
    Zero,
    Fraction,
    Below(Literal),
    Above(Literal),
    Count {
        count: u64,
        unit: Unit,
        takes: CountRange,
    },
    Format(Format),
    Pattern,
    NoOption {
        text: &'static str,
        options: &'static [Variant],
    },
    Repeats,
}

/// A kind of property in words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    kind: &'static str,
    is_from_text: bool,
}

/// Why a bound is not exact.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rounding {
    F64,
    F32,
    F32NearZero,
}

/// What limits the length of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lengths {
    Format(Format),
    Pattern(CountRange),
    Field(CountRange),
}

/// A rule is not one of this kind of meaning.
pub(crate) const fn other_kind(rule: Rule, meaning: &Meaning) -> Misfit {
    if meaning.kind.has_supplied_options() {
        return Misfit::BesideOptions(rule);
    }
    let is_from_text = meaning.is_from_text();
    let kind = match meaning.kind {
        _ if is_from_text => "a text that its type reads",
        Kind::Boolean => "a boolean",
        Kind::Integer(_) => "an integer",
        Kind::Number(_) => "a number",
        Kind::Text(_) => "a text",
        Kind::Choice(_) => "a choice",
        Kind::MultiSelect { .. } => "a multi-select",
    };
    let found = Found { kind, is_from_text };
    Misfit::OtherKind { rule, found }
}

/// A number of options or characters, if it is outside of its limits.
pub(super) const fn outside(count: u64, unit: Unit, takes: CountRange) -> Option<Fault> {
    if takes.overlaps(CountRange::between(Some(count), Some(count))) {
        None
    } else {
        Some(Fault::Count { count, unit, takes })
    }
}

/// For whoever reads a schema, and has neither attributes nor types.
impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.after(Message::OF_SCHEMA).at_run_time())
    }
}

impl Misfit {
    /// Fails with the words, after the name of the field.
    #[track_caller]
    pub(crate) const fn fail(&self, name: &str) -> ! {
        self.after(message(name)).fail()
    }

    /// Whether it is a number of items on what is no multi-select.
    pub(crate) const fn is_of_items(&self) -> bool {
        match self {
            Self::OtherKind { rule, .. } | Self::BesideOptions(rule) => {
                matches!(rule, Rule::MinItems(_) | Rule::MaxItems(_))
            }
            _ => false,
        }
    }

    /// The words, at the end of a message.
    pub(crate) const fn after(&self, message: Message) -> Message {
        const NO_ANSWER: &str = ", so no answer would be valid";
        const NARROW: &str = "an attribute can narrow what the type allows, not widen it";

        match self {
            Self::OtherKind { rule, found } => {
                let message = message
                    .rule_name(rule)
                    .text(" is a rule for ")
                    .text(rule.kinds())
                    .text(", and this field is ")
                    .text(found.kind);
                match rule {
                    Rule::Minimum(_) | Rule::Maximum(_) if found.is_from_text => message.help(
                        "refuse the value in the `FromStr` of the type, or in a `check` on the \
                         struct",
                    ),
                    _ => message,
                }
            }
            Self::BesideOptions(rule) => message
                .rule_name(rule)
                .text(" has no effect beside `choices`: the options are the only valid answers"),
            Self::Taken(rule) => message
                .text("the type of this field already has a ")
                .rule_name(rule)
                .text(", and a schema can have only one")
                .help("remove it here, or write `String`"),
            Self::NotWhole(rule) => message
                .rule(rule)
                .text(", and this field is a whole number"),
            Self::OutsideOfType { rule, least, most } => message
                .rule(rule)
                .text(", and the type of this field allows ")
                .number(least)
                .text(" to ")
                .number(most)
                .help(match (rule, most) {
                    (
                        Rule::Minimum(Literal::Integer(_)) | Rule::Maximum(Literal::Integer(_)),
                        Literal::Integer(9_007_199_254_740_991),
                    ) => "clients written in JavaScript corrupt integers beyond 2^53 - 1",
                    _ => NARROW,
                }),
            Self::Rounds { rule, rounding } => {
                let message = message.rule(rule);
                match rounding {
                    Rounding::F64 => message
                        .text(", and the nearest `f64` is beyond this bound")
                        .help("write a number that an `f64` holds"),
                    Rounding::F32 => message
                        .text(", and the nearest `f32` may be beyond this bound")
                        .help("write at most six digits, or use an `f64`"),
                    Rounding::F32NearZero => message
                        .text(", and the nearest `f32` may be beyond this bound")
                        .help("an `f32` is not exact so near to 0; use an `f64`"),
                }
            }
            Self::OnlyZero => message
                .text("only 0 is within the bounds, and the type cannot hold it")
                .text(NO_ANSWER),
            Self::LengthOutsideOfType { rule, takes } => message
                .rule(rule)
                .text(", and the type of this field allows a length of ")
                .counts(*takes)
                .help(NARROW),
            Self::NoLength(one, other) => message
                .lengths(one)
                .text(", and ")
                .lengths(other)
                .text(NO_ANSWER),
            Self::TooFewOptions { rule, options } => message
                .rule(rule)
                .text(", and the number of options is ")
                .count(*options),
            Self::DefaultOfSecret => message
                .text("a default is in the source and on the page, where a secret must not be")
                .help("remove it; if the person may leave the field empty, write an `Option`"),
            Self::DefaultReadAtRunTime(why) => {
                message.text(why).help("prefill the form when it is asked")
            }
            Self::Default(fault) => {
                fault.after(message.text("the default is not a valid answer: "))
            }
        }
    }
}

impl Fault {
    const fn after(&self, message: Message) -> Message {
        match self {
            Self::OtherKind(required) => message.text("this field requires ").text(required),
            Self::Zero => message.text("the type cannot hold 0"),
            Self::Fraction => message.text("this field is a whole number"),
            Self::Below(least) => message.text("it is below the minimum, ").number(least),
            Self::Above(most) => message.text("it is above the maximum, ").number(most),
            Self::Count { count, unit, takes } => message
                .text("it has ")
                .count(*count)
                .text(" ")
                .text(unit.noun(*count))
                .text(", and this field allows ")
                .counts(*takes),
            Self::Format(format) => message.text("it is not ").text(format.expected()),
            Self::Pattern => message.text("it does not match the pattern"),
            Self::NoOption { text, options } => {
                let mut message = message.quoted(text).text(" is not one of the options ");
                let (mut separator, mut rest) = ("", *options);
                while let [option, after @ ..] = rest {
                    message = message.text(separator).quoted(option.value);
                    (separator, rest) = (", ", after);
                }
                message
            }
            Self::Repeats => message.text("it repeats an option, and a set holds each option once"),
        }
    }
}

impl Message {
    /// As its author spells it.
    const fn rule_name(self, rule: &Rule) -> Self {
        let name = match self.author() {
            Author::Derive => rule.name(),
            Author::Schema => rule.keyword(),
        };
        self.quoted(name)
    }

    /// A rule and its value.
    const fn rule(self, rule: &Rule) -> Self {
        let message = self.rule_name(rule).text(" is ");
        match rule.value() {
            Literal::Text(text) => message.text(text),
            value => message.number(&value),
        }
    }

    const fn lengths(self, lengths: &Lengths) -> Self {
        match lengths {
            Lengths::Format(format) => self
                .text("a text of the format ")
                .quoted(format.as_str())
                .text(" has a length of ")
                .counts(format.lengths()),
            Lengths::Pattern(lengths) => self
                .text("a text that the pattern matches has a length of ")
                .counts(*lengths),
            Lengths::Field(lengths) => self.text("this field allows ").counts(*lengths),
        }
    }
}
