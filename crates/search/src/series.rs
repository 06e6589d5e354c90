//! Series of games between two engines.

mod openings;
mod standing;

pub use openings::{NoOpenings, random_openings};
pub use standing::{Estimate, Standing};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use yomikiri_core::{
    Choice, Context, Engine, Error, Game, Limits, Outcome, Progress, Record, Repetition, Result,
    Score, Side, Whole,
};

/// Which of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The engine named first.
    A,
    /// The other one.
    B,
}

impl Seat {
    /// The other seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }
}

/// A game to be played: from which opening, and who has the side that moves first in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the opening.
    pub opening: usize,
    /// Who plays [`Side::First`].
    pub first: Seat,
}

/// So many games, every opening played twice with the sides exchanged; the openings are gone
/// through again where there are more games.
pub fn swapped(openings: usize, games: usize) -> Vec<Pairing> {
    let first = |game: usize| if game.is_multiple_of(2) { Seat::A } else { Seat::B };
    (0..games).map(|game| Pairing { opening: game / 2 % openings, first: first(game) }).collect()
}

/// What an engine may use for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Time for a move, if it is limited; the engine is told, and trusted to keep it.
    pub time_per_move: Option<Duration>,
    /// Plies after which a game that goes on is called a draw; as many as it takes if not given.
    pub longest: Option<usize>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// Its number in the series, from 0.
    pub number: usize,
    /// What was to be played.
    pub pairing: Pairing,
    /// The game, opening included.
    pub record: Record<G>,
    /// The score for A; of a lost game without an end, the worst there is.
    pub score: Score,
    /// Who lost it by an illegal move, an error or a crash, and what happened.
    pub forfeit: Option<(Seat, String)>,
    /// Who gave it up, which is as good as any other way to lose.
    pub resigned: Option<Seat>,
    /// Seconds that A and B took.
    pub seconds: [f64; 2],
    /// Positions that A and B entered.
    pub nodes: [u64; 2],
    /// Moves that A and B made.
    pub moves: [u32; 2],
}

/// A move of a game that is being played.
#[derive(Debug)]
pub struct Moved<'a, G: Game> {
    /// The number of the game in the series, from 0.
    pub number: usize,
    /// Who made it.
    pub seat: Seat,
    /// The game with this move as its last.
    pub record: &'a Record<G>,
    /// The position that it was made in.
    pub before: &'a G::Position,
    /// What was chosen.
    pub choice: &'a Choice<G::Move>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// Plays a series and tells of every game as it ends. The standing has the games that were
/// finished; one that the context stopped is not counted.
pub fn play_series<G: Game>(
    game: &G,
    engines: [&mut dyn Engine<G>; 2],
    openings: &[Record<G>],
    pairings: &[Pairing],
    terms: Terms,
    context: &Context,
    tell: impl FnMut(&Played<G>) -> Result<()>,
) -> Result<Standing> {
    watch_series(game, engines, openings, pairings, terms, context, tell, &mut |_| {})
}

