//! Asks the user of an editor from an agent, over the [Agent Client Protocol][acp] (ACP).
//!
//! An agent may ask its user through the editor that runs it: the same flat forms as in the Model Context
//! Protocol, for which [`elicit-core`](elicit_core) has the derive, the validation and the loop that asks
//! again. This crate sends them with the SDK `agent-client-protocol`: see [`acp5`].
//!
//! [acp]: https://agentclientprotocol.com
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "acp5")]
pub mod acp5;

/// The code of the README and of the guide is compiled here, where the SDK is a dependency.
#[cfg(all(doctest, feature = "acp5"))]
mod documentation {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../../elicit-core/src/guide/acp.md")]
    mod guide {}
}
