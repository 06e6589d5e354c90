//! The server asked as a browser or a program asks it, over plain connections.

mod common;

use common::{ask, eventually, json, server, server_with};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use yomikiri_core::{Basis, Dice, Limits, Proved, Score, Verdict};
use yomikiri_rooms::results::{Question, Remembered, Results};
use yomikiri_web::{Explorer, Settings};

#[test]
fn pages_tell_values_and_what_was_wrong() {
    let at = server();
    let get = |path: &str| ask(at, "GET", path, "");
    for (path, words) in [
        ("/", "Small games, read out to the end."),
        ("/tour?lang=ja", "見方"),
        ("/board/othello?position=4x4", "White wins by 8"),
        ("/board/go?position=3x3", "Black wins by 9"),
        ("/board/tictactoe?position=3x3", "A draw"),
        ("/board/amazons?position=4x4", "to move"),
        ("/board/shogi?position=psk%2F3%2FKSP+b+-+1", "Sente"),
        ("/setup/othello?position=4x4&put=0%3AX", "X--- -OX-"),
        (
            "/review/tictactoe?position=3x3&moves=a1+b1",
            "Cross wins, where it could have been: A draw",
        ),
        ("/review/othello?position=4x4&moves=b1+a1+a2+a3+a4", "Black lost 1 with a4"),
        (
            "/board/shogi?position=2k%2F3%2FK2+b+-+1&moves=3c3b+1a1b+3b3c+1b1a&as=first",
            "was here before",
        ),
        ("/board/tictactoe?position=XX-%7CO--%7CO--+X", "Cross wins"),
        ("/thermograph?region=X..O", "<svg"),
        ("/assets/style.css", "--paper"),
    ] {
        let text = eventually(path, || {
            let (status, text) = get(path);
            assert_eq!(status, 200, "{path}: {text}");
            Some(text).filter(|text| text.contains(words))
        });
        assert!(text.contains("content-security-policy: default-src 'none'"), "{path}");
    }
    for (path, status, words) in [
        ("/board/othello?position=5x5", 400, "5x5"),
        ("/board/othello?position=4x4&moves=a1", 400, "a1"),
        ("/board/chess?position=8x8", 400, "there is no such game"),
        ("/board/othello?position=4x4&tables=/etc", 400, "tables=/etc"),
        ("/setup/othello?position=4x4&put=99%3AX", 400, "99"),
        ("/setup/othello?position=4x4&put=0%3AQ", 400, "no such piece"),
        ("/thermograph?region=zz", 400, "zz"),
        ("/follow/nothing?game=othello&position=4x4", 404, "no such work"),
        ("/reports/..%2F..%2Fetc/passwd.html", 404, "no such report"),
        ("/nowhere", 404, "no such page"),
        ("/api/nowhere", 404, "openapi.json"),
        ("/api/values?position=4x4", 400, "it names no game"),
    ] {
        let (found, text) = get(path);
        assert_eq!(found, status, "{path}: {text}");
        assert!(text.contains(words), "{path}: {text}");
    }
    assert_eq!(ask(at, "DELETE", "/board/go?position=3x3", "").0, 405);
    let (status, text) = ask(at, "DELETE", "/api/values?game=go&position=3x3", "");
    assert_eq!((status, json(&text)["error"].is_string()), (405, true));
}

#[test]
fn only_its_own_pages_are_answered() {
    let at = server();
    assert_eq!(ask(at, "GET", "/", "Host: elsewhere.example\r\n").0, 421);
    let post = |headers: &str| ask(at, "POST", "/work/tictactoe?position=3x3", headers).0;
    assert_eq!(post("Origin: http://elsewhere.example\r\nContent-Length: 0\r\n"), 403);
    assert_eq!(post(&format!("Origin: http://{at}\r\nContent-Length: 0\r\n")), 303);
}

