//! State and rules, plain and readable; the fast path is checked against this one.

use crate::piece::{Kind, Movement, Piece};
use crate::rules::{DeadSquares, PerpetualCheck, Repetition, Rules, Size, Variant};
use crate::{notation, picture};
use arrayvec::ArrayVec;
use yomikiri_core::{Cell, Game, Picture, Repeated, Result, Score, Side, Spot};

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares, as [`Size::squares`] numbers them; those beyond the board are empty.
    pub board: [Option<Piece>; Size::MOST_SQUARES],
    /// How many of each kind a side has in hand, by [`side_index`] and kind.
    pub hands: [[u8; Kind::COUNT]; 2],
    /// Whose turn it is.
    pub side: Side,
}

/// 0 for the first player, 1 for the second.
pub fn side_index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl Position {
    /// No piece anywhere.
    pub fn empty(side: Side) -> Position {
        Position { board: [None; Size::MOST_SQUARES], hands: [[0; Kind::COUNT]; 2], side }
    }

    /// Where a side's king stands.
    pub fn king(&self, side: Side) -> Option<usize> {
        let king = Piece { side, kind: Kind::King, promoted: false };
        self.board.iter().position(|piece| *piece == Some(king))
    }

    /// How many pieces of a kind there are, on the board and in both hands.
    pub fn count(&self, kind: Kind) -> usize {
        let board = self.board.iter().flatten().filter(|piece| piece.kind == kind).count();
        let hands = self.hands.iter().map(|hand| usize::from(hand[kind as usize])).sum::<usize>();
        board + hands
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on the board goes to another square.
    Board {
        /// Where it stood.
        from: u8,
        /// Where it goes.
        to: u8,
        /// Whether it promotes.
        promote: bool,
    },
    /// A piece in hand is dropped.
    Drop {
        /// What is dropped.
        kind: Kind,
        /// Where.
        to: u8,
    },
}

/// Shogi on a small board, from a set-up, under given rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shogi {
    /// The board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// Where a game starts.
    pub start: Position,
}

impl Shogi {
    /// The square `steps` from `square` as `side` sees the board, if it is on it.
    pub fn step(&self, side: Side, square: usize, step: (i32, i32)) -> Option<usize> {
        let (files, ranks) = (self.size.files() as i32, self.size.ranks() as i32);
        let (forward, right) = match side {
            Side::First => step,
            Side::Second => (-step.0, -step.1),
        };
        let rank = square as i32 / files - forward;
        let column = square as i32 % files + right;
        let inside = (0..ranks).contains(&rank) && (0..files).contains(&column);
        inside.then_some((rank * files + column) as usize)
    }

    /// How many ranks a square is from the far end, as `side` sees it.
    pub fn far_rank(&self, side: Side, square: usize) -> usize {
        let rank = square / self.size.files();
        match side {
            Side::First => rank,
            Side::Second => self.size.ranks() - 1 - rank,
        }
    }

    /// Whether an unpromoted piece could never move again from a square.
    pub fn is_dead(&self, side: Side, kind: Kind, square: usize) -> bool {
        let movement = kind.movement(false);
        let mut ways = movement.steps().iter().chain(movement.slides());
        !ways.any(|way| self.step(side, square, *way).is_some())
    }

    /// Whether an unpromoted piece can ever stand on a square.
    pub fn can_stand(&self, side: Side, kind: Kind, square: usize) -> bool {
        !self.is_dead(side, kind, square)
            || self.rules.may_drop_dead()
            || self.rules.may_stay_dead(self.far_rank(side, square) < usize::from(self.rules.zone))
    }

    /// Calls `visit` with every square that a piece on `from` attacks.
    fn attacks(&self, position: &Position, from: usize, mut visit: impl FnMut(usize)) {
        let Some(piece) = position.board[from] else { return };
        let movement: Movement = piece.movement();
        for step in movement.steps() {
            if let Some(to) = self.step(piece.side, from, *step) {
                visit(to);
            }
        }
        for slide in movement.slides() {
            let mut to = from;
            while let Some(next) = self.step(piece.side, to, *slide) {
                visit(next);
                if position.board[next].is_some() {
                    break;
                }
                to = next;
            }
        }
    }

