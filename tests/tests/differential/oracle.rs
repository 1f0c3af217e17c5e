//! What a JSON Schema validator says of the schema that is sent, and where this
//! crate differs on purpose.

use std::collections::BTreeSet;

use bigdecimal::BigDecimal;
use elicit_core::{
    InvalidContent,
    form::{FormSchema, Kind, Property},
};
use elicit_tests::forms::RustTypes;
use jsonschema::{Draft, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::{Map, Number, Value};

/// A property and the keyword that it fails.
pub(crate) type Failure = (String, &'static str);

/// What this crate says is wrong.
pub(crate) fn failures<T>(read: &Result<T, InvalidContent>) -> BTreeSet<Failure> {
    read.as_ref()
        .err()
        .into_iter()
        .flat_map(InvalidContent::violations)
        .map(|violation| {
            (
                violation.property().unwrap_or("the document").to_owned(),
                violation.keyword(),
            )
        })
        .collect()
}

/// A validator of the schema that is sent, with each `pattern`: that they are not sent is the stated
/// difference which concerns them.
pub(crate) struct Oracle<'f> {
    form: &'f FormSchema,
    rust_types: RustTypes,
    whole: Validator,
    /// One validator a property, in declaration order.
    each: Vec<Validator>,
    /// The options of each property, and their titles.
    titled: Vec<Vec<(String, String)>>,
}

impl<'f> Oracle<'f> {
    pub(crate) fn new(
        form: &'f FormSchema,
        rust_types: RustTypes,
        validator: fn(&Value) -> Validator,
        schema: &Value,
    ) -> Self {
        let mut schema = schema.clone();
        for property in form.properties() {
            if let Kind::Text(rules) = property.kind()
                && let Some(pattern) = rules.pattern()
            {
                schema["properties"][property.name()]["pattern"] = pattern.into();
            }
        }
        let of = |property: &Property| &schema["properties"][property.name()];
        let properties = form.properties().iter();
        Self {
            form,
            rust_types,
            whole: validator(&schema),
            each: properties
                .clone()
                .map(|property| validator(of(property)))
                .collect(),
            titled: properties
                .map(|property| titled_options(of(property)))
                .collect(),
        }
    }

    /// What is wrong with a document, in the words of this crate.
    pub(crate) fn failures(&self, document: &Value) -> BTreeSet<Failure> {
        let document = Value::Object(self.without_what_counts_as_absent(document));
        let errors: Vec<_> = self.whole.iter_errors(&document).collect();
        let theirs = errors.iter().filter_map(|error| failure(error, &errors));
        theirs.chain(self.beyond_the_schema(&document)).collect()
    }

    /// The stated differences that concern what is there: `null` is as good as nothing, and so are
    /// an empty text of an `Option` that is none of its options, and a 0 that its rules refuse. A
    /// line break that is all that is wrong with a text is not there. A title that is no value is
    /// the value of its option.
    fn without_what_counts_as_absent(&self, document: &Value) -> Map<String, Value> {
        let types = &self.rust_types;
        let properties = self.form.properties().iter().zip(&self.each);
        let properties = properties.zip(&self.titled);
        let mut present = document
            .as_object()
            .expect("documents here are objects")
            .clone();
        for ((property, validator), titled) in properties {
            let Some(value) = present.get_mut(property.name()) else {
                continue;
            };
            let is_text = property.kind().type_name() == "string";
            let is_choice = matches!(property.kind(), Kind::Choice(_));
            let is_number = matches!(property.kind(), Kind::Integer(_) | Kind::Number(_));
            let is_absent = |value: &Value| {
                let is_option = is_choice && validator.is_valid(value);
                let is_held = !(types.is_not_zero)(property);
                let is_zero = is_number && value.as_f64() == Some(0.0);
                let is_left_alone = (value == "" && !is_option)
                    || (is_zero && !(is_held && validator.is_valid(value)));
                value.is_null() || ((types.is_option)(property) && is_left_alone)
            };
            by_title(value, titled);
            let is_read = |value: &Value| {
                let is_held = |text: &str| (types.holds)(property, text);
                validator.is_valid(value) && value.as_str().is_none_or(is_held)
            };
            let is_mended = |line: &Value| {
                let by_rules = !validator.is_valid(value) && validator.is_valid(line);
                let by_type = !is_read(value) && is_read(line);
                by_rules || by_type || is_absent(line)
            };
            if let Some(mut line) = line(value).filter(|_| is_text && !is_read(value)) {
                by_title(&mut line, titled);
                if is_mended(&line) {
                    *value = line;
                }
            }
            if is_absent(value) {
                present.remove(property.name());
            }
        }
        present.values_mut().for_each(nearest);
        present
    }

    /// The stated differences that concern what no schema of a form can say.
    fn beyond_the_schema(&self, document: &Value) -> Vec<Failure> {
        let types = &self.rust_types;
        let properties = self.form.properties().iter().zip(&self.each);
        properties
            .filter_map(|(property, validator)| {
                let value = document.get(property.name())?;
                let keyword = match property.kind() {
                    Kind::MultiSelect { unique: true, .. }
                        if repeats_an_option(value, validator) =>
                    {
                        "uniqueItems"
                    }
                    Kind::Integer(_)
                        if (types.is_not_zero)(property)
                            && value.as_f64() == Some(0.0)
                            && validator.is_valid(value) =>
                    {
                        "not"
                    }
                    Kind::Integer(_) if validator.is_valid(value) => {
                        unsafe_integer(value.as_number()?)?
                    }
                    Kind::Number(_) => overflow((types.is_f32)(property), value.as_number()?)?,
                    Kind::Text(rules)
                        if validator.is_valid(value)
                            && !(types.holds)(property, value.as_str()?) =>
                    {
                        rules.format().map_or("check", |_| "format")
                    }
                    _ => return None,
                };
                Some((property.name().to_owned(), keyword))
            })
            .collect()
    }
}

/// The options of a property with their titles, as its schema has them.
fn titled_options(property: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("an option is a text").to_owned();
    let list = property.get("items").unwrap_or(property);
    let all = |keyword: &str| list.get(keyword).and_then(Value::as_array);
    if let Some(options) = all("oneOf").or(all("anyOf")) {
        let options = options.iter();
        return options
            .map(|option| (text(&option["const"]), text(&option["title"])))
            .collect();
    }
    let pairs = all("enum").into_iter().flatten();
    let pairs = pairs.zip(all("enumNames").into_iter().flatten());
    pairs
        .map(|(value, title)| (text(value), text(title)))
        .collect()
}

/// Replaces a title that is no value, also as an item of a list, by the value of its option.
fn by_title(given: &mut Value, options: &[(String, String)]) {
    if let Value::Array(items) = given {
        for item in items {
            by_title(item, options);
        }
    } else if let Some(text) = given.as_str()
        && options.iter().all(|(value, _)| value != text)
        && let Some((value, _)) = options.iter().find(|(_, title)| title == text)
    {
        *given = value.as_str().into();
    }
}

/// A text without the line break at its end.
fn line(text: &Value) -> Option<Value> {
    let line = text.as_str()?.strip_suffix('\n')?;
    Some(line.strip_suffix('\r').unwrap_or(line).into())
}

/// What JavaScript does not hold. That is enforced, and the schema does not say it.
fn unsafe_integer(number: &Number) -> Option<&'static str> {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    match or_infinite(number) {
        above if above > SAFE => Some("maximum"),
        below if below < -SAFE => Some("minimum"),
        _ => None,
    }
}

