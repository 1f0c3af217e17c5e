//! What serde would put on the wire and the schema would not say

use elicit_core::{Elicit, Revision};
use serde::Serialize;

#[derive(Elicit, Serialize)]
#[serde(tag = "kind")]
struct Deploy {
    #[serde(skip)]
    replicas: u8,
    #[serde(rename = "ref")]
    #[elicit(rename = "branch")]
    branch: String,
    #[serde(rename(serialize = "a", deserialize = "b"))]
    notify: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    cluster: String,
    #[elicit(default = "eu")]
    #[serde(skip_serializing_if = "String::is_empty")]
    region: Text,
}

type Text = String;

#[derive(Elicit, Serialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Scale {
    max_replicas: u8,
    #[elicit(rename = "max_replicas")]
    most: u8,
}

fn main() {
    let _ = Deploy::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Deploy>("{}");
}