/// The same, and every move is told as it is made.
#[expect(clippy::too_many_arguments, reason = "a series has that many parts")]
pub fn watch_series<G: Game>(
    game: &G,
    engines: [&mut dyn Engine<G>; 2],
    openings: &[Record<G>],
    pairings: &[Pairing],
    terms: Terms,
    context: &Context,
    mut tell: impl FnMut(&Played<G>) -> Result<()>,
    watch: &mut dyn FnMut(&Moved<'_, G>),
) -> Result<Standing> {
    let mut match_up = MatchUp {
        game,
        engines,
        terms,
        context,
        standing: Standing::default(),
        games: pairings.len(),
        begun: Instant::now(),
        reported: None,
    };
    for (number, pairing) in pairings.iter().enumerate() {
        let opening = openings[pairing.opening].clone();
        let Some(played) = match_up.play(number, *pairing, opening, watch) else { break };
        match_up.standing.add(&played);
        tell(&played)?;
    }
    Ok(match_up.standing)
}

struct MatchUp<'a, 'e, G: Game> {
    game: &'a G,
    engines: [&'e mut dyn Engine<G>; 2],
    terms: Terms,
    context: &'a Context,
    standing: Standing,
    games: usize,
    begun: Instant,
    reported: Option<Instant>,
}

impl<G: Game> MatchUp<'_, '_, G> {
    /// One game; `None` if the context stopped it.
    fn play(
        &mut self,
        number: usize,
        pairing: Pairing,
        opening: Record<G>,
        watch: &mut dyn FnMut(&Moved<'_, G>),
    ) -> Option<Played<G>> {
        let mut played = Played {
            number,
            pairing,
            record: opening,
            score: Score(0),
            forfeit: None,
            resigned: None,
            seconds: [0.0; 2],
            nodes: [0; 2],
            moves: [0; 2],
        };
        for seat in [Seat::A, Seat::B] {
            let (game, engine) = (self.game, &mut self.engines[seat as usize]);
            let context = self.context;
            if let Err(problem) = guarded(|| engine.begin(game, context)) {
                // Who was not given the time to begin has not lost.
                if context.check(0) {
                    return None;
                }
                played.score = self.worst(seat);
                played.forfeit = Some((seat, problem));
                return Some(played);
            }
        }
        loop {
            let nodes: u64 = self.standing.nodes.iter().chain(&played.nodes).sum();
            if self.context.check(nodes) {
                return None;
            }
            let position = &played.record.position;
            let side = self.game.to_move(position);
            let seat = if side == Side::First { pairing.first } else { pairing.first.other() };
            if let Some(score) = self.game.final_score(position) {
                played.score = if seat == Seat::A { score } else { -score };
                return Some(played);
            }
            if let Some(score) = self.repeated(&played.record) {
                played.score = if seat == Seat::A { score } else { -score };
                return Some(played);
            }
            if self.terms.longest.is_some_and(|longest| played.record.moves.len() >= longest) {
                return Some(played);
            }
            let begun = Instant::now();
            let choice = self.ask(seat, &played.record);
            let seconds = begun.elapsed().as_secs_f64();
            played.seconds[seat as usize] += seconds;
            if self.context.stopped().is_some() {
                return None;
            }
            match choice {
                Ok(None) => {
                    played.score = self.worst(seat);
                    played.resigned = Some(seat);
                    return Some(played);
                }
                Ok(Some(choice)) => {
                    played.nodes[seat as usize] += choice.nodes;
                    played.moves[seat as usize] += 1;
                    let before = played.record.position.clone();
                    played.record.play(self.game, choice.mv);
                    let (record, before, choice) = (&played.record, &before, &choice);
                    watch(&Moved { number, seat, record, before, choice, seconds });
                }
                Err(problem) => {
                    played.score = self.worst(seat);
                    played.forfeit = Some((seat, problem));
                    return Some(played);
                }
            }
            self.report(&played);
        }
    }

    /// What a game that has come back is worth for the side to move, where the rules say it.
    fn repeated(&self, record: &Record<G>) -> Option<Score> {
        if !self.game.need_not_end() {
            return None;
        }
        let Repetition { verdict, .. } = Repetition::of(self.game, &record.positions(self.game))?;
        let most = self.game.max_score();
        verdict.score().or_else(|| {
            verdict.outcome().map(|outcome| match outcome {
                Outcome::Win => most,
                Outcome::Draw => Score(0),
                Outcome::Loss => -most,
            })
        })
    }

    /// The score for A if this seat loses by as much as can be.
    fn worst(&self, seat: Seat) -> Score {
        let worst = self.game.max_score();
        if seat == Seat::A { -worst } else { worst }
    }

    /// The legal move that an engine chooses, none if it resigns, or what went wrong.
    fn ask(&mut self, seat: Seat, record: &Record<G>) -> Result<Option<Choice<G::Move>>, String> {
        let Limits { threads, memory, .. } = self.context.limits;
        let limits = Limits { threads, memory, time: self.terms.time_per_move, nodes: None };
        // Its own clock and stop flag: running out of time for a move does not end the series.
        let context = self.context.part(limits);
        let (game, engine) = (self.game, &mut self.engines[seat as usize]);
        let choice = guarded(|| match engine.choose(game, record, &context) {
            Err(Error::Resigned) => Ok(None),
            choice => choice.map(Some),
        })?;
        let Some(choice) = choice else { return Ok(None) };
        let mut legal = Vec::new();
        game.moves(&record.position, &mut legal);
        match legal.contains(&choice.mv) {
            true => Ok(Some(choice)),
            false => {
                let name = guarded(|| Ok(game.print_move(&record.position, choice.mv)));
                let name = name.unwrap_or_else(|_| format!("{:?}", choice.mv));
                Err(format!("the move {name} is not legal"))
            }
        }
    }

    fn report(&mut self, played: &Played<G>) {
        const INTERVAL: Duration = Duration::from_millis(100);
        if self.reported.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        self.reported = Some(Instant::now());
        let standing = &self.standing;
        let [won, lost, drawn] = standing.results();
        let nodes: u64 = standing.nodes.iter().chain(&played.nodes).sum();
        self.context.progress.report(&Progress {
            stage: format!("game {}: +{won} -{lost} ={drawn}", played.number + 1),
            share: Some(played.number as f64 / self.games as f64),
            whole: Some(Whole {
                done: played.number as u64,
                of: self.games as u64,
                unit: "games",
                alike: true,
            }),
            nodes,
            table_fill: None,
            elapsed: self.begun.elapsed(),
            stage_elapsed: self.begun.elapsed(),
        });
    }
}

/// What an engine does; its errors and its panics as words.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T, String> {
    // An engine that panicked is asked again only after `begin`, which resets it.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(format!("it crashed: {}", text.unwrap_or_else(|| "no reason given".into())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::tictactoe::TicTacToe;

    type Moves = <TicTacToe as Game>::Move;

    /// Plays the first legal move, or does something silly.
    enum Clerk {
        First,
        Last,
        Taken,
        Fails,
        Crashes,
        Resigns,
    }

    impl Engine<TicTacToe> for Clerk {
        fn name(&self) -> String {
            "clerk".into()
        }

        fn choose(
            &mut self,
            game: &TicTacToe,
            record: &Record<TicTacToe>,
            _: &Context,
        ) -> Result<Choice<Moves>> {
            let mut moves = Vec::new();
            game.moves(&record.position, &mut moves);
            match self {
                Clerk::First => Ok(Choice::only(moves[0])),
                Clerk::Last => Ok(Choice::only(*moves.last().unwrap())),
                Clerk::Taken => Ok(Choice::only(record.moves.first().copied().unwrap_or(moves[0]))),
                Clerk::Fails => Err(Error::refused("no ink")),
                Clerk::Crashes => panic!("no paper"),
                Clerk::Resigns => Err(Error::Resigned),
            }
        }
    }

    fn series(a: &mut Clerk, b: &mut Clerk, games: usize) -> (Standing, Vec<Played<TicTacToe>>) {
        let game = TicTacToe;
        let openings = [Record::new(game.start())];
        let mut told = Vec::new();
        let keep = |played: &Played<TicTacToe>| {
            told.push(played.clone());
            Ok(())
        };
        let pairings = swapped(openings.len(), games);
        let context = Context::default();
        let standing =
            play_series(&game, [a, b], &openings, &pairings, Terms::default(), &context, keep);
        (standing.unwrap(), told)
    }

    #[test]
    fn sides_are_exchanged_and_results_are_seen_by_a() {
        let (standing, told) = series(&mut Clerk::First, &mut Clerk::Last, 4);
        assert_eq!(standing.games(), 4);
        assert_eq!(told[0].pairing.first, Seat::A);
        assert_eq!(told[1].pairing.first, Seat::B);
        assert_eq!(told[0].score, told[2].score, "the same game again");
        let (mirrored, _) = series(&mut Clerk::Last, &mut Clerk::First, 4);
        let [won, lost, drawn] = standing.results();
        assert_eq!(mirrored.results(), [lost, won, drawn]);
        assert_eq!(mirrored.score_sum, -standing.score_sum);
    }

    #[test]
    fn every_move_can_be_watched() {
        let game = TicTacToe;
        let openings = [Record::new(game.start())];
        let (mut a, mut b) = (Clerk::First, Clerk::Last);
        let mut seen = [0u32; 2];
        let standing = watch_series(
            &game,
            [&mut a, &mut b],
            &openings,
            &swapped(1, 3),
            Terms::default(),
            &Context::default(),
            |_| Ok(()),
            &mut |moved| {
                assert_eq!(moved.record.moves.last(), Some(&moved.choice.mv));
                assert_eq!(game.play(moved.before, moved.choice.mv), moved.record.position);
                seen[moved.seat as usize] += 1;
            },
        );
        assert_eq!(seen, standing.unwrap().moves);
    }

    #[test]
    fn whoever_errs_loses_and_the_series_goes_on() {
        for (mut silly, words) in [
            (Clerk::Taken, "is not legal"),
            (Clerk::Fails, "no ink"),
            (Clerk::Crashes, "it crashed: no paper"),
        ] {
            let (standing, told) = series(&mut Clerk::First, &mut silly, 3);
            assert_eq!(standing.results(), [3, 0, 0], "{words}");
            assert_eq!(standing.forfeits, [0, 3]);
            let (seat, problem) = told[0].forfeit.as_ref().unwrap();
            assert!(*seat == Seat::B && problem.contains(words), "{problem}");
        }
    }

    #[test]
    fn who_resigns_loses_without_a_fault() {
        let (standing, told) = series(&mut Clerk::Resigns, &mut Clerk::First, 2);
        assert_eq!((standing.results(), standing.forfeits), ([0, 2, 0], [0, 0]));
        for played in told {
            assert_eq!((played.resigned, played.forfeit.is_none()), (Some(Seat::A), true));
        }
    }

    #[test]
    fn a_stopped_series_tells_what_was_played() {
        let game = TicTacToe;
        let openings = [Record::new(game.start())];
        let context = Context::default();
        let stop_after_two = |played: &Played<TicTacToe>| {
            if played.number == 1 {
                context.stop(yomikiri_core::Stop::Cancelled);
            }
            Ok(())
        };
        let (mut a, mut b) = (Clerk::First, Clerk::Last);
        let standing = play_series(
            &game,
            [&mut a, &mut b],
            &openings,
            &swapped(1, 10),
            Terms::default(),
            &context,
            stop_after_two,
        );
        assert_eq!(standing.unwrap().games(), 2);
    }
}
