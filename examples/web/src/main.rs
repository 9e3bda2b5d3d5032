//! Serves the web page of Tok Ku Rou and Kalah.

use clap::Parser;
use rlimit::increase_nofile_limit;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use tok_ku_rou_web::{Config, Server};
use tokio::net::TcpListener;

/// Play Tok Ku Rou and Kalah in a browser
///
/// The page is for this machine only unless `--listen` says otherwise. It speaks plain HTTP: whoever opens it to others
/// puts a reverse proxy with TLS before it.
#[derive(Debug, Parser)]
#[command(name = "tok_ku_rou_web", version)]
struct Arguments {
    /// The address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8124")]
    listen: SocketAddr,

    /// The file that keeps the online games; `:memory:` keeps them until the program ends
    #[arg(long, value_name = "FILE", default_value = "tok_ku_rou_web.sqlite")]
    games: PathBuf,

    /// How many online rooms there can be
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().rooms)]
    rooms: usize,

    /// How many online connections there can be at a time
    #[arg(long, value_name = "NUMBER", default_value_t = Config::default().connections,
        value_parser = connections)]
    connections: usize,
}

/// Files that are open besides the connections: the games, the listener, and pages that are being loaded.
const OTHER_FILES: u64 = 100;

/// Reads a number of connections that can be counted.
fn connections(text: &str) -> Result<usize, String> {
    let most = 1_000_000;
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from 1 to {most}")),
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(Arguments { listen, games, rooms, connections }: Arguments) -> io::Result<()> {
    let listener = TcpListener::bind(listen)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("cannot listen on {listen}: {error}")))?;
    // Every connection is an open file, and many systems allow a program no more than 1,024 unless it asks for more.
    let (files, needed) = (increase_nofile_limit(u64::MAX), connections as u64 + OTHER_FILES);
    match files {
        Ok(files) if files >= needed => {}
        Ok(files) => eprintln!(
            "warning: the system allows {files} open files, and {connections} connections need {needed}; raise the hard \
             limit (ulimit -Hn) or lower --connections"
        ),
        Err(error) => eprintln!("warning: the limit of open files cannot be raised: {error}"),
    }
    let file = Some(games).filter(|file| file.as_os_str() != ":memory:");
    let server = Server::open(Config { file, rooms, connections, ..Config::default() })?;
    println!("Play on http://{}/", listener.local_addr()?);
    server.serve(listener).await
}
