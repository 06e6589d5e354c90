//! What is seen of a position, and what is touched to make a move, in random games of every game.

use yomikiri_core::options::Options;
use yomikiri_core::{Dice, Spot};
use yomikiri_rooms::{GAMES, Room, open};

fn games() -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    vec![
        ("othello", "4x6", None),
        ("othello", "8x8", None),
        ("go", "3x4", None),
        ("amazons", "5x4", None),
        ("shogi", "3x4", Some("KPB")),
        ("shogi", "dobutsu", None),
        ("tictactoe", "3x3", None),
    ]
}

/// Calls `check` with the positions of a few random games.
fn each_position(mut check: impl FnMut(&dyn Room, &Options)) {
    for (game, board, setup) in games() {
        let rules = setup.map_or(Options::default(), |name| Options::default().with("setup", name));
        for number in 0..4 {
            let mut dice = Dice::numbered(7, number);
            let mut room = open(game, board, &rules).unwrap();
            for _ in 0..40 {
                check(&*room, &rules);
                let moves = room.look().moves;
                if moves.is_empty() {
                    break;
                }
                room = room.after(&moves[dice.below(moves.len())].name).unwrap();
            }
        }
    }
}

#[test]
fn every_game_is_looked_at() {
    for game in GAMES {
        assert!(games().iter().any(|(name, _, _)| *name == game.name), "{}", game.name);
    }
}

#[test]
fn what_is_touched_tells_every_move_apart() {
    each_position(|room, _| {
        let look = room.look();
        let picture = look.picture.as_ref().expect("all games have a picture");
        assert_eq!(picture.cells.len(), picture.columns.len() * picture.rows.len());
        for (index, mv) in look.moves.iter().enumerate() {
            assert!(!mv.spots.is_empty(), "{}", mv.name);
            for spot in &mv.spots {
                if let Spot::Cell(cell) = spot {
                    assert!(usize::from(*cell) < picture.cells.len(), "{}", mv.name);
                }
            }
            for other in &look.moves[index + 1..] {
                let told_apart =
                    !mv.spots.starts_with(&other.spots) && !other.spots.starts_with(&mv.spots);
                assert!(told_apart, "{} and {} at {}", mv.name, other.name, look.position);
            }
        }
    });
}

#[test]
fn a_position_can_be_set_up_from_what_it_looks_like() {
    let mut of_go = 0;
    each_position(|room, rules| {
        let look = room.look();
        // A ban or a pass is not seen on the board.
        if look.game == "go" && look.position.split_whitespace().count() > 5 {
            return;
        }
        of_go += i32::from(look.game == "go");
        let picture = look.picture.as_ref().expect("all games have a picture");
        let text = room.write_picture(picture, look.to_move);
        let mut bare = rules.clone();
        bare.remove("setup");
        let again = open(look.game, &text, &bare).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.look().position, look.position);
    });
    assert!(of_go > 20, "{of_go} positions of Go");
}
