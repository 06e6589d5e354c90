//! Requests that no browser makes: the server refuses them, and goes on answering everybody else.

mod common;

use common::{ask, eventually, json, server, server_with};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Sends bytes as they are; tells the status of the answer, or nothing if there is none.
fn send(at: SocketAddr, bytes: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // The answer may come before everything is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).split(' ').nth(1)?.parse().ok()
}

#[test]
fn a_request_that_says_two_things_is_refused() {
    let at = server();
    let host = format!("Host: {at}\r\n");
    let get = |headers: &str| {
        let request = format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        send(at, request.as_bytes())
    };
    assert_eq!(get(&host), Some(200));
    assert_eq!(get(&format!("{host}Host: elsewhere.example\r\n")), Some(400));
    assert_eq!(get(&format!("{host}{host}")), Some(400));
    assert_eq!(get(""), Some(400));
    assert_eq!(get("Host: \u{e9}\r\n"), Some(421));
    let request = format!("GET http://elsewhere.example/ HTTP/1.1\r\n{host}\r\n");
    assert_eq!(send(at, request.as_bytes()), Some(421), "an address with a host of its own");
    let post = |headers: &[u8]| {
        let head = format!("POST /work/tictactoe?position=3x3 HTTP/1.1\r\n{host}");
        let end = b"Content-Length: 0\r\nConnection: close\r\n\r\n";
        send(at, &[head.as_bytes(), headers, end].concat())
    };
    assert_eq!(post(b""), Some(303));
    assert_eq!(post("Origin: http://\u{e9}.example\r\n".as_bytes()), Some(403));
    assert_eq!(post(b"Origin: http://\xff\r\n"), Some(403));
    assert_eq!(post(b"Origin: null\r\n"), Some(403));
    assert_eq!(post(format!("Origin: http://{at}\r\nOrigin: null\r\n").as_bytes()), Some(403));
    assert_eq!(post(b"Sec-Fetch-Site: \xe9\r\n"), Some(403));
}

#[test]
fn nobody_is_led_elsewhere() {
    let at = server();
    let begun = ask(at, "POST", "/api/work?game=othello&position=8x8", "Content-Length: 0\r\n");
    let name = json(&begun.1)["name"].as_str().unwrap().to_owned();
    let back = |back: &str| {
        let mut body = form_urlencoded::Serializer::new(String::new());
        let body = body.append_pair("back", back).finish();
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        let request = format!(
            "POST /cancel/{name} HTTP/1.1\r\nHost: {at}\r\n{kind}Content-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(at).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 303"), "{back:?}: {answer}");
        let line = answer.lines().find(|line| line.starts_with("location: ")).unwrap();
        line["location: ".len()..].to_owned()
    };
    let own = "/board/othello?position=8x8&lang=ja";
    assert_eq!(back(own), own);
    for other in ["", "//elsewhere.example", "/board/\u{0}", "/board/othello\r\nx: y", "\u{1b}"] {
        assert_eq!(back(other), "/", "{other:?}");
    }
    let strange = back("/board/othello?position=8x8\r\nSet-Cookie: a=b\u{7}\u{e9}");
    assert!(strange.starts_with("/board/othello?position=8x8%0D%0ASet-Cookie"), "{strange}");
}

#[test]
fn what_is_out_of_the_ordinary_is_answered_or_refused() {
    let at = server();
    let host = format!("Host: {at}\r\n");
    let ask =
        |head: &str| send(at, format!("{head}\r\n{host}Connection: close\r\n\r\n").as_bytes());
    assert_eq!(ask("GET / HTTP/1.0"), Some(200));
    assert_eq!(ask("HEAD / HTTP/1.1"), Some(200));
    assert_eq!(ask("BREW /board/go?position=3x3 HTTP/1.1"), Some(405));
    assert_eq!(ask("OPTIONS * HTTP/1.1"), Some(404));
    for (head, why) in [
        ("GET / HTTP/3.0", "no such version"),
        ("GET", "no address"),
        ("GET /\u{e9}\u{1} HTTP/1.1", "bytes that no address has"),
    ] {
        let status = ask(head);
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{why}: {status:?}");
    }
    let status = send(at, format!("CONNECT {at} HTTP/1.1\r\n{host}\r\n").as_bytes());
    assert!(status.is_none_or(|status| status < 500), "{status:?}");
    // Too much of everything.
    let flood = "a: b\r\n".repeat(1000);
    assert_eq!(ask(&format!("GET / HTTP/1.1\r\n{flood}")), Some(431));
    assert_eq!(ask(&format!("GET / HTTP/1.1\r\na: {}", "b".repeat(1 << 20))), Some(431));
    let long = format!("GET /board/go?position={} HTTP/1.1", "x".repeat(10_000));
    assert_eq!(ask(&long), Some(400));
    let long = format!("GET /setup/go?position=3x3&put={} HTTP/1.1", "1:X+".repeat(3000));
    assert_eq!(ask(&long), Some(400));
    // Bodies: in pieces, too long, and of two lengths.
    let post = |head: &str, body: &[u8]| {
        let head = format!("POST /cancel/0 HTTP/1.1\r\n{host}{head}Connection: close\r\n\r\n");
        send(at, &[head.as_bytes(), body].concat())
    };
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let chunked = format!("{form}Transfer-Encoding: chunked\r\n");
    assert_eq!(post(&chunked, b"5\r\nback=\r\n0\r\n\r\n"), Some(404));
    let endless = "10000\r\n".to_owned() + &"x".repeat(0x10000) + "\r\n";
    assert_eq!(post(&chunked, endless.repeat(3).as_bytes()), Some(413));
    assert_eq!(post(&chunked, b"zz\r\n"), Some(413), "no length that can be read");
    let wrong = post(&format!("{form}Content-Length: 5\r\nContent-Length: 6\r\n"), b"back=x");
    assert_eq!(wrong, Some(400));
    assert_eq!(post(&format!("{form}Content-Length: 9999999999\r\n"), &[b'x'; 1 << 17]), Some(413));
}

