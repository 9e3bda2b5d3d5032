//! A browser's side of the connection, without a browser.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tok_ku_rou_web::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Long enough for a busy machine; a server that hangs fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// The secrets of the seats in the tests' rooms.
pub(crate) const SOUTH: &str = "5000000000000000000000000000000d";
pub(crate) const NORTH: &str = "e000000000000000000000000000000f";

/// One connection of an online game.
pub(crate) struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self::try_open(address).await.expect("the server takes us")
    }

    /// A connection, or what the server said instead.
    pub(crate) async fn try_open(address: SocketAddr) -> Result<Self, String> {
        match connect_async(format!("ws://{address}/online")).await {
            Ok((stream, _)) => Ok(Self(stream)),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.raw(Message::text(message.to_string())).await;
    }

    pub(crate) async fn raw(&mut self, message: Message) {
        self.0.send(message).await.expect("the connection stands");
    }

    /// Sends, also if the other side may have hung up meanwhile.
    pub(crate) async fn try_send(&mut self, message: Value) -> bool {
        self.0.send(Message::text(message.to_string())).await.is_ok()
    }

    /// The next message; `None` once the server has hung up.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // A ping says nothing; counted as a message it would keep a test waiting for ever.
        let text = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return Some(text),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    Some(Ok(_)) => {}
                }
            }
        };
        let text = timeout(PATIENCE, text).await.expect("the server says something")?;
        Some(serde_json::from_str(&text).expect("JSON"))
    }

    /// The next message of this type.
    pub(crate) async fn wait(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the server hung up before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The code of the next error.
    pub(crate) async fn error(&mut self) -> String {
        let error = self.wait("error").await;
        assert!(!error["message"].as_str().expect("a message").is_empty());
        error["code"].as_str().expect("a code").to_string()
    }

    /// The state of the room once so many moves are played.
    pub(crate) async fn state(&mut self, ply: u64) -> Value {
        loop {
            let state = self.wait("state").await;
            if state["view"]["ply"] == ply {
                return state;
            }
        }
    }

    pub(crate) async fn play(&mut self, ply: u64, name: &str) {
        self.send(json!({ "type": "play", "ply": ply, "name": name })).await;
    }

    /// Opens a room for a new game and sits South. Tells its name.
    pub(crate) async fn create(&mut self, position: &str) -> String {
        self.begin(&json!({ "position": position })).await
    }

    /// Opens a room for a game that begins so and sits South. Tells its name.
    pub(crate) async fn begin(&mut self, start: &Value) -> String {
        static ROOMS: AtomicU32 = AtomicU32::new(0);
        let room = format!("{:030x}ab", ROOMS.fetch_add(1, Ordering::Relaxed));
        let create =
            json!({ "type": "create", "room": room, "start": start, "seat": "south", "secret": SOUTH });
        self.send(create).await;
        assert_eq!(self.wait("entered").await, json!({ "type": "entered", "room": room, "seat": "south" }));
        room
    }

    /// Comes into a room. Tells the seat.
    pub(crate) async fn join(&mut self, room: &str, secret: Option<&str>) -> Value {
        self.send(json!({ "type": "join", "room": room, "secret": secret })).await;
        self.wait("entered").await["seat"].clone()
    }
}

/// A server in this program.
pub(crate) async fn server(config: Config) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = Server::open(config).expect("a server");
    tokio::spawn(server.serve(listener));
    address
}

/// Two players of a game that begins so, and their room.
pub(crate) async fn seated(address: SocketAddr, start: &Value) -> (Line, Line, String) {
    let (mut south, mut north) = (Line::open(address).await, Line::open(address).await);
    let room = south.begin(start).await;
    assert_eq!(north.join(&room, Some(NORTH)).await, "north");
    (south, north, room)
}

/// Asks over plain HTTP; gives the status and the answer.
pub(crate) async fn post(address: SocketAddr, path: &str, body: &str) -> (u16, Value) {
    let (status, body) = http(address, "POST", path, body).await;
    (status, serde_json::from_str(&body).expect("JSON"))
}

/// One exchange of HTTP; gives the status and the body.
pub(crate) async fn http(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.expect("the server answers");
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    // A body that is too large may be refused before it is sent to its end.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an answer");
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).expect("a status").parse().expect("a number"), body.to_string())
}

/// Where the real program is.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tok_ku_rou_web");

/// Runs it on a free port with this file.
pub(crate) fn command(file: &Path) -> Command {
    with_file(Command::new(PROGRAM), file)
}

fn with_file(mut command: Command, file: &Path) -> Command {
    command.args(["--listen", "127.0.0.1:0", "--games"]).arg(file);
    command
}

/// The program does not start with this file, and says why.
pub(crate) fn assert_refused(file: &Path, why: &str) {
    let program = command(file).output().expect("the program runs");
    let error = String::from_utf8_lossy(&program.stderr);
    let expected = format!("error: cannot open {}: {why}\n", file.display());
    assert_eq!((program.status.code(), &*error), (Some(2), &*expected));
    assert!(program.stdout.is_empty(), "it does not say that it can be played on");
}

/// The real program, which is killed in the end.
pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts it on a free port with this file.
    pub(crate) fn start(file: &Path) -> Self {
        Self::run(Command::new(PROGRAM), file)
    }

    /// Runs a command that becomes the program, on a free port with this file.
    pub(crate) fn run(command: Command, file: &Path) -> Self {
        let mut child = with_file(command, file).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
        let address = line.trim().trim_start_matches("Play on http://").trim_end_matches('/');
        Self { address: address.parse().expect("an address"), child }
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // SIGKILL on Unix. It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
