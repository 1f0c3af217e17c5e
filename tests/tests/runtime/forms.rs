//! The forms that the tests ask.

use elicit_core::Elicit;

#[derive(Debug, Clone, PartialEq, Elicit)]
pub(crate) struct Scale {
    #[elicit(title = "How many", minimum = 1, maximum = 20)]
    pub(crate) replicas: u8,
    pub(crate) note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Elicit)]
pub(crate) struct Target {
    #[elicit(choices)]
    pub(crate) environment: String,
    #[elicit(choices, multi_select)]
    pub(crate) regions: Vec<String>,
}

pub(crate) fn target(environments: &[&str], regions: &[(&str, &str)]) -> TargetChoices {
    TargetChoices {
        environment: environments.to_vec().into(),
        regions: regions.to_vec().into(),
    }
}
