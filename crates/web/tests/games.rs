//! Values, stars and games, asked for as a browser asks.

mod common;

use common::{ask, eventually, json, server};
use serde_json::Value;
use std::net::SocketAddr;
use yomikiri_core::Dice;
use yomikiri_core::options::Options;

fn get(at: SocketAddr, path: &str) -> String {
    let (status, text) = ask(at, "GET", path, "");
    assert_eq!(status, 200, "{path}: {text}");
    text
}

fn post(at: SocketAddr, path: &str) -> (u16, String) {
    ask(at, "POST", path, "Content-Length: 0\r\n")
}

/// Follows an address to the page that it leads to; the address of that page.
fn led(at: SocketAddr, path: &str) -> String {
    let (status, text) = ask(at, "GET", path, "");
    assert_eq!(status, 303, "{path}: {text}");
    let line = text.lines().find(|line| line.starts_with("location: ")).unwrap();
    line["location: ".len()..].to_owned()
}

/// What is proved of a move or a position at least and at most; every score if nothing is.
fn ends(verdict: &Value, most: i64) -> (i64, i64) {
    match (&verdict["bounds"], &verdict["outcome"]) {
        (Value::Array(ends), _) => (ends[0].as_i64().unwrap(), ends[1].as_i64().unwrap()),
        (_, Value::String(outcome)) => match outcome.as_str() {
            "win" => (1, most),
            "loss" => (-most, -1),
            _ => (0, 0),
        },
        _ => (-most, most),
    }
}

/// Checks that what is told of a position does not contradict itself, and its page neither.
fn check(at: SocketAddr, game: &str, query: &str, most: i64) -> Value {
    let known = json(&get(at, &format!("/api/values?game={game}&{query}")));
    let moves = known["moves"].as_array().unwrap();
    let whole = ends(&known["verdict"], most);
    let is_best = |mv: &&Value| mv["standing"] == "best" && mv["verdict"]["kind"] != "unknown";
    for mv in moves {
        let (low, high) = ends(&mv["verdict"], most);
        assert!(low <= whole.1, "{mv} is worth more than the position: {known}");
        let is_cycle = mv["verdict"]["kind"] == "cycle" || known["verdict"]["kind"] == "cycle";
        if is_best(&mv) && !is_cycle {
            let others = moves.iter().filter(|other| other["move"] != mv["move"]);
            let proved = others.map(|other| ends(&other["verdict"], most).1.min(whole.1));
            assert!(proved.max().is_none_or(|other| other <= low), "{mv}: {known}");
            assert!(whole.0 >= low && high >= whole.0, "{mv} and the headline: {known}");
        }
    }
    let page = get(at, &format!("/board/{game}?{query}"));
    let listed = page.split("id=\"moves\"").nth(1).unwrap().split("</table>").next().unwrap();
    // Work may go on between the two answers, but nothing becomes less known.
    assert!(listed.matches('★').count() >= moves.iter().filter(is_best).count(), "{known}");
    if known["status"] != "working" {
        assert_eq!(listed.matches('★').count(), moves.iter().filter(is_best).count(), "{known}");
    }
    known
}

#[test]
fn no_star_on_what_is_not_proved_best() {
    let at = server();
    for (game, query, most) in [
        ("othello", "position=4x4", 16),
        ("othello", "position=6x6", 36),
        ("othello", "position=8x8", 64),
        ("go", "position=3x3", 9),
        ("go", "position=3x4", 12),
        ("go", "position=4x4", 16),
        ("go", "position=5x5", 25),
    ] {
        check(at, game, query, most);
        eventually("the glance ends", || {
            let known = check(at, game, query, most);
            (known["status"] == "known" || known["status"] == "unknown").then_some(())
        });
    }
    // Who wins is known, and of a move in the corner that it loses everything.
    let begun = post(at, "/api/work?game=go&position=4x4").1;
    let known = eventually("who wins on 4x4 is known", || {
        let known = check(at, "go", "position=4x4", 16);
        (known["verdict"]["outcome"] == "win").then_some(known)
    });
    post(at, &format!("/api/work/{}/cancel", json(&begun)["name"].as_str().unwrap()));
    for mv in known["moves"].as_array().unwrap() {
        let outcome = &mv["verdict"]["outcome"];
        assert!(mv["standing"] != "best" || outcome == "win", "{mv}");
        assert!(mv["standing"] == "worse" || outcome != "loss", "{mv}");
    }
}

