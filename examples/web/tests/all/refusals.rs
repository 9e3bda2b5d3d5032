//! What the server refuses, over real sockets, and that it goes on afterwards.

use crate::line::{Line, NORTH, SOUTH, http, post, seated, server};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tok_ku_rou_web::Config;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn nobody_moves_out_of_turn_or_for_another() {
    let address = server(Config::default()).await;
    let (mut south, mut north, room) = seated(address, &json!({ "position": "kalah 6x4" })).await;
    north.play(0, "1").await;
    assert_eq!(north.error().await, "not-your-turn");
    let mut watcher = Line::open(address).await;
    assert_eq!(watcher.join(&room, Some(&room)).await, Value::Null, "both seats are taken");
    watcher.play(0, "1").await;
    assert_eq!(watcher.error().await, "not-seated");
    watcher.send(json!({ "type": "resign" })).await;
    assert_eq!(watcher.error().await, "not-seated");
    for (name, code) in [("7", "bad-text"), ("", "bad-text"), ("b1", "bad-text")] {
        south.play(0, name).await;
        assert_eq!(south.error().await, code, "move {name}");
    }
    south.play(3, "1").await;
    assert_eq!(south.error().await, "stale");
    south.play(0, "3").await;
    let state = south.state(1).await;
    assert_eq!(state["view"]["turn"], "south", "the last seed fell in the store");
    south.play(1, "3").await;
    assert_eq!(south.error().await, "bad-move", "the pit is empty now");
    south.play(1, "1").await;
    for line in [&mut south, &mut north, &mut watcher] {
        assert_eq!(line.state(2).await["view"]["turn"], "north");
    }
    south.play(2, "2").await;
    assert_eq!(south.error().await, "not-your-turn");
    south.send(json!({ "type": "rematch" })).await;
    assert_eq!(south.error().await, "bad-move", "the game goes on");
}

#[tokio::test]
async fn nobody_enters_without_the_name_or_with_a_wrong_secret() {
    let address = server(Config::default()).await;
    let (mut south, mut north) = (Line::open(address).await, Line::open(address).await);
    let room = south.create("kalah 6x4").await;
    assert_eq!(north.join(&room, None).await, Value::Null, "who has no secret watches");
    let mut north = Line::open(address).await;
    north.join(&room, Some(NORTH)).await;
    let mut stranger = Line::open(address).await;
    let guesses = ["", "0", &room[..31], &room.to_uppercase(), "' OR 1=1 --"];
    for guess in guesses {
        stranger.send(json!({ "type": "join", "room": guess })).await;
        assert_eq!(stranger.error().await, "unknown-room", "{guess}");
    }
    stranger.send(json!({ "type": "play", "ply": 0, "name": "1" })).await;
    assert_eq!(stranger.error().await, "bad-request", "in no room");
    for secret in ["", &room[1..], &room.replace(|_| true, "A"), &format!("{room}0")] {
        stranger.send(json!({ "type": "join", "room": room, "secret": secret })).await;
        assert_eq!(stranger.error().await, "bad-request", "{secret}");
    }
    assert_eq!(stranger.join(&room, Some(&room)).await, Value::Null, "the secret of no seat");
    south.play(0, "1").await;
    let told = stranger.state(1).await.to_string();
    assert!(
        told.contains(&room) && ![SOUTH, NORTH].iter().any(|secret| told.contains(secret)),
        "secrets are told to nobody else"
    );
    stranger.send(json!({ "type": "join", "room": room })).await;
    assert_eq!(stranger.error().await, "bad-request", "in a room already");
}

#[tokio::test]
async fn bad_frames_are_answered() {
    let address = server(Config::default()).await;
    let mut line = Line::open(address).await;
    let long = "x".repeat(3_000);
    let bad = [
        "",
        "{",
        "null",
        "[]",
        r#"{"type":"fly"}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"play","ply":-1,"name":"1"}"#,
        r#"{"type":"resign","now":true}{"#,
        &long,
    ];
    for text in bad {
        line.raw(Message::text(text)).await;
        assert_eq!(line.error().await, "bad-request", "{text:.20}");
    }
    for start in ["chess", "kalah 9x4", "kalah 6x4,sideways", "tok_ku_rou 14x2"] {
        let start = json!({ "position": start });
        line.send(
            json!({ "type": "create", "room": NORTH, "start": start, "seat": "south", "secret": SOUTH }),
        )
        .await;
        assert_eq!(line.error().await, "bad-text");
    }
    line.send(json!({ "type": "alive" })).await;
    line.wait("alive").await;
    line.create("kalah 6x4").await;
    line.send(json!({ "type": "alive" })).await;
    line.wait("alive").await;

    let mut bytes = Line::open(address).await;
    bytes.raw(Message::binary(vec![0, 1, 2])).await;
    assert_eq!(bytes.error().await, "bad-request");
    assert_eq!(bytes.next().await, None, "the server hangs up");

    for (size, code) in [(5_000, "too-large"), (100_000, "bad-frame")] {
        let mut large = Line::open(address).await;
        large.raw(Message::text("x".repeat(size))).await;
        assert_eq!(large.error().await, code, "{size} bytes");
        assert_eq!(large.next().await, None, "the server hangs up");
    }
    assert_eq!(http(address, "GET", "/", "").await.0, 200, "the server goes on");
}

