//! A game in the terminal against perfect play, whatever the game.

use anyhow::Result;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri_core::{Context, Game, Goal, Outcome, Side, Solver, Verdict};

const HELP: &str = "Type a move, or: moves (what is legal), values (what each is worth), hint, \
                    undo, board, quit";
/// The longest line that is read.
const LONGEST: u64 = 1 << 12;

/// Whether nothing is going on but waiting for a person: then Ctrl-C need not wait for anything.
pub static AT_PROMPT: AtomicBool = AtomicBool::new(false);

/// Plays `human`'s moves from `input`, and the other side's as well as can be.
pub fn play<G: Game>(
    game: &G,
    start: &G::Position,
    solver: &dyn Solver<G>,
    human: Option<Side>,
    context: &Context,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<()> {
    let mut history = vec![start.clone()];
    writeln!(output, "{HELP}")?;
    let mut shown = false;
    loop {
        let position = history[history.len() - 1].clone();
        let side = game.to_move(&position);
        if !shown {
            writeln!(output, "\n{}", game.draw(&position))?;
        }
        if let Some(end) = ending(game, &history) {
            writeln!(output, "{end}")?;
            for line in game.ending(&position) {
                writeln!(output, "{line}")?;
            }
            return Ok(());
        }
        if human != Some(side) {
            let Some((mv, verdict)) = best(game, &position, solver, context)? else {
                writeln!(output, "Stopped before a move was found.")?;
                return Ok(());
            };
            let name = game.print_move(&position, mv);
            writeln!(output, "{} plays {name} ({verdict})", game.side_name(side))?;
            history.push(game.play(&position, mv));
            shown = false;
            // Against itself it goes on to the end without being asked.
            continue;
        }
        write!(output, "{}> ", game.side_name(side))?;
        output.flush()?;
        AT_PROMPT.store(true, Ordering::SeqCst);
        let line = read_line(&mut input)?;
        AT_PROMPT.store(false, Ordering::SeqCst);
        let Some(line) = line else { return Ok(()) };
        shown = true;
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            "help" | "?" => writeln!(output, "{HELP}")?,
            "board" => shown = false,
            "moves" => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let names: Vec<_> =
                    moves.iter().map(|mv| game.print_move(&position, *mv)).collect();
                writeln!(output, "{}", names.join(" "))?;
            }
            "values" => {
                for (mv, verdict) in ranked(game, &position, solver, context)? {
                    writeln!(output, "{:<6} {verdict}", game.print_move(&position, mv))?;
                }
            }
            "hint" => match best(game, &position, solver, context)? {
                Some((mv, verdict)) => {
                    writeln!(output, "{} ({verdict})", game.print_move(&position, mv))?;
                }
                None => writeln!(output, "Stopped before a move was found.")?,
            },
            "undo" => {
                // Back to the human's last move.
                let own = |at: &usize| Some(game.to_move(&history[*at])) == human;
                match (0..history.len() - 1).rev().find(own) {
                    Some(at) => {
                        history.truncate(at + 1);
                        shown = false;
                    }
                    None => writeln!(output, "There is nothing to take back.")?,
                }
            }
            text => match game.parse_move(&position, text) {
                Ok(mv) => {
                    history.push(game.play(&position, mv));
                    shown = false;
                }
                Err(error) => writeln!(output, "{error}")?,
            },
        }
        if context.stopped().is_some() {
            return Ok(());
        }
    }
}

fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = std::io::Read::take(&mut *input, LONGEST);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// How the game has ended, if it has.
fn ending<G: Game>(game: &G, history: &[G::Position]) -> Option<String> {
    let last = &history[history.len() - 1];
    let side = game.to_move(last);
    if let Some(score) = game.final_score(last) {
        return Some(match Outcome::from(score) {
            Outcome::Draw => "The game is over: a draw.".into(),
            Outcome::Win => format!("The game is over: {} has won.", game.side_name(side)),
            Outcome::Loss => format!("The game is over: {} has won.", game.side_name(!side)),
        });
    }
    let since = history[..history.len() - 1].iter().rposition(|earlier| earlier == last)?;
    Some(match game.repetition_winner(&history[since..]) {
        Some(side) => format!("A position repeats: {} wins.", game.side_name(side)),
        None => "A position repeats: a draw.".into(),
    })
}

/// The moves, best first.
fn ranked<G: Game>(
    game: &G,
    position: &G::Position,
    solver: &dyn Solver<G>,
    context: &Context,
) -> Result<Vec<(G::Move, Verdict)>> {
    let mut moves = solver.values(game, position, Goal::Score, context)?.moves;
    moves.sort_by_key(|(_, verdict)| std::cmp::Reverse(verdict.rank()));
    Ok(moves)
}

fn best<G: Game>(
    game: &G,
    position: &G::Position,
    solver: &dyn Solver<G>,
    context: &Context,
) -> Result<Option<(G::Move, Verdict)>> {
    let ranked = ranked(game, position, solver, context)?;
    // What is not known for want of time is no advice.
    Ok(ranked.into_iter().next().filter(|(_, verdict)| *verdict != Verdict::Unknown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::tictactoe::TicTacToe;
    use yomikiri_search::AlphaBeta;

    fn session(input: &str) -> String {
        let mut output = Vec::new();
        let context = Context::default();
        let (start, human) = (TicTacToe.start(), Some(Side::First));
        play(&TicTacToe, &start, &AlphaBeta, human, &context, input.as_bytes(), &mut output)
            .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn it_answers_best_and_moves_can_be_taken_back() {
        // The middle is the only answer to a corner that does not lose.
        let text = session("a1\nvalues\n");
        assert!(text.contains("Nought plays b2 (0)"), "{text}");
        let undone = session("a1\nundo\nundo\nmoves\nquit\n");
        assert!(undone.contains("a1 b1 c1 a2 b2 c2 a3 b3 c3"), "{undone}");
        assert!(undone.contains("nothing to take back"), "{undone}");
    }

    #[test]
    fn nonsense_is_explained_and_nothing_is_lost() {
        let text = session("zz\n\nhint\n");
        assert!(text.contains("move 'zz': no such square"), "{text}");
    }
}
