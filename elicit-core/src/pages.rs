//! Questions on a page in the browser: for secrets, which must not pass through the client.
//!
//! [`Ask::page`](crate::Ask::page) asks a form on a page of the server. What the person types there
//! goes from the browser to the server, and nowhere else. A server sets once where its pages are:
//!
//! ```
//! use elicit_core::{Ask, AskError, Elicit, Elicitation, pages::Pages};
//! use secrecy::SecretString;
//!
//! #[derive(Elicit)]
//! struct Account {
//!     /// In the provider's settings, under "API keys"
//!     #[elicit(title = "API key", min_length = 20)]
//!     api_key: SecretString,
//!     #[elicit(title = "Workspace", max_length = 40)]
//!     workspace: String,
//! }
//!
//! async fn connect(ask: Ask) -> Result<String, AskError> {
//!     let account: Account = ask.page("connect", "Connect your account").or_end().await?;
//!     Ok(format!("connected to {}", account.workspace))
//! }
//!
//! // A server over stdio: on this machine.
//! let elicitation = Elicitation::default().pages(Pages::local());
//! # let _ = elicitation;
//! ```
//!
//! A server over HTTP shows them itself: [`Pages::at`].
//!
//! # What is verified
//!
//! - Who opens and answers a page: under [`Pages::at`] the principal of the call, under
//!   [`Pages::local`] the first browser that opens the page.
//! - That an answer comes from the page: its `Origin`, a token, and on this machine the `Host`.
//! - The answer, by the code that validates the answer to a form.
//!
//! The page is plain HTML without JavaScript. A link to it has no data in it. It does not work after
//! its time, after its answer, or for another visitor.
//!
//! # What is not
//!
//! What was typed is encrypted in the store, but not wiped from memory: the request and the value are
//! copies. Login, TLS and the further use of the secret are the responsibility of the server.

mod configured;
mod control;
mod executor_thread;
mod guard;
mod hosted;
mod listener;
mod local;
mod log;
mod open_browser;
pub(crate) mod page_host;
mod posted;
mod question_page;
pub(crate) mod record;
mod response;
mod service;
pub(crate) mod text;
pub(crate) mod timer;
mod typed_texts;

pub use configured::Pages;
pub use hosted::{HostedPages, PagesError};
pub use local::LocalPages;
pub use service::PagesService;
pub use text::{Notice, PageText};

pub(crate) use open_browser::Browser;
pub(crate) use question_page::{FormError, PageForm};
pub(crate) use typed_texts::without_secrets;
