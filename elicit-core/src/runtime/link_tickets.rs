//! Tickets for links to pages of the server's own.

use std::{error::Error, fmt, sync::Arc, time::Duration};

use tracing::{error, warn};

use super::{
    elicitation::Elicitation,
    log_name::log_name,
    run::session::owner_of,
    state::{
        digest::Fields,
        random_token::{may_be_random_token, random_token},
        records::{Lease, RecordError, RecordName, Records},
    },
};
use crate::store::StoreError;

/// Tickets for the links of [`Ask::url`](crate::Ask::url). With them, a page of the server verifies
/// that its visitor is the user who was asked.
///
/// A link may reach another person. If the page accepts every visitor, an attacker can send the link to
/// a victim, who then connects an account to the attacker's session. So a ticket is made for one
/// principal, and the page compares that with the visitor who is logged in:
///
/// ```
/// use elicit_core::{Elicitation, LinkTickets, TicketError};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tickets = LinkTickets::new(&Elicitation::default(), "connect")?;
/// // In the tool, for the principal of the call:
/// let ticket = tickets.mint("ann").await?;
/// let link = format!("https://mcp.example.org/connect/{ticket}");
/// # let _ = link;
/// // On the page, with the visitor whom the login knows. It may be loaded again:
/// tickets.verify(&ticket, "ann").await?;
/// let other = tickets.verify(&ticket, "bob").await;
/// assert!(matches!(other, Err(TicketError::AnotherVisitor)));
/// // When the user does what the page is for:
/// tickets.redeem(&ticket, "ann").await?;
/// assert!(matches!(tickets.redeem(&ticket, "ann").await, Err(TicketError::NotOpen)));
/// # Ok(())
/// # }
/// ```
///
/// - A ticket is random, has no data in it, and is valid for one purpose. What belongs to it is
///   encrypted, in the [store](Elicitation::store).
/// - It is not valid after its [time](Self::expiry), or after it was redeemed.
/// - On 2026-07-28 the link has to be the same in each run of the handler, so the ticket comes from
///   [`Ask::remember`](crate::Ask::remember).
///
/// The guide's page *Secrets and pages* has a connect page. If the page is a form, use `Ask::page`
/// instead.
///
/// Protocol: [Identifying the User] and [Phishing] (2025-11-25, 2026-07-28).
///
/// [Identifying the User]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#identifying-the-user
/// [Phishing]: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
#[derive(Clone)]
pub struct LinkTickets {
    records: Records,
    purpose: Arc<str>,
    expiry: Duration,
}

/// Why a visitor is refused, or no ticket is made: [`LinkTickets`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum TicketError {
    /// The ticket does not exist for this purpose, has expired, or was redeemed.
    NotOpen,
    /// The ticket is for another user. Perhaps somebody has sent the link to this visitor: warn the
    /// visitor not to go on. There is a warning in the log.
    AnotherVisitor,
    /// The principal is empty, so no visitor can match it.
    NoPrincipal,
    /// The store is full, cannot be reached, or has an entry that these keys cannot decrypt. Whether the
    /// ticket is valid is unknown. The log has the reason.
    Store(StoreError),
}

impl LinkTickets {
    /// Tickets for one purpose, such as `connect`.
    ///
    /// They use the store, the keys and the audience of the finished [`Elicitation`]; later changes to
    /// it have no effect. A ticket for another purpose is not valid for this one. The purpose may name
    /// one thing, such as `pay/17`. It is in the log.
    ///
    /// # Errors
    ///
    /// The keys come from [`Keys::new`](crate::Keys::new), so that other replicas can have them, and
    /// the [store](Elicitation::store) is not shared by replicas.
    pub fn new(elicitation: &Elicitation, purpose: impl Into<String>) -> Result<Self, StoreError> {
        let required = elicitation.require_shared_store("`LinkTickets`");
        required.map_err(StoreError::Unsuitable)?;
        Ok(Self {
            records: elicitation.records.clone(),
            purpose: purpose.into().into(),
            expiry: Duration::from_secs(10 * 60),
        })
    }

