//! A canvas on which roads are drawn with a thick brush.

use gridkit::Rng;

use crate::games::karo::track::Cell;

/// An unfinished map. Its outermost cells are never road.
pub(super) struct Canvas {
    pub(super) width: i32,
    pub(super) height: i32,
    letters: Vec<u8>,
}

impl Canvas {
    pub(super) fn new(width: i32, height: i32) -> Self {
        Self { width, height, letters: vec![b'X'; (width * height) as usize] }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let inside =
            (1..self.width - 1).contains(&cell.x) && (1..self.height - 1).contains(&cell.y);
        inside.then(|| (cell.y * self.width + cell.x) as usize)
    }

    pub(super) fn set(&mut self, cell: Cell, letter: u8) {
        if let Some(index) = self.index(cell) {
            self.letters[index] = letter;
        }
    }

    fn is(&self, cell: Cell, letter: u8) -> bool {
        self.index(cell).is_some_and(|index| self.letters[index] == letter)
    }

    /// Whether a cell is plain road.
    pub(super) fn is_road(&self, cell: Cell) -> bool {
        self.is(cell, b'O')
    }

    /// A round dot of road.
    fn dot(&mut self, x: f64, y: f64, radius: f64) {
        let (left, right) = ((x - radius).floor() as i32, (x + radius).ceil() as i32);
        let (top, bottom) = ((y - radius).floor() as i32, (y + radius).ceil() as i32);
        for cell in (top..=bottom).flat_map(|row| (left..=right).map(move |x| Cell::new(x, row))) {
            let (right, down) = (f64::from(cell.x) - x, f64::from(cell.y) - y);
            if right * right + down * down <= radius * radius {
                self.set(cell, b'O');
            }
        }
    }

    /// A straight road.
    pub(super) fn road(&mut self, from: Cell, to: Cell, radius: f64) {
        let steps = 2 * from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).max(1);
        let between = |a: i32, b: i32, step: u32| {
            f64::from(a) + f64::from(b - a) * f64::from(step) / f64::from(steps)
        };
        for step in 0..=steps {
            self.dot(between(from.x, to.x, step), between(from.y, to.y, step), radius);
        }
    }

    /// A filled rectangle.
    pub(super) fn fill(&mut self, corner: Cell, width: i32, height: i32, letter: u8) {
        for y in corner.y..corner.y + height {
            for x in corner.x..corner.x + width {
                self.set(Cell::new(x, y), letter);
            }
        }
    }

    /// Paints the road straight across at a cell, in the direction (`dx`, `dy`) and back.
    pub(super) fn across(&mut self, cell: Cell, dx: i32, dy: i32, letter: u8) {
        for sign in [-1, 1] {
            let ray = (0..).map(|step| sign * step);
            let cells = ray.map(|step| Cell::new(cell.x + step * dx, cell.y + step * dy));
            let road: Vec<Cell> = cells
                .take_while(|it| self.is(*it, b'O') || (*it == cell && self.is(*it, letter)))
                .collect();
            for cell in road {
                self.set(cell, letter);
            }
        }
    }

    /// Turns road cells of a column into start cells, until there are enough.
    pub(super) fn starts(&mut self, x: i32, from_y: i32, to_y: i32, wanted: &mut usize) {
        for y in from_y..=to_y {
            let cell = Cell::new(x, y);
            if *wanted > 0 && self.is(cell, b'O') {
                self.set(cell, b'S');
                *wanted -= 1;
            }
        }
    }

    /// The map code, with parking cells in the left column and scenery; it may be mirrored.
    pub(super) fn code(&self, parking: usize, random: &mut Rng) -> String {
        let scenery = b"XXXXYWNLZV"[random.below(10)];
        let mirrored = random.chance(0.5);
        let rows = self.letters.chunks(self.width as usize).enumerate();
        let row = |(y, row): (usize, &[u8])| {
            let mut row: Vec<u8> =
                row.iter().map(|letter| if *letter == b'X' { scenery } else { *letter }).collect();
            if mirrored {
                row.reverse();
            }
            if y < parking {
                row[0] = b'P';
            }
            let text: String = row.into_iter().map(char::from).collect();
            text + "\n"
        };
        rows.map(row).collect()
    }
}
