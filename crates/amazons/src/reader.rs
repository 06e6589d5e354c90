//! The canonical forms of regions, worked out when they are asked for.

use crate::cells::Cells;
use crate::form_file::FormFile;
use crate::position::Position;
use crate::regions::{Region, split};
use yomikiri_cgt::{Form, Forms};
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Context, Result, Side};

/// A region turned, turned over and pushed into the corner until it is the least of its images.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    cells: Cells,
    black: Cells,
    white: Cells,
}

/// Works out forms, and remembers all that it met.
pub struct Reader {
    forms: Forms,
    known: HashMap<Key, Form>,
    file: Option<FormFile>,
    /// Regions that may still be met.
    left: u64,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new(None)
    }
}

impl Reader {
    /// A reader that looks in a file first, where there is one. It may meet nothing yet.
    pub fn new(file: Option<FormFile>) -> Reader {
        Reader { forms: Forms::new(), known: HashMap::default(), file, left: 0 }
    }

    /// The forms.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The forms, to add to.
    pub fn forms_mut(&mut self) -> &mut Forms {
        &mut self.forms
    }

    /// How many regions it knows.
    pub fn regions(&self) -> usize {
        self.known.len()
    }

    /// Lets it meet so many new regions from now on.
    pub fn allow(&mut self, regions: u64) {
        self.left = regions;
    }

    /// The form of a position without regard to whose turn it is: Black is Left. `None` if it met
    /// too many regions, or the context stopped it.
    pub fn position(&mut self, position: &Position, context: &Context) -> Result<Option<Form>> {
        let mut sum = Form::ZERO;
        for region in split(position).regions {
            let Some(form) = self.region(&region, context)? else { return Ok(None) };
            sum = self.forms.add(sum, form);
        }
        Ok(Some(sum))
    }

    /// The form of a region.
    pub fn region(&mut self, region: &Region, context: &Context) -> Result<Option<Form>> {
        let key = Key::of(region);
        if let Some(form) = self.known.get(&key) {
            return Ok(Some(*form));
        }
        if self.left == 0 || (self.left.is_multiple_of(256) && context.check(0)) {
            return Ok(None);
        }
        self.left -= 1;
        let form = match self.in_file(region)? {
            Some(form) => form,
            None => {
                let Some(black) = self.options(region, Side::First, context)? else {
                    return Ok(None);
                };
                let Some(white) = self.options(region, Side::Second, context)? else {
                    return Ok(None);
                };
                self.forms.make(&black, &white)
            }
        };
        self.known.insert(key, form);
        // The same with the colours exchanged is as good as known.
        let exchanged = Region { black: region.white, white: region.black, ..*region };
        self.known.insert(Key::of(&exchanged), self.forms.negate(form));
        Ok(Some(form))
    }

    fn in_file(&mut self, region: &Region) -> Result<Option<Form>> {
        let Some(file) = &mut self.file else { return Ok(None) };
        if region.cells.count() > file.cells() {
            return Ok(None);
        }
        let cells: Vec<_> = region.contents().collect();
        file.form(&cells, &mut self.forms)
    }

    fn options(
        &mut self,
        region: &Region,
        side: Side,
        context: &Context,
    ) -> Result<Option<Vec<Form>>> {
        let position = region.alone(side);
        let mut next = Vec::new();
        position.each_move(|mv| next.push(position.play(mv)));
        next.iter().map(|next| self.position(next, context)).collect()
    }
}

impl Key {
    pub(crate) fn of(region: &Region) -> Key {
        let board = region.board;
        let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
        for square in region.cells {
            let (column, row) = (board.column(square), board.row(square));
            (left, right) = (left.min(column), right.max(column));
            (top, bottom) = (top.min(row), bottom.max(row));
        }
        let (width, height) = (right.wrapping_sub(left), bottom.wrapping_sub(top));
        // The least image is never higher than wide.
        let ways = match width.cmp(&height) {
            std::cmp::Ordering::Greater => 0..4,
            std::cmp::Ordering::Equal => 0..8,
            std::cmp::Ordering::Less => 4..8,
        };
        let image = |way: u8| {
            let place = |square: u8| {
                let (x, y) = (board.column(square) - left, board.row(square) - top);
                let x = if way & 1 != 0 { width - x } else { x };
                let y = if way & 2 != 0 { height - y } else { y };
                let (x, y) = if way & 4 != 0 { (y, x) } else { (x, y) };
                (y * crate::board::STRIDE + x) as u8
            };
            let moved = |cells: Cells| cells.into_iter().map(place).collect();
            Key {
                cells: moved(region.cells),
                black: moved(region.black),
                white: moved(region.white),
            }
        };
        ways.map(image).min().expect("there are at least four images")
    }
}
