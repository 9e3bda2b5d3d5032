//! The engine process, spoken to line by line.

use clap::CommandFactory;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tok_ku_rou_core::ai::Level;
use tok_ku_rou_core::{AnyPosition, Game, Player, Position, Repetition};
use tok_ku_rou_examples::ugi;

/// How long to wait for a line before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Input that waits for more until its sender is gone.
struct Feed {
    lines: Receiver<String>,
    rest: VecDeque<u8>,
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest.extend(line.bytes());
        }
        self.rest.read(buffer)
    }
}

/// Output that arrives line by line.
struct Lines {
    sender: Sender<String>,
    partial: String,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.push_str(std::str::from_utf8(bytes).unwrap());
        while let Some(end) = self.partial.find('\n') {
            let line = self.partial.drain(..=end).collect::<String>();
            self.sender.send(line.trim_end().into()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        assert_eq!(self.partial, "", "only whole lines are written");
        Ok(())
    }
}

/// The one who talks to an engine.
struct Client {
    sender: Sender<String>,
    lines: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Client {
    fn new() -> Self {
        let (sender, fed) = channel();
        let (said, lines) = channel();
        let input = BufReader::new(Feed { lines: fed, rest: VecDeque::new() });
        let output = Lines { sender: said, partial: String::new() };
        Self { sender, lines, engine: thread::spawn(move || ugi::run(input, output)) }
    }

    /// A client that has said these lines, to none of which there is an answer.
    fn after(lines: &[&str]) -> Self {
        let client = Self::new();
        for line in lines {
            client.say(line);
        }
        assert_eq!(client.ask("isready", "readyok"), ["readyok"], "{lines:?}");
        client
    }

    fn say(&self, line: &str) {
        self.sender.send(format!("{line}\n")).unwrap();
    }

    /// The answer up to the line that begins like this.
    fn hear(&self, last: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        while heard.last().is_none_or(|line| !line.starts_with(last)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{error} while waiting for {last:?} after {heard:?}"),
            }
        }
        heard
    }

    fn ask(&self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        self.hear(last)
    }

    /// Sends a line and tells what was said before the answer to an `isready` behind it.
    fn provoke(&self, line: &str) -> Vec<String> {
        self.say(line);
        let mut heard = self.ask("isready", "readyok");
        heard.pop();
        heard
    }

    fn query(&self, what: &str) -> String {
        let heard = self.ask(&format!("query {what}"), "response ");
        heard.last().unwrap()["response ".len()..].into()
    }

    /// Everything that can be asked about the position.
    fn queries(&self) -> [String; 3] {
        ["gameover", "result", "p1turn"].map(|what| self.query(what))
    }

    /// The best move after this `go`, and the lines before it.
    fn go(&self, limits: &str) -> (String, Vec<String>) {
        let mut heard = self.ask(format!("go {limits}").trim(), "bestmove ");
        (heard.pop().unwrap()["bestmove ".len()..].into(), heard)
    }

    /// Leaves, and tells what was said meanwhile.
    fn quit(self) -> Vec<String> {
        let _ = self.sender.send("quit\n".into());
        self.engine.join().unwrap().unwrap();
        self.lines.try_iter().collect()
    }
}

/// A line of information without what depends on the clock.
fn timeless(lines: &[String]) -> Vec<String> {
    let timed = |words: &[&str]| words[0] != "nps" && words[0] != "time";
    let pairs = |line: &String| {
        let (info, pv) = line.split_once(" pv ").unwrap_or((line, ""));
        let words: Vec<_> = info.split(' ').collect();
        let (head, pairs) = words.split_at(6);
        let kept: Vec<_> = pairs.chunks(2).filter(|pair| timed(pair)).flatten().copied().collect();
        format!("{} {} {pv}", head.join(" "), kept.join(" "))
    };
    lines.iter().map(pairs).collect()
}

fn game(start: &str) -> Game<AnyPosition> {
    Game::new(start.parse().unwrap())
}

/// Plays a move by name; it has to be legal.
fn play(game: &mut Game<AnyPosition>, name: &str) {
    let pit = game.position().parse_move(name).unwrap();
    game.play(pit).unwrap();
}

fn result(game: &Game<AnyPosition>) -> &'static str {
    match game.outcome().map(|outcome| outcome.winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Player::South)) => "p1win",
        Some(Some(Player::North)) => "p2win",
    }
}

