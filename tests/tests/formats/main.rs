//! The formats `email`, `uri`, `date` and `date-time`: corners of their
//! grammars picked by hand, and whether we say what others say.

mod compare;
mod date;
mod date_time;
mod email;
mod uri;

use elicit_core::Format;

const ALL: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];

// What the derive relies on: the verdict is there while the crate compiles.
const _: () = assert!(Format::Email.accepts("a@b.co"));
const _: () = assert!(!Format::Email.accepts("a@b..co"));
const _: () = assert!(Format::Email.accepts(r#""a b"@[IPv6:2001:db8::192.0.2.1]"#));
const _: () = assert!(Format::Uri.accepts("https://u@[::1]:1/%20?q#f"));
const _: () = assert!(!Format::Uri.accepts("https://[::1"));
const _: () = assert!(Format::Date.accepts("2028-02-29"));
const _: () = assert!(!Format::Date.accepts("2026-02-29"));
const _: () = assert!(Format::DateTime.accepts("2026-07-28T09:30:00.5+02:00"));

/// Every text of `texts` gets the verdict `expected`.
#[track_caller]
fn all(format: Format, expected: bool, texts: &[&str]) {
    for text in texts {
        assert_eq!(format.accepts(text), expected, "{format:?} {text:?}");
    }
}

#[test]
fn format_names_are_those_of_json_schema() {
    let names = ALL.map(Format::as_str);
    assert_eq!(names, ["email", "uri", "date", "date-time"]);
    for format in ALL {
        assert_eq!(format.to_string(), format.as_str());
        assert_eq!(format.as_str().parse(), Ok(format));
        // The validator refuses to build for a name it does not know.
        let _ = compare::validator(format);
    }
}

#[test]
fn an_unknown_format_is_an_error_that_names_the_known_ones() {
    let error = "datetime".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        error,
        "not a format of the protocol; expected one of email, uri, date, date-time"
    );
}

/// People copy examples, so each must be valid.
#[test]
fn the_example_of_each_format_is_accepted() {
    for format in ALL {
        let (words, example) = format.expected().split_once(", such as ").unwrap();
        assert!(words.starts_with('a'), "follows on \"must be\": {words:?}");
        assert!(format.accepts(example), "{format:?} {example:?}");
    }
}

#[test]
fn characters_around_a_value_are_refused() {
    for format in ALL {
        let (_, example) = format.expected().split_once(", such as ").unwrap();
        for around in [" ", "\t", "\n", "\r\n", "\0", "\u{feff}", "\u{a0}"] {
            all(
                format,
                false,
                &[&format!("{around}{example}"), &format!("{example}{around}")],
            );
        }
        all(format, false, &["", " "]);
    }
}
