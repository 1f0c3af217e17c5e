use std::num::NonZeroU8;

use elicit_core::Elicit;

/// What goes where.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "camelCase")]
pub struct Deployment {
    /// Where should this go?
    pub environment: Environment,
    /// Replicas
    #[elicit(title = "Replicas", minimum = 1, maximum = 20, default = 2)]
    pub replicas: u8,
    /// Lower-case letters and dashes
    #[elicit(min_length = 3, max_length = 50, pattern = "^[a-z-]+$")]
    pub branch: String,
    /// CPU share
    #[elicit(title = "CPU share", minimum = 0.1, maximum = 1.0, default = 0.5)]
    pub cpu_share: f64,
    /// Port
    #[elicit(title = "Port", default = 8080)]
    pub port: Port,
    /// The name of the Kubernetes secret to mount
    pub mounted_config: Option<String>,
    /// Maximum number of tokens per answer
    #[elicit(title = "Maximum number of tokens per answer")]
    pub max_tokens: NonZeroU8,
    /// Token count
    pub token_count: Option<u64>,
    /// Dry run
    #[elicit(default = false)]
    pub dry_run: bool,
    /// Cluster
    #[elicit(choices)]
    pub cluster: String,
    /// Zones
    #[elicit(choices, multi_select, min_items = 1)]
    pub zones: Vec<String>,
}

/// A port that needs no privileges.
#[derive(Debug, Elicit)]
pub struct Port(#[elicit(minimum = 1024)] pub u16);

/// Where something runs.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "kebab-case")]
pub enum Environment {
    /// For us.
    #[elicit(title = "Staging (eu-west)")]
    Staging,
    /// For a few.
    Canary,
    /// For everybody.
    #[elicit(title = "Production (eu-west, us-east)")]
    Production,
}
