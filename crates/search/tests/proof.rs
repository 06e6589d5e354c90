//! The proof search on random graphs full of cycles, against the plain fixed point.

use proptest::prelude::*;
use yomikiri_core::{Context, Limits};
use yomikiri_search::proof::{Child, Contest, Found, Numbers, Search};

/// A graph to move about in; a node without moves is won by who is not to move there.
#[derive(Clone, Debug)]
struct Maze {
    prover: Vec<bool>,
    moves: Vec<Vec<usize>>,
    estimates: Vec<(u32, u32)>,
}

impl Maze {
    fn child(&self, state: usize) -> Child<usize> {
        let numbers = match (self.moves[state].is_empty(), self.prover[state]) {
            (true, true) => Numbers::DISPROVED,
            (true, false) => Numbers::PROVED,
            (false, _) => Numbers::open(self.estimates[state].0, self.estimates[state].1),
        };
        Child { key: state as u128 + 1, state, numbers }
    }

    /// From where the prover reaches a won end in finitely many moves.
    fn truth(&self) -> Vec<bool> {
        let mut won = vec![false; self.moves.len()];
        loop {
            let next: Vec<bool> = (0..won.len())
                .map(|state| match self.prover[state] {
                    true => self.moves[state].iter().any(|next| won[*next]),
                    false => self.moves[state].iter().all(|next| won[*next]),
                })
                .collect();
            if next == won {
                return won;
            }
            won = next;
        }
    }
}

impl Contest for Maze {
    type State = usize;

    fn prover_moves(&self, state: &usize) -> bool {
        self.prover[*state]
    }

    fn expand(&self, state: &usize, children: &mut Vec<Child<usize>>) {
        children.extend(self.moves[*state].iter().map(|next| self.child(*next)));
    }
}

fn mazes() -> impl Strategy<Value = Maze> {
    (2_usize..40).prop_flat_map(|size| {
        let moves = prop::collection::vec(prop::collection::btree_set(0..size, 0..4), size);
        let prover = prop::collection::vec(any::<bool>(), size);
        let estimates = prop::collection::vec((1_u32..300, 1_u32..300), size);
        (prover, moves, estimates).prop_map(|(prover, moves, estimates)| Maze {
            prover,
            moves: moves.into_iter().map(|set| set.into_iter().collect()).collect(),
            estimates,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_answer_is_true(maze in mazes(), threads in 1_usize..4) {
        let truth = maze.truth();
        let limits = Limits { threads, nodes: Some(200_000), ..Limits::default() };
        for root in [0, 1] {
            let context = Context::new(limits.clone());
            let search = Search::new(maze.clone(), "maze", 0, &context).unwrap();
            match search.run(&maze.child(root), u64::MAX) {
                Found::Proved => prop_assert!(truth[root]),
                Found::Disproved => prop_assert!(!truth[root]),
                Found::Open => prop_assert!(context.stopped().is_some()),
            }
            // What the table has as settled holds on every path.
            for (state, truth) in truth.iter().enumerate() {
                let key = maze.child(state).key;
                if search.height(key).is_some() {
                    prop_assert!(truth);
                }
                if search.is_disproved(key) {
                    prop_assert!(!truth);
                }
            }
        }
    }
}
