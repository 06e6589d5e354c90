//! What is told of a position is the same at every door: by the command, as data, on the page, and by
//! what perfection plays.

mod common;

use common::{ask, eventually, json, server};
use serde_json::{Value, json as value};
use std::net::SocketAddr;
use yomikiri_core::options::Options;
use yomikiri_core::{Context, Dice, Goal, Limits};
use yomikiri_rooms::play::{Seats, Who};
use yomikiri_rooms::{Library, Room};

/// A game under rules as addresses have them.
struct Case {
    game: &'static str,
    position: &'static str,
    rules: &'static [(&'static str, &'static str)],
}

impl Case {
    fn open(&self, library: &Library, moves: &str) -> Box<dyn Room> {
        let rules = self.rules.iter();
        let options = rules.fold(Options::default(), |all, (name, choice)| all.with(name, choice));
        library.open(self.game, self.position, &options, moves).unwrap()
    }

    fn query(&self, moves: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("position", self.position).extend_pairs(self.rules);
        query.append_pair("moves", moves).finish()
    }
}

fn context() -> Context {
    Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() })
}

/// What the pages' API says once nothing more is looked for.
fn api(at: SocketAddr, game: &str, query: &str) -> Value {
    eventually("the position is known", || {
        let (status, text) = ask(at, "GET", &format!("/api/values?game={game}&{query}"), "");
        assert_eq!(status, 200, "{text}");
        Some(json(&text)).filter(|known| known["status"] == "known")
    })
}

/// What is said of a move by the command, as the API would say it.
fn as_api(told: &Value, mv: &Value) -> [Value; 4] {
    let exact = &mv["value"];
    let of_score = mv["plies"].is_null() && mv["outcome"].is_string();
    let won = told["game"] != "go" && told["game"] != "othello";
    let bounds =
        if won && of_score || mv["plies"].is_number() { &Value::Null } else { &mv["bounds"] };
    [exact.clone(), bounds.clone(), mv["outcome"].clone(), mv["plies"].clone()]
}

/// Compares all that is told of a position; the moves.
fn compare(at: SocketAddr, library: &Library, case: &Case, moves: &str) -> Vec<String> {
    let room = case.open(library, moves);
    let valued = room.values(None, Goal::Score, &context()).unwrap();
    let told = serde_json::to_value(&valued).unwrap();
    let query = case.query(moves);
    let known = api(at, case.game, &query);
    let here = format!("{} {query}\ncommand: {told}\nAPI: {known}", case.game);
    let mut stars = 0;
    for mv in told["moves"].as_array().unwrap() {
        let other = known["moves"].as_array().unwrap().iter();
        let other = other.clone().find(|other| other["move"] == mv["move"]).unwrap();
        let said = ["value", "bounds", "outcome", "plies"].map(|key| other["verdict"][key].clone());
        assert_eq!(said, as_api(&told, mv), "{mv} {other} {here}");
        for key in ["standing", "repeats"] {
            assert_eq!(mv[key], other[key], "{key} of {mv}: {here}");
        }
        stars += usize::from(mv["standing"] == "best");
    }
    assert_eq!(told["choice_is"], known["choice_is"], "{here}");
    assert_eq!(told["choice"].is_null(), told["moves"] == value!([]), "{here}");
    let standing = |choice: &Value| {
        let mut all = told["moves"].as_array().unwrap().iter();
        all.find(|mv| mv["move"] == *choice)
            .map(|mv| (mv["standing"].clone(), mv["bounds"].clone()))
    };
    assert_eq!(standing(&told["choice"]), standing(&known["choice"]), "{here}");

    let (_, page) = ask(at, "GET", &format!("/board/{}?{query}", case.game), "");
    if let Some(listed) = page.split("id=\"moves\"").nth(1) {
        let listed = listed.split("</section>").next().unwrap();
        assert_eq!(listed.matches('★').count(), stars, "{here}\n{listed}");
    }

    // What perfection plays is what is said that it would.
    let seats = Seats { players: [Who::Usual, Who::Usual], move_time: None, json: true };
    let mut output = Vec::new();
    room.play(&seats, &context(), &mut std::io::empty(), &mut output).unwrap();
    let lines = String::from_utf8(output).unwrap();
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let played = lines.find(|line| line["type"] == "move").map(|line| line["data"].clone());
    let played = played.unwrap_or(value!({ "move": null }));
    assert_eq!(played["move"], told["choice"], "{here}");
    let why = match (&told["choice_is"], played["why"].as_str()) {
        (Value::String(choice_is), Some(why)) => why == choice_is || why == "only",
        _ => told["moves"] == value!([]),
    };
    assert!(why, "{played} {here}");
    let names = room.look().moves.into_iter().filter(|_| told.get("repeated").is_none());
    names.map(|mv| mv.name).collect()
}

#[test]
fn every_door_tells_the_same() {
    let at = server();
    let library = Library::new(None);
    let mut dice = Dice::new(18);
    for case in [
        Case { game: "go", position: "1x2", rules: &[] },
        Case { game: "go", position: "2x2", rules: &[("repetition", "tie=0")] },
        Case { game: "go", position: "2x3", rules: &[] },
        Case { game: "go", position: "2x3", rules: &[("repetition", "tie=2"), ("komi", "1")] },
        Case { game: "go", position: "1x4", rules: &[("ko", "positional")] },
        Case { game: "go", position: "2x2", rules: &[("suicide", "allowed")] },
        Case { game: "go", position: "2x3", rules: &[("scoring", "stones"), ("komi", "-2")] },
        Case { game: "go", position: "2x3", rules: &[("scoring", "afure")] },
        Case {
            game: "shogi",
            position: "3x3",
            rules: &[("setup", "K-G"), ("perpetual-check", "loses")],
        },
        // Lost by the rule against perpetual check, and by some moves sooner.
        Case { game: "shogi", position: "rk1/p2/R1K b -", rules: &[("perpetual-check", "loses")] },
        Case {
            game: "shogi",
            position: "3x3",
            rules: &[("setup", "KSP"), ("repetition", "second")],
        },
        Case { game: "shogi", position: "2x4", rules: &[("setup", "KG"), ("zone", "0")] },
        Case { game: "amazons", position: "X...O.", rules: &[] },
        Case { game: "amazons", position: "X..#|.#O.", rules: &[] },
        Case { game: "othello", position: "4x4", rules: &[] },
        Case { game: "tictactoe", position: "3x3", rules: &[] },
    ] {
        for _ in 0..2 {
            let mut moves = String::new();
            for ply in 0..8 {
                let legal = compare(at, &library, &case, &moves);
                let Some(mv) = (!legal.is_empty()).then(|| &legal[dice.below(legal.len())]) else {
                    break;
                };
                moves += if ply == 0 { "" } else { " " };
                moves += mv;
            }
        }
    }
}