#[tokio::test]
async fn floods_are_cut_off() {
    let address = server(Config { rate: 2, connections: 3, rooms: 2, ..Config::default() }).await;
    let (mut south, _north, _) = seated(address, &json!({ "position": "kalah 6x4" })).await;
    let mut flood = Line::open(address).await;
    let began = Instant::now();
    for _ in 0..300 {
        if !flood.try_send(json!({ "type": "resign" })).await {
            break;
        }
    }
    let mut codes = Vec::new();
    while let Some(message) = flood.next().await {
        codes.push(message["code"].as_str().expect("an error").to_string());
    }
    assert_eq!(codes.pop().as_deref(), Some("flood"), "then the server hangs up");
    // Two seconds' worth at once, and what came in meanwhile.
    let most = 4 + 2 * (began.elapsed().as_secs() as usize + 1);
    assert!((4..=most).contains(&codes.len()), "{} were answered", codes.len());

    // The place of the flooder is free again, sooner or later; more than three is too many.
    let mut third = loop {
        match Line::try_open(address).await {
            Ok(line) => break line,
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    };
    third.create("kalah 6x4").await;
    assert!(Line::try_open(address).await.is_err_and(|error| error.contains("503")), "three are connected");
    south.play(0, "3").await;
    south.state(1).await;
}

#[tokio::test]
async fn rooms_have_an_end() {
    let config = Config {
        rooms: 2,
        waiting: Duration::from_secs(4),
        idle: Duration::from_secs(9),
        ..Config::default()
    };
    let address = server(config).await;
    let (mut south, _north, room) = seated(address, &json!({ "position": "kalah 6x4" })).await;
    south.play(0, "3").await;
    south.state(1).await;
    let mut lonely = Line::open(address).await;
    let alone = lonely.create("kalah 6x4").await;
    // A move that nobody answers makes no room last as long as a game.
    lonely.play(0, "3").await;
    lonely.state(1).await;
    let mut late = Line::open(address).await;
    let start = json!({ "position": "kalah 6x4" });
    late.send(json!({ "type": "create", "room": SOUTH, "start": start, "seat": "north", "secret": NORTH }))
        .await;
    assert_eq!(late.error().await, "full");
    assert_eq!(lonely.error().await, "unknown-room", "nobody came in time");
    late.send(json!({ "type": "join", "room": alone })).await;
    assert_eq!(late.error().await, "unknown-room");
    late.join(&room, None).await;
    assert_eq!(south.error().await, "unknown-room", "nobody moved in time");
    south.play(1, "1").await;
    assert_eq!(south.error().await, "unknown-room");
}

#[tokio::test]
async fn requests_about_local_games_are_checked() {
    let address = server(Config::default()).await;
    let begin = |start: Value| json!({ "game": { "start": start } }).to_string();
    let start = |position: &str| begin(json!({ "position": position }));
    let (status, view) = post(address, "/api/game", &start("kalah 6x4")).await;
    assert_eq!((status, &view["legal"][2]["path"][3]), (200, &json!("south.store")));
    let record = view["record"].as_str().expect("a record");
    let act = |act: Value| json!({ "game": { "record": record }, "act": act }).to_string();
    let large = format!("{{\"record\":\"{}\"}}", "x".repeat(40_000));
    let cases = [
        ("/api/game", start("kalah 7x20"), 400, "bad-text"),
        ("/api/game", start(""), 400, "bad-text"),
        ("/api/game", act(json!({ "play": "9" })), 400, "bad-text"),
        ("/api/game", act(json!({ "look": 1 })), 400, "bad-request"),
        ("/api/game", act(json!({ "fly": 1 })), 400, "bad-request"),
        ("/api/game", begin(json!({ "position": "kalah 6x4", "first": "east" })), 400, "bad-request"),
        ("/api/game", String::new(), 400, "bad-request"),
        ("/api/game", large, 413, "too-large"),
        ("/api/choose", json!({ "record": record, "level": 8, "seed": 1 }).to_string(), 400, "bad-request"),
        ("/api/match", json!({ "score": "match 1" }).to_string(), 400, "bad-text"),
        ("/api/match", json!({ "games": [{ "starter": "south" }] }).to_string(), 400, "bad-request"),
    ];
    for (path, body, status, code) in cases {
        let (found, fault) = post(address, path, &body).await;
        assert_eq!((found, &fault["code"]), (status, &json!(code)), "{path} {body:.60}");
    }
    let paths = [
        ("/no/such/page", 404),
        ("/picture.svg", 400),
        ("/picture.svg?position=chess", 400),
        ("/picture.svg?position=kalah+6x4&example=3,7", 400),
        ("/picture.svg?position=kalah+6x4&example=3,3", 400),
        ("/picture.svg?position=kalah+6x4&example=3&move=3", 400),
        ("/online", 400),
    ];
    for (path, status) in paths {
        let (found, body) = http(address, "GET", path, "").await;
        assert_eq!(found, status, "{path}");
        assert_eq!(
            body.contains("<h1>There is no such page</h1>"),
            status == 404,
            "people see a page: {path}"
        );
    }
    let (_, view) = post(address, "/api/game", &act(json!({ "undo": u64::MAX }))).await;
    assert_eq!(view["ply"], 0, "no more is taken back than was played");
    let (_, judged) = post(address, "/api/judge", &json!({ "record": record }).to_string()).await;
    assert!(judged["south"].as_i64().expect("a number") > 0, "who starts stands better");
}

#[tokio::test]
async fn all_links_of_the_pages_lead_somewhere() {
    let address = server(Config::default()).await;
    let mut left = vec!["/".to_string()];
    let mut seen = Vec::new();
    while let Some(path) = left.pop() {
        let (status, body) = http(address, "GET", &path, "").await;
        assert_eq!(status, 200, "{path}");
        for attribute in ["href=\"", "src=\""] {
            for link in body.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                let link = link.replace("&amp;", "&");
                if link.starts_with('/') && !seen.contains(&link) && !left.contains(&link) {
                    left.push(link);
                }
            }
        }
        seen.push(path);
    }
    assert!(seen.len() > 20, "pages, styles, scripts and pictures: {}", seen.len());
}
