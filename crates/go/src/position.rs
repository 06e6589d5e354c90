//! The rules, point by point: slow, short, and what everything faster is compared with.

use crate::afure;
use crate::board::{Board, Points, points};
use crate::rules::{Ko, Repetition, Rules, Scoring};
use crate::{notation, picture};
use yomikiri_core::{Bounds, Cell, Game, Picture, Repeated, Result, Score, Side, Spot};

/// Go on a board, under some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
}

/// A state of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Black's stones.
    pub black: Points,
    /// White's stones.
    pub white: Points,
    /// Who is to move.
    pub side: Side,
    /// Where the side to move may not play, because it would take back in a ko.
    pub ko: Option<u8>,
    /// Passes in a row that count towards the end; two end the game.
    pub passes: u8,
    /// Stones that have left the board or never came onto it, Black's and White's; counted only
    /// where the scoring is [`Scoring::Afure`].
    pub overflow: [u16; 2],
    /// What may not come back, in order; kept only under the rules that forbid it.
    pub seen: Vec<Seen>,
}

/// A board that has been there, and who was to move if that matters.
pub type Seen = (Points, Points, Option<u8>);

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on this point.
    Place(u8),
    /// No stone.
    Pass,
}

impl Position {
    /// A side's stones.
    pub fn stones(&self, side: Side) -> Points {
        match side {
            Side::First => self.black,
            Side::Second => self.white,
        }
    }

    fn stones_mut(&mut self, side: Side) -> &mut Points {
        match side {
            Side::First => &mut self.black,
            Side::Second => &mut self.white,
        }
    }

    /// Points without a stone.
    pub fn empty(&self, board: Board) -> Points {
        board.full & !self.black & !self.white
    }
}

