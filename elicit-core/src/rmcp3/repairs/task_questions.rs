//! Carries a question of a task past the types of the SDK.
//!
//! Repairs: the SDK keeps the questions of a task in its own types, which have no `pattern`
//! (modelcontextprotocol/rust-sdk#1168). So the parameters travel in the `_meta` of the question, and
//! take its place where the task is sent. Ends with a release whose `ElicitationSchema` keeps each
//! keyword.

use std::collections::BTreeMap;

use ::rmcp::model::{
    CustomResult, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest,
    RequestParamsMeta as _, ServerResult, TaskStatus,
};
use serde_json::{Map, Value};

/// Where the parameters of a question are, in its `_meta`, until they are restored.
pub(super) const PARAMS: &str = "elicit-core/question-of-task";

/// A question in the types of the SDK, with its parameters as they are in its `_meta`.
pub(in crate::rmcp3) fn carried(params: Value) -> InputRequest {
    // What the types do not hold at all is seen by those alone to whom nothing is restored.
    let mut typed = serde_json::from_value(params.clone()).unwrap_or_else(|_| {
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: params["message"].as_str().unwrap_or_default().to_owned(),
            requested_schema: ElicitationSchema::new(BTreeMap::new()),
        }
    });
    let meta = typed.meta_mut().get_or_insert_default();
    meta.0.0.insert(PARAMS.to_owned(), params);
    InputRequest::Elicitation(ElicitRequest::new(typed))
}

/// The response to `tasks/get`, with the questions as they were asked.
pub(in crate::rmcp3) fn restored(result: ServerResult) -> ServerResult {
    match result {
        ServerResult::GetTaskResult(task) if task.task.status() == TaskStatus::InputRequired => {
            let Ok(mut json) = serde_json::to_value(&task) else {
                return ServerResult::GetTaskResult(task);
            };
            if let Some(task) = json.as_object_mut() {
                restore(task);
            }
            ServerResult::CustomResult(CustomResult::new(json))
        }
        other => other,
    }
}

/// Puts the questions of a task back. Returns whether there was one.
pub(in crate::rmcp3) fn restore(task: &mut Map<String, Value>) -> bool {
    let Some(Value::Object(requests)) = task.get_mut("inputRequests") else {
        return false;
    };
    let mut is_restored = false;
    for request in requests.values_mut() {
        let meta = request
            .pointer_mut("/params/_meta")
            .and_then(Value::as_object_mut);
        if let Some(params) = meta.and_then(|meta| meta.remove(PARAMS)) {
            request["params"] = params;
            is_restored = true;
        }
    }
    is_restored
}
