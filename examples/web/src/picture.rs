//! Pictures of boards for the pages, drawn by the core.

use crate::fault::Fault;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tok_ku_rou_core::{AnyPosition, Event, Observer, Position, Trace, picture};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    /// The position in notation.
    position: String,
    /// A move to play on it, which is then marked.
    r#move: Option<String>,
    /// Moves, with a comma between them, to mark on the board before them, up to the first capture.
    example: Option<String>,
}

/// The picture of a board, after a move if one is given.
pub(crate) async fn svg(query: Result<Query<Board>, QueryRejection>) -> Result<Response, Fault> {
    let Query(board) = query.map_err(Fault::bad)?;
    let position: AnyPosition = board.position.parse()?;
    let svg = match (board.r#move, board.example) {
        (None, None) => picture::svg(&position, None),
        (Some(name), None) => {
            let pit = position.parse_move(&name)?;
            let trace = Trace::of(&position, pit)?;
            picture::svg(&position.play(pit)?, Some(&trace))
        }
        (None, Some(names)) => picture::svg(&position, Some(&up_to_capture(position, &names)?)),
        (Some(_), Some(_)) => return Err(Fault::bad("expected a move or an example, found both")),
    };
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        // The picture carries its own style and nothing else.
        (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        (CACHE_CONTROL, "max-age=3600"),
    ];
    Ok((headers, svg).into_response())
}

/// What happens in these moves up to the first capture.
fn up_to_capture(mut position: AnyPosition, names: &str) -> Result<Trace, Fault> {
    let mut part = Trace::new(&position);
    for name in names.split(',') {
        let pit = position.parse_move(name)?;
        for &event in Trace::of(&position, pit)?.events() {
            part.event(event);
            if matches!(event, Event::Capture { .. }) {
                return Ok(part);
            }
        }
        position = position.play(pit)?;
    }
    Ok(part)
}