#[test]
fn what_was_proved_before_work_was_cancelled_is_told_as_that() {
    let at = server();
    let query = "position=6x6&start=reversi";
    let name = json(&post(at, &format!("/api/work?game=othello&{query}")).1)["name"].take();
    let name = name.as_str().unwrap();
    eventually("it is at work", || {
        let phase = json(&get(at, &format!("/api/work/{name}")))["phase"].take();
        (phase == "working").then_some(())
    });
    check(at, "othello", query, 36);
    assert_eq!(post(at, &format!("/api/work/{name}/cancel")).0, 200);
    eventually("it is cancelled", || {
        let phase = json(&get(at, &format!("/api/work/{name}")))["phase"].take();
        (phase == "cancelled").then_some(())
    });
    let known = check(at, "othello", query, 36);
    for mv in known["moves"].as_array().unwrap() {
        // All four are images of each other; nothing is proved of any in so short a time.
        assert_eq!(
            (&mv["standing"], &mv["verdict"]["kind"]),
            (&"possible".into(), &"unknown".into())
        );
    }
    assert_eq!(known["choice"], Value::Null);
}

/// The moves of a page's address.
fn moves(address: &str) -> Vec<String> {
    let query = address.split_once('?').unwrap().1;
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "moves");
    found.map_or(Vec::new(), |(_, moves)| moves.split(' ').map(str::to_owned).collect())
}

/// The legal moves at an address of a page.
fn legal(at: SocketAddr, game: &str, address: &str) -> Vec<String> {
    let query = address.split_once('?').unwrap().1;
    let look = json(&get(at, &format!("/api/position?game={game}&{query}")));
    let names = look["moves"].as_array().unwrap().iter();
    names.map(|mv| mv["name"].as_str().unwrap().to_owned()).collect()
}

/// An address with one more move.
fn with_move(address: &str, mv: &str) -> String {
    let (path, query) = address.split_once('?').unwrap();
    let mut all = moves(address);
    all.push(mv.to_owned());
    let rest = form_urlencoded::parse(query.as_bytes())
        .filter(|(name, _)| name != "moves" && name != "took")
        .map(|(name, value)| (name.into_owned(), value.into_owned()));
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(rest).append_pair("moves", &all.join(" "));
    format!("{}?{}", path.replace("/board/", "/answer/"), query.finish())
}

#[test]
fn a_whole_game_on_the_large_board_against_a_player_of_the_paper() {
    let at = server();
    let start = "/answer/othello?position=8x8&as=second&against=single:1&time=1";
    let mut address = led(at, start);
    assert_eq!(moves(&address).len(), 1, "it opens: {address}");
    let mut pages = 0;
    loop {
        let page = get(at, &address);
        pages += 1;
        assert!(page.contains("id=\"counts\">Discs: Black "), "{page}");
        let legal = legal(at, "othello", &address);
        let Some(mv) = legal.last() else {
            assert!(page.contains("The game is over"), "{page}");
            break;
        };
        assert!(page.contains("White to move") && page.contains("single"), "{page}");
        assert!(page.contains("to answer"), "it says how long it took: {page}");
        let before = moves(&address).len();
        address = led(at, &with_move(&address, mv));
        let after = moves(&address).len();
        assert!(after > before + 1 || self::legal(at, "othello", &address).is_empty(), "{address}");
        assert!(pages < 80);
    }
    let review = get(at, &address.replace("/board/", "/review/"));
    assert!(review.contains("What each move cost"));
    // All squares are taken, or neither side could move.
    assert!(moves(&address).iter().filter(|mv| *mv != "pass").count() > 20, "{address}");
}

