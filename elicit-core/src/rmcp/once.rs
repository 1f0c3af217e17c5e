//! Responses in the SDK's types, as text that can be kept and sent again.

use ::rmcp::{
    ErrorData,
    model::{
        CallToolResponse, CallToolResult, CreateTaskResult, CustomResult, GetPromptResponse,
        GetPromptResult, InputRequiredResult, ReadResourceResponse, ReadResourceResult,
        ServerResult,
    },
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::seam::Response;

/// The member of a JSON-RPC response that is no id.
#[derive(Serialize, Deserialize)]
enum Member<T> {
    #[serde(rename = "result")]
    Result(T),
    #[serde(rename = "error")]
    Error(ErrorData),
}

impl<T> Member<T> {
    fn of(response: Result<T, ErrorData>) -> Self {
        match response {
            Ok(result) => Self::Result(result),
            Err(error) => Self::Error(error),
        }
    }

    fn into_response<R>(
        self,
        result: impl FnOnce(T) -> serde_json::Result<R>,
    ) -> serde_json::Result<Result<R, ErrorData>> {
        match self {
            Self::Result(value) => result(value).map(Ok),
            Self::Error(error) => Ok(Err(error)),
        }
    }
}

/// Over the SDK's `Service` a response is JSON, whatever it was made of.
impl Response for Result<ServerResult, ErrorData> {
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Member::of(self.as_ref().map_err(Clone::clone)))
    }

    fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        let member: Member<Value> = serde_json::from_slice(json)?;
        member.into_response(|result| Ok(ServerResult::CustomResult(CustomResult::new(result))))
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
                let member: Member<Value> = serde_json::from_slice(json)?;
                member.into_response(|result| match result["resultType"].as_str() {
                    $(Some($result_type) => parsed::<$other, _>(result),)*
                    _ => parsed::<$complete, _>(result),
                })
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

fn parsed<T: DeserializeOwned, R: From<T>>(result: Value) -> serde_json::Result<R> {
    serde_json::from_value::<T>(result).map(Into::into)
}
