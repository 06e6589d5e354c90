use super::*;
use crate::{Library, Room, open};
use serde_json::json;
use yomikiri_core::Standing;
use yomikiri_core::options::Options;

fn opponent(name: &str) -> Who {
    Who::Opponent { name: name.into(), level: None, seed: 1 }
}

fn room(game: &str, position: &str, rules: &Options) -> Box<dyn Room> {
    open(game, position, rules).unwrap()
}

/// Go on 1x2 under some rule of repetition, after moves.
fn two_points(repetition: &str, moves: &str) -> Box<dyn Room> {
    let options = Options::default().with("repetition", repetition);
    Library::new(None).open("go", "1x2", &options, moves).unwrap()
}

/// What is said in a game, and why it was stopped.
fn game(
    room: &dyn Room,
    players: [Who; 2],
    move_time: Option<Duration>,
    input: &str,
) -> (String, Option<Stop>) {
    let mut output = Vec::new();
    let context = Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() });
    let seats = Seats { players, move_time, json: false };
    let stopped = room.play(&seats, &context, &mut input.as_bytes(), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), stopped)
}

fn session(input: &str) -> String {
    let room = room("tictactoe", "3x3", &Options::default());
    game(&*room, [Who::Person, Who::Usual], None, input).0
}

#[test]
fn it_answers_best_and_moves_can_be_taken_back() {
    // The middle is the only answer to a corner that does not lose.
    let text = session("a1\nvalues\n");
    assert!(text.contains("Nought (perfection) plays b2 (0)"), "{text}");
    let undone = session("a1\nundo\nundo\nmoves\nquit\n");
    assert!(undone.contains("a1 b1 c1 a2 b2 c2 a3 b3 c3"), "{undone}");
    assert!(undone.contains("nothing to take back"), "{undone}");
}

#[test]
fn nonsense_is_explained_and_nothing_is_lost() {
    let text = session("zz\n\nhint\n");
    assert!(text.contains("move 'zz': no such square"), "{text}");
}

#[test]
fn a_proved_win_is_played_to_its_end() {
    for rules in [Options::default(), Options::default().with("repetition", "tie=0")] {
        let room = room("go", "3x4", &rules);
        let (text, stopped) = game(&*room, [Who::Usual, Who::Usual], None, "");
        assert!(text.contains("The game is over: Black wins by "), "{text}");
        assert!(stopped.is_none() && !text.contains("repeats"), "{text}");
        let moves = "C2\nB3\nC1\nB1\npass\npass\nD3\n";
        let (text, _) = game(&*room, [Who::Usual, Who::Person], None, moves);
        assert!(!text.contains("repeats"), "{text}");
    }
}

/// What perfection chooses by the values, and why.
fn choice(room: &dyn Room) -> (Option<String>, Option<Merit>) {
    let context = Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() });
    let valued = room.values(None, Goal::Score, &context).unwrap();
    let choice = valued.choice.as_ref();
    let played = valued.moves.iter().find(|mv| Some(&mv.name) == choice).map(|mv| mv.standing);
    let is_best = matches!(played, Some(Standing::Best | Standing::Lost));
    assert_eq!(valued.choice_is == Some(Merit::Best), is_best, "{choice:?}");
    (valued.choice, valued.choice_is)
}

#[test]
fn what_endless_play_decides_is_played_and_not_called_best() {
    let library = Library::new(None);
    let room = library.open("go", "2x3", &Options::default(), "pass B1 B2 A1 pass").unwrap();
    assert_eq!(choice(&*room), (Some("pass".into()), Some(Merit::Sure)));
    for seat in [Who::Usual, opponent("perfection")] {
        let told = lines(&*room, [seat.clone(), seat.clone()], "");
        let played = told.iter().find(|line| line["type"] == "move").unwrap();
        let [mv, why, proved, value] =
            ["move", "why", "proved", "value"].map(|k| &played["data"][k]);
        assert_eq!(
            (mv, why, proved, value),
            (&json!("pass"), &json!("sure"), &json!(false), &json!(1))
        );
        let (text, stopped) = game(&*room, [seat.clone(), seat], None, "");
        assert!(text.contains("pass (+1: no other move is sure of more"), "{text}");
        assert!(stopped.is_none() && text.contains("The game is over: White wins by 1"), "{text}");
    }
}

