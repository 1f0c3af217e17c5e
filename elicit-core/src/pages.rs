//! Questions on a page in the browser: for secrets, which must not pass through the client.
//!
//! [`Ask::page`](crate::Ask::page) asks a form on a page of the server's own. What the person types
//! there goes from the browser to the server, and nowhere else. A server says once where its pages
//! are:
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
//! The page is plain HTML without JavaScript. A link to it is of no use after its time, after its
//! answer, or to another visitor, and has no data in it.
//!
//! # What is not
//!
//! What was typed is encrypted where it is stored, and not wiped from memory: the request and the
//! value that is made of it are copies. Who logs in, TLS, and what becomes of the secret afterwards
//! are the server's.

mod configured;
mod control;
mod forms;
mod guard;
mod hosted;
mod listener;
mod local;
mod log;
mod open_browser;
mod posted;
mod question_page;
pub(crate) mod record;
mod response;
mod service;
mod test_pages;
pub(crate) mod text;
mod typed_texts;

pub use configured::Pages;
pub use hosted::{HostedPages, PagesError};
pub use local::LocalPages;
pub use service::PagesService;
pub use text::{Notice, PageText};

pub(crate) use forms::PageForm;
pub(crate) use open_browser::Browser;
pub(crate) use question_page::FormError;
pub(crate) use service::PagesConfig;
pub(crate) use test_pages::TestPages;
pub(crate) use typed_texts::without_secrets;