#[test]
fn programs_get_moves_best_first_and_can_wait_for_work() {
    let at = server();
    let known = eventually("tictactoe is known", || {
        let text = ask(at, "GET", "/api/values?game=tictactoe&position=3x3&moves=a1", "").1;
        Some(json(&text)).filter(|known| known["status"] == "known")
    });
    assert_eq!(known["moves"][0]["move"], "b2");
    assert_eq!(known["moves"][0]["verdict"]["value"], 0);
    assert_eq!(known["moves"][1]["verdict"]["value"], -1);
    let large = "game=othello&position=8x8";
    let begun = ask(at, "POST", &format!("/api/work?{large}"), "Content-Length: 0\r\n");
    assert_eq!(begun.0, 202, "{}", begun.1);
    let name = json(&begun.1)["name"].as_str().unwrap().to_owned();
    let waiting = json(&ask(at, "GET", &format!("/api/values?{large}"), "").1);
    assert_eq!(
        (&waiting["status"], &waiting["work"]["name"]),
        (&"working".into(), &name.clone().into())
    );
    assert_eq!(waiting["verdict"]["kind"], "unknown");
    let cancel = format!("/api/work/{name}/cancel");
    assert_eq!(ask(at, "POST", &cancel, "Content-Length: 0\r\n").0, 200);
    eventually("the work is cancelled", || {
        let phase = json(&ask(at, "GET", &format!("/api/work/{name}"), "").1)["phase"].take();
        (phase == "cancelled").then_some(())
    });
    let games = json(&ask(at, "GET", "/api/games", "").1);
    for offer in games.as_array().unwrap() {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("game", offer["game"].as_str().unwrap())
            .append_pair("position", offer["example"].as_str().unwrap())
            .finish();
        let (status, text) = ask(at, "GET", &format!("/api/position?{query}"), "");
        assert_eq!(status, 200, "{offer}: {text}");
    }
    let described = json(&ask(at, "GET", "/api/openapi.json", "").1);
    assert_eq!(described["openapi"], "3.1.0");
}

#[test]
fn the_server_ends_when_told_to_though_pages_follow_work() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let at = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let limits = Limits { threads: 1, memory: 128 << 20, time: None, nodes: None };
            let settings = Settings {
                games: yomikiri_rooms::GAMES,
                tables: None,
                results: None,
                reports: None,
                limits,
            };
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            let stop = async {
                let _ = stopped.await;
            };
            Explorer::new(settings).unwrap().serve(listener, stop).await.unwrap();
        });
    });
    // One piece of work is done, the other one waits; a page follows each.
    let followers: Vec<_> = ["8x8", "6x10"]
        .map(|board| {
            let begun = ask(
                at,
                "POST",
                &format!("/api/work?game=othello&position={board}"),
                "Content-Length: 0\r\n",
            );
            let name = json(&begun.1)["name"].as_str().unwrap().to_owned();
            let path = format!("/follow/{name}?game=othello&position={board}");
            std::thread::spawn(move || ask(at, "GET", &path, "").1)
        })
        .into();
    // Others ask half a question, or do not take the answer.
    let stalled: Vec<TcpStream> = [
        "GET / HT".to_owned(),
        format!("POST /cancel/x HTTP/1.1\r\nHost: {at}\r\nContent-Length: 9\r\n\r\n"),
    ]
    .iter()
    .map(|text| {
        let mut stream = TcpStream::connect(at).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    })
    .collect();
    std::thread::sleep(Duration::from_millis(500));
    stop.send(()).unwrap();
    for follower in followers {
        assert!(follower.join().unwrap().contains("event: end"));
    }
    running.join().unwrap();
    drop(stalled);
}

