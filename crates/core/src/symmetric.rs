//! Moves that are images of each other by the board's symmetry: one of each class is proved.

use crate::{Answers, Context, Finding, Game, Goal, Progress, ProgressSink, Result, Solver};
use std::collections::HashMap;
use std::sync::Arc;

/// The legal moves of a position in classes: two moves are in one if what they lead to is the same
/// by symmetry.
pub(crate) struct Classes<M> {
    moves: Vec<M>,
    /// The first move of each class.
    first: Vec<M>,
    /// The class of each move.
    class: Vec<usize>,
}

impl<M: Copy + Eq> Classes<M> {
    pub(crate) fn of<G: Game<Move = M>>(game: &G, position: &G::Position) -> Classes<M> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let (mut first, mut class) = (Vec::new(), Vec::new());
        let mut seen = HashMap::new();
        for mv in &moves {
            let next = game.play(position, *mv);
            let number = seen.get(&next).copied().unwrap_or_else(|| {
                first.push(*mv);
                let number = first.len() - 1;
                seen.extend(game.symmetries(&next).into_iter().map(|image| (image, number)));
                number
            });
            class.push(number);
        }
        Classes { moves, first, class }
    }

    /// Proves the first move of each class, and tells it of all.
    pub(crate) fn values<G: Game<Move = M>>(
        &self,
        solver: &(impl Solver<G> + ?Sized),
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<M>> {
        if self.first.len() == self.moves.len() {
            return solver.values_of(game, position, &self.moves, goal, context);
        }
        let mut images: HashMap<String, Vec<String>> = HashMap::new();
        for (mv, class) in self.moves.iter().zip(&self.class) {
            let [first, image] = [self.first[*class], *mv].map(|mv| game.print_move(position, mv));
            images.entry(first).or_default().push(image);
        }
        let told = Arc::new(Images { sink: context.progress.clone(), images });
        let context = context.clone().with_progress(told);
        let found = solver.values_of(game, position, &self.first, goal, &context)?;
        let of_class = |class: usize| {
            let first = self.first[class];
            found.moves.iter().find(|(mv, _)| *mv == first).map(|(_, finding)| *finding)
        };
        let findings: Vec<_> = (0..self.first.len()).map(of_class).collect();
        let each = self.moves.iter().zip(&self.class);
        let moves = each.filter_map(|(mv, class)| Some((*mv, findings[*class]?))).collect();
        Ok(Answers { moves, ..found })
    }
}

/// Tells what is found of a move of all its images.
struct Images {
    sink: Arc<dyn ProgressSink>,
    images: HashMap<String, Vec<String>>,
}

impl ProgressSink for Images {
    fn report(&self, progress: &Progress) {
        self.sink.report(progress);
    }

    fn found(&self, mv: &str, finding: &Finding) {
        match self.images.get(mv) {
            Some(images) => images.iter().for_each(|image| self.sink.found(image, finding)),
            None => self.sink.found(mv, finding),
        }
    }

    fn note(&self, text: &str) {
        self.sink.note(text);
    }

    fn warn(&self, text: &str) {
        self.sink.warn(text);
    }
}
