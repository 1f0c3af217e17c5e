//! How a handler gets its [`Ask`].

use ::rmcp::{
    ErrorData, RoleServer,
    handler::server::common::{AsRequestContext, FromContextPart},
    service::RequestContext,
};

use crate::{adapter::Asker, runtime::ask::Ask};

impl Ask {
    /// The [`Ask`] of a request, for handlers without extractors
    /// (`ServerHandler::call_tool`, `get_prompt`, `read_resource`). In a `#[tool]`
    /// or `#[prompt]` function, take it as a parameter.
    ///
    /// # Errors
    ///
    /// `-32603`, if the `Ask` of this request was taken before: there is one, so that
    /// [`settle`](Self::settle) means something. `-32602`, if the request carries a
    /// state that was not sealed for it; the call ends with that.
    ///
    /// If the server was started without
    /// [`.elicits(..)`](crate::rmcp3::ElicitsExt::elicits), that is the error of each question.
    /// A handler that never asks works without it.
    ///
    /// ```
    /// use elicit_core::Ask;
    /// use rmcp::{ErrorData, RoleServer, ServerHandler, model::*, service::RequestContext};
    ///
    /// struct Server;
    ///
    /// impl ServerHandler for Server {
    ///     async fn read_resource(
    ///         &self,
    ///         request: ReadResourceRequestParams,
    ///         context: RequestContext<RoleServer>,
    ///     ) -> Result<ReadResourceResponse, ErrorData> {
    ///         let ask = Ask::of(&context)?;
    ///         ask.confirm("read", "Let the model read your notes?").or_end().await?;
    ///         let contents = ResourceContents::text("…", request.uri);
    ///         Ok(ReadResourceResult::new(vec![contents]).into())
    ///     }
    /// }
    /// ```
    pub fn of(context: &RequestContext<RoleServer>) -> Result<Self, ErrorData> {
        Ok(match context.extensions.get::<Asker>() {
            Some(asker) => asker.take(),
            None => Asker::without_layer(
                "nothing carries it to the user: start the server with \
                 `.elicits(Elicitation::default())` (elicit_core::rmcp3::ElicitsExt), and ask in \
                 tools, prompts and resources only",
            )
            .take(),
        }?)
    }
}

impl<C: AsRequestContext> FromContextPart<C> for Ask {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        Self::of(context.as_request_context())
    }
}
