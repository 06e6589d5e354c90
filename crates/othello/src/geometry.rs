//! What the fast kernels know of a board's shape, worked out at compile time.
//!
//! Lines run along four axes, always in this order: along the row, along the column, and along
//! the two diagonals. A step along axis `a` adds `STEPS[a]` to a square's number.

/// Rays of a square: four towards higher numbers (one an axis), then four towards lower ones.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Rays(pub [u64; 8]);

/// A board's shape. Everything is a constant, so no kernel computes it at run time.
pub trait Geometry: Copy + Send + Sync + 'static {
    /// Number of rows, never more than columns.
    const ROWS: u32;
    /// Number of columns.
    const COLUMNS: u32;
    /// Number of squares.
    const SQUARES: u32 = Self::ROWS * Self::COLUMNS;
    /// The set of all squares.
    const FULL: u64 = u64::MAX >> (64 - Self::SQUARES);
    /// The rays of each square.
    const RAYS: &'static [Rays; 64] = &rays(Self::ROWS, Self::COLUMNS);
    /// The step of each axis.
    const STEPS: [u64; 4] = {
        let c = Self::COLUMNS as u64;
        [1, c, c - 1, c + 1]
    };
    /// For each axis, the squares on which a disc can be enclosed along it.
    const INNER: [u64; 4] = {
        let columns = Self::FULL & !Self::LEFT & !Self::RIGHT;
        [columns, Self::FULL, columns, columns]
    };
    /// Most discs that one line can turn.
    const LONGEST_FLIP: u32 = Self::COLUMNS - 2;
    /// The first column.
    const LEFT: u64 = column(Self::ROWS, Self::COLUMNS, 0);
    /// The last column.
    const RIGHT: u64 = column(Self::ROWS, Self::COLUMNS, Self::COLUMNS - 1);
    /// The first and the last row.
    const TOP_BOTTOM: u64 = {
        let row = (1u64 << Self::COLUMNS) - 1;
        row | row << (Self::SQUARES - Self::COLUMNS)
    };
    /// The squares at which a line along each axis ends.
    const ENDS: [u64; 4] = {
        let (sides, rows) = (Self::LEFT | Self::RIGHT, Self::TOP_BOTTOM);
        [sides, rows, sides | rows, sides | rows]
    };
    /// The corners.
    const CORNERS: u64 = (Self::LEFT | Self::RIGHT) & Self::TOP_BOTTOM;
    /// The squares diagonally inside the corners, in the order of `CORNERS`.
    const X_SQUARES: u64 = {
        let c = Self::COLUMNS;
        let n = Self::SQUARES;
        1u64 << (c + 1) | 1 << (2 * c - 2) | 1 << (n - 2 * c + 1) | 1 << (n - c - 2)
    };
    /// The arms of the board: from each corner along each of its two edges.
    const ARMS: &'static [Arm; 8] = &arms(Self::ROWS, Self::COLUMNS);
    /// The lines of each square that have at most [`SHORT`] squares.
    const LINES: &'static [Lines; 64] = &lines(Self::ROWS, Self::COLUMNS);
    /// The four quarters of the board.
    const QUARTERS: [u64; 4] = quarters(Self::ROWS, Self::COLUMNS);
    /// The quarter that each square is in.
    const QUARTER_OF: &'static [u64; 64] = &quarter_of(Self::QUARTERS);
    /// For each axis and each power of two steps (1, 2, 4, 8), the squares that moving so far
    /// towards higher numbers reaches without leaving the line.
    const REACH_UP: [[u64; 4]; 4] = reach(Self::ROWS, Self::COLUMNS, true);
    /// The same towards lower numbers.
    const REACH_DOWN: [[u64; 4]; 4] = reach(Self::ROWS, Self::COLUMNS, false);
}

/// A board of `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const R: u32, const C: u32>;

impl<const R: u32, const C: u32> Geometry for Grid<R, C> {
    const ROWS: u32 = R;
    const COLUMNS: u32 = C;
}

/// Row and column changes of one step along each axis towards higher numbers.
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, -1), (1, 1)];

const fn on_board(rows: u32, columns: u32, row: i32, column: i32) -> bool {
    row >= 0 && column >= 0 && row < rows as i32 && column < columns as i32
}

const fn rays(rows: u32, columns: u32) -> [Rays; 64] {
    let mut table = [Rays([0; 8]); 64];
    let mut square = 0;
    while square < rows * columns {
        let mut ray = 0;
        while ray < 8 {
            let (dr, dc) = AXES[ray % 4];
            let sign = if ray < 4 { 1 } else { -1 };
            let mut row = (square / columns) as i32 + sign * dr;
            let mut column = (square % columns) as i32 + sign * dc;
            while on_board(rows, columns, row, column) {
                table[square as usize].0[ray] |= 1 << (row * columns as i32 + column);
                row += sign * dr;
                column += sign * dc;
            }
            ray += 1;
        }
        square += 1;
    }
    table
}

/// Lines up to so many squares are looked up whole.
pub const SHORT: usize = 8;

/// The lines through a square along the four axes, and where [`LAST_FLIPS`] tells of each.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lines {
    /// The squares, the given one included; nothing for a line that is too long.
    pub squares: [u64; 4],
    /// Where the line's entries begin.
    pub entries: [u16; 4],
}