#[test]
fn moves_that_are_best_are_chosen_whatever_a_repetition_counts() {
    for board in ["1x2", "2x2", "2x3"] {
        for tie in -6..=6 {
            let rule = Options::default().with("repetition", &format!("tie={tie}"));
            let room = room("go", board, &rule);
            let (chosen, merit) = choice(&*room);
            assert!(chosen.is_some() && merit == Some(Merit::Best), "{board} {tie}: {chosen:?}");
        }
    }
}

#[test]
fn a_repetition_is_worth_what_the_rules_say() {
    // Both take in turn; a pass lifts the ban, and one more would end the game after another.
    const ROUND: &str = "A1\nB1\npass\npass\nA1\npass\npass\nB1\n";
    let two = |repetition: &str| {
        game(&*two_points(repetition, ""), [Who::Person, Who::Person], None, ROUND).0
    };
    assert!(two("open").contains("these rules do not say"), "{}", two("open"));
    let tie = two("tie=1");
    assert!(tie.contains("A position repeats: Black wins by 1, as the rules have it."), "{tie}");
    assert!(two("tie=0").contains("A position repeats: a draw"), "{}", two("tie=0"));
}

#[test]
fn what_was_played_before_counts_for_repetition() {
    let room = two_points("tie=1", "A1 B1 pass pass A1 pass pass");
    let (text, _) = game(&*room, [Who::Person, Who::Person], None, "B1\n");
    assert!(text.contains("A position repeats: Black wins by 1"), "{text}");
    let (text, _) = game(&*room, [Who::Person, Who::Person], None, "undo\n");
    assert!(text.contains("nothing to take back"), "{text}");
}

#[test]
fn a_stopped_game_is_not_told_as_a_result() {
    let room = room("othello", "8x8", &Options::default());
    let limit = Some(Duration::from_millis(100));
    let seats = [opponent("perfection"), opponent("perfection")];
    let (text, stopped) = game(&*room, seats, limit, "");
    // The first moves are images of each other, so that any is as good as the others.
    assert_eq!(stopped, Some(Stop::Time), "{text}");
    assert!(text.contains("nobody has won") && !text.contains("wins"), "{text}");
    let context = Context::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let seats = Seats { players: [Who::Usual, Who::Usual], move_time: None, json: false };
    let mut output = Vec::new();
    let stopped = room.play(&seats, &context, &mut std::io::empty(), &mut output).unwrap();
    assert_eq!(stopped, Some(Stop::Time));
    assert!(!String::from_utf8(output).unwrap().contains("wins"));
}

#[test]
fn engines_play_whole_games_and_mark_what_they_believe() {
    let room = room("othello", "8x8", &Options::default());
    let one = |name: &str| Who::Opponent { name: name.into(), level: Some(1), seed: 1 };
    let (text, stopped) = game(&*room, [one("yomi"), one("single")], None, "");
    assert!(stopped.is_none(), "{text}");
    assert!(text.contains("≈ ") && text.contains(", proved)"), "{text}");
    let end = text.lines().last().unwrap();
    assert!(end.starts_with("The game is over: "), "{end}");
    let limit = Some(Duration::from_millis(200));
    let (text, _) = game(&*room, [Who::Person, Who::Usual], limit, "f5\nhint\nvalues\nquit\n");
    assert!(text.contains("White: yomi:") && text.contains("White (yomi:"), "{text}");
    assert!(text.contains("not known"), "nothing is proved so soon: {text}");
}

#[test]
fn a_game_too_large_for_any_proof_goes_on_by_guesses() {
    let room = room("amazons", "10x10", &Options::default());
    let limit = Some(Duration::from_millis(100));
    let (text, stopped) = game(&*room, [Who::Person, Who::Usual], limit, "hint\nmoves\nboard\n");
    assert!(stopped.is_none() && text.matches("> ").count() >= 4, "{text}");
}

