//! State and rules, in their plain form: discs walked square by square.

use crate::{notation, picture};
use yomikiri_core::{Cell, Error, Game, Picture, Result, Score, Side, Spot};

/// Rows and columns of a board; both even, from 4 to 16, with at most 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// The size, if it is one that can be played.
    pub fn new(rows: u32, columns: u32) -> Option<Size> {
        let side = |n: u32| (4..=16).contains(&n) && n.is_multiple_of(2);
        (side(rows) && side(columns) && rows * columns <= 64)
            .then_some(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// Every size that can be played.
    pub fn all() -> impl Iterator<Item = Size> {
        (4..=16).flat_map(|rows| (4..=16).filter_map(move |columns| Size::new(rows, columns)))
    }

    /// Number of rows.
    pub fn rows(self) -> u32 {
        self.rows.into()
    }

    /// Number of columns.
    pub fn columns(self) -> u32 {
        self.columns.into()
    }

    /// Number of squares.
    pub fn squares(self) -> u32 {
        self.rows() * self.columns()
    }

    /// The set of all squares.
    pub fn full(self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }

    fn bit(self, row: u32, column: u32) -> u64 {
        1 << (row * self.columns() + column)
    }

    /// The four squares that are never empty.
    pub fn centre(self) -> u64 {
        let (row, column) = (self.rows() / 2 - 1, self.columns() / 2 - 1);
        self.bit(row, column)
            | self.bit(row, column + 1)
            | self.bit(row + 1, column)
            | self.bit(row + 1, column + 1)
    }

    /// The squares next to `set`, diagonally too, and `set` itself.
    fn spread(self, set: u64) -> u64 {
        let mut spread = 0;
        for square in squares(set) {
            let (row, column) = (square / self.columns(), square % self.columns());
            for r in row.saturating_sub(1)..=(row + 1).min(self.rows() - 1) {
                for c in column.saturating_sub(1)..=(column + 1).min(self.columns() - 1) {
                    spread |= self.bit(r, c);
                }
            }
        }
        spread
    }
}

/// The members of a set of squares, lowest first.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

/// How the four centre squares are filled at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// Crossed: each colour on a diagonal.
    #[default]
    Othello,
    /// Parallel: each colour on one side, its pair lying along the short axis of the board.
    Reversi,
}

/// What a game that ended with empty squares is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// The plain disc difference, but a wipe-out counts as the whole board (paper 000).
    #[default]
    Paper,
    /// The empty squares go to the winner.
    Tournament,
}

impl Scoring {
    /// What is usual on a board: in tournaments, which are played on 8x8, that of tournaments.
    pub fn usual(size: Size) -> Scoring {
        match (size.rows(), size.columns()) {
            (8, 8) => Scoring::Tournament,
            _ => Scoring::Paper,
        }
    }

    /// The final score of the side with `own` discs against `other` on a board of `squares`.
    #[inline(always)]
    pub fn score(self, own: u32, other: u32, squares: u32) -> i32 {
        let (own, other, squares) = (own as i32, other as i32, squares as i32);
        let empties = squares - own - other;
        let to_winner = match self {
            Scoring::Paper => own == 0 || other == 0,
            Scoring::Tournament => true,
        };
        let difference = own - other;
        if to_winner { difference + difference.signum() * empties } else { difference }
    }
}

/// The discs of both sides and who is to move.
///
/// Square 0 is `a1`, top left; then row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Black's discs; Black moves first in a game.
    pub black: u64,
    /// White's discs.
    pub white: u64,
    /// Whose turn it is.
    pub side: Side,
}

impl Position {
    /// The discs of the side to move and of the other one.
    pub fn own_other(&self) -> (u64, u64) {
        match self.side {
            Side::First => (self.black, self.white),
            Side::Second => (self.white, self.black),
        }
    }

    /// The position in which the side to move, `side`, has `own` and the other one `other`.
    pub fn from_own_other(own: u64, other: u64, side: Side) -> Position {
        match side {
            Side::First => Position { black: own, white: other, side },
            Side::Second => Position { black: other, white: own, side },
        }
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc on this square.
    Disc(u8),
    /// No disc; legal only, and forced, when no disc can be placed and the game goes on.
    Pass,
}

/// The discs turned by the side owning `own` with a disc on `square`, by walking each direction.
///
/// This is the plain flipper that the fast kernels are compared with.
pub fn flips(size: Size, own: u64, other: u64, square: u32) -> u64 {
    let (rows, columns) = (size.rows() as i32, size.columns() as i32);
    let mut flips = 0;
    for (dr, dc) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let mut row = square as i32 / columns + dr;
        let mut column = square as i32 % columns + dc;
        let mut line = 0;
        while (0..rows).contains(&row) && (0..columns).contains(&column) {
            let bit = size.bit(row as u32, column as u32);
            if other & bit == 0 {
                if own & bit != 0 {
                    flips |= line;
                }
                break;
            }
            line |= bit;
            row += dr;
            column += dc;
        }
    }
    flips
}

/// The squares where the side owning `own` may place a disc, by trying each.
pub fn mobility(size: Size, own: u64, other: u64) -> u64 {
    squares(size.full() & !own & !other)
        .filter(|&square| flips(size, own, other, square) != 0)
        .fold(0, |set, square| set | 1 << square)
}

