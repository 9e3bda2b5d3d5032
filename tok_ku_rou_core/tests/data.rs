//! The library plays the games, counts and cases of `tests/data` as they are told there.

use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use tok_ku_rou_core::kalah::{self, Capture, Direction, Sweep};
use tok_ku_rou_core::tok_ku_rou::{self, Laps};
use tok_ku_rou_core::{
    ByPlayer, Event, Kalah, Match, Observer, Outcome, Pit, Place, PlayError, Player, Position, Reason,
    Starts, TokKuRou, perft,
};
use tok_ku_rou_core::{Contestant, Game, Record, Trace};

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

pub(crate) fn json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap()
}

fn lines(name: &str) -> Vec<Value> {
    read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn byte(value: &Value) -> u8 {
    u8::try_from(value.as_u64().unwrap()).unwrap()
}

fn bytes(value: &Value) -> Vec<u8> {
    value.as_array().unwrap().iter().map(byte).collect()
}

fn player(value: &Value) -> Player {
    match value {
        Value::Number(_) => Player::ALL[usize::from(byte(value))],
        _ => match value.as_str().unwrap().to_lowercase().as_str() {
            "s" => Player::South,
            "n" => Player::North,
            other => panic!("no player {other}"),
        },
    }
}

fn padded<const N: usize>(seeds: &[u8]) -> [u8; N] {
    std::array::from_fn(|pit| seeds.get(pit).copied().unwrap_or(0))
}

pub(crate) fn kalah_rules(rules: &Value, pits: u8, seeds: u8) -> kalah::Rules {
    let capture = match (rules["keep_sowing"].as_bool(), rules["empty_capture"].as_bool().unwrap()) {
        (Some(true), _) => Capture::KeepSowing,
        (_, true) => Capture::TakeEmpty,
        (_, false) => Capture::LeaveEmpty,
    };
    let sweep = match rules["leftovers"].as_str().unwrap() {
        "owner" | "owner of the pits" => Sweep::Owner,
        "finisher" => Sweep::Finisher,
        "uncounted" => Sweep::None,
        other => panic!("no sweep {other}"),
    };
    let direction = match rules["direction"].as_str() {
        None | Some("counterclockwise") => Direction::Counterclockwise,
        Some("clockwise") => Direction::Clockwise,
        Some(other) => panic!("no direction {other}"),
    };
    let size = kalah::Rules::new(pits, seeds).unwrap();
    size.with_capture(capture).with_sweep(sweep).with_direction(direction)
}

fn tok_ku_rou_rules(rules: &Value) -> tok_ku_rou::Rules {
    let laps = match rules["laps"].as_str().unwrap() {
        "single" => Laps::Single,
        "multiple" => Laps::Multiple,
        other => panic!("no laps {other}"),
    };
    tok_ku_rou::Rules::new(byte(&rules["columns"]), byte(&rules["seeds"])).unwrap().with_laps(laps)
}

fn legal(position: &impl Position) -> Vec<u8> {
    position.legal_moves().into_iter().map(Pit::number).collect()
}

/// What an observer of one move saw.
#[derive(Default)]
struct Seen {
    captures: u64,
    captured: u64,
    lifts: u64,
}

impl Observer for Seen {
    fn event(&mut self, event: Event) {
        match event {
            Event::Lift { .. } => self.lifts += 1,
            Event::Capture { seeds, .. } => {
                self.captures += 1;
                self.captured += u64::from(seeds);
            }
            _ => {}
        }
    }
}

#[test]
fn kalah_games() {
    for game in lines("kalah_games.jsonl") {
        let rules = kalah_rules(&game["rules"], byte(&game["rules"]["pits"]), byte(&game["rules"]["seeds"]));
        let setup = |ply: &Value| kalah::Setup {
            pits: ByPlayer { south: padded(&bytes(&ply["south"])), north: padded(&bytes(&ply["north"])) },
            stores: ByPlayer { south: byte(&ply["stores"][0]), north: byte(&ply["stores"][1]) },
            turn: player(&ply["turn"]),
            rules,
        };
        let mut position = Kalah::try_from(setup(&game["start"])).unwrap();
        for ply in game["plies"].as_array().unwrap() {
            assert_eq!(legal(&position), bytes(&ply["legal"]), "{position}");
            let (before, pit) = (position, Pit::new(byte(&ply["pit"])));
            let mut seen = Seen::default();
            position.play_observed(pit, &mut seen);
            assert_eq!(kalah::Setup::from(position), setup(ply), "{before} {}", before.move_name(pit));
            assert_eq!(position.outcome().is_some(), ply["over"].as_bool().unwrap());
            // The data counts the capturing seed, too.
            assert_eq!(seen.captured + seen.captures, ply["captured"].as_u64().unwrap());
            if position.outcome().is_none() {
                assert_eq!(position.turn() == before.turn(), ply["again"].as_bool().unwrap());
            }
        }
        let result =
            ByPlayer { south: byte(&game["result"]["south"]), north: byte(&game["result"]["north"]) };
        assert_eq!(position.scores(), result);
    }
}

#[test]
fn tok_ku_rou_games() {
    let mut endless = 0;
    for game in lines("tok_ku_rou_games.jsonl") {
        let rules = tok_ku_rou_rules(&game["rules"]);
        let setup = |ply: &Value| tok_ku_rou::Setup {
            pits: ByPlayer { south: padded(&bytes(&ply["south"])), north: padded(&bytes(&ply["north"])) },
            turn: player(&ply["turn"]),
            rules,
            endless: ply["endless"].as_bool().unwrap_or(false),
        };
        let mut position = TokKuRou::try_from(setup(&game["start"])).unwrap();
        for ply in game["plies"].as_array().unwrap() {
            assert_eq!(legal(&position), bytes(&ply["legal"]), "{position}");
            let (before, pit) = (position, Pit::new(byte(&ply["pit"])));
            let mut seen = Seen::default();
            position.play_observed(pit, &mut seen);
            assert_eq!(tok_ku_rou::Setup::from(position), setup(ply), "{before} {}", before.move_name(pit));
            endless += u32::from(position.endless());
            let told = ["captures", "captured", "lifts"].map(|key| ply[key].as_u64().unwrap());
            // How often an endless sow goes round before somebody notices is nobody's rule.
            if !position.endless() {
                assert_eq!([seen.captures, seen.captured, seen.lifts - 1], told);
            }
        }
        assert_eq!(position.outcome().is_some(), game["over"].as_bool().unwrap());
        let totals =
            ByPlayer { south: byte(&game["totals"]["south"]), north: byte(&game["totals"]["north"]) };
        assert_eq!(position.scores(), totals);
    }
    assert!(endless > 0, "the data has endless sows");
}

#[test]
fn perft_tables() {
    let tables = json("perft.json");
    // The deepest counts take a release build, as in `make test-long`.
    let most = if cfg!(debug_assertions) { 6_000_000 } else { u64::MAX };
    let shallow =
        |counts: &Value| counts.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect::<Vec<_>>();
    let mut counted = 0;
    let mut check = |position: &dyn Fn(u32) -> u64, counts: &Value| {
        for (depth, lines) in (1..).zip(shallow(counts)).take_while(|&(_, lines)| lines < most) {
            assert_eq!(position(depth), lines, "depth {depth}");
            counted += 1;
        }
    };
    for table in tables["tok_ku_rou"].as_array().unwrap() {
        let start = TokKuRou::new(tok_ku_rou_rules(table));
        check(&|depth| perft(&start, depth), &table["perft"]);
    }
    for table in tables["kalah"].as_array().unwrap() {
        let start = Kalah::new(kalah_rules(table, byte(&table["pits"]), byte(&table["seeds"])));
        check(&|depth| perft(&start, depth), &table["perft"]);
    }
    assert!(counted > 100, "{counted} counts");
    assert_eq!(tok_ku_rou_core::divide(&Kalah::default(), 0).count(), 0);
}

#[test]
fn perfect_games_replay() {
    let data = json("kalah_perfect_games.json");
    let mut replayed = 0;
    for game in
        data["games"].as_array().unwrap().iter().filter(|game| game["usable"].as_bool() != Some(false))
    {
        let rules = kalah_rules(&data["rules"], byte(&game["pits"]), byte(&game["stones"]));
        let mut position = Kalah::new(rules);
        let moves = bytes(&game["moves"]).into_iter().zip(bytes(&game["sides"]));
        for ((pit, side), told) in moves.zip(game["positions"].as_array().unwrap()) {
            let setup = kalah::Setup::from(position);
            assert_eq!(setup.pits.south, padded(&bytes(&told["south"])));
            assert_eq!(setup.pits.north, padded(&bytes(&told["north"])));
            assert_eq!(setup.stores.south, byte(&told["south_store"]));
            assert_eq!(setup.stores.north, byte(&told["north_store"]));
            assert_eq!(position.turn(), Player::ALL[usize::from(side)]);
            position = position.play(Pit::new(pit)).unwrap();
        }
        if game["complete"].as_bool().unwrap() {
            assert!(position.outcome().is_some());
            let scores = position.scores().map(i64::from);
            assert_eq!(scores.south - scores.north, game["final_margin"].as_i64().unwrap());
        }
        replayed += 1;
    }
    assert!(replayed > 10, "{replayed} games");
}

/// A board that is not swept: all places with their seeds, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    seeds: Vec<(Place, u8)>,
    turn: Player,
}

