//! The positions that a game has come through, shared by all who look at a later one.

use std::sync::Arc;

/// What came before a position.
pub(crate) struct Past<P>(Option<Arc<Link<P>>>);

struct Link<P> {
    position: P,
    before: Past<P>,
}

impl<P> Clone for Past<P> {
    fn clone(&self) -> Past<P> {
        Past(self.0.clone())
    }
}

impl<P: Clone> Past<P> {
    /// Nothing.
    pub(crate) fn none() -> Past<P> {
        Past(None)
    }

    /// What comes before the next position.
    pub(crate) fn then(&self, position: P) -> Past<P> {
        Past(Some(Arc::new(Link { position, before: self.clone() })))
    }

    /// All of it in order, and then the position that it led to.
    pub(crate) fn up_to(&self, position: &P) -> Vec<P> {
        let mut all = vec![position.clone()];
        let mut past = self;
        while let Past(Some(link)) = past {
            all.push(link.position.clone());
            past = &link.before;
        }
        all.reverse();
        all
    }
}

impl<P> Drop for Past<P> {
    /// One by one: a long game would be too deep to let go of itself.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_in_order_however_long_it_is() {
        let game = (0..200_000).fold(Past::none(), |past: Past<u32>, position| past.then(position));
        let other = game.then(7);
        assert!(game.up_to(&200_000).into_iter().eq(0..=200_000));
        drop(game);
        assert_eq!(other.up_to(&1)[200_000..], [7, 1]);
    }
}
