use yomikiri_core::{Context, Game};

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
    let mut nodes = 0;
    count(game, position, depth, context, &mut nodes)
}

fn count<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    context: &Context,
    nodes: &mut u64,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    *nodes += 1;
    if *nodes & 0xfff == 0 && context.check(*nodes) {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    let mut total = 0;
    for mv in moves {
        total += count(game, &game.play(position, mv), depth - 1, context, nodes)?;
    }
    Some(total)
}
