//! The rules, the notation, and the picture.

use yomikiri_core::{Cell, Error, Face, Game, Ground, Picture, Piece, Result, Score, Side, Spot};

/// Squares of the largest board.
pub(crate) const MOST_SQUARES: usize = 56;

/// Connect Four on a board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectFour {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// The discs of both sides as bit sets: a column after the other from the left, each from the bottom
/// up with one empty bit on top, so that no line goes on from a column into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    discs: [u64; 2],
    side: Side,
}

/// The sides of a board: columns before rows.
pub(crate) fn size(text: &str) -> Result<(usize, usize)> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=14).contains(side));
    let sides = text.trim().split_once('x').and_then(|(columns, rows)| {
        let (columns, rows) = (number(columns)?, number(rows)?);
        // With the bit on top of each column it is to fit into 64.
        (columns * rows <= MOST_SQUARES && columns * (rows + 1) <= 64).then_some((columns, rows))
    });
    sides.ok_or_else(|| {
        let expected = "columns x rows, such as 5x4, with at most 56 squares";
        Error::notation("board size", text, "no such board", expected)
    })
}

fn seen(side: Side) -> Cell {
    let (sign, name, mark) = match side {
        Side::First => ("●", "red", "X"),
        Side::Second => ("○", "yellow", "O"),
    };
    Cell::Piece(Piece { side, face: Face::Figure(sign), name, mark: mark.into() })
}

impl ConnectFour {
    fn bit(&self, column: usize, row: usize) -> u64 {
        1 << (column * (self.rows + 1) + row)
    }

    /// How many discs a column holds.
    fn height(&self, position: &Position, column: usize) -> usize {
        let discs = position.discs[0] | position.discs[1];
        (0..self.rows).take_while(|row| discs & self.bit(column, *row) != 0).count()
    }

