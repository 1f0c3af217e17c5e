//! The connect page: `/connect/{ticket}` sends the browser to the provider, which sends it back to
//! `/connected`.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Query, State},
    http::Uri,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use oauth2::{AuthorizationCode, CsrfToken};
use serde::{Deserialize, Serialize};
use tower_sessions::Session;
use tracing::info;

use crate::{Site, login, provider::Started, refused::Refused};

pub(crate) fn pages() -> Router<Arc<Site>> {
    Router::new()
        .route("/connect/{ticket}", get(connect))
        .route("/connected", get(connected))
}

/// The place in a session for a visit to the provider. There is one: a second visit takes the place
/// of the first.
const VISIT: &str = "visit";

#[derive(Serialize, Deserialize)]
struct Visit {
    ticket: String,
    started: Started,
}

/// Finds out who visits, before anything else.
///
/// The protocol demands it. Otherwise Eve could have the server ask her, send the link to Ada, and
/// get a token for the files of Ada.
async fn connect(
    State(site): State<Arc<Site>>,
    session: Session,
    Path(ticket): Path<String>,
    here: Uri,
) -> Result<Response, Refused> {
    let Some(visitor) = login::visitor(&session).await? else {
        return Ok(login::first(&here).into_response());
    };
    site.tickets.verify(&ticket, &visitor).await?;
    let (provider, started) = site.provider.start();
    session.insert(VISIT, Visit { ticket, started }).await?;
    Ok(Redirect::to(provider.as_str()).into_response())
}

/// What the provider adds to the address: a code, unless the visitor has said no.
#[derive(Deserialize)]
struct Answer {
    state: CsrfToken,
    code: Option<AuthorizationCode>,
}

async fn connected(
    State(site): State<Arc<Site>>,
    session: Session,
    Query(answer): Query<Answer>,
) -> Result<&'static str, Refused> {
    let unexpected =
        || Refused::forbidden("You did not come here from the provider. Open the link once more.");
    // It is taken, so it is of use once.
    let visit: Visit = session.remove(VISIT).await?.ok_or_else(unexpected)?;
    if answer.state != visit.started.state {
        return Err(unexpected());
    }
    // Meanwhile somebody else may have logged in, or the time may be over.
    let visitor = login::visitor(&session).await?.ok_or_else(unexpected)?;
    site.tickets.verify(&visit.ticket, &visitor).await?;
    let Some(code) = answer.code else {
        return Ok("You are not connected. If this was a mistake, open the link once more.");
    };
    let token = site.provider.finish(code, visit.started).await;
    let token = token.map_err(|error| Refused::failed(&error))?;
    // Now the link is used up.
    site.tickets.redeem(&visit.ticket, &visitor).await?;
    site.connections.connect(&visitor, token);
    info!(visitor, "connected");
    Ok("You are connected. You can close this page.")
}