/// Othello (and Reversi) on a board of any playable size, with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The board.
    pub size: Size,
    /// The starting discs.
    pub start: Start,
    /// What a final position is worth.
    pub scoring: Scoring,
}

impl Othello {
    /// The game on a board of this size, with the crossed start and the paper's scoring.
    pub fn new(size: Size) -> Othello {
        Othello { size, start: Start::Othello, scoring: Scoring::Paper }
    }

    /// Whether a game can have led to these discs, as far as is cheaply told.
    pub(crate) fn check_possible(&self, black: u64, white: u64) -> Result<(), String> {
        let discs = black | white;
        let missing = self.size.centre() & !discs;
        if missing != 0 {
            let square = notation::square_name(self.size, missing.trailing_zeros());
            return Err(format!(
                "{square} is empty, but the four centre squares are filled from the start"
            ));
        }
        let mut reached = self.size.centre();
        loop {
            let next = self.size.spread(reached) & discs;
            if next == reached {
                break;
            }
            reached = next;
        }
        if reached != discs {
            let square = notation::square_name(self.size, (discs & !reached).trailing_zeros());
            return Err(format!(
                "the disc on {square} is cut off from the centre, but every disc is placed \
                 next to another"
            ));
        }
        Ok(())
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "othello"
    }

    fn board(&self) -> String {
        notation::size_name(self.size)
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        let start = match self.start {
            Start::Othello => "othello",
            Start::Reversi => "reversi",
        };
        let scoring = match self.scoring {
            Scoring::Paper => "paper",
            Scoring::Tournament => "tournament",
        };
        vec![("start", start.into()), ("scoring", scoring.into())]
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn start(&self) -> Position {
        let size = self.size;
        let (row, column) = (size.rows() / 2 - 1, size.columns() / 2 - 1);
        let black = match self.start {
            Start::Othello => size.bit(row, column + 1) | size.bit(row + 1, column),
            // Wide boards have Black in one centre column, tall ones in one centre row.
            Start::Reversi if size.columns() >= size.rows() => {
                size.bit(row, column) | size.bit(row + 1, column)
            }
            Start::Reversi => size.bit(row, column) | size.bit(row, column + 1),
        };
        Position { black, white: size.centre() & !black, side: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let (own, other) = position.own_other();
        let placements = mobility(self.size, own, other);
        if placements != 0 {
            moves.extend(squares(placements).map(|square| Move::Disc(square as u8)));
        } else if mobility(self.size, other, own) != 0 {
            moves.push(Move::Pass);
        }
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let (own, other) = position.own_other();
        match mv {
            Move::Pass => Position::from_own_other(other, own, !position.side),
            Move::Disc(square) => {
                let turned = flips(self.size, own, other, square.into());
                let own = own | turned | 1 << square;
                Position::from_own_other(other & !turned, own, !position.side)
            }
        }
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        let (own, other) = position.own_other();
        let over = mobility(self.size, own, other) == 0 && mobility(self.size, other, own) == 0;
        over.then(|| {
            let squares = self.size.squares();
            Score(self.scoring.score(own.count_ones(), other.count_ones(), squares))
        })
    }

    fn max_score(&self) -> Score {
        Score(self.size.squares() as i32)
    }

    fn tally(&self, position: &Position) -> Vec<(&'static str, u32)> {
        vec![("Black", position.black.count_ones()), ("White", position.white.count_ones())]
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        let (size, position) = notation::parse_position(text)?;
        if size != self.size {
            return Err(Error::notation(
                "position",
                text,
                format!("it is on a {} board", notation::size_name(size)),
                format!("a position on a {} board", self.board()),
            ));
        }
        Ok(position)
    }

    fn print_position(&self, position: &Position) -> String {
        notation::print_position(self.size, position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move> {
        let mv = notation::parse_move(self.size, text)?;
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        if legal.contains(&mv) {
            return Ok(mv);
        }
        let problem = match (mv, legal.first()) {
            (_, None) => "the game is over",
            (Move::Pass, _) => "a pass is legal only when no disc can be placed",
            (_, Some(Move::Pass)) => "no disc can be placed here",
            (Move::Disc(square), _) if (position.black | position.white) & (1 << square) != 0 => {
                "the square is taken"
            }
            _ => "it turns no disc",
        };
        let names: Vec<_> = legal.iter().map(|mv| self.print_move(position, *mv)).collect();
        let expected = match names.is_empty() {
            true => "no further move".to_owned(),
            false => format!("one of {}", names.join(" ")),
        };
        Err(Error::notation("move", text, problem, expected))
    }

    fn print_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Disc(square) => notation::square_name(self.size, square.into()),
            Move::Pass => "pass".into(),
        }
    }

    fn symmetries(&self, position: &Position) -> Vec<Position> {
        crate::symmetry::images(self.size, position.black, position.white)
            .into_iter()
            .map(|(black, white)| Position { black, white, side: position.side })
            .collect()
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(self.size, position)
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        Some(picture::picture(self.size, position))
    }

    fn pieces(&self) -> Vec<Cell> {
        picture::pieces()
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        picture::write(self.size, picture, to_move)
    }

    fn spots(&self, _: &Position, mv: Move) -> Vec<Spot> {
        picture::spots(mv)
    }
}