    fn has_four(&self, discs: u64) -> bool {
        let up = self.rows + 1;
        [1, up, up - 1, up + 1].into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    fn is_full(&self, position: &Position) -> bool {
        (0..self.columns).all(|column| self.height(position, column) == self.rows)
    }

    /// Columns, those in the middle first: they take part in more lines.
    fn by_middle(&self) -> impl Iterator<Item = usize> + use<> {
        let middle = (self.columns - 1) / 2;
        (0..self.columns).map(move |number| match number % 2 {
            0 => middle - number / 2,
            _ => middle + number.div_ceil(2),
        })
    }

    /// A game and a position, from a text such as `4x4: .... .... .X.. OX.. O`, the top row first.
    pub(crate) fn read(text: &str) -> Result<(ConnectFour, Position)> {
        let expected = "COLUMNSxROWS: then the rows from the top, of . X O, then the side to move";
        let wrong = |problem: String| Error::notation("position", text, problem, expected);
        let (board, rest) = text.split_once(':').ok_or_else(|| wrong("no board size".into()))?;
        let (columns, rows) = size(board)?;
        let game = ConnectFour { columns, rows };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let Some((side, lines)) = words.split_last() else { return Err(wrong("no rows".into())) };
        let side = match *side {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(wrong(format!("'{side}' is no side to move"))),
        };
        if lines.len() != rows {
            return Err(wrong(format!("{} rows", lines.len())));
        }
        let mut position = Position { discs: [0, 0], side };
        for (row, line) in (0..rows).rev().zip(lines) {
            if line.chars().count() != columns {
                return Err(wrong(format!("a row '{line}' of {} squares", line.chars().count())));
            }
            for (column, mark) in line.chars().enumerate() {
                match mark {
                    'X' => position.discs[0] |= game.bit(column, row),
                    'O' => position.discs[1] |= game.bit(column, row),
                    '.' => {}
                    other => return Err(wrong(format!("'{other}' is no disc"))),
                }
            }
        }
        let [red, yellow] = position.discs;
        let standing: usize = (0..columns).map(|column| game.height(&position, column)).sum();
        if standing != (red | yellow).count_ones() as usize {
            return Err(wrong("a disc hangs in the air".into()));
        }
        let lead = red.count_ones() as i32 - yellow.count_ones() as i32;
        if lead != i32::from(side == Side::Second) {
            return Err(wrong("these discs cannot lie with this side to move".into()));
        }
        if game.has_four(position.discs[side.index()]) {
            return Err(wrong("the side to move has four in a row, so the game was over".into()));
        }
        Ok((game, position))
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = u8;

    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn board(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Red",
            Side::Second => "Yellow",
        }
    }

    fn start(&self) -> Position {
        Position { discs: [0, 0], side: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        if !self.has_four(position.discs[(!position.side).index()]) {
            let is_open = |column: &usize| self.height(position, *column) < self.rows;
            moves.extend(self.by_middle().filter(is_open).map(|column| column as u8));
        }
    }

    fn play(&self, position: &Position, column: u8) -> Position {
        let column = usize::from(column);
        let mut next = Position { side: !position.side, ..*position };
        next.discs[position.side.index()] |= self.bit(column, self.height(position, column));
        next
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        if self.has_four(position.discs[(!position.side).index()]) {
            return Some(Score(-1));
        }
        self.is_full(position).then_some(Score(0))
    }

    fn max_score(&self) -> Score {
        Score(1)
    }

    fn symmetries(&self, position: &Position) -> Vec<Position> {
        let mut mirrored = Position { discs: [0, 0], ..*position };
        let column = (1 << (self.rows + 1)) - 1;
        for (discs, from) in mirrored.discs.iter_mut().zip(position.discs) {
            for at in 0..self.columns {
                let own = from >> (at * (self.rows + 1)) & column;
                *discs |= own << ((self.columns - 1 - at) * (self.rows + 1));
            }
        }
        vec![*position, mirrored]
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        let (game, position) = ConnectFour::read(text)?;
        match game == *self {
            true => Ok(position),
            false => Err(Error::notation("position", text, "another board", self.board())),
        }
    }

    fn print_position(&self, position: &Position) -> String {
        let side = if position.side == Side::First { 'X' } else { 'O' };
        format!("{}: {} {side}", self.board(), self.draw(position).replace('\n', " "))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8> {
        let wrong = |problem| {
            let expected = format!(
                "a column that is not full, from a to {}",
                self.column_name(self.columns - 1)
            );
            Error::notation("move", text, problem, expected)
        };
        let column = (0..self.columns).find(|column| self.column_name(*column) == text);
        let column = column.ok_or_else(|| wrong("no such column"))?;
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if moves.contains(&(column as u8)) {
            return Ok(column as u8);
        }
        Err(wrong(if moves.is_empty() { "the game is over" } else { "this column is full" }))
    }

    fn print_move(&self, _: &Position, column: u8) -> String {
        self.column_name(column.into())
    }

    fn draw(&self, position: &Position) -> String {
        let mark = |column: usize, row: usize| match self.bit(column, row) {
            bit if position.discs[0] & bit != 0 => 'X',
            bit if position.discs[1] & bit != 0 => 'O',
            _ => '.',
        };
        let line =
            |row: usize| (0..self.columns).map(|column| mark(column, row)).collect::<String>();
        (0..self.rows).rev().map(line).collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        let columns = (0..self.columns).map(|column| self.column_name(column)).collect();
        let rows = (1..=self.rows).rev().map(|row| row.to_string()).collect();
        let mut picture = Picture::new(Ground::Wood, columns, rows);
        for (at, cell) in picture.cells.iter_mut().enumerate() {
            let bit = self.bit(at % self.columns, self.rows - 1 - at / self.columns);
            for side in [Side::First, Side::Second] {
                if position.discs[side.index()] & bit != 0 {
                    *cell = seen(side);
                }
            }
        }
        Some(picture)
    }

    fn spots(&self, position: &Position, column: u8) -> Vec<Spot> {
        // The square on which the disc comes to lie.
        let column = usize::from(column);
        let line = self.rows - 1 - self.height(position, column);
        vec![Spot::Cell((line * self.columns + column) as u16)]
    }
}

impl ConnectFour {
    fn column_name(&self, column: usize) -> String {
        char::from(b'a' + column as u8).to_string()
    }
}