/// A side's place in a pair.
pub(crate) fn at(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl Go {
    /// The usual rules on a board: basic ko, no suicide, area, no komi.
    pub fn new(board: Board) -> Go {
        Go { board, rules: Rules::default() }
    }

    /// A position with these stones, nothing known of what came before.
    pub fn position(&self, black: Points, white: Points, side: Side) -> Position {
        let mut position = Position {
            black,
            white,
            side,
            ko: None,
            passes: 0,
            overflow: [0, 0],
            seen: Vec::new(),
        };
        if self.rules.scoring == Scoring::Afure {
            position.overflow = afure::missing(black, white, side);
        }
        self.note_seen(&mut position);
        position
    }

    /// The chain of stones that has a stone on `point`.
    fn chain(&self, stones: Points, point: usize) -> Points {
        let (mut chain, mut waiting) = (1 << point, vec![point]);
        while let Some(point) = waiting.pop() {
            for next in self.board.beside(point) {
                if stones >> next & 1 != 0 && chain >> next & 1 == 0 {
                    chain |= 1 << next;
                    waiting.push(next);
                }
            }
        }
        chain
    }

    /// The empty points next to a chain.
    fn liberties(&self, chain: Points, occupied: Points) -> Points {
        let mut liberties = 0;
        for point in points(chain) {
            for next in self.board.beside(point) {
                if occupied >> next & 1 == 0 {
                    liberties |= 1 << next;
                }
            }
        }
        liberties
    }

    /// A chain without liberties, if there is one: such a position cannot occur.
    pub fn breathless(&self, black: Points, white: Points) -> Option<usize> {
        points(black | white).find(|point| {
            let own = if black >> point & 1 != 0 { black } else { white };
            self.liberties(self.chain(own, *point), black | white) == 0
        })
    }

    /// The position after a stone on `point`, or what forbids it.
    pub fn place(&self, position: &Position, point: u8) -> Result<Position, &'static str> {
        let (side, bit) = (position.side, 1 << point);
        if usize::from(point) >= self.board.points() {
            return Err("there is no such point");
        }
        if (position.black | position.white) & bit != 0 {
            return Err("there is a stone already");
        }
        if position.ko == Some(point) {
            return Err("it would take back in a ko");
        }
        let mut next = position.clone();
        next.side = !side;
        next.ko = None;
        next.passes = 0;
        *next.stones_mut(side) |= bit;
        let mut taken = 0;
        for beside in self.board.beside(point.into()) {
            let theirs = next.stones(!side);
            if theirs >> beside & 1 != 0 {
                let chain = self.chain(theirs, beside);
                if self.liberties(chain, next.black | next.white) == 0 {
                    taken |= chain;
                }
            }
        }
        *next.stones_mut(!side) &= !taken;
        let own = self.chain(next.stones(side), point.into());
        let liberties = self.liberties(own, next.black | next.white);
        let mut lost = 0;
        if liberties == 0 {
            if !self.rules.suicide {
                return Err("it would be suicide");
            }
            lost = own;
            *next.stones_mut(side) &= !lost;
        }
        let takes_in_ko = taken.count_ones() == 1 && own == bit && liberties == taken;
        if self.rules.ko == Ko::Basic && takes_in_ko {
            next.ko = Some(taken.trailing_zeros() as u8);
        }
        if self.rules.scoring == Scoring::Afure {
            next.overflow[at(!side)] += taken.count_ones() as u16;
            next.overflow[at(side)] += lost.count_ones() as u16;
        }
        if self.rules.ko != Ko::Basic {
            if next.seen.binary_search(&self.trace(&next)).is_ok() {
                return Err("the board has been there before (superko)");
            }
            self.note_seen(&mut next);
        }
        Ok(next)
    }

    /// The position after a pass.
    fn pass(&self, position: &Position) -> Position {
        let mut next = position.clone();
        next.side = !position.side;
        next.ko = None;
        next.passes = if position.ko.is_some() { 0 } else { position.passes + 1 };
        if self.rules.scoring == Scoring::Afure {
            next.overflow[at(position.side)] += 1;
        }
        self.note_seen(&mut next);
        next
    }

    /// What a position is remembered as.
    fn trace(&self, position: &Position) -> Seen {
        let side = (self.rules.ko == Ko::Situational).then(|| at(position.side) as u8);
        (position.black, position.white, side)
    }

    fn note_seen(&self, position: &mut Position) {
        if self.rules.ko != Ko::Basic {
            let trace = self.trace(position);
            if let Err(place) = position.seen.binary_search(&trace) {
                position.seen.insert(place, trace);
            }
        }
    }

    /// The points that belong to each side if the game ends here: stones, and empty points
    /// from which only its stones are reached.
    pub fn areas(&self, black: Points, white: Points) -> [Points; 2] {
        let empty = self.board.full & !black & !white;
        let (mut areas, mut seen) = ([black, white], 0);
        for point in points(empty) {
            if seen >> point & 1 == 0 {
                let part = self.chain(empty, point);
                seen |= part;
                let mut reached = 0;
                for inside in points(part) {
                    for beside in self.board.beside(inside) {
                        reached |= 1 << beside;
                    }
                }
                match (reached & black != 0, reached & white != 0) {
                    (true, false) => areas[0] |= part,
                    (false, true) => areas[1] |= part,
                    _ => {}
                }
            }
        }
        areas
    }

    /// Black's points less White's if the game ends here, by the scoring of the rules, before
    /// komi.
    pub fn margin(&self, position: &Position) -> i32 {
        match self.rules.scoring {
            Scoring::Area => {
                let [black, white] = self.areas(position.black, position.white);
                black.count_ones() as i32 - white.count_ones() as i32
            }
            Scoring::Afure => afure::margin(self, position),
            Scoring::Stones => {
                position.black.count_ones() as i32 - position.white.count_ones() as i32
            }
        }
    }

    /// A margin for Black as a score for a side, komi taken off.
    pub fn score(&self, margin: i32, side: Side) -> Score {
        let score = Score(margin - self.rules.komi);
        match side {
            Side::First => score,
            Side::Second => -score,
        }
    }
}

impl Game for Go {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "go"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        let mut rules = vec![
            ("ko", self.rules.ko.name().to_owned()),
            ("suicide", if self.rules.suicide { "allowed" } else { "forbidden" }.into()),
            ("scoring", self.rules.scoring.name().into()),
            ("komi", self.rules.komi.to_string()),
        ];
        if self.rules.ko == Ko::Basic {
            rules.push(("repetition", self.rules.repetition.to_string()));
        }
        rules
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn start(&self) -> Position {
        self.position(0, 0, Side::First)
    }