    /// Whether `side` attacks the other side's king.
    pub fn attacks_king(&self, position: &Position, side: Side) -> bool {
        let Some(king) = position.king(!side) else { return false };
        let mut attacked = false;
        for from in 0..self.size.squares() {
            if position.board[from].is_some_and(|piece| piece.side == side) {
                self.attacks(position, from, |to| attacked |= to == king);
            }
        }
        attacked
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        self.attacks_king(position, !position.side)
    }

    /// Whether the side that has just moved has brought its lion home, which ends the game.
    pub fn lion_is_home(&self, position: &Position) -> bool {
        self.rules.variant == Variant::Dobutsu
            && position.king(!position.side).is_some_and(|k| self.far_rank(!position.side, k) == 0)
    }

    /// Calls `visit` with every move, those that leave one's own king to be taken included,
    /// until it says `false`. Drop-pawn mates are among them.
    fn pseudo_moves(&self, position: &Position, visit: &mut dyn FnMut(Move) -> bool) {
        let side = position.side;
        let zone = usize::from(self.rules.zone);
        for from in 0..self.size.squares() {
            let Some(piece) = position.board[from].filter(|piece| piece.side == side) else {
                continue;
            };
            let mut targets = ArrayVec::<usize, { Size::MOST_SQUARES }>::new();
            self.attacks(position, from, |to| targets.push(to));
            for to in targets {
                if position.board[to].is_some_and(|other| other.side == side) {
                    continue;
                }
                let can_promote = piece.kind.promotes()
                    && !piece.promoted
                    && (self.far_rank(side, from) < zone || self.far_rank(side, to) < zone);
                let dead = !piece.promoted && self.is_dead(side, piece.kind, to);
                let can_stay = !dead || self.rules.may_stay_dead(can_promote);
                for promote in [true, false] {
                    let allowed = if promote { can_promote } else { can_stay };
                    let mv = Move::Board { from: from as u8, to: to as u8, promote };
                    if allowed && !visit(mv) {
                        return;
                    }
                }
            }
        }
        for kind in Kind::ALL {
            if position.hands[side_index(side)][kind as usize] == 0 {
                continue;
            }
            for to in 0..self.size.squares() {
                let mv = Move::Drop { kind, to: to as u8 };
                if self.can_drop(position, kind, to) && !visit(mv) {
                    return;
                }
            }
        }
    }

    /// Whether a piece may be dropped, drop-pawn mate aside.
    fn can_drop(&self, position: &Position, kind: Kind, to: usize) -> bool {
        let side = position.side;
        if position.board[to].is_some()
            || !self.rules.may_drop_dead() && self.is_dead(side, kind, to)
        {
            return false;
        }
        let pawn = Some(Piece { side, kind: Kind::Pawn, promoted: false });
        let files = self.size.files();
        let mut file = (to % files..self.size.squares()).step_by(files);
        kind != Kind::Pawn || self.rules.nifu || !file.any(|square| position.board[square] == pawn)
    }

    /// Whether a move that the pieces can make is allowed.
    fn is_allowed(&self, position: &Position, mv: Move) -> bool {
        let next = self.play(position, mv);
        if self.attacks_king(&next, next.side) {
            return false;
        }
        let pawn_drop = matches!(mv, Move::Drop { kind: Kind::Pawn, .. });
        self.rules.uchifuzume || !pawn_drop || !self.is_mate(&next)
    }

    fn is_mate(&self, position: &Position) -> bool {
        self.in_check(position) && !self.has_moves(position)
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self, position: &Position) -> bool {
        let mut found = false;
        if !self.lion_is_home(position) {
            self.pseudo_moves(position, &mut |mv| {
                found = self.is_allowed(position, mv);
                !found
            });
        }
        found
    }

    /// The rules' answer to a game that repeats itself, perpetual check aside, as a score for
    /// `side`.
    pub fn repetition_score(&self, side: Side) -> Score {
        let winner = match self.rules.repetition {
            Repetition::Draw => return Score(0),
            Repetition::First => Side::First,
            Repetition::Second => Side::Second,
        };
        Score(if winner == side { 1 } else { -1 })
    }

    /// Whether every move of `side` in a cycle gave check.
    fn checks_always(&self, cycle: &[Position], side: Side) -> bool {
        // Where it begins it ends: the last move led to the first position.
        let mut after = cycle.iter().filter(|position| position.side != side);
        after.all(|position| self.in_check(position))
    }
}

