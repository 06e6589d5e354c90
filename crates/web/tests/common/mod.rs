//! A server to ask, and ways to ask it.

#![allow(dead_code, unreachable_pub)]

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use yomikiri_core::Limits;
use yomikiri_web::{Explorer, Settings};

/// A server on a port of its own, which lives as long as the test.
pub fn server() -> SocketAddr {
    server_with(None, None)
}

/// The same with a folder of results, and one of reports.
pub fn server_with(results: Option<PathBuf>, reports: Option<PathBuf>) -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let limits = Limits { threads: 1, memory: 128 << 20, time: None, nodes: None };
            let settings =
                Settings { games: yomikiri_rooms::GAMES, tables: None, results, reports, limits };
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            let explorer = Explorer::new(settings).unwrap();
            explorer.serve(listener, std::future::pending()).await.unwrap();
        });
    });
    address
}

/// The status of an answer, and its text, headers included.
pub fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let host =
        if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let request = format!("{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    (status, text)
}

/// Asks again until there is an answer: a busy machine may need longer than a glance.
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(since.elapsed() < Duration::from_secs(180), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The body of an answer.
pub fn json(text: &str) -> Value {
    let body = text.split_once("\r\n\r\n").unwrap().1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"))
}