#[test]
fn results_are_shared_with_whoever_uses_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::open(folder.path()).unwrap();
    // What somebody else has proved is known at once, though it would take days here.
    let look = yomikiri_rooms::open("othello", "6x8", &Default::default()).unwrap().look();
    let value = Proved::new(Verdict::Score { score: Score(4) }, Basis::Search);
    let moves = look.moves.iter().map(|mv| (mv.name.clone(), value.unwrap())).collect();
    let answer = Remembered { value, moves, ..Remembered::nothing() };
    results.put(&Question::of(&look), answer).unwrap();
    let at = server_with(Some(folder.path().into()), None);
    let known = json(&ask(at, "GET", "/api/values?game=othello&position=6x8", "").1);
    assert_eq!((&known["status"], &known["verdict"]["value"]), (&"known".into(), &4.into()));
    // What was read out here is there for others.
    let query = "game=othello&position=4x6";
    assert_eq!(ask(at, "POST", &format!("/api/work?{query}"), "Content-Length: 0\r\n").0, 202);
    let look = yomikiri_rooms::open("othello", "4x6", &Default::default()).unwrap().look();
    let kept = eventually("the result is written", || {
        results.get(&Question::of(&look)).unwrap().filter(|kept| !kept.moves.is_empty())
    });
    assert_eq!(kept.verdict(), Verdict::Score { score: Score(16) });
    assert_eq!(kept.moves.len(), look.moves.len());
}

/// The most memory that this process has used, in MiB, where the system tells.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

/// So many clients wander through games of their own, each asking for every position that they
/// come to; tells how long answers took.
fn crowd(clients: u64, time: Duration) {
    let at = server();
    let starts = [
        "game=othello&position=4x4",
        "game=othello&position=6x6",
        "game=othello&position=8x8",
        "game=go&position=3x3",
        "game=go&position=4x4",
        "game=shogi&position=3x3&setup=KSP",
        "game=shogi&position=3x4&setup=KPB",
        "game=amazons&position=4x4",
        "game=amazons&position=6x6",
        "game=tictactoe&position=3x3",
    ];
    let begun = Instant::now();
    let wander = |client: u64| {
        let mut dice = Dice::numbered(7, client);
        let mut times = Vec::new();
        while begun.elapsed() < time {
            let start = starts[dice.below(starts.len())];
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..12 {
                let query = form_urlencoded::Serializer::new(String::new())
                    .append_pair("moves", &moves.join(" "))
                    .finish();
                let asked = Instant::now();
                let (status, text) = ask(at, "GET", &format!("/api/values?{start}&{query}"), "");
                times.push(asked.elapsed());
                assert_eq!(status, 200, "{start} {query}: {text}");
                let told = json(&text);
                let legal = told["moves"].as_array().unwrap();
                if legal.is_empty() || begun.elapsed() > time {
                    break;
                }
                let mv = &legal[dice.below(legal.len())]["move"];
                moves.push(mv.as_str().unwrap().to_owned());
            }
        }
        times
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let visitors: Vec<_> = (0..clients).map(|c| scope.spawn(move || wander(c))).collect();
        visitors.into_iter().flat_map(|visitor| visitor.join().unwrap()).collect()
    });
    // Who comes to the first page meanwhile is answered, too.
    assert_eq!(ask(at, "GET", "/", "").0, 200);
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} answers; half within {:?}, 99 of 100 within {:?}, all within {:?}; {:?} MiB",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        most_memory()
    );
    assert!(most_memory().is_none_or(|mebibytes| mebibytes < 2048), "{:?}", most_memory());
}

#[test]
fn a_crowd_is_answered() {
    crowd(64, Duration::from_secs(3));
}

#[test]
#[ignore = "a minute"]
fn a_crowd_is_answered_for_a_minute() {
    crowd(64, Duration::from_secs(60));
}

