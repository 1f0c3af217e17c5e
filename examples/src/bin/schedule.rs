//! A server that plans a maintenance window: a date, a time and a time zone.
//!
//! ```console
//! cargo run --bin schedule
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, ChoiceEnum, Elicit, Elicitation, Violations, rmcp3::ElicitsExt};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

#[derive(Elicit)]
#[elicit(check = Window::is_a_time)]
struct Window {
    /// The day on which it begins, in local time
    #[elicit(title = "Day")]
    day: Date, // the feature `jiff02` of elicit-core: sent as a date, read as a `Date`

    #[elicit(title = "Time")]
    time: TimeOfDay,

    /// The local time of which city
    #[elicit(title = "Time zone", default = "Europe/Berlin")]
    zone: Zone,

    #[elicit(title = "Minutes", minimum = 15, maximum = 240, default = 60)]
    minutes: u16,
}

/// A time of day, for which clients have no field. The rule belongs to the type, so it
/// holds wherever the type is used. The description says the pattern in words.
#[derive(Elicit)]
struct TimeOfDay(
    #[elicit(
        pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        description = "Hours and minutes, such as 22:30"
    )]
    String,
);

/// Where our customers are. A list of all time zones would be too long to choose from.
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
    /// The moment at which it begins. There is none if the clocks change just then.
    fn begins(&self) -> Option<Timestamp> {
        let zone = TimeZone::get(self.zone.wire_name());
        let (hour, minute) = self.time.0.split_once(':')?;
        let civil = self.day.at(hour.parse().ok()?, minute.parse().ok()?, 0, 0);
        zone.ok()?.to_ambiguous_timestamp(civil).unambiguous().ok()
    }

    /// A rule across fields. It runs if each field is valid by itself.
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
        // The check has made sure of this, but the compiler cannot know.
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