#[test]
fn whom_one_plays_against_is_said_and_perfection_says_what_it_does_not_know() {
    let at = server();
    let address = led(at, "/answer/othello?position=8x8&as=second");
    assert!(moves(&address).is_empty(), "nothing is proved best: {address}");
    let page = eventually("the glance shows that nothing is known", || {
        Some(get(at, &address)).filter(|page| page.contains("Perfection cannot answer"))
    });
    for other in ["yomi", "single", "multi", "random"] {
        assert!(page.contains(&format!("Play on against {other}")), "{other}: {page}");
    }
    // It is the engine that is offered first where perfection would not answer.
    let page = get(at, "/board/othello?position=8x8");
    assert!(page.contains("value=\"yomi:5\" selected"), "{page}");
    let page = eventually("4x4 is known", || {
        let page = get(at, "/board/othello?position=4x4");
        page.contains("White wins by 8").then_some(page)
    });
    assert!(page.contains("value=\"perfection\" selected"), "{page}");
    let address = led(at, "/answer/othello?position=4x4&as=second");
    assert_eq!(moves(&address).len(), 1, "{address}");
    for (game, against) in [("go?position=3x3", "random"), ("tictactoe?position=3x3", "random")] {
        let address = led(at, &format!("/answer/{game}&as=second&against={against}"));
        assert_eq!(moves(&address).len(), 1, "{address}");
    }
    let (status, text) = ask(at, "GET", "/board/go?position=3x3&against=yomi:1", "");
    assert_eq!(status, 400);
    assert!(text.contains("one of perfection, random"), "{text}");
    assert_eq!(ask(at, "GET", "/board/othello?position=8x8&against=yomi:11", "").0, 400);
}

#[test]
fn games_are_pasted() {
    let at = server();
    let paste = |game: &str, board: &str, text: &str| {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("position", board)
            .append_pair("paste", text)
            .finish();
        ask(at, "GET", &format!("/board/{game}?{query}"), "")
    };
    let start = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    for (game, board, text, position, moves) in [
        ("othello", "4x4", "f5d6c3d3c4", "8x8", "f5+d6+c3+d3+c4"),
        ("othello", "8x8", "1. f5 d6 2. c3\r\n", "8x8", "f5+d6+c3"),
        ("othello", "4x4", &format!("(;GM[Othello]BO[{start}]B[f5]W[d6//1];)"), "8x8", "f5+d6"),
        ("go", "3x3", "(;GM[1]SZ[3];B[bb];W[ab])", "3x3", "B2+A2"),
        ("go", "2x3", "B2 pass", "2x3", "B2+pass"),
    ] {
        let (status, page) = paste(game, board, text);
        assert_eq!(status, 200, "{text}: {page}");
        let set_up = format!("/setup/{game}?position={position}&amp;moves={moves}\"");
        assert!(page.contains(&set_up), "{text}: no {set_up} in {page}");
    }
    let obf = format!("{}{} X;", "-".repeat(27), "OX------XO---------------------------");
    let (status, page) = paste("othello", "4x4", &obf);
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("Othello 8x8"), "{page}");
    for (game, text, told) in [
        ("othello", "f5d6a1", "move 3"),
        ("othello", "(;GM[Othello]BO[8 x];)", "GGF"),
        ("go", "(;SZ[3];B[zz])", "zz"),
        ("go", "B2 B2", "move 2"),
        ("othello", "what?", "expected"),
    ] {
        let (status, page) = paste(game, "4x4", text);
        assert_eq!(status, 400, "{text}");
        assert!(page.contains(told), "{text}: {page}");
        let kept = text.replace('>', "&gt;");
        assert!(page.contains(&format!("required>{kept}</textarea>")), "{text} is kept: {page}");
    }
}

#[test]
fn what_is_settled_is_drawn() {
    let at = server();
    let position = "position=5x5%3A+X.X.X+XXXXX+.....+OOOOO+.O.O.+O";
    let page = get(at, &format!("/board/go?{position}"));
    assert!(page.contains("Show what is settled") && !page.contains("circle class=\"living\""));
    for (language, said) in [("", "White has more than half"), ("&lang=ja", "盤の半分")] {
        let page = get(at, &format!("/board/go?{position}&settled=1{language}"));
        let board = page.split("id=\"squares\"").nth(1).unwrap().split("</svg>").next().unwrap();
        for (mark, count) in [("living", 15), ("eye first", 2), ("eye second", 3), ("dame", 5)] {
            let count_there = board.matches(&format!("class=\"{mark}\"")).count();
            assert_eq!(count_there, count, "{mark}: {board}");
        }
        assert!(page.contains(said), "{page}");
    }
    let dead = "position=4x4%3A+.OX.+XXXX+....+....+O&settled=1";
    let page = get(at, &format!("/board/go?{dead}"));
    assert!(page.contains("id=\"settled\""), "{page}");
    assert!(!get(at, "/board/othello?position=4x4&settled=1").contains("what is settled"));
}