impl Board {
    fn of(position: &Kalah) -> Self {
        let places = Player::ALL.into_iter().flat_map(|player| {
            let pits = (0..position.pits()).map(move |pit| Place::Pit(player, Pit::new(pit)));
            pits.chain([Place::Store(player)])
        });
        let seeds = places.map(|place| (place, position.seeds(place))).collect();
        Self { seeds, turn: position.turn() }
    }

    fn at(&mut self, place: Place) -> &mut u8 {
        &mut self.seeds.iter_mut().find(|slot| slot.0 == place).unwrap().1
    }

    /// What a move makes of the board, the sweep left out.
    fn apply(&self, trace: &Trace, mover: Player) -> Self {
        let mut after = self.clone();
        let mut again = false;
        for event in trace.events() {
            match *event {
                Event::Lift { pit, .. } => *after.at(pit) = 0,
                Event::Sow { from, seeds } => {
                    trace.path().sow(from, seeds).for_each(|place| *after.at(place) += 1);
                }
                Event::Capture { at, pits, seeds } => {
                    pits.into_iter().for_each(|pit| *after.at(Place::Pit(!mover, pit)) = 0);
                    *after.at(at) = 0;
                    *after.at(Place::Store(mover)) += seeds + 1;
                }
                Event::Store => again = true,
                _ => {}
            }
        }
        after.turn = if again { mover } else { !mover };
        after
    }

