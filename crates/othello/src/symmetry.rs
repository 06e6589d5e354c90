//! Turning and mirroring boards.

use crate::position::{Size, squares};

/// `set` with every `(row, column)` moved to where `to` says, on a board with `columns` columns.
fn moved(size: Size, set: u64, columns: u32, to: impl Fn(u32, u32) -> (u32, u32)) -> u64 {
    squares(set).fold(0, |image, square| {
        let (row, column) = to(square / size.columns(), square % size.columns());
        image | 1 << (row * columns + column)
    })
}

/// `set` mirrored along the main diagonal; the board changes its rows with its columns.
pub fn transposed(size: Size, set: u64) -> u64 {
    moved(size, set, size.rows(), |row, column| (column, row))
}

/// The pair of sets under every symmetry of the board: four for a rectangle, eight for a square.
pub fn images(size: Size, a: u64, b: u64) -> Vec<(u64, u64)> {
    let (rows, columns) = (size.rows(), size.columns());
    let mut images = Vec::with_capacity(8);
    for (flip_rows, flip_columns) in [(false, false), (true, false), (false, true), (true, true)] {
        let to = |row, column| {
            (
                if flip_rows { rows - 1 - row } else { row },
                if flip_columns { columns - 1 - column } else { column },
            )
        };
        let image = |set| moved(size, set, columns, to);
        images.push((image(a), image(b)));
        if rows == columns {
            images.push((transposed(size, image(a)), transposed(size, image(b))));
        }
    }
    images
}