#[test]
fn images_of_a_move_are_worth_the_same_at_every_moment() {
    let at = server();
    eventually("3x4 is known", || {
        let known = json(&get(at, "/api/values?game=go&position=3x4"));
        let of = |name: &str| {
            let moves = known["moves"].as_array().unwrap();
            moves.iter().find(|mv| mv["move"] == name).unwrap().clone()
        };
        for images in [["A3", "D3", "A1", "D1"], ["B2", "C2", "C2", "B2"]] {
            let first = of(images[0]);
            for image in images.map(of) {
                assert_eq!(image["verdict"], first["verdict"], "{image} and {first}");
                assert_eq!(image["standing"], first["standing"], "{image} and {first}");
            }
        }
        (known["status"] == "known").then_some(())
    });
}

#[test]
fn perfection_brings_a_won_game_to_its_end() {
    let at = server();
    eventually("3x4 is known", || {
        let known = json(&get(at, "/api/values?game=go&position=3x4"));
        (known["status"] == "known").then_some(())
    });
    for seed in 0..3 {
        let mut dice = Dice::numbered(5, seed);
        let mut address = led(at, "/answer/go?position=3x4&as=second");
        let mut page = get(at, &address);
        for _ in 0..60 {
            if page.contains("The game is over") {
                break;
            }
            assert!(page.contains("White to move"), "perfection answers: {address}\n{page}");
            // Any of the moves that are as good as any other.
            let query = address.split_once('?').unwrap().1;
            let query = query.replace("&as=second", "");
            let known = eventually("the values are known", || {
                let known = json(&get(at, &format!("/api/values?game=go&{query}")));
                (known["status"] == "known").then_some(known)
            });
            let is_good = |mv: &&Value| mv["standing"] == "best" || mv["standing"] == "lost";
            let moves = known["moves"].as_array().unwrap();
            let good: Vec<&Value> = moves.iter().filter(is_good).collect();
            let mv = good.get(dice.below(good.len().max(1))).copied().unwrap_or(&moves[0]);
            address = led(at, &with_move(&address, mv["move"].as_str().unwrap()));
            page = get(at, &address);
        }
        assert!(page.contains("The game is over: Black wins by"), "{address}\n{page}");
    }
}

#[test]
fn a_repetition_is_told_as_the_rules_have_it() {
    let at = server();
    // Somewhere a game of random moves on so small a board comes back.
    let back = (0..200).find_map(|seed| {
        let mut dice = Dice::numbered(3, seed);
        let mut address = "/board/go?position=2x2".to_owned();
        for _ in 0..30 {
            if get(at, &address).contains("was here before") {
                return Some(address);
            }
            let legal = legal(at, "go", &address);
            let mv = legal.get(dice.below(legal.len().max(1)))?;
            address = with_move(&address, mv).replace("/answer/", "/board/");
        }
        None
    });
    let address = back.expect("a game that comes back");
    let page = get(at, &address);
    assert!(page.contains("Not decided by these rules") && !page.contains("draw by"), "{page}");
    let playing = get(at, &format!("{address}&as=first"));
    assert!(playing.contains("The game is over: Not decided by these rules"), "{playing}");
    let tie = get(at, &format!("{address}&as=first&repetition=tie%3D2"));
    assert!(tie.contains("The game is over: The repetition counts as +2 for Black"), "{tie}");
    let shogi = "/board/shogi?position=2k%2F3%2FK2+b+-+1&moves=3c3b+1a1b+3b3c+1b1a&as=first";
    for (rule, said) in [
        ("", "The game is over: A draw by repetition"),
        ("&repetition=second", "The game is over: Gote wins by repetition"),
        ("&lang=ja", "同一局面で引き分け"),
    ] {
        let page = get(at, &format!("{shogi}{rule}"));
        assert!(page.contains(said), "{rule}: {page}");
    }
    // Nobody is made to go on from there.
    assert_eq!(moves(&led(at, &shogi.replace("/board/", "/answer/"))).len(), 4);
}