    /// Whether a side is empty or a store holds more than half.
    fn is_last(&self, half: u8) -> bool {
        let empty = |player| {
            let elsewhere = |place| !matches!(place, Place::Pit(owner, _) if owner == player);
            self.seeds.iter().all(|&(place, seeds)| seeds == 0 || elsewhere(place))
        };
        let full = |&(place, seeds): &(Place, u8)| matches!(place, Place::Store(_)) && seeds > half;
        empty(Player::South) || empty(Player::North) || self.seeds.iter().any(full)
    }
}

/// Counts positions as Irving, Donkers and Uiterwijk do: before the sweep, and none after a majority. The library
/// sweeps at once, so the board before the sweep is told by the events.
#[test]
fn reachable_positions() {
    let data = json("kalah_graph_counts.json");
    let mut counted = 0;
    for entry in data["matches_published"].as_array().unwrap() {
        let (pits, seeds) = (byte(&entry["pits"]), byte(&entry["stones"]));
        let nodes = entry["nodes"].as_u64().unwrap();
        if nodes > 200_000 {
            continue;
        }
        let start = Kalah::new(kalah::Rules::new(pits, seeds).unwrap());
        let mut left = vec![(start, Board::of(&start))];
        let mut found = HashSet::from([Board::of(&start)]);
        while let Some((position, board)) = left.pop() {
            if board.is_last(pits * seeds) {
                continue;
            }
            for pit in position.legal_moves() {
                let trace = Trace::of(&position, pit).unwrap();
                let after = board.apply(&trace, position.turn());
                if found.insert(after.clone()) {
                    left.push((position.play(pit).unwrap(), after));
                }
            }
        }
        assert_eq!(found.len() as u64, nodes, "Kalah({pits},{seeds})");
        counted += 1;
    }
    assert!(counted > 10, "{counted} boards");
}