/// What is told of a game as data.
fn lines(room: &dyn Room, players: [Who; 2], input: &str) -> Vec<serde_json::Value> {
    let mut output = Vec::new();
    let context = Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() });
    let seats = Seats { players, move_time: None, json: true };
    room.play(&seats, &context, &mut input.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The types of lines.
fn types(lines: &[serde_json::Value]) -> String {
    let types: Vec<_> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    types.join(" ")
}

#[test]
fn a_program_plays_by_lines_of_data() {
    let room = room("tictactoe", "3x3", &Options::default());
    let asked = "a1\nzz\nmoves\nvalues\nhint\nundo\na1\nhelp\nboard\nquit\n";
    let told = lines(&*room, [Who::Person, Who::Usual], asked);
    let expected = "game position move position move position error moves values hint position \
                    move position move position note position result";
    assert_eq!(types(&told), expected);
    let data = |at: usize| &told[at]["data"];
    assert_eq!(data(0)["players"][0]["kind"], "person");
    assert_eq!((&data(0)["game"], &data(0)["played"]), (&"tictactoe".into(), &0.into()));
    assert_eq!(data(1)["moves"].as_array().unwrap().len(), 9);
    let own = data(2);
    assert_eq!(
        (&own["by"], &own["move"], &own["number"]),
        (&"person".into(), &"a1".into(), &1.into())
    );
    assert!(own["proved"].is_null() && own["value"].is_null() && own["seconds"].is_null());
    let answer = data(4);
    assert_eq!((&answer["by"], &answer["side"]), (&"perfection".into(), &"second".into()));
    assert_eq!((&answer["move"], &answer["proved"]), (&"b2".into(), &true.into()));
    assert_eq!((&answer["value"], &answer["estimate"]), (&0.into(), &serde_json::Value::Null));
    assert_eq!((&data(5)["to_move"], &data(5)["number"]), (&"first".into(), &2.into()));
    assert!(data(6)["error"].as_str().unwrap().contains("zz"));
    assert_eq!(data(7)["moves"].as_array().unwrap().len(), 7);
    assert_eq!(data(8)["moves"][0]["standing"], "best");
    assert_eq!(data(9)["proved"], true);
    assert_eq!(data(10)["number"], 0, "taken back");
    let end = data(17);
    assert_eq!((&end["over"], &end["stopped"]), (&false.into(), &"quit".into()));
    assert!(end["winner"].is_null() && end["score"].is_null());
    // Whoever falls silent has left, too.
    let told = lines(&*room, [Who::Person, Who::Usual], "");
    assert_eq!(told.last().unwrap()["data"]["stopped"], "quit");
}

#[test]
fn guesses_and_results_are_told_apart_from_what_is_not() {
    let room = self::room("othello", "8x8", &Options::default());
    let one = |name: &str| Who::Opponent { name: name.into(), level: Some(1), seed: 1 };
    let told = lines(&*room, [one("yomi"), one("single")], "");
    let moves: Vec<_> = told.iter().filter(|line| line["type"] == "move").collect();
    let first = &moves[0]["data"];
    assert_eq!((&first["proved"], &first["value"]), (&false.into(), &serde_json::Value::Null));
    assert!(moves.iter().any(|line| line["data"]["estimate"].is_number()));
    assert!(moves.iter().any(|line| line["data"]["proved"] == true
        && line["data"]["value"].is_i64()
        && line["data"]["bounds"][0] == line["data"]["value"]));
    let end = &told.last().unwrap()["data"];
    assert_eq!((&end["over"], &end["stopped"]), (&true.into(), &serde_json::Value::Null));
    let score = end["score"].as_i64().unwrap();
    let winner = if score > 0 {
        "first"
    } else if score < 0 {
        "second"
    } else {
        "draw"
    };
    assert_eq!(end["winner"], winner);
    assert!(end["final"]["black"].is_number());

    let go = |repetition: &str| {
        let room = two_points(repetition, "A1 B1 pass pass A1 pass pass");
        let told = lines(&*room, [Who::Person, Who::Person], "values\nB1\n");
        assert_eq!(types(&told), "game position values move position result");
        assert_eq!(told[0]["data"]["played"], 7);
        let back =
            told[2]["data"]["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "B1");
        let end = &told[5]["data"];
        assert_eq!(back.unwrap()["repeats"], end["repeated"]);
        (end["winner"].clone(), end["score"].clone(), end["repeated"]["kind"].clone())
    };
    let null = serde_json::Value::Null;
    assert_eq!(go("open"), (null.clone(), null, "undecided".into()));
    assert_eq!(go("tie=-1"), ("second".into(), (-1).into(), "worth".into()));
    assert_eq!(go("tie=0"), ("draw".into(), 0.into(), "worth".into()));
}