    /// Sets how long new tickets are valid. The default is 10 minutes.
    ///
    /// On 2026-07-28 a call may ask with the same link in several rounds. Set a time that is enough
    /// for all of them.
    #[must_use]
    pub fn expiry(self, expiry: Duration) -> Self {
        Self { expiry, ..self }
    }

    /// Makes a ticket for a principal: 22 characters that can be a part of an address.
    ///
    /// It uses room in the store before any question is counted. So ask
    /// [`Ask::supports`](crate::Ask::supports) first, and limit how often a principal can call the tool.
    ///
    /// # Errors
    ///
    /// [`TicketError::NoPrincipal`], or [`TicketError::Store`].
    pub async fn mint(&self, principal: &str) -> Result<String, TicketError> {
        if principal.is_empty() {
            return Err(TicketError::NoPrincipal);
        }
        let ticket = random_token().ok_or(RecordError::NoRandomness)?;
        let lease = Lease::new(Some(owner_of(principal)), self.expiry);
        let (name, principal) = (self.name(&ticket), principal.as_bytes());
        self.records.put(&name, principal, &lease).await?;
        Ok(ticket)
    }

    /// Verifies that this visitor may see the page. It changes nothing, so the page can be loaded
    /// again, and a preview of the link does no harm.
    ///
    /// The visitor is the user of the login, in the same text as the principal.
    ///
    /// # Errors
    ///
    /// The visitor may not see the page, or the store has failed.
    pub async fn verify(&self, ticket: &str, visitor: &str) -> Result<(), TicketError> {
        let name = self.open_name(ticket)?;
        let principal = self.records.get(&name).await?;
        self.compared(principal, visitor)
    }

    /// Uses up the ticket, if this visitor [may see the page](Self::verify). Of two calls at once,
    /// one succeeds.
    ///
    /// # Errors
    ///
    /// As [`verify`](Self::verify). The ticket of another user stays valid.
    pub async fn redeem(&self, ticket: &str, visitor: &str) -> Result<(), TicketError> {
        self.verify(ticket, visitor).await?;
        let principal = self.records.take(&self.open_name(ticket)?).await?;
        self.compared(principal, visitor)
    }

    fn compared(&self, principal: Option<Vec<u8>>, visitor: &str) -> Result<(), TicketError> {
        let principal = principal.ok_or(TicketError::NotOpen)?;
        if principal != visitor.as_bytes() {
            warn!(
                target: "elicit_core",
                purpose = log_name(&self.purpose),
                reason = "visitor",
                "a link was visited by a user who was not asked"
            );
            return Err(TicketError::AnotherVisitor);
        }
        Ok(())
    }

    /// The name of the entry, if the text may be a ticket. The store is asked for nothing else.
    fn open_name(&self, ticket: &str) -> Result<RecordName, TicketError> {
        if !may_be_random_token(ticket) {
            return Err(TicketError::NotOpen);
        }
        Ok(self.name(ticket))
    }

    fn name(&self, ticket: &str) -> RecordName {
        let fields = Fields::new("elicit-core/v1/link-ticket\0")
            .field(self.purpose.as_bytes())
            .field(ticket.as_bytes());
        RecordName::new("link-ticket", fields)
    }
}

impl From<RecordError> for TicketError {
    fn from(error: RecordError) -> Self {
        error!(target: "elicit_core", reason = %error, "the store failed");
        Self::Store(match error {
            RecordError::Store(error) => error,
            error => StoreError::Unsuitable(error.to_string()),
        })
    }
}

impl fmt::Display for TicketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOpen => {
                f.write_str("the ticket does not exist; it may have been used, or may have expired")
            }
            Self::AnotherVisitor => f.write_str("the ticket is for another user"),
            Self::NoPrincipal => {
                f.write_str("a ticket requires a principal, and the given one is empty")
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl Error for TicketError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::NotOpen | Self::AnotherVisitor | Self::NoPrincipal => None,
        }
    }
}

impl fmt::Debug for LinkTickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkTickets")
            .field("purpose", &self.purpose)
            .field("expiry", &self.expiry)
            .finish_non_exhaustive()
    }
}