pub(crate) fn fault_setup(case: &Value) -> kalah::Setup {
    let position = &case["position"];
    let row = bytes(&position["south"]);
    let total: u16 = row.iter().map(|&seeds| u16::from(seeds)).sum();
    // Any number of seeds a pit serves, these are no starts.
    let rules =
        kalah_rules(&case["rules"], u8::try_from(row.len()).unwrap(), if total == 36 { 6 } else { 4 });
    kalah::Setup {
        pits: ByPlayer { south: padded(&row), north: padded(&bytes(&position["north"])) },
        stores: ByPlayer { south: byte(&position["south_store"]), north: byte(&position["north_store"]) },
        turn: player(&position["to_move"]),
        rules,
    }
}

/// A move such as `S3`, as number from 0, or a number that no pit has.
pub(crate) fn fault_pit(name: &Value) -> Pit {
    let number: i64 = name.as_str().unwrap()[1..].parse().unwrap();
    Pit::new(u8::try_from(number - 1).unwrap_or(255))
}

fn play_fault(case: &Value) {
    let mut position = Kalah::try_from(fault_setup(case)).unwrap();
    let mut last = None;
    for name in case["moves"].as_array().unwrap() {
        assert_eq!(name.as_str().unwrap()[..1].to_lowercase(), position.turn().letter().to_string());
        let trace = Trace::of(&position, fault_pit(name)).unwrap();
        position = position.play(fault_pit(name)).unwrap();
        last = Some(trace);
    }
    let (id, expected) = (case["id"].as_str().unwrap(), &case["expected"]);
    let setup = kalah::Setup::from(position);
    assert_eq!(setup.pits.south, padded(&bytes(&expected["south"])), "{id}");
    assert_eq!(setup.pits.north, padded(&bytes(&expected["north"])), "{id}");
    assert_eq!(setup.stores.south, byte(&expected["south_store"]), "{id}");
    assert_eq!(setup.stores.north, byte(&expected["north_store"]), "{id}");
    assert_eq!(position.outcome().is_some(), expected["over"].as_bool().unwrap(), "{id}");
    if let Some(outcome) = position.outcome() {
        let winner = match expected["winner"].as_str().unwrap() {
            "draw" => None,
            _ => Some(player(&expected["winner"])),
        };
        assert_eq!(outcome, Outcome { winner, reason: Reason::SideEmpty }, "{id}");
        let scores = position.scores().map(i64::from);
        assert_eq!(scores.south - scores.north, expected["score"].as_i64().unwrap(), "{id}");
    } else {
        assert_eq!(position.turn(), player(&expected["to_move"]), "{id}");
    }
    if id == "N11" {
        let captures = |event: &Event| matches!(event, Event::Capture { seeds: 2, .. });
        assert!(last.unwrap().events().iter().any(captures), "a move log can tell that this captures 2");
    }
}

/// A match of two games with seats swapped: each leg names South, North and the seat that won.
fn play_pairing(legs: &Value, expected: &Value) {
    let mut score = Match::new(Starts::Alternate);
    for leg in legs.as_array().unwrap() {
        let south = if leg[0] == "A" { Contestant::First } else { Contestant::Second };
        let outcome = Outcome { winner: Some(player(&leg[2])), reason: Reason::SideEmpty };
        score.record(south, Player::South, outcome, ByPlayer { south: 24, north: 24 });
    }
    let wins = [Contestant::First, Contestant::Second].map(|contestant| u64::from(score.wins(contestant)));
    assert_eq!(wins, ["A", "B"].map(|name| expected[name].as_u64().unwrap()));
}

/// One four-row ring against an empty opponent, lifted at `start`.
fn play_endless(case: &Value) {
    let ring = bytes(&case["position"]["ring"]);
    let columns = u8::try_from(ring.len() / 2).unwrap();
    let rules = tok_ku_rou::Rules::new(columns, 1).unwrap().with_laps(Laps::Multiple);
    let pits = ByPlayer { south: padded(&ring), north: [0; 26] };
    let setup = tok_ku_rou::Setup { pits, ..tok_ku_rou::Setup::start(rules) };
    let before = TokKuRou::try_from(setup).unwrap();
    let after = before.play(Pit::new(byte(&case["position"]["start"]))).unwrap();
    assert_eq!(case["expected"]["endless"].as_bool(), Some(after.endless()));
    assert_eq!(tok_ku_rou::Setup::from(after).pits, pits, "the board before the move is kept");
}