    fn to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.passes >= 2 {
            return;
        }
        let all = 0..self.board.points() as u8;
        let legal = all.filter(|point| self.place(position, *point).is_ok());
        moves.extend(legal.map(Move::Place));
        moves.push(Move::Pass);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        match mv {
            Move::Place(point) => self.place(position, point).expect("the move is legal"),
            Move::Pass => self.pass(position),
        }
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        (position.passes >= 2).then(|| self.score(self.margin(position), position.side))
    }

    fn max_score(&self) -> Score {
        Score(self.board.points() as i32 + self.rules.komi.abs())
    }

    fn scores(&self, side: Side) -> Bounds {
        let all = Score(self.board.points() as i32);
        let komi = self.score(0, side);
        Bounds { low: Score(komi.0 - all.0), high: Score(komi.0 + all.0) }
    }

    fn tally(&self, position: &Position) -> Vec<(&'static str, u32)> {
        let [black, white] = match self.rules.scoring {
            Scoring::Stones => [position.black, position.white],
            Scoring::Area | Scoring::Afure => self.areas(position.black, position.white),
        };
        let mut tally = vec![("Black", black.count_ones()), ("White", white.count_ones())];
        if self.rules.scoring == Scoring::Afure {
            let [black, white] = afure::filled(self, position).overflow;
            tally.push(("Black overflow", black.into()));
            tally.push(("White overflow", white.into()));
        }
        tally
    }

    fn ending(&self, position: &Position) -> Vec<String> {
        match self.rules.scoring {
            Scoring::Afure if position.passes >= 2 => afure::ending(self, position),
            _ => Vec::new(),
        }
    }

    fn need_not_end(&self) -> bool {
        self.rules.ko == Ko::Basic
    }

    fn repetition(&self, _: &[Position]) -> Repeated {
        match self.rules.repetition {
            Repetition::Open => Repeated::Undecided,
            Repetition::Tie(tie) => Repeated::Worth { score: self.score(tie, Side::First) },
        }
    }

    fn is_same(&self, one: &Position, other: &Position) -> bool {
        // Stones that have overflowed only ever become more.
        *one == Position { overflow: one.overflow, ..other.clone() }
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        let (board, position) = notation::parse_position(text, self.rules)?;
        if board != self.board {
            let problem = format!("the board is {board}");
            return Err(yomikiri_core::Error::notation(
                "position",
                text,
                problem,
                self.board.to_string(),
            ));
        }
        Ok(position)
    }

    fn print_position(&self, position: &Position) -> String {
        notation::print_position(self.board, position)
    }

    fn identity(&self, position: &Position) -> String {
        notation::identity(self.board, position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move> {
        notation::parse_legal_move(self, position, text)
    }

    fn print_move(&self, _: &Position, mv: Move) -> String {
        notation::move_name(self.board, mv)
    }

    fn record_move(&self, position: &Position, mv: Move) -> Option<String> {
        Some(notation::sgf_move(self.board, position.side, mv))
    }

    fn symmetries(&self, position: &Position) -> Vec<Position> {
        let images = (0..self.board.symmetries()).map(|symmetry| {
            let image = |set| {
                points(set).fold(0, |image, point| image | 1 << self.board.image(point, symmetry))
            };
            let mut seen: Vec<Seen> =
                position.seen.iter().map(|(b, w, side)| (image(*b), image(*w), *side)).collect();
            seen.sort();
            Position {
                black: image(position.black),
                white: image(position.white),
                ko: position.ko.map(|point| self.board.image(point.into(), symmetry) as u8),
                seen,
                ..position.clone()
            }
        });
        images.collect()
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(self.board, position)
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        Some(picture::picture(self.board, position))
    }

    fn pieces(&self) -> Vec<Cell> {
        picture::pieces()
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        picture::write(self.board, picture, to_move)
    }

    fn spots(&self, _: &Position, mv: Move) -> Vec<Spot> {
        picture::spots(mv)
    }
}
