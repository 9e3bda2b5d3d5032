//! What went wrong, as the page is told.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt::Display;
use tok_ku_rou_core::{ParseError, PlayError};

/// A request that was refused: a word for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// The request is not what was expected.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self::new("bad-request", message)
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self::new("bad-text", error)
    }
}

impl From<PlayError> for Fault {
    fn from(error: PlayError) -> Self {
        Self::new("bad-move", error)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = match self.code {
            "busy" | "storage" => StatusCode::SERVICE_UNAVAILABLE,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(self)).into_response()
    }
}
