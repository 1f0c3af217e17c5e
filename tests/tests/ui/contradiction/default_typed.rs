//! A default that the type of another crate may not hold

use elicit_core::{Elicit, Revision};

type Moment = jiff::Timestamp;

#[derive(Elicit)]
struct Site(url::Url);

#[derive(Elicit)]
struct Visit {
    #[elicit(default = "http://a:99999")]
    port: url::Url,
    #[elicit(default = "http://1.2.3.400/")]
    address: Option<url::Url>,
    #[elicit(default = "http://[::1]:99999/")]
    address_and_port: url::Url,
    #[elicit(default = "http:///")]
    no_host: url::Url,
    #[elicit(default = "https://user@")]
    user: url::Url,
    #[elicit(default = "http://exa%20mple")]
    space: url::Url,
    #[elicit(default = "http://xn--/")]
    punycode: Site,
    #[elicit(default = "x://:80/")]
    port_alone: url::Url,
    #[elicit(default = "http://example.org/a b")]
    no_uri: url::Url,
    #[elicit(default = "9999-12-31T23:59:59Z")]
    jiff_last: Moment,
    #[elicit(default = "2016-12-31T23:59:60Z")]
    jiff_leap: jiff::Timestamp,
    #[elicit(default = "2016-12-31T23:59:60Z")]
    time_leap: time::OffsetDateTime,
    #[elicit(default = "9999-12-31T23:59:59-01:00")]
    chrono_last: chrono::DateTime<chrono::Utc>,
    #[elicit(default = "0000-01-01T00:00:00+01:00")]
    chrono_first: chrono::DateTime<chrono::Utc>,
    #[elicit(default = "2026-02-30")]
    no_day: chrono::NaiveDate,
    #[elicit(default = "2026-01-01T00:00:00Z")]
    held: jiff::Timestamp,
    #[elicit(default = "https://example.org/page?x=1")]
    page: Site,
    #[elicit(default = "9999-12-31")]
    last: time::Date,
}

fn main() {
    let _ = Visit::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Visit>("{}");
}
