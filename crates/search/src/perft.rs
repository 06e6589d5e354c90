use std::time::{Duration, Instant};
use yomikiri_core::{Context, Game, Progress, Whole};

/// The number of lines of play of exactly `depth` plies; a forced pass is a ply.
///
/// A game that ends earlier adds nothing, as is usual for perft. `None` if the context was
/// stopped on the way.
///
/// ```
/// use yomikiri_core::{Context, Game, tictactoe::TicTacToe};
/// use yomikiri_search::perft;
///
/// let game = TicTacToe;
/// assert_eq!(perft(&game, &game.start(), 9, &Context::default()), Some(127_872));
/// ```
pub fn perft<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    context: &Context,
) -> Option<u64> {
    let mut lines = vec![position.clone()];
    let mut plies = 0;
    // Enough of them to tell how far the work is; a game may be over before there are.
    while lines.len() < PARTS && plies + 1 < depth {
        let moves = |position: &G::Position| {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            moves.into_iter().map(|mv| game.play(position, mv)).collect::<Vec<_>>()
        };
        lines = lines.iter().flat_map(moves).collect();
        plies += 1;
        if lines.is_empty() {
            return Some(0);
        }
    }
    let mut counter = Counter {
        game,
        context,
        nodes: 0,
        done: 0,
        of: lines.len(),
        begun: Instant::now(),
        told: None,
    };
    let mut total = 0;
    for line in &lines {
        total += counter.count(line, depth - plies)?;
        counter.done += 1;
    }
    Some(total)
}

/// The work is cut into so many lines of play, or more.
const PARTS: usize = 100;
/// Progress is told so often.
const INTERVAL: Duration = Duration::from_millis(100);

struct Counter<'a, G: Game> {
    game: &'a G,
    context: &'a Context,
    nodes: u64,
    done: usize,
    of: usize,
    begun: Instant,
    told: Option<Instant>,
}

impl<G: Game> Counter<'_, G> {
    fn count(&mut self, position: &G::Position, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        self.nodes += 1;
        if self.nodes & 0xfff == 0 {
            self.tell();
            if self.context.check(self.nodes) {
                return None;
            }
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        let mut total = 0;
        for mv in moves {
            total += self.count(&self.game.play(position, mv), depth - 1)?;
        }
        Some(total)
    }

    fn tell(&mut self) {
        if self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return;
        }
        self.told = Some(Instant::now());
        let (done, of) = (self.done as u64, self.of as u64);
        self.context.progress.report(&Progress {
            stage: "counting".into(),
            share: Some(done as f64 / of as f64),
            whole: Some(Whole { done, of, unit: "lines", alike: true }),
            nodes: self.nodes,
            table_fill: None,
            elapsed: self.begun.elapsed(),
            stage_elapsed: self.begun.elapsed(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use yomikiri_core::tictactoe::TicTacToe;
    use yomikiri_core::{Limits, ProgressSink};

    #[derive(Default)]
    struct Heard(Mutex<Vec<Whole>>);

    impl ProgressSink for Heard {
        fn report(&self, progress: &Progress) {
            self.0.lock().unwrap().extend(progress.whole);
        }
    }

    #[test]
    fn every_depth_is_counted_and_its_lines_are_told() {
        let game = TicTacToe;
        let counts = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
        for (depth, count) in (0..).zip(counts) {
            let heard = Arc::new(Heard::default());
            let context = Context::default().with_progress(heard.clone());
            assert_eq!(perft(&game, &game.start(), depth, &context), Some(count), "{depth}");
            let told = heard.0.lock().unwrap();
            assert!(told.iter().all(|whole| whole.alike && whole.done < whole.of));
            // Three plies are the first to have a hundred lines.
            assert!(told.iter().all(|whole| whole.of == 504));
            assert_eq!(told.is_empty(), depth < 6, "{depth}");
        }
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        assert_eq!(perft(&game, &game.start(), 9, &Context::new(limits)), None);
    }
}
