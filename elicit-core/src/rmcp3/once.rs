//! Responses in the SDK's types, as text that can be kept and sent again.

use ::rmcp::{
    ErrorData,
    model::{
        CallToolResponse, CallToolResult, CreateTaskResult, CustomResult, GetPromptResponse,
        GetPromptResult, InputRequiredResult, ReadResourceResponse, ReadResourceResult,
        ServerResult,
    },
};
use serde_json::Value;

use crate::adapter::Response;

/// Over the SDK's `Service` a response is JSON, whatever it was made of.
impl Response for Result<ServerResult, ErrorData> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        let response: Result<Value, ErrorData> = serde_json::from_slice(json)?;
        Ok(response.map(|result| ServerResult::CustomResult(CustomResult::new(result))))
    }
}

/// Over the SDK's `ServerHandler` it has to be one of the SDK's types.
macro_rules! typed {
    ($($response:ty { $complete:ty $(, $result_type:literal: $other:ty)* })*) => {$(
        impl Response for Result<$response, ErrorData> {
            fn to_json(&self) -> serde_json::Result<Vec<u8>> {
                self.clone().map(ServerResult::from).to_json()
            }

            fn from_json(json: &[u8]) -> serde_json::Result<Self> {
                let result: Value = match serde_json::from_slice(json)? {
                    Ok(result) => result,
                    Err(error) => return Ok(Err(error)),
                };
                Ok(Ok(match result["resultType"].as_str() {
                    $(Some($result_type) => serde_json::from_value::<$other>(result)?.into(),)*
                    _ => serde_json::from_value::<$complete>(result)?.into(),
                }))
            }
        }
    )*};
}

typed! {
    CallToolResponse {
        CallToolResult,
        "input_required": InputRequiredResult,
        "task": CreateTaskResult
    }
    GetPromptResponse { GetPromptResult, "input_required": InputRequiredResult }
    ReadResourceResponse { ReadResourceResult, "input_required": InputRequiredResult }
}
