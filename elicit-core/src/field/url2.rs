//! The field type of the crate `url`.

use url::Url;

typed_text!(Url: Uri, parse, |url: &Url| Some(url.to_string()));

fn parse(text: &str) -> Option<Url> {
    Url::parse(text).ok()
}
