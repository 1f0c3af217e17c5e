//! The body of a response over HTTP.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt as _, Full, combinators::BoxBody};

use crate::opaque_debug::opaque_debug;

/// The body of a response over HTTP: of a page, or of the Streamable HTTP transport.
///
/// It is made here only. How it is made may change, so it has no type of another crate but those of
/// `http_body`.
pub struct ResponseBody(BoxBody<Bytes, Infallible>);

impl ResponseBody {
    /// A body that is there as a whole.
    pub(crate) fn full(bytes: impl Into<Bytes>) -> Self {
        Self(Full::new(bytes.into()).boxed())
    }

    /// Any body.
    #[cfg(feature = "rmcp3-http")]
    pub(crate) fn new(body: BoxBody<Bytes, Infallible>) -> Self {
        Self(body)
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.get_mut().0).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}

opaque_debug!(ResponseBody);
