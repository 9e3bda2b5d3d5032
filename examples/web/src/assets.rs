//! What the browser loads. All of it is in the program; nothing comes from another host.

use crate::pages;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The files of the page: where they are found, what they are, and what is in them.
macro_rules! files {
    ($($name:literal: $kind:expr),+ $(,)?) => {
        &[$((concat!("/", $name), $kind, include_str!(concat!("../assets/", $name)))),+]
    };
}

const FILES: &[(&str, &str, &str)] = files! {
    "style.css": STYLE,
    "board.css": STYLE,
    "print.css": STYLE,
    "icon.svg": "image/svg+xml",
    "animate.js": SCRIPT,
    "board.js": SCRIPT,
    "dialog.js": SCRIPT,
    "field.js": SCRIPT,
    "local.js": SCRIPT,
    "main.js": SCRIPT,
    "net.js": SCRIPT,
    "online.js": SCRIPT,
    "pace.js": SCRIPT,
    "play.js": SCRIPT,
    "print.js": SCRIPT,
    "score.js": SCRIPT,
    "tell.js": SCRIPT,
};

/// A page or a file of the page.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path();
    let html = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    if let Some(page) = pages::page(path) {
        return (html, page).into_response();
    }
    match FILES.iter().find(|file| file.0 == path) {
        Some((_, kind, text)) => ([(CONTENT_TYPE, *kind)], *text).into_response(),
        None => (StatusCode::NOT_FOUND, html, pages::missing()).into_response(),
    }
}

/// Adds what every answer says: nothing from elsewhere runs here, and links leak no room.
pub(crate) fn with_headers(router: Router) -> Router {
    router.layer(from_fn(|request: Request, next: Next| async move {
        let mut response = next.run(request).await;
        let headers = response.headers_mut();
        let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        default(headers, CONTENT_SECURITY_POLICY, policy);
        default(headers, CACHE_CONTROL, "no-cache");
        default(headers, REFERRER_POLICY, "no-referrer");
        default(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
        response
    }))
}

fn default(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}
