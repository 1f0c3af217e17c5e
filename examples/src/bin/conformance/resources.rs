//! Resources without a question to the user.

use rmcp::{
    ErrorData,
    model::{
        ListResourceTemplatesResult, ListResourcesResult, ReadResourceResponse, ReadResourceResult,
        Resource, ResourceContents, ResourceTemplate,
    },
};
use serde_json::json;

/// One red pixel.
pub(crate) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// No sound at all.
pub(crate) const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

pub(crate) fn list() -> ListResourcesResult {
    ListResourcesResult::with_all_items(vec![
        Resource::new("test://static-text", "Text")
            .with_description("A text")
            .with_mime_type("text/plain"),
        Resource::new("test://static-binary", "Image")
            .with_description("An image")
            .with_mime_type("image/png"),
    ])
}

pub(crate) fn templates() -> ListResourceTemplatesResult {
    let template = ResourceTemplate::new("test://template/{id}/data", "Data")
        .with_description("Data by its id")
        .with_mime_type("application/json");
    ListResourceTemplatesResult::with_all_items(vec![template])
}

pub(crate) fn read(uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let id = uri
        .strip_prefix("test://template/")
        .and_then(|rest| rest.strip_suffix("/data"));
    let contents = match (uri, id) {
        ("test://static-text", _) => {
            ResourceContents::text("This is the content of the static text resource.", uri)
                .with_mime_type("text/plain")
        }
        ("test://static-binary", _) => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
        (_, Some(id)) => {
            let data = format!("Data for ID: {id}");
            let text = json!({"id": id, "templateTest": true, "data": data}).to_string();
            ResourceContents::text(text, uri).with_mime_type("application/json")
        }
        _ => {
            let data = Some(json!({"uri": uri}));
            return Err(ErrorData::resource_not_found("Resource not found", data));
        }
    };
    Ok(ReadResourceResult::new(vec![contents]).into())
}
