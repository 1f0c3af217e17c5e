//! Prompts without a question to the user.

use rmcp::{
    handler::server::wrapper::Parameters,
    model::{ContentBlock, PromptMessage, ResourceContents, Role},
    prompt, prompt_router,
    schemars::{self, JsonSchema},
};
use serde::Deserialize;

use crate::{Server, resources::PNG};

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// First test argument
    arg1: String,
    /// Second test argument
    arg2: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Embedded {
    /// URI of the resource to embed
    resource_uri: String,
}

fn user(content: ContentBlock) -> PromptMessage {
    PromptMessage::new(Role::User, content)
}

#[prompt_router(router = "plain_prompts", vis = "pub(crate)")]
impl Server {
    /// A prompt without arguments.
    #[prompt]
    async fn test_simple_prompt(&self) -> Vec<PromptMessage> {
        vec![user(ContentBlock::text(
            "This is a simple prompt for testing.",
        ))]
    }

    /// A prompt with arguments.
    #[prompt]
    async fn test_prompt_with_arguments(
        &self,
        Parameters(Arguments { arg1, arg2 }): Parameters<Arguments>,
    ) -> Vec<PromptMessage> {
        let text = format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'");
        vec![user(ContentBlock::text(text))]
    }

    /// A prompt with a resource.
    #[prompt]
    async fn test_prompt_with_embedded_resource(
        &self,
        Parameters(Embedded { resource_uri }): Parameters<Embedded>,
    ) -> Vec<PromptMessage> {
        let text = "Embedded resource content for testing.";
        let resource = ResourceContents::text(text, resource_uri).with_mime_type("text/plain");
        vec![
            user(ContentBlock::resource(resource)),
            user(ContentBlock::text(
                "Please process the embedded resource above.",
            )),
        ]
    }

    /// A prompt with an image.
    #[prompt]
    async fn test_prompt_with_image(&self) -> Vec<PromptMessage> {
        vec![
            user(ContentBlock::image(PNG, "image/png")),
            user(ContentBlock::text("Please analyze the image above.")),
        ]
    }
}