/// Good addresses, changed here and there, never make the server fail.
#[test]
fn no_address_is_the_servers_fault() {
    let at = server();
    let good = [
        "/board/othello?position=4x4&moves=b1+a1&touch=c3&as=second&level=3&hint=1&lang=ja",
        "/board/go?position=3x4%3A+....+.XO.+....+X&ko=situational&komi=2&moves=B3",
        "/board/shogi?position=psk%2F3%2FKSP+b+-+1&zone=2&allow=nifu&touch=h1.c4",
        "/board/shogi?position=3x3&setup=KSP&moves=2c2b",
        "/board/amazons?position=X..O+%2B+.XO%23%7C..%23.&moves=a1b1/a1",
        "/setup/shogi?position=3x3&setup=KSP&put=4%3AG+5%3A-&held=P%3A1&side=second&brush=G",
        "/setup/amazons?position=4x4&put=15%3A%23&brush=X",
        "/answer/tictactoe?position=3x3&moves=a1&as=first",
        "/review/go?position=2x2&moves=A1+pass+pass",
        "/thermograph?region=X..%7C.%23.%7C..O",
        "/follow/0?game=go&position=2x2",
        "/api/values?game=go&position=2x3&repetition=tie%3D0&suicide=allowed",
        "/api/position?game=shogi&position=dobutsu&moves=b3b2",
        "/reports/000/index.html",
    ];
    let strange = [
        "%",
        "%00",
        "%FF",
        "&",
        "=",
        "..",
        "/",
        "+",
        "é",
        "9",
        "99999999999",
        "-",
        "c",
        "x",
        "%0A",
        "\u{1F600}",
    ];
    let mut dice = Dice::numbered(11, 0);
    for round in 0..1500 {
        let mut address = good[round % good.len()].to_owned();
        for _ in 0..=dice.below(3) {
            let at = (0..=address.len()).filter(|at| address.is_char_boundary(*at));
            let places: Vec<usize> = at.skip(1).collect();
            let from = places[dice.below(places.len())];
            let to = places[dice.below(places.len())].min(from + 4).max(from);
            let to = (from..=to).rev().find(|to| address.is_char_boundary(*to)).unwrap_or(from);
            address.replace_range(from..to, strange[dice.below(strange.len())]);
        }
        // A request line has no spaces and no letters beyond ASCII.
        let address: String = address
            .bytes()
            .map(|byte| match byte {
                b'!'..=b'~' => char::from(byte).to_string(),
                other => format!("%{other:02X}"),
            })
            .collect();
        let (status, text) = ask(at, "GET", &address, "");
        assert!(status < 500, "{address}: {text}");
    }
}

/// The fields that are not named in `docs/formats.md`, but for the rules of games, which are named
/// as options are, and what a game tells beside its values, which the command's tests look at.
fn unnamed(value: &serde_json::Value, found: &mut Vec<String>) {
    let spans = include_str!("../../../docs/formats.md").split('`').skip(1).step_by(2);
    let split = |span: &'static str| span.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named: std::collections::HashSet<_> = spans.flat_map(split).collect();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        waiting.extend(value.as_array().into_iter().flatten());
        for (name, value) in value.as_object().into_iter().flatten() {
            found.extend((!named.contains(name.as_str())).then(|| name.clone()));
            waiting.extend((name != "rules" && name != "remarks").then_some(value));
        }
    }
}

#[test]
fn every_field_of_the_answers_is_in_the_formats() {
    let at = server();
    let begun = json(&ask(at, "POST", "/api/work?game=go&position=4x4", "Content-Length: 0\r\n").1);
    let work = format!("/api/work/{}", begun["name"].as_str().unwrap());
    for address in [
        "/api/games",
        "/api/position?game=shogi&position=3x3&setup=KG-%2BP",
        "/api/position?game=go&position=1x2&moves=A1+B1+pass+pass+A1+pass+pass",
        "/api/values?game=go&position=1x2&moves=A1+B1+pass+pass+A1+pass+pass",
        "/api/values?game=amazons&position=X..O",
        "/api/values?game=go&position=4x4",
        "/api/values?game=go&position=nonsense",
        &work,
    ] {
        let mut found = Vec::new();
        unnamed(&json(&ask(at, "GET", address, "").1), &mut found);
        assert!(found.is_empty(), "{address}: {found:?}");
    }
    ask(at, "POST", &format!("{work}/cancel"), "Content-Length: 0\r\n");
}
