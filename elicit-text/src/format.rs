//! The four formats that a form may ask of a text, each decided by the grammar
//! of its RFC.
//!
//! The same `const` code validates a `default` while its form is compiled, and an answer at run
//! time. It does not allocate or panic, and takes time in proportion to the text.
//!
//! ```
//! use elicit_text::Format;
//!
//! const _: () = assert!(Format::Email.accepts("name@example.org"));
//!
//! assert!(Format::Date.accepts("2028-02-29"));
//! assert!(!Format::Date.accepts("2026-02-29")); // no leap year
//! ```

mod byte_class;
mod date;
mod email;
mod ip;
mod uri;

pub use date::{DateTime, FullDate};

use std::{fmt, str::FromStr};

use crate::{CountRange, UnknownName};

/// A value of the JSON Schema keyword `format`, out of those that every client
/// can render: the four of the protocol's [Requested Schema].
///
/// [Requested Schema]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// An e-mail address: `Mailbox` of RFC 5321, section 4.1.2.
    ///
    /// In ASCII, as JSON Schema defines `email` (`idn-email` is the other one).
    /// The local part has up to 64 octets (section 4.5.3.1.1); a domain has
    /// labels of up to 63 and up to 253 in all, which is what the 255 octets of
    /// RFC 1035, section 2.3.4, leave for its text. Both address literals that are
    /// registered are valid, `[192.0.2.1]` and `[IPv6:2001:db8::1]`.
    ///
    /// ```
    /// use elicit_text::Format;
    ///
    /// assert!(Format::Email.accepts("joe.bloggs@example.com"));
    /// assert!(Format::Email.accepts(r#""joe bloggs"@example.com"#));
    /// assert!(Format::Email.accepts("postmaster@[192.0.2.1]"));
    ///
    /// assert!(!Format::Email.accepts("Joe <joe@example.com>")); // no header line
    /// assert!(!Format::Email.accepts("joe..bloggs@example.com"));
    /// assert!(!Format::Email.accepts("joe@[127.0.0.300]"));
    /// ```
    Email,
    /// A URI with its scheme: `URI` of RFC 3986, appendix A.
    ///
    /// A relative reference is not one, and neither is a text with characters
    /// outside ASCII that are not percent-encoded (that would be an `iri`).
    ///
    /// ```
    /// use elicit_text::Format;
    ///
    /// assert!(Format::Uri.accepts("https://example.org:8080/a?b=c#d"));
    /// assert!(Format::Uri.accepts("mailto:name@example.org"));
    /// assert!(Format::Uri.accepts("ldap://[2001:db8::7]/c=GB"));
    ///
    /// assert!(!Format::Uri.accepts("example.org/a"));
    /// assert!(!Format::Uri.accepts("https://example.org/a b"));
    /// assert!(!Format::Uri.accepts("https://example.org/100%"));
    /// ```
    Uri,
    /// A day of the Gregorian calendar: `full-date` of RFC 3339, section 5.6.
    ///
    /// ```
    /// use elicit_text::Format;
    ///
    /// assert!(Format::Date.accepts("2026-07-28"));
    ///
    /// assert!(!Format::Date.accepts("2026-7-28"));
    /// assert!(!Format::Date.accepts("+2026-07-28"));
    /// assert!(!Format::Date.accepts("2026-06-31"));
    /// ```
    Date,
    /// A moment: `date-time` of RFC 3339, section 5.6.
    ///
    /// `T` and `Z` may be small letters, and a fraction of a second may have any number of
    /// digits. A second of 60 is a leap second (section 5.7). It is accepted where the time of
    /// day is 23:59:60 in UTC, on any day.
    ///
    /// ```
    /// use elicit_text::Format;
    ///
    /// assert!(Format::DateTime.accepts("2026-07-28T09:30:00Z"));
    /// assert!(Format::DateTime.accepts("2026-07-28T09:30:00.25+02:00"));
    /// assert!(Format::DateTime.accepts("1998-12-31T15:59:60-08:00"));
    ///
    /// assert!(!Format::DateTime.accepts("2026-07-28T09:30:00")); // which zone?
    /// assert!(!Format::DateTime.accepts("2026-07-28T24:00:00Z"));
    /// assert!(!Format::DateTime.accepts("1998-12-31T23:58:60Z"));
    /// ```
    DateTime,
}

impl Format {
    /// The name of the format as a schema spells it: `date-time`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
        }
    }

    /// Whether all of `text` is of this format, without surrounding space.
    ///
    /// Callable in a `const`, so that a text known at compile time can be
    /// refused there:
    ///
    /// ```compile_fail
    /// use elicit_text::Format;
    ///
    /// const _: () = assert!(Format::Date.accepts("28.7.2026"));
    /// ```
    #[must_use]
    #[inline]
    pub const fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => email::is_mailbox(text.as_bytes()),
            Self::Uri => uri::is_uri(text.as_bytes()),
            Self::Date => FullDate::parse(text).is_some(),
            Self::DateTime => DateTime::parse(text).is_some(),
        }
    }

    /// How long texts of this format are.
    #[must_use]
    pub const fn lengths(self) -> CountRange {
        let (least, most) = match self {
            // `a@b`
            Self::Email => (3, Some(email::LONGEST as u64)),
            // `a:`
            Self::Uri => (2, None),
            Self::Date => (10, Some(10)),
            // A second has as many decimals as anyone likes.
            Self::DateTime => (20, None),
        };
        CountRange { least, most }
    }

    /// What to write, in a few words: `YYYY-MM-DD`.
    #[must_use]
    pub const fn in_short(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Uri => "a full address with its scheme",
            Self::Date => "YYYY-MM-DD",
            Self::DateTime => "YYYY-MM-DDThh:mm:ssZ, or +hh:mm in place of Z",
        }
    }

    /// What to write, in words for the person who fills in the form, and with an example. It
    /// completes a sentence that begins with "must be".
    ///
    /// ```
    /// use elicit_text::Format;
    ///
    /// assert_eq!(
    ///     Format::Email.expected(),
    ///     "an e-mail address, such as name@example.org",
    /// );
    /// ```
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address, such as name@example.org",
            Self::Uri => "a full address with its scheme, such as https://example.org/page",
            Self::Date => "a date, such as 2026-07-28",
            Self::DateTime => "a date and time with its zone, such as 2026-07-28T09:30:00Z",
        }
    }
}

/// The name of the format as a schema spells it.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "email" => Ok(Self::Email),
            "uri" => Ok(Self::Uri),
            "date" => Ok(Self::Date),
            "date-time" => Ok(Self::DateTime),
            _ => Err(UnknownName::new(
                "a format of the protocol",
                &["email", "uri", "date", "date-time"],
            )),
        }
    }
}
