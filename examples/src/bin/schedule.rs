//! A server that plans a maintenance window: a date, a time, and whose time it is.
//!
//! ```console
//! cargo run --bin schedule
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, Violations, rmcp::ElicitsExt};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

#[derive(Elicit)]
#[elicit(check = Window::is_a_time)]
struct Window {
    /// The day on which it begins, as it is there
    #[elicit(title = "Day")]
    day: Date, // the feature `jiff` of elicit-core: sent as a date, read as a `Date`

    #[elicit(title = "Time")]
    time: TimeOfDay,

    /// Whose day and time that is
    #[elicit(title = "Time zone", default = "Europe/Berlin")]
    zone: Zone,

    #[elicit(title = "Minutes", minimum = 15, maximum = 240, default = 60)]
    minutes: u16,
}

/// No client has a field for a time of day. A type with a rule of its own is one
/// wherever it is used; its description is what people read of the pattern.
#[derive(Elicit)]
struct TimeOfDay(
    #[elicit(
        pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        description = "Hours and minutes, such as 22:30"
    )]
    String,
);

/// Where our customers are. All zones there are would be no list to choose from.
#[derive(Elicit)]
enum Zone {
    #[elicit(rename = "Europe/Berlin", title = "Berlin")]
    Berlin,
    #[elicit(rename = "America/New_York", title = "New York")]
    NewYork,
    #[elicit(rename = "Asia/Tokyo", title = "Tokyo")]
    Tokyo,
}

impl Window {
    /// The moment at which it begins, unless the clocks are changed just then.
    fn begins(&self) -> Option<Timestamp> {
        let zone = TimeZone::get(match self.zone {
            Zone::Berlin => "Europe/Berlin",
            Zone::NewYork => "America/New_York",
            Zone::Tokyo => "Asia/Tokyo",
        });
        let (hour, minute) = self.time.0.split_once(':')?;
        let civil = self.day.at(hour.parse().ok()?, minute.parse().ok()?, 0, 0);
        zone.ok()?.to_ambiguous_timestamp(civil).unambiguous().ok()
    }

    /// A rule across fields, run when each is right by itself.
    fn is_a_time(&self) -> Result<(), Violations> {
        match self.begins() {
            Some(_) => Ok(()),
            None => Err(Violations::new().property(
                "time",
                "does not exist, or exists twice, on that day in that time zone",
            )),
        }
    }
}

struct Calendar;

#[tool_router]
impl Calendar {
    /// Plan a maintenance window.
    #[tool]
    async fn plan_maintenance(&self, ask: Ask) -> Result<String, ErrorData> {
        let window: Window = ask
            .form("window", "When may the service be down?")
            .or_end()
            .await?;
        // The check has made sure of it, and the compiler cannot know.
        let Some(begins) = window.begins() else {
            return Err(ErrorData::internal_error("no such time", None));
        };
        Ok(format!("Planned for {begins}, {} minutes.", window.minutes))
    }
}

#[tool_handler(name = "schedule")]
impl ServerHandler for Calendar {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("plan_maintenance", || {
        Calendar.elicits(Elicitation::default())
    })
    .await
}