#[test]
fn known_faults() {
    let mut seen = Vec::new();
    for case in json("known_faults.json").as_array().unwrap() {
        let (id, expected) = (case["id"].as_str().unwrap(), &case["expected"]);
        match case["check"].as_str().unwrap() {
            "play" if ["rules", "end", "notation"].iter().any(|area| case["area"] == *area) => {
                play_fault(case);
            }
            "illegal" => {
                let position = Kalah::try_from(fault_setup(case)).unwrap();
                for name in case["moves"].as_array().unwrap() {
                    let pit = fault_pit(name);
                    assert_eq!(position.play(pit), Err(PlayError::NoSuchPit { pit, pits: 6 }), "{id}");
                    assert!(position.parse_move(&name.as_str().unwrap()[1..]).is_err(), "{id}");
                }
            }
            "terminal" => {
                let position = Kalah::try_from(fault_setup(case)).unwrap();
                assert_eq!(legal(&position), bytes(&expected["legal"]), "{id}");
                let winner = position.outcome().unwrap().winner.map_or('d', Player::letter);
                assert!(expected["winner"].as_str().unwrap().to_lowercase().starts_with(winner), "{id}");
                let totals =
                    ByPlayer { south: byte(&expected["south_total"]), north: byte(&expected["north_total"]) };
                assert_eq!(position.scores(), totals, "{id}");
            }
            "pairing" => {
                play_pairing(&expected["legs"], &expected["score"]);
                play_pairing(&expected["legs2"], &expected["score2"]);
            }
            "relay_endless" => play_endless(case),
            "perft" => {
                let start = |pits, seeds| Kalah::new(kalah_rules(&case["rules"], pits, seeds));
                for (start, told) in [(start(6, 4), "perft_6x4"), (start(3, 2), "perft_3x2")] {
                    for (depth, lines) in (1..).zip(expected[told].as_array().unwrap()) {
                        assert_eq!(perft(&start, depth), lines.as_u64().unwrap(), "{id} {start} {depth}");
                    }
                }
            }
            "play_nested2" => {
                // Saved and loaded in the middle of a turn, the same player goes on.
                let mut game = Game::new(Kalah::try_from(fault_setup(case)).unwrap());
                game.play(fault_pit(&case["moves"][0])).unwrap();
                let loaded: Record<Kalah> = game.to_string().parse().unwrap();
                assert_eq!(loaded.game, game, "{id}");
                let (after, setup) = (&expected["after_load"], kalah::Setup::from(*loaded.game.position()));
                assert_eq!(setup.pits.south, padded(&bytes(&after["south"])), "{id}");
                assert_eq!(setup.stores.south, byte(&after["south_store"]), "{id}");
                assert_eq!(setup.turn, player(&after["to_move"]), "{id}");
            }
            _ => continue,
        }
        seen.push(id.to_string());
    }
    let must = ["R01", "R18", "R20", "E01", "E07", "E10", "E11", "E13", "N11", "O04", "A15", "U01"];
    assert!(must.iter().all(|id| seen.iter().any(|other| other == id)), "{seen:?}");
}

/// The two examples that the source works out by hand.
#[test]
fn worked_examples() {
    let position: Kalah = "kalah 3,4,5,1,6,2/2,3,0,6,2,1 6,7 s 6x4".parse().unwrap();
    let again = position.play(Pit::new(4)).unwrap();
    assert_eq!(again.turn(), Player::South, "the fifth pit earns another turn");
    let after = again.play(Pit::new(0)).unwrap();
    assert_eq!(after.scores().south, 13);
    assert_eq!(after.turn(), Player::North);
    let over: Kalah = "kalah 0,0,0,0,0,0/0,2,0,3,1,1 20,21 s 6x4".parse().unwrap();
    assert_eq!(over.scores(), ByPlayer { south: 27, north: 21 });
    assert_eq!(over.outcome(), Some(Outcome { winner: Some(Player::South), reason: Reason::SideEmpty }));
}