/// What clients send that never come to the end of a request.
const ENDLESS: &[&str] =
    &["GET / HTTP/1.1\r\na: ", "POST /cancel/0 HTTP/1.1\r\nContent-Length: 60000\r\nHost: "];

/// So many clients that send a byte now and then, for as long as they are let.
fn drip(at: SocketAddr, start: &str, clients: usize) -> Vec<TcpStream> {
    (0..clients)
        .map(|_| {
            let mut stream = TcpStream::connect(at).unwrap();
            stream.set_nonblocking(true).unwrap();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect()
}

/// Sends one byte more; whether the connection is still there.
fn is_open(stream: &mut TcpStream) -> bool {
    let sent = stream.write(b"a");
    let mut answer = [0; 1024];
    match stream.read(&mut answer) {
        Ok(0) => false,
        Ok(_) => sent.is_ok(),
        Err(error) => error.kind() == std::io::ErrorKind::WouldBlock && sent.is_ok(),
    }
}

#[test]
fn whoever_is_slow_keeps_nobody_out_and_is_not_waited_for() {
    let at = server();
    let mut slow = Vec::new();
    for start in ENDLESS {
        let start = match start.strip_suffix("Host: ") {
            Some(start) => format!("{start}Host: {at}\r\n\r\n"),
            None => (*start).to_owned(),
        };
        slow.extend(drip(at, &start, 300));
        // More than there are places: newcomers are answered all the same.
        let asked = Instant::now();
        assert_eq!(ask(at, "GET", "/tour", "").0, 200);
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    }
    // One that was answered and then says nothing is not kept for ever either.
    let mut idle = TcpStream::connect(at).unwrap();
    idle.write_all(format!("GET /tour HTTP/1.1\r\nHost: {at}\r\n\r\n").as_bytes()).unwrap();
    idle.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut answer = Vec::new();
    idle.read_to_end(&mut answer).expect("it ends");
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    eventually("the slow ones are let go", || {
        slow.retain_mut(is_open);
        assert_eq!(ask(at, "GET", "/tour", "").0, 200);
        slow.is_empty().then_some(())
    });
}

#[test]
fn a_report_stays_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let reports = folder.path().join("reports");
    std::fs::create_dir_all(reports.join("a b")).unwrap();
    std::fs::create_dir_all(reports.join("empty")).unwrap();
    std::fs::write(reports.join("a b/index.html"), "<p>A report").unwrap();
    std::fs::write(folder.path().join("index.html"), "secret").unwrap();
    std::fs::write(folder.path().join("secret.html"), "secret").unwrap();
    let at = server_with(None, Some(reports));
    for path in ["/reports/a%20b", "/reports/a%20b/"] {
        let (status, text) = ask(at, "GET", path, "");
        assert_eq!(status, 303, "{path}");
        assert!(text.contains("location: /reports/a%20b/index.html"), "{path}: {text}");
    }
    assert!(ask(at, "GET", "/reports/a%20b/index.html", "").1.contains("A report"));
    for path in [
        "/reports/empty/",
        "/reports/empty",
        "/reports/../secret.html",
        "/reports/..%2Fsecret.html",
        "/reports/../",
        "/reports/%2e%2e/",
        "/reports/%2e%2e/secret.html",
        "/reports/a%20b/..%2F..%2Fsecret.html",
        "/reports/a%20b/%2e%2e%2f%2e%2e%2fsecret.html",
        "/reports/a%20b%2F..%2F../secret.html",
        "/reports/a%20b/index.html%00",
        "/reports/a%20b/index.html/",
        "/reports//etc/passwd",
        "/reports/%2Fetc/passwd.html",
        "/reports/a%20b/",
    ] {
        let (status, text) = ask(at, "GET", path, "");
        assert!(status == 404 || status == 303, "{path}: {text}");
        assert!(!text.contains("secret") || !text.contains("\r\n\r\nsecret"), "{path}: {text}");
    }
    let listed = ask(at, "GET", "/reports", "").1;
    assert!(listed.contains("/reports/a%20b/index.html") && !listed.contains("empty"), "{listed}");
}
