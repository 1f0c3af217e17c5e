//! A server that books a room, with two questions: the options of the second depend
//! on the answer to the first.
//!
//! ```console
//! cargo run --bin book
//! ```

use std::process::ExitCode;

use elicit_core::{Ask, Elicit, Elicitation, rmcp3::ElicitsExt};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

#[derive(Elicit)]
struct Need {
    #[elicit(title = "Office")]
    office: Office,

    #[elicit(title = "People", minimum = 2, maximum = 40)]
    people: u32,
}

#[derive(Elicit)]
enum Office {
    #[elicit(title = "Lisbon")]
    Lisbon,
    #[elicit(title = "Oslo")]
    Oslo,
}

#[derive(Elicit)]
struct Pick {
    #[elicit(title = "Room", choices)]
    room: String,
}

struct Rooms;

impl Rooms {
    /// A real server would ask its calendar: the free rooms, the smallest first, as
    /// value and title.
    fn free(need: &Need) -> Vec<(String, String)> {
        let rooms: &[_] = match need.office {
            Office::Lisbon => &[("tejo", "Tejo", 4), ("alfama", "Alfama", 12)],
            Office::Oslo => &[("fjord", "Fjord", 6), ("skog", "Skog", 20)],
        };
        rooms
            .iter()
            .filter(|(_, _, seats)| *seats >= need.people)
            .map(|(id, name, seats)| ((*id).into(), format!("{name} ({seats} seats)")))
            .collect()
    }
}

#[tool_router]
impl Rooms {
    /// Book a meeting room for today.
    #[tool]
    async fn book_room(&self, ask: Ask) -> Result<String, ErrorData> {
        let need: Need = ask
            .form("need", "What room do you need today?")
            .or_end()
            .await?;

        // Plain code decides what comes next. On 2026-07-28 this function runs again for
        // each answer. Then `need` has its answer at once, and `remember` keeps the rooms
        // that were offered, even if others have become free.
        let find = async || Ok::<_, ErrorData>(Self::free(&need));
        let free = ask.remember("free", find).await?;
        let room = match free.as_slice() {
            [] => return Ok(format!("No free room has {} seats.", need.people)),
            // With one room left, there is nothing to choose.
            [(only, _)] => only.clone(),
            _ => {
                let pick = ask
                    .form_with::<Pick>(
                        "pick",
                        "Which of the free rooms?",
                        PickChoices { room: free.into() },
                    )
                    .or_end()
                    .await?;
                pick.room
            }
        };
        Ok(format!("Booked {room} for {}.", need.people))
    }
}

#[tool_handler(name = "book")]
impl ServerHandler for Rooms {}

#[tokio::main]
async fn main() -> ExitCode {
    elicit_examples::run("book_room", || Rooms.elicits(Elicitation::default())).await
}