/// Games of random moves, each up to a position from which a move leads back.
fn before_a_repetition(game: &str, position: &str, rules: &str) -> Vec<Vec<String>> {
    let rules = form_urlencoded::parse(rules.as_bytes());
    let rules = rules.fold(Options::default(), |rules, (name, value)| rules.with(&name, &value));
    let start = yomikiri_rooms::open(game, position, &rules).unwrap();
    let mut found = Vec::new();
    for seed in 0..400 {
        let mut dice = Dice::numbered(17, seed);
        let (mut room, mut moves) = (start.after(&start.look().moves[0].name).unwrap(), Vec::new());
        moves.push(start.look().moves[0].name.clone());
        while moves.len() < 30 {
            let look = room.look();
            if look.moves.iter().any(|mv| mv.repeats.is_some()) {
                found.push(moves);
                break;
            }
            let Some(mv) = look.moves.get(dice.below(look.moves.len().max(1))) else { break };
            room = room.after(&mv.name).unwrap();
            moves.push(mv.name.clone());
        }
    }
    found
}

/// What is told once everything is known.
fn all_known(at: SocketAddr, query: &str) -> Value {
    eventually(query, || {
        let known = json(&get(at, &format!("/api/values?{query}")));
        (known["status"] == "known").then_some(known)
    })
}

/// How good a verdict is where everything is known and decided: who wins, by how much or how soon.
fn goodness(verdict: &Value) -> (i64, i64) {
    let plies = verdict["plies"].as_i64().unwrap_or(i64::from(u32::MAX));
    match (verdict["outcome"].as_str().unwrap(), verdict["kind"].as_str().unwrap()) {
        ("win", "outcome") => (1, -plies),
        ("loss", "outcome") => (-1, plies),
        (_, "outcome") => (0, 0),
        _ => (verdict["value"].as_i64().unwrap().signum(), verdict["value"].as_i64().unwrap()),
    }
}

/// In a game, a move back is worth what the rules make of that, to the headline, the stars and
/// perfection alike.
#[test]
fn a_move_back_is_worth_what_the_rules_say() {
    let at = server();
    for (game, board, rules, kind) in [
        ("go", "1x3", "", "undecided"),
        ("go", "2x2", "", "undecided"),
        ("go", "1x3", "repetition=tie%3D2", "worth"),
        ("go", "2x2", "repetition=tie%3D0", "worth"),
        ("go", "2x2", "repetition=tie%3D-1", "worth"),
        ("shogi", "3x3", "setup=KSP", "draw"),
        ("shogi", "3x3", "setup=KSP&repetition=first", "won"),
        ("shogi", "2k/3/K2 b G 1", "", "draw"),
    ] {
        let mut changed = 0;
        for moves in before_a_repetition(game, board, rules).into_iter().take(60) {
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("position", board)
                .append_pair("moves", &moves.join(" "))
                .finish();
            let query = format!("game={game}&{query}&{rules}");
            let known = all_known(at, &query);
            let told = known["moves"].as_array().unwrap();
            let back: Vec<&Value> = told.iter().filter(|mv| !mv["repeats"].is_null()).collect();
            assert!(!back.is_empty() && known["repeated"].is_null(), "{query}: {known}");
            for mv in &back {
                assert_eq!(mv["repeats"]["kind"], kind, "{query}: {mv}");
                match (kind, &mv["verdict"]["kind"]) {
                    ("undecided", it) => assert!(it == "cycle" && mv["verdict"]["value"].is_null()),
                    ("draw", _) => assert_eq!(mv["verdict"]["outcome"], "draw"),
                    ("worth", it) => assert_eq!(it, "score"),
                    _ => assert!(mv["verdict"]["outcome"] != "draw"),
                }
            }
            // By itself the position may be worth something else.
            let position = known["question"]["position"].as_str().unwrap();
            let alone = form_urlencoded::Serializer::new(String::new())
                .append_pair("position", position)
                .finish();
            let rest = rules.replace("setup=KSP", "").replace("&&", "&");
            let alone = all_known(at, &format!("game={game}&{alone}&{rest}"));
            changed += usize::from(alone["verdict"] != known["verdict"]);
            for mv in told.iter().filter(|mv| mv["repeats"].is_null()) {
                let same = alone["moves"].as_array().unwrap();
                let same = same.iter().find(|other| other["move"] == mv["move"]).unwrap();
                assert_eq!(mv["verdict"], same["verdict"], "{query}: {mv}");
            }
            let page = get(at, &format!("/board/{game}?{}", query.split_once('&').unwrap().1));
            let marked = page.matches("back to an earlier position").count();
            assert_eq!(marked, back.len(), "{query}: {page}");
            assert!(page.contains("A move that leads back in this game is worth"), "{page}");
            if kind == "undecided" {
                assert!(known["verdict"]["kind"] != "outcome", "{known}");
                continue;
            }
            // All is decided: the position is worth its best move, and stars are on those.
            let best = told.iter().map(|mv| goodness(&mv["verdict"])).max().unwrap();
            assert_eq!(goodness(&known["verdict"]), best, "{query}: {known}");
            for mv in told {
                let is_best = goodness(&mv["verdict"]) == best;
                assert_eq!(mv["standing"] == "best", is_best, "{query}: {mv}");
            }
            let choice = told.iter().find(|mv| mv["move"] == known["choice"]);
            assert!(choice.is_none_or(|mv| mv["standing"] == "best"), "{query}: {known}");
        }
        assert!(changed > 0, "{game} {board} {rules}: nothing depends on what was played before");
    }
}

