//! How games begin: tosses, set-ups and rematches.

use crate::line::{Line, seated, server};
use serde_json::{Value, json};
use tok_ku_rou_web::Config;

/// The next state of the room of which this is true.
async fn state(line: &mut Line, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let state = line.wait("state").await;
        if wanted(&state) {
            return state;
        }
    }
}

/// Both players ask for another game. Tells how it begins.
async fn rematch(south: &mut Line, north: &mut Line) -> Value {
    south.send(json!({ "type": "rematch" })).await;
    let asked = state(north, |state| state["rematch"]["south"] == true).await;
    assert_eq!(asked["rematch"], json!({ "south": true, "north": false }));
    north.send(json!({ "type": "rematch" })).await;
    state(north, |state| state["rematch"]["south"] == false).await
}

#[tokio::test]
async fn a_match_goes_on_with_another_game() {
    let address = server(Config::default()).await;
    let (mut south, mut north, _) = seated(address, &json!({ "position": "tok_ku_rou 3x2" })).await;
    south.send(json!({ "type": "resign" })).await;
    let ended = state(&mut north, |state| state["view"]["outcome"] != Value::Null).await;
    assert_eq!(ended["view"]["outcome"], json!({ "winner": "north", "reason": "resigned" }));
    assert_eq!(ended["score"]["wins"], json!({ "south": 0, "north": 1 }));
    south.play(0, "b1").await;
    assert_eq!(south.error().await, "bad-move");
    let next = rematch(&mut south, &mut north).await;
    assert_eq!((&next["view"]["outcome"], &next["view"]["turn"]), (&Value::Null, &json!("north")), "in turn");
    north.play(0, "b1").await;
    north.state(1).await;
}

#[tokio::test]
async fn a_rematch_keeps_the_set_up_and_what_ends_the_game() {
    let address = server(Config::default()).await;
    let position = "kalah 0,5,0,5,0,5/1,2,3,4,5,0 3,4 s 6x4,clockwise";
    let start = json!({ "position": position, "adjudication": "repetition-count,plies 30" });
    let (mut south, mut north, _) = seated(address, &start).await;
    let first = south.wait("state").await;
    south.play(0, "1").await;
    south.state(1).await;
    south.send(json!({ "type": "resign" })).await;
    let next = rematch(&mut south, &mut north).await;
    assert_eq!(next["view"]["notation"], position, "South is to move again");
    let record = next["view"]["record"].as_str().expect("a record");
    assert!(record.contains("[Adjudication \"repetition-count,plies 30\"]"), "{record}");
    assert_eq!(first["view"]["record"], record);
}

#[tokio::test]
async fn everybody_hears_who_won_the_toss() {
    let address = server(Config::default()).await;
    let start = json!({ "position": "tok_ku_rou 3x2", "first": "toss" });
    let mut winners = Vec::new();
    // A fair coin falls on one side alone once in 2^99 times.
    for _ in 0..100 {
        let (mut south, mut north, _) = seated(address, &start).await;
        let (to_south, to_north) = (south.wait("state").await, north.wait("state").await);
        let winner = to_south["toss"].clone();
        assert_eq!([&to_south["view"]["starter"], &to_south["view"]["turn"]], [&winner; 2]);
        assert_eq!((&to_north["toss"], &to_north["view"]["turn"]), (&winner, &winner));
        let (starter, other) =
            if winner == "south" { (&mut south, &mut north) } else { (&mut north, &mut south) };
        starter.play(0, "b1").await;
        assert_eq!(other.state(1).await["toss"], Value::Null, "the game is on its way");
        if !winners.contains(&winner) {
            winners.push(winner);
        }
    }
    winners.sort_by_key(Value::to_string);
    assert_eq!(winners, [json!("north"), json!("south")]);
}

#[tokio::test]
async fn only_a_toss_is_told_as_one() {
    let address = server(Config::default()).await;
    let start = json!({ "position": "tok_ku_rou 3x2", "first": "north" });
    let (mut south, mut north, _) = seated(address, &start).await;
    let told = south.wait("state").await;
    assert_eq!((&told["toss"], &told["view"]["turn"]), (&Value::Null, &json!("north")));
    south.send(json!({ "type": "resign" })).await;
    assert_eq!(rematch(&mut south, &mut north).await["toss"], Value::Null, "they take turns");

    // One seed a pit: nobody can move and no game is counted, so it is nobody's turn to start.
    let over = json!({ "position": "tok_ku_rou 3x1" });
    let (mut south, mut north, _) = seated(address, &over).await;
    let next = rematch(&mut south, &mut north).await;
    assert!(next["toss"].is_string(), "{}", next["toss"]);
    assert_eq!(next["toss"], next["view"]["starter"]);

    let start = json!({ "position": "tok_ku_rou 3x2", "first": "toss" });
    let (mut south, mut north, _) = seated(address, &start).await;
    south.send(json!({ "type": "resign" })).await;
    let ended = state(&mut north, |state| state["view"]["outcome"] != Value::Null).await;
    assert_eq!(ended["toss"], Value::Null, "nobody starts any more");
}