#[test]
fn the_engine_introduces_itself() {
    let client = Client::new();
    let lines = client.ask("ugi", "ugiok");
    assert!(lines[0].starts_with("id name tok_ku_rou "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let options = [
        "option name Hash type spin default 16 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Game type combo default tok_ku_rou var tok_ku_rou var kalah",
        "option name Variant type string default 12x2",
        "option name Level type spin default 0 min 0 max 7",
    ];
    assert_eq!(lines[2..lines.len() - 1], options);
    assert_eq!(client.provoke(""), [""; 0], "a blank line is nothing");
    assert_eq!(client.provoke("stop"), [""; 0], "there is nothing to stop");
    assert_eq!(client.ask(" \tisready\r", "readyok"), ["readyok"]);
    assert_eq!(client.quit(), [""; 0]);
}

#[test]
fn whole_games_are_played() {
    for (name, variant) in [
        ("kalah", "4x3"),
        ("kalah", "3x2,leave-empty,clockwise"),
        ("tok_ku_rou", "3x2"),
        ("tok_ku_rou", "4x2,multiple-laps"),
    ] {
        let options =
            [format!("setoption name Game value {name}"), format!("setoption name Variant value {variant}")];
        let client = Client::after(&options.each_ref().map(String::as_str));
        let mut game = game(&format!("{name} {variant}"));
        let mut moves = String::new();
        client.say("position startpos");
        while game.outcome().is_none() {
            assert_eq!(
                client.queries(),
                ["false", "none", if game.position().turn() == Player::South { "true" } else { "false" }]
            );
            let (best, infos) = client.go("depth 5");
            assert!(
                !infos.is_empty() && infos.iter().all(|line| line.starts_with("info depth ")),
                "{infos:?}"
            );
            play(&mut game, &best);
            moves = format!("{moves} {best}");
            client.say(&format!("position startpos moves{moves}"));
        }
        assert_eq!(client.queries()[..2], ["true", result(&game)], "{name} {variant}: {moves}");
        assert_eq!(client.go("depth 5"), ("none".into(), Vec::new()));
        assert_eq!(client.go("infinite").0, "none", "there is nothing to search");
        // The same from the notation of a position on the way.
        client.say(&format!("position fen {}", game.position()));
        assert_eq!(client.queries()[..2], ["true", result(&game)]);
        client.say(&format!("uginewgame\nposition fen {name} {variant}\tmoves {moves}\n"));
        assert_eq!(client.queries()[..2], ["true", result(&game)]);
        assert_eq!(client.quit(), [""; 0]);
    }
}

#[test]
fn a_search_tells_what_it_finds() {
    let client = Client::after(&["setoption name Game value kalah", "position fen kalah 3x2"]);
    // `Search` has it as an example: South wins by four.
    let (best, infos) = client.go("infinite");
    let last: Vec<_> = infos.last().unwrap().split(' ').collect();
    let words: Vec<_> = [0, 1, 3, 4, 5, 6, 8, 10, 12].iter().map(|&index| last[index]).collect();
    assert_eq!(words, ["info", "depth", "score", "win", "4", "nodes", "nps", "time", "pv"], "{last:?}");
    for index in [2, 7, 9, 11] {
        assert!(last[index].parse::<u64>().is_ok(), "{last:?}");
    }
    assert_eq!(last[13], best);
    let mut line = game("kalah 3x2");
    for name in &last[13..] {
        play(&mut line, name);
    }
    // The loser sees the same from the other side.
    let mut lost = game("kalah 3x2");
    while lost.position().turn() == Player::South {
        let name = last[13 + lost.ply_count()];
        play(&mut lost, name);
    }
    client.say(&format!("position fen {}", lost.position()));
    let score = client.go("infinite").1.pop().unwrap();
    assert!(score.contains(" score lose 4 "), "{score}");
    // South's last seed goes to the store, and North's is swept: four each.
    client.say("position fen kalah 0,1/0,1 3,3 s 2x2");
    let score = client.go("infinite").1.pop().unwrap();
    assert!(score.contains(" score draw 0 "), "{score}");
    client.say("setoption name Game value tok_ku_rou");
    let score = client.go("depth 2").1.pop().unwrap();
    assert!(score.contains("depth 2 score cp "), "{score}");
}

#[test]
fn the_same_session_has_the_same_answers() {
    let session = || {
        let client = Client::new();
        let mut answers = Vec::new();
        for name in ["kalah", "tok_ku_rou"] {
            client.say(&format!("setoption name Game value {name}"));
            for limits in ["depth 6", "nodes 30000", "depth 4 nodes 1000000", ""] {
                client.say("position startpos");
                let (best, infos) = client.go(limits);
                play(&mut Game::new(start(name)), &best);
                answers.push((best, timeless(&infos)));
            }
            // What the table remembers may change the way, so a new game begins without it.
            client.say("uginewgame");
            let (best, infos) = client.go("depth 6");
            assert_eq!((best, timeless(&infos)), answers[answers.len() - 4]);
        }
        client.quit();
        answers
    };
    assert_eq!(session(), session());
}

fn start(name: &str) -> AnyPosition {
    let size = if name == "kalah" { "6x4" } else { "12x2" };
    format!("{name} {size}").parse().unwrap()
}

#[test]
fn a_search_is_within_its_limits() {
    let client = Client::new();
    let nodes = |line: &str| {
        let mut words = line.split(' ').skip_while(|&word| word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    let (_, infos) = client.go("nodes 5000 infinite");
    // The children of one position are made together.
    assert!(nodes(infos.last().unwrap()) <= 5_024, "{infos:?}");
    let (_, infos) = client.go("depth 3");
    assert!(infos.last().unwrap().starts_with("info depth 3 "), "{infos:?}");
    let begin = Instant::now();
    client.go("movetime 50");
    client.go("depth 200 p1time 1000 p2time 1 p1inc 20");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!(client.go("depth 0").0, "b1", "a legal move without looking ahead");
}

#[test]
fn others_are_heard_while_it_searches() {
    for threads in ["1", "2"] {
        let client = Client::after(&[&format!("setoption name Threads value {threads}")]);
        let before = client.queries();
        client.say("go infinite");
        thread::sleep(Duration::from_millis(100));
        assert!(client.ask("isready", "readyok").last().is_some());
        assert_eq!(client.queries(), before);
        for line in [
            "go depth 1",
            "position startpos moves b1",
            "setoption name Hash value 1",
            "setoption name Game value kalah",
            "uginewgame",
            "hello",
        ] {
            let heard = client.provoke(line);
            let strings = heard.iter().filter(|line| line.starts_with("info string "));
            assert_eq!(strings.count(), 1, "{line}: {heard:?}");
        }
        let begin = Instant::now();
        let heard = client.ask("stop", "bestmove ");
        assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
        play(&mut game("tok_ku_rou 12x2"), &heard.last().unwrap()["bestmove ".len()..]);
        assert_eq!(client.queries(), before, "nothing was changed");
        assert_eq!(client.provoke("stop"), [""; 0]);

        // One who does not wait for the best move either is served in order.
        client.say("go infinite\nstop\nposition startpos moves b1\ngo depth 1");
        client.hear("bestmove ");
        let heard = client.hear("bestmove ");
        assert!(!heard.iter().any(|line| line.contains("string")), "{heard:?}");
        assert_eq!(client.query("p1turn"), "false");

        // Who leaves while it searches still gets a best move, and the process ends.
        client.say("go infinite");
        let begin = Instant::now();
        assert!(client.quit().last().unwrap().starts_with("bestmove "));
        assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    }
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut output = Vec::new();
    ugi::run("position startpos moves b1\ngo infinite".as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
}

/// Output that nobody reads.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_nobody_reads_ends_it() {
    for input in
        ["isready\n", "go infinite\n", "go infinite\nisready\n", "go infinite\nstop\nposition startpos\n"]
    {
        let error = ugi::run(input.as_bytes(), Broken).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{input}");
    }
}

#[test]
fn bad_input_changes_nothing() {
    let lines = [
        ("hello", "expected `ugi`, `isready`, "),
        ("UGI", "found \"UGI\""),
        ("isready now", "expected nothing behind `isready`, found \"now\""),
        ("quit now", "expected nothing behind `quit`"),
        ("position", "expected `position startpos` or `position fen`"),
        ("position moves 1", "expected `position startpos` or `position fen`"),
        ("position startpos 1", "expected `moves` or nothing behind `startpos`, found \"1\""),
        ("position startpos moves 3 3", "move 2 (\"3\"): expected at least 1 seed, found 0 there"),
        ("position startpos moves 3 7", "move 2 (\"7\"): byte 0: expected the name of a pit"),
        ("position startpos moves 3 6 moves 1", "move 3 (\"moves\"): "),
        (
            "position fen",
            "fen: byte 0: expected the game, `kalah` or `tok_ku_rou`, found the end of the text",
        ),
        ("position fen chess", "fen: byte 0: expected the game"),
        (
            "position fen kalah 4,4,x/4,4,4 0,0 s 3x4",
            "fen: byte 10: expected a number of seeds from 0 to 255, found 'x'",
        ),
        ("position fen kalah 4,4,4/4,4,4 0,0 s 6x4", "that fits the rest"),
        ("position fen kalah 6x4 moves b1", "move 1 (\"b1\"): "),
        (
            "position fen kalah 0,0/0,0 4,4 s 2x2 moves 1",
            "expected a game in progress, found one that is over",
        ),
        ("go fast", "expected `depth`, `nodes`, `movetime`, `infinite`, "),
        ("go depth", "expected `depth` from 0 to 255, found nothing"),
        ("go depth 256", "expected `depth` from 0 to 255, found \"256\""),
        ("go depth -1", "found \"-1\""),
        ("go depth 3 depth 4", "expected `depth` once"),
        ("go infinite infinite", "expected `infinite` once"),
        ("go nodes 0", "expected `nodes` from 1 to 18446744073709551615"),
        ("go nodes 18446744073709551616", "expected `nodes` from 1 to 18446744073709551615"),
        ("go movetime 1.5", "expected `movetime` from 1 to "),
        ("go p1time 1000", "expected both `p1time` and `p2time`"),
        ("go depth 1 p1inc 1000", "expected both `p1time` and `p2time`"),
        ("query", "expected `query gameover`, `query result` or `query p1turn`, found nothing"),
        ("query fen", "found \"fen\""),
        ("setoption", "expected `setoption name NAME value VALUE`"),
        ("setoption name Hash", "expected `setoption name NAME value VALUE`"),
        ("setoption Hash value 3", "expected `setoption name NAME value VALUE`"),
        ("setoption name Contempt value 3", "expected the option `Hash`, "),
        ("setoption name Hash value 0", "expected `Hash` from 1 to 4096, found \"0\""),
        ("setoption name Hash value 99999999999999999999", "expected `Hash` from 1 to 4096"),
        ("setoption name Hash value 4 MiB", "expected `Hash` from 1 to 4096"),
        ("setoption name Threads value 65", "expected `Threads` from 1 to 64"),
        ("setoption name Game value chess", "expected `Game` tok_ku_rou or kalah, found \"chess\""),
        ("setoption name Variant value 8x4", "Variant of kalah: byte 0: expected 1 to 7 pits a row, found 8"),
        (
            "setoption name Variant value 6x4,multiple-laps",
            "Variant of kalah: byte 4: expected a rule of this game",
        ),
        ("setoption name Variant value", "Variant of kalah: byte 0: expected the size of the board"),
        ("setoption name Level value 8", "expected `Level` from 0 to 7"),
        ("\u{0}\u{1b}[2J", "found \"\\0\\u{1b}[2J\""),
    ];
    let setup = ["setoption name Game value kalah", "position startpos moves 3 6"];
    let client = Client::after(&setup);
    let (queries, answer) = (client.queries(), client.go("depth 3"));
    for (line, part) in lines {
        let heard = client.provoke(line);
        assert_eq!(heard.len(), 1, "{line}: {heard:?}");
        assert!(heard[0].starts_with("info string ") && heard[0].contains(part), "{line}: {heard:?}");
        assert_eq!(client.queries(), queries, "{line}");
        let (best, infos) = client.go("depth 3");
        assert_eq!(best, answer.0, "{line}");
        let score = |infos: &[String]| timeless(infos).last().unwrap().split(' ').nth(4).map(String::from);
        assert_eq!(score(&infos), score(&answer.1), "{line}");
    }
    let long = "x".repeat(100_000);
    let heard = client.provoke(&format!("go {long}"));
    assert!(heard.len() == 1 && heard[0].len() < 200, "it shows but the beginning");
    let mut output = Vec::new();
    ugi::run(&b"\xff\xfe\nisready\n"[..], &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.starts_with("info string ") && output.ends_with("\nreadyok\n"), "{output}");
    assert_eq!(output.lines().count(), 2);
}

#[test]
fn a_third_occurrence_is_a_tie() {
    const START: &str = "tok_ku_rou 1,2/0,0/3,2/1,0 s 2x2";
    const ROUND: &str = "f1 b1 f2 b2 b1 f2 b2 f1";
    let client = Client::after(&[&format!("position fen {START} moves {ROUND}")]);
    assert_eq!(client.queries(), ["false", "none", "true"], "it came up but twice");
    client.say(&format!("position fen {START} moves {ROUND} {ROUND}"));
    assert_eq!(client.queries(), ["true", "draw", "true"]);
    assert_eq!(client.go("depth 3").0, "none", "though there are moves");
    let heard = client.provoke(&format!("position fen {START} moves {ROUND} {ROUND} f1"));
    assert!(heard.len() == 1 && heard[0].contains("found one that is over"), "{heard:?}");
    // A search one move before knows that the only move ends the game; without the game so far it does not.
    client.say(&format!("position fen {START} moves {ROUND} {}", &ROUND[..ROUND.len() - 3]));
    let (best, infos) = client.go("depth 1");
    assert_eq!(best, "f1");
    assert!(infos[0].starts_with("info depth 1 score draw 0 "), "{infos:?}");
    client.say("uginewgame\nposition fen tok_ku_rou 0,1/0,2/3,2/1,0 n 2x2");
    let (best, infos) = client.go("depth 1");
    assert_eq!(best, "f1");
    assert!(infos[0].starts_with("info depth 1 score cp -"), "{infos:?}");
}

#[test]
fn options_are_obeyed() {
    let client = Client::new();
    let silent = |line: &str| assert_eq!(client.provoke(line), [""; 0], "{line}");
    silent("setoption name Hash value 1");
    silent("setoption name hash value 64");
    silent("setoption name Threads value 2");
    assert_ne!(client.go("depth 4").0, "none");
    silent("setoption name Threads value 1");
    silent("position startpos moves b1");
    silent("setoption name Game value kalah");
    assert_eq!(client.query("p1turn"), "true", "another game begins at its start");
    let infos = client.go("depth 1").1;
    let first: Option<u8> = infos[0].rsplit_once(" pv ").and_then(|(_, pit)| pit.parse().ok());
    assert!(first.is_some_and(|pit| (1..=6).contains(&pit)), "a move of Kalah: {infos:?}");
    // The only move goes to the store and leaves nothing behind.
    silent("setoption name Variant value 1x1 , leave-empty");
    silent("position startpos");
    assert_eq!(client.go("").0, "1");
    silent("setoption name Game value kalah");
    silent("position startpos moves 1");
    assert_eq!(client.queries()[0], "true", "the game that is set keeps its variant");
    silent("setoption name Variant value 6x4");
    assert_eq!(client.queries(), ["false", "none", "true"], "another variant begins at its start");
    silent("position startpos moves 1");
    // A position may be of either game, whatever the options say.
    silent("position fen tok_ku_rou 12x2 moves b1 f12");
    silent("uginewgame");
    silent("position startpos moves 3 6");
}

#[test]
fn a_level_chooses_its_move() {
    for name in ["kalah", "tok_ku_rou"] {
        for number in [1, 3] {
            let client = Client::after(&[
                &format!("setoption name Game value {name}"),
                &format!("setoption name Level value {number}"),
            ]);
            let position = start(name);
            let level = Level::new(number).unwrap();
            let pit = level.choose(&position, &[], Repetition::Tie, 0).unwrap().unwrap();
            let expected = position.move_name(pit).to_string();
            assert_eq!(client.go(""), (expected.clone(), Vec::new()));
            let (best, told) = client.go("movetime 5");
            assert_eq!(best, expected);
            assert_eq!(told, [format!("info string level {number} chooses, within its own limits")]);
            assert_eq!(client.go("infinite").0, expected);
            client.say("setoption name Level value 0");
            assert!(client.go("depth 1").1[0].starts_with("info depth 1 "));
        }
    }
}

#[test]
fn a_level_can_be_stopped() {
    let client = Client::after(&["setoption name Level value 7"]);
    let begin = Instant::now();
    client.go("");
    let whole = begin.elapsed();
    client.say("go");
    let begin = Instant::now();
    let heard = client.ask("stop", "bestmove ");
    let stopped = begin.elapsed();
    play(&mut game("tok_ku_rou 12x2"), &heard.last().unwrap()["bestmove ".len()..]);
    assert!(3 * stopped < whole, "{stopped:?} of {whole:?}");
}

#[test]
fn the_flags_are_sound() {
    let mut command = ugi::Arguments::command();
    command.clone().debug_assert();
    assert!(command.render_long_help().to_string().contains("query gameover|result|p1turn"));
}