#[test]
fn a_game_that_has_come_back_is_over() {
    let at = server();
    let shogi = "position=2k%2F3%2FK2+b+-+1&moves=3c3b+1a1b+3b3c+1b1a";
    let known = json(&get(at, &format!("/api/values?game=shogi&{shogi}")));
    assert_eq!((&known["status"], &known["repeated"]["kind"]), (&"known".into(), &"draw".into()));
    assert_eq!((&known["verdict"]["outcome"], &known["choice"]), (&"draw".into(), &Value::Null));
    for mv in known["moves"].as_array().unwrap() {
        assert_eq!(
            (&mv["verdict"]["kind"], &mv["standing"]),
            (&"unknown".into(), &"possible".into())
        );
    }
    let page = get(at, &format!("/board/shogi?{shogi}"));
    assert!(
        page.contains("The game is over: A draw by repetition") && !page.contains('★'),
        "{page}"
    );
    // One can go on all the same, or look at the position by itself.
    assert!(
        page.contains("1b1a+3c3b") && page.contains("Look at this position by itself"),
        "{page}"
    );
    let alone = "position=2k%2F3%2FK2+b+-+1";
    assert!(page.contains(&format!("/board/shogi?{alone}\"")), "{page}");
    assert_eq!(json(&get(at, &format!("/api/values?game=shogi&{alone}")))["repeated"], Value::Null);
    // Under superko nothing comes back.
    let round = "A1+B1+pass+A1+pass";
    let query = format!("game=go&position=1x3&ko=positional&moves={round}");
    let look = json(&get(at, &format!("/api/position?{query}")));
    let moves = look["moves"].as_array().unwrap();
    assert!(look["repeated"].is_null() && moves.iter().all(|mv| mv["repeats"].is_null()), "{look}");
}

#[test]
fn a_review_tells_what_is_known_of_every_move() {
    let at = server();
    let address = "/review/go?position=2x3&moves=pass+B1+B2+A1+pass+pass";
    let page = eventually("all positions are known", || {
        let (status, page) = ask(at, "GET", address, "");
        Some(page).filter(|page| status == 200 && !page.contains("Not known yet"))
    });
    // White ended the game with a point where endless play may have brought more.
    let last = page.split("6.").nth(1).unwrap().split("</tr>").next().unwrap();
    assert!(last.contains("White wins by 1") && last.contains("neither proved best"), "{last}");
}