/// A number, or the infinity beside it if no `f64` holds it.
fn or_infinite(number: &Number) -> f64 {
    let is_negative = number.to_string().starts_with('-');
    let sign = if is_negative { -1.0 } else { 1.0 };
    number.as_f64().unwrap_or(sign * f64::INFINITY)
}

/// What a float cannot hold even when it is rounded.
fn overflow(is_f32: bool, number: &Number) -> Option<&'static str> {
    let number = or_infinite(number);
    let edge = if is_f32 {
        // Half a step above the largest one: from here on, the nearest is an infinity.
        f64::from(f32::MAX) + 2.0_f64.powi(103)
    } else {
        f64::INFINITY
    };
    if number >= edge {
        Some("maximum")
    } else if number <= -edge {
        Some("minimum")
    } else {
        None
    }
}

/// Whether an item stands twice that the schema would have alone.
fn repeats_an_option(value: &Value, validator: &Validator) -> bool {
    let Some(items) = value.as_array() else {
        return false;
    };
    let is_option = |item: &Value| {
        let alone = Value::Array(vec![item.clone()]);
        let mut errors = validator.iter_errors(&alone);
        errors.all(|error| error.instance_path().as_str().is_empty())
    };
    items
        .iter()
        .enumerate()
        .any(|(i, item)| items[..i].contains(item) && is_option(item))
}

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .build(schema)
        .expect("a schema that is sent is a schema")
}

/// An error of the oracle, in the words of this crate. None if another error about the same value
/// says it: a value of the wrong type is not also reported as none of the options.
fn failure(error: &ValidationError<'_>, all: &[ValidationError<'_>]) -> Option<Failure> {
    if let ValidationErrorKind::Required { property } = error.kind() {
        return Some((property.as_str()?.to_owned(), "required"));
    }
    let path = error.instance_path();
    let same_value = all.iter().filter(|other| other.instance_path() == path);
    let is_mistyped = same_value
        .clone()
        .any(|other| matches!(other.kind(), ValidationErrorKind::Type { .. }));
    let keyword = match error.kind() {
        ValidationErrorKind::Type { .. } => "type",
        _ if is_mistyped => return None,
        // `anyOf` stands without a type of its own.
        ValidationErrorKind::AnyOf { .. } if !error.instance().is_string() => "type",
        ValidationErrorKind::AnyOf { .. }
        | ValidationErrorKind::OneOfNotValid { .. }
        | ValidationErrorKind::Enum { .. }
        | ValidationErrorKind::Constant { .. } => "enum",
        ValidationErrorKind::Minimum { .. } => "minimum",
        ValidationErrorKind::Maximum { .. } => "maximum",
        ValidationErrorKind::MinLength { .. } => "minLength",
        ValidationErrorKind::MaxLength { .. } => "maxLength",
        ValidationErrorKind::Format { .. } => "format",
        ValidationErrorKind::Pattern { .. } => "pattern",
        ValidationErrorKind::MinItems { .. } => "minItems",
        ValidationErrorKind::MaxItems { .. } => "maxItems",
        kind => unreachable!("no schema here has the keyword of {kind:?}"),
    };
    let pointer = path.as_str().strip_prefix('/').unwrap_or_default();
    let property = pointer.split('/').next().unwrap_or_default();
    Some((property.replace("~1", "/").replace("~0", "~"), keyword))
}

/// The stated difference that concerns numbers: one with more digits than an `f64` has
/// is the nearest, unless it is an integer of 64 bits. Every other is left to the oracle
/// as it is written, of any size and in any spelling.
fn nearest(value: &mut Value) {
    if let Value::Number(number) = value
        && !(number.is_i64() || number.is_u64())
        && let Some(nearest) = number.as_f64().and_then(Number::from_f64)
        && decimal(number) != decimal(&nearest)
    {
        *number = nearest;
    }
}

fn decimal(number: &Number) -> BigDecimal {
    let number = number.to_string();
    number.parse().expect("a number is written in decimals")
}