impl Game for Shogi {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "shogi"
    }

    fn board(&self) -> String {
        self.size.to_string()
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        let allowed = |yes: bool| if yes { "allowed" } else { "forbidden" }.to_owned();
        let repetition = match self.rules.repetition {
            Repetition::Draw => "draw",
            Repetition::First => "first",
            Repetition::Second => "second",
        };
        if self.rules.variant == Variant::Dobutsu {
            return vec![("variant", "dobutsu".into()), ("repetition", repetition.into())];
        }
        let dead_squares = match self.rules.dead_squares {
            DeadSquares::Forbid => "forbid",
            DeadSquares::Unpromotable => "unpromotable",
            DeadSquares::Allow => "allow",
        };
        let perpetual_check = match self.rules.perpetual_check {
            PerpetualCheck::Allowed => "allowed",
            PerpetualCheck::Loses => "loses",
        };
        vec![
            ("zone", self.rules.zone.to_string()),
            ("nifu", allowed(self.rules.nifu)),
            ("uchifuzume", allowed(self.rules.uchifuzume)),
            ("dead-squares", dead_squares.into()),
            ("repetition", repetition.into()),
            ("perpetual-check", perpetual_check.into()),
        ]
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Sente",
            Side::Second => "Gote",
        }
    }

    fn start(&self) -> Position {
        self.start
    }

    fn to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if self.lion_is_home(position) {
            return;
        }
        self.pseudo_moves(position, &mut |mv| {
            if self.is_allowed(position, mv) {
                moves.push(mv);
            }
            true
        });
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let mut next = Position { side: !position.side, ..*position };
        let hand = &mut next.hands[side_index(position.side)];
        match mv {
            Move::Board { from, to, promote } => {
                if let Some(taken) = position.board[usize::from(to)] {
                    hand[taken.kind as usize] += 1;
                }
                let piece = next.board[usize::from(from)].take();
                next.board[usize::from(to)] =
                    piece.map(|piece| Piece { promoted: piece.promoted | promote, ..piece });
            }
            Move::Drop { kind, to } => {
                hand[kind as usize] -= 1;
                next.board[usize::from(to)] =
                    Some(Piece { side: position.side, kind, promoted: false });
            }
        }
        next
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        (!self.has_moves(position)).then_some(Score(-1))
    }

    fn max_score(&self) -> Score {
        Score(1)
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        let variant = self.rules.variant;
        let (size, _, position) = crate::diagram::parse_position(text, Some(variant))?;
        notation::check_position(size, &self.rules, &position, text)?;
        if size != self.size {
            return Err(yomikiri_core::Error::notation(
                "position",
                text,
                format!("the board is {size}"),
                format!("a board of {}", self.size),
            ));
        }
        Ok(position)
    }

    fn print_position(&self, position: &Position) -> String {
        notation::print_sfen(self.size, self.rules.variant, position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move> {
        notation::parse_move(self, position, text)
    }

    fn print_move(&self, _: &Position, mv: Move) -> String {
        notation::print_move(self.size, self.rules.variant, mv)
    }

    fn repetition(&self, cycle: &[Position]) -> Repeated {
        if self.rules.perpetual_check == PerpetualCheck::Loses {
            let checks = [Side::First, Side::Second].map(|side| self.checks_always(cycle, side));
            match checks {
                [true, false] => return Repeated::Won { winner: Side::Second },
                [false, true] => return Repeated::Won { winner: Side::First },
                _ => {}
            }
        }
        match self.rules.repetition {
            Repetition::Draw => Repeated::Draw,
            Repetition::First => Repeated::Won { winner: Side::First },
            Repetition::Second => Repeated::Won { winner: Side::Second },
        }
    }

    fn record_move(&self, position: &Position, mv: Move) -> Option<String> {
        Some(notation::record_move(self, position, mv))
    }

    fn symmetries(&self, position: &Position) -> Vec<Position> {
        let files = self.size.files();
        let mut mirror = *position;
        for square in 0..self.size.squares() {
            mirror.board[square - square % files + (files - 1 - square % files)] =
                position.board[square];
        }
        vec![*position, mirror]
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(self.size, self.rules.variant, position)
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        Some(picture::picture(self, position))
    }

    fn pieces(&self) -> Vec<Cell> {
        picture::pieces(self.rules.variant)
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        picture::write(self.rules.variant, picture, to_move)
    }

    fn spots(&self, position: &Position, mv: Move) -> Vec<Spot> {
        picture::spots(self, position, mv)
    }
}
