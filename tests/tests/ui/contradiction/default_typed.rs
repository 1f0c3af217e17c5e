//! A default on a time or an address of another crate

use elicit_core::{Elicit, Revision};

type Moment = jiff::Timestamp;

#[derive(Elicit)]
struct Site(url::Url);

#[derive(Elicit)]
struct Visit {
    #[elicit(default = "http://a:99999")]
    port: url::Url,
    #[elicit(default = "https://example.org/page?x=1")]
    address: Option<url::Url>,
    #[elicit(default = "http://xn--/")]
    punycode: Site,
    #[elicit(default = 5)]
    another_kind: url::Url,
    #[elicit(default = "2026-01-01T00:00:00Z")]
    jiff: Moment,
    #[elicit(default = "2016-12-31T23:59:60Z")]
    time_leap: time::OffsetDateTime,
    #[elicit(default = "9999-12-31T23:59:59-01:00")]
    chrono: chrono::DateTime<chrono::Utc>,
    #[elicit(default = "2026-02-30")]
    no_day: chrono::NaiveDate,
    #[elicit(default = "9999-12-31")]
    last: time::Date,
}

fn main() {
    let _ = Visit::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Visit>("{}");
}
