//! The provider: what is asked of it, and how it lets this server ask.

use std::{error::Error, time::Duration};

use oauth2::{
    AccessToken, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet,
    EndpointSet, HttpClientError, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    TokenResponse, TokenUrl,
    basic::{BasicClient, BasicRequestTokenError},
    reqwest::{Client, StatusCode, redirect},
    url::Url,
};
use serde::{Deserialize, Serialize};

type Authorization =
    BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

pub(crate) struct Provider {
    authorization: Authorization,
    http: Client,
    files: Url,
}

/// What the server has to remember while the browser is at the provider. It is kept in the session
/// of that browser, so an answer that comes by another one is of no use.
#[derive(Serialize, Deserialize)]
pub(crate) struct Started {
    pub(crate) state: CsrfToken,
    verifier: PkceCodeVerifier,
}

impl Provider {
    pub(crate) fn new(
        address: &Url,
        client_id: String,
        client_secret: String,
        redirect: Url,
    ) -> Result<Self, Box<dyn Error>> {
        let authorization = BasicClient::new(ClientId::new(client_id))
            .set_client_secret(ClientSecret::new(client_secret))
            .set_auth_uri(AuthUrl::from_url(address.join("auth")?))
            .set_token_uri(TokenUrl::from_url(address.join("token")?))
            .set_redirect_uri(RedirectUrl::from_url(redirect));
        // With redirects, a provider could have this server send requests into its own network.
        let http = Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(Duration::from_secs(10))
            .build()?;
        Ok(Self {
            authorization,
            http,
            files: address.join("files")?,
        })
    }

    /// Where to send the browser.
    pub(crate) fn start(&self) -> (Url, Started) {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let request = self.authorization.authorize_url(CsrfToken::new_random);
        let request = request.add_scope(Scope::new("files".to_owned()));
        let (url, state) = request.set_pkce_challenge(challenge).url();
        (url, Started { state, verifier })
    }

    /// The token for what the browser brought from the provider. The provider hands it out to the
    /// server alone, and only if this is the browser that was sent there.
    pub(crate) async fn finish(
        &self,
        code: AuthorizationCode,
        started: Started,
    ) -> Result<AccessToken, BasicRequestTokenError<HttpClientError<oauth2::reqwest::Error>>> {
        let request = self.authorization.exchange_code(code);
        let request = request.set_pkce_verifier(started.verifier);
        Ok(request
            .request_async(&self.http)
            .await?
            .access_token()
            .clone())
    }

    /// The names of the files of the user whose token it is, unless the token is not good any more:
    /// it has expired, or the user has taken it back.
    pub(crate) async fn files(
        &self,
        token: &AccessToken,
    ) -> Result<Option<Vec<String>>, Box<dyn Error + Send + Sync>> {
        let request = self.http.get(self.files.clone());
        let response = request.bearer_auth(token.secret()).send().await?;
        if response.status() == StatusCode::UNAUTHORIZED {
            return Ok(None);
        }
        let body = response.error_for_status()?.bytes().await?;
        let files: Vec<String> = serde_json::from_slice(&body)?;
        Ok(Some(files))
    }
}