const fn lines(rows: u32, columns: u32) -> [Lines; 64] {
    let rays = rays(rows, columns);
    let mut table = [Lines { squares: [0; 4], entries: [0; 4] }; 64];
    let mut square = 0;
    while square < (rows * columns) as usize {
        let mut axis = 0;
        while axis < 4 {
            let (above, below) = (rays[square].0[axis], rays[square].0[axis + 4]);
            let line = above | below | 1 << square;
            if line.count_ones() as usize <= SHORT {
                table[square].squares[axis] = line;
                let (length, place) = (line.count_ones() as usize, below.count_ones() as usize);
                table[square].entries[axis] = first_entry(length, place) as u16;
            }
            axis += 1;
        }
        square += 1;
    }
    table
}

/// Where the entries of a line begin in [`LAST_FLIPS`].
const fn first_entry(length: usize, place: usize) -> usize {
    let (mut entry, mut shorter) = (0, 1);
    while shorter < length {
        entry += shorter << shorter;
        shorter += 1;
    }
    entry + (place << length)
}

/// For each length of a line, each place on it and each set of own discs on it, all other
/// squares but the place being the opponent's: how many discs the place turns for the owner
/// (lower byte) and for the opponent (upper byte).
pub static LAST_FLIPS: [u16; first_entry(SHORT + 1, 0)] = {
    let mut table = [0; first_entry(SHORT + 1, 0)];
    let mut length = 1;
    while length <= SHORT {
        let mut place = 0;
        while place < length {
            let mut own = 0;
            while own < 1 << length {
                let other = !own & ((1 << length) - 1);
                table[first_entry(length, place) + own] =
                    turned(own, other, length, place) | turned(other, own, length, place) << 8;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

/// How many of `other` a disc of `own` at `place` turns on a line of its own.
const fn turned(own: usize, other: usize, length: usize, place: usize) -> u16 {
    let mut above = place + 1;
    while above < length && other >> above & 1 == 1 {
        above += 1;
    }
    let mut below = place;
    while below > 0 && other >> (below - 1) & 1 == 1 {
        below -= 1;
    }
    let mut turned = 0;
    if above < length && own >> above & 1 == 1 {
        turned += above - place - 1;
    }
    if below > 0 && own >> (below - 1) & 1 == 1 {
        turned += place - below;
    }
    turned as u16
}

const fn column(rows: u32, columns: u32, column: u32) -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < rows {
        set |= 1 << (row * columns + column);
        row += 1;
    }
    set
}

/// Part of an edge seen from a corner: up to six squares along it, then the square diagonally
/// inside the corner, and on an edge of four the one inside the other corner too.
#[derive(Clone, Copy)]
pub struct Arm {
    /// The squares.
    pub squares: u64,
    /// The digits to base three, in the arm's own order, of the squares gathered in board order.
    pub code: [u16; 128],
}

/// Number of ways in which an arm can be filled, at most.
pub const ARM_CODES: usize = 3usize.pow(7);

const fn arms(rows: u32, columns: u32) -> [Arm; 8] {
    let mut arms = [Arm { squares: 0, code: [0; 128] }; 8];
    let mut index = 0;
    while index < 8 {
        let (down, right, along_row) = (index & 1 != 0, index & 2 != 0, index & 4 == 0);
        let side = if along_row { columns } else { rows };
        // Places as (steps along the edge, steps inwards), in the arm's order.
        let mut places = [(0, 0); 7];
        let mut count = 0;
        while count < 6 && (count as u32) < side {
            places[count] = (count as u32, 0);
            count += 1;
        }
        places[count] = (1, 1);
        count += 1;
        if side == 4 {
            places[count] = (2, 1);
            count += 1;
        }
        let mut squares = [0u32; 7];
        let mut place = 0;
        while place < count {
            let (along, inwards) = places[place];
            let (row, column) = if along_row { (inwards, along) } else { (along, inwards) };
            let row = if down { rows - 1 - row } else { row };
            let column = if right { columns - 1 - column } else { column };
            squares[place] = row * columns + column;
            arms[index].squares |= 1 << squares[place];
            place += 1;
        }
        let mut gathered = 0;
        while gathered < 1 << count {
            let (mut digit, mut place) = (1, 0);
            while place < count {
                // The square's rank among those of the arm is its bit once gathered.
                let below = arms[index].squares & ((1 << squares[place]) - 1);
                if gathered >> below.count_ones() & 1 == 1 {
                    arms[index].code[gathered] += digit;
                }
                digit *= 3;
                place += 1;
            }
            gathered += 1;
        }
        index += 1;
    }
    arms
}

const fn quarters(rows: u32, columns: u32) -> [u64; 4] {
    let mut quarters = [0; 4];
    let mut square = 0;
    while square < rows * columns {
        let low = square / columns >= rows / 2;
        let right = square % columns >= columns / 2;
        quarters[2 * low as usize + right as usize] |= 1 << square;
        square += 1;
    }
    quarters
}

const fn quarter_of(quarters: [u64; 4]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 4 * 64 {
        if quarters[index / 64] >> (index % 64) & 1 == 1 {
            table[index % 64] = quarters[index / 64];
        }
        index += 1;
    }
    table
}

const fn reach(rows: u32, columns: u32, up: bool) -> [[u64; 4]; 4] {
    let mut table = [[0; 4]; 4];
    let mut power = 0;
    while power < 4 {
        let mut axis = 0;
        while axis < 4 {
            let (dr, dc) = AXES[axis];
            let distance = (1 << power) * if up { -1 } else { 1 };
            let mut square = 0;
            while square < rows * columns {
                let row = (square / columns) as i32 + distance * dr;
                let column = (square % columns) as i32 + distance * dc;
                if on_board(rows, columns, row, column) {
                    table[power][axis] |= 1 << square;
                }
                square += 1;
            }
            axis += 1;
        }
        power += 1;
    }
    table
}
