//! Opponents: whoever is listed can be played against, and moves legally and in time.

use serde_json::Value;
use std::time::Duration;
use yomikiri_core::options::Options;
use yomikiri_core::{Context, Limits};
use yomikiri_rooms::matches::Plan;
use yomikiri_rooms::{Room, open};

fn room(game: &str, position: &str) -> Box<dyn Room> {
    open(game, position, &Options::default()).unwrap()
}

fn context() -> Context {
    let time = Some(Duration::from_secs(20));
    Context::new(Limits { threads: 2, memory: 64 << 20, time, nodes: None })
}

fn names(room: &dyn Room) -> Vec<&'static str> {
    room.opponents().iter().map(|opponent| opponent.name).collect()
}

/// Plays a game between two opponents, a few plies of it, every move looked at by the rules.
fn play(room: Box<dyn Room>, names: [&str; 2], plies: usize) -> Vec<String> {
    let mut players = names.map(|name| {
        let levels = room.opponents().iter().find(|o| o.name == name).unwrap().levels;
        room.player(name, (levels > 0).then_some(1), 2, 3).unwrap()
    });
    let (mut room, mut played) = (room, Vec::new());
    while played.len() < plies && !room.look().moves.is_empty() {
        let chosen = players[played.len() % 2].choose(&played, &context()).unwrap();
        let legal = room.look().moves.iter().any(|mv| mv.name == chosen.name);
        assert!(legal, "{} after {played:?}", chosen.name);
        room = room.after(&chosen.name).unwrap();
        played.push(chosen.name);
    }
    played
}

#[test]
fn every_opponent_of_every_game_plays_by_the_rules() {
    for (game, position) in
        [("tictactoe", "3x3"), ("othello", "4x4"), ("go", "2x3"), ("amazons", "X..|.#.|..O")]
    {
        assert_eq!(names(&*room(game, position)), ["perfection", "random"]);
        let played = play(room(game, position), ["perfection", "random"], 40);
        assert!(played.len() > 2, "{game}: {played:?}");
    }
    assert_eq!(
        names(&*room("othello", "8x8")),
        ["yomi", "single", "multi", "perfection", "random"]
    );
    for pair in [["yomi", "random"], ["random", "single"], ["multi", "yomi"]] {
        assert_eq!(play(room("othello", "8x8"), pair, 12).len(), 12);
    }
}

#[test]
fn a_game_goes_on_where_it_was_and_moves_can_be_taken_back() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut player = room("tictactoe", "3x3").player("perfection", None, 1, 0).unwrap();
    let answer = player.choose(&words("a1"), &context()).unwrap();
    // Every other answer to a corner loses.
    assert_eq!((answer.name.as_str(), answer.value, answer.proved), ("b2", Some(0.0), true));
    let answer = player.choose(&words("a1 b2 b1"), &context()).unwrap();
    assert_eq!((answer.name.as_str(), answer.proved), ("c1", true), "the only move");
    let again = player.choose(&words("b2"), &context()).unwrap();
    assert_eq!((again.value, again.proved), (Some(0.0), true));
    let error = player.choose(&words("b2 b2"), &context()).unwrap_err().to_string();
    assert!(error.contains("b2"), "{error}");
    let over = player.choose(&words("a1 a2 b1 b2 c1"), &context()).unwrap_err().to_string();
    assert!(over.contains("the game is over"), "{over}");
}

#[test]
fn opponents_and_levels_that_are_not_there_are_refused_by_name() {
    let othello = room("othello", "8x8");
    for (name, level, words) in [
        ("deep", None, "expected one of yomi, single, multi, perfection, random"),
        ("yomi", Some(11), "expected 1 to 10"),
        ("single", Some(0), "expected 1 to 9"),
        ("random", Some(1), "has but one"),
    ] {
        let error = othello.player(name, level, 1, 0).err().unwrap().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// A match of two opponents under some rules: what is told of its end, or what is wrong.
fn matched(game: &str, board: &str, rule: [&str; 2], players: [&str; 2]) -> Result<Value, String> {
    let options = Options::default().with(rule[0], rule[1]);
    let room = open(game, board, &options).unwrap();
    let plan = Plan {
        games: 4,
        openings: "start".into(),
        seed: 5,
        time_per_move: None,
        longest: None,
        tells_moves: false,
        csv: None,
    };
    let mut last = Value::Null;
    let told = room.play_match(players, &plan, &context(), &mut |told| {
        last = told.data;
        Ok(())
    });
    told.map(|()| last).map_err(|error| error.to_string())
}

#[test]
fn a_match_ends_games_that_come_back_as_the_rules_have_it() {
    // Perfection against itself goes round: who repeats loses, or nobody does.
    let both = ["perfection", "perfection"];
    let error = matched("go", "2x2", ["repetition", "open"], both).unwrap_err();
    assert!(error.contains("do not say"), "{error}");
    let drawn = matched("go", "2x2", ["repetition", "tie=0"], both).unwrap();
    assert_eq!((&drawn["games"], &drawn["results"]["drawn"]), (&4.into(), &4.into()), "{drawn}");
    let moves = drawn["moves"]["a"].as_u64().unwrap();
    assert!(moves < 100, "a game ends where it comes back: {moves} moves");
    let won = matched("go", "1x2", ["repetition", "tie=1"], both).unwrap();
    assert_eq!(won["as_first"]["won"], 2, "{won}");
}

#[test]
fn perfection_guesses_no_more_in_a_match_than_elsewhere() {
    let room = open("amazons", "6x6", &Options::default()).unwrap();
    let time_per_move = Some(Duration::from_millis(1));
    let openings = "start".to_owned();
    let plan = Plan {
        games: 2,
        openings,
        seed: 1,
        time_per_move,
        longest: None,
        tells_moves: false,
        csv: None,
    };
    let mut last = Value::Null;
    room.play_match(["perfection", "random"], &plan, &context(), &mut |told| {
        last = told.data;
        Ok(())
    })
    .unwrap();
    assert_eq!(last["forfeits"]["a"], 2, "{last}");
}
