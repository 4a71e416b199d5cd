//! Generates boards from numbers, like the contest's framework.

use super::board::{Board, Cell};
use super::seedrandom::SeedRandom;

/// The number of numbered boards: 0 to 999998.
pub const BOARDS: u32 = 999_999;

/// The limits of the sides of a board, which are drawn independently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Shortest side, at least 4 so that three categories fit.
    pub min: u8,
    /// Longest side, at least `min`.
    pub max: u8,
}

impl Sides {
    /// The limits of the contest.
    pub const CONTEST: Self = Self { min: 5, max: 15 };
}

/// The board of a number.
///
/// Category k has 2k - 1 pieces, so T categories have T times T; a number of categories that would
/// leave no cell free is drawn again.
///
/// ```
/// # use referee_core::games::fruit::{Sides, board_of_number};
/// let board = board_of_number(1, Sides::CONTEST);
/// let rows: Vec<String> = board.rows().collect();
/// assert_eq!(rows, ["344..33", "4...1.3", "..244..", "..42...", "....2..", ".4...3."]);
/// ```
pub fn board_of_number(number: u32, sides: Sides) -> Board {
    let mut stream = SeedRandom::of_number(number);
    let height = side(&mut stream, sides);
    let width = side(&mut stream, sides);
    let area = u32::from(width) * u32::from(height);
    let categories = loop {
        let categories = (stream.fraction() * 3.0 + 3.0).floor() as u8;
        if u32::from(categories).pow(2) < area {
            break categories;
        }
    };
    let mut board = Board::empty(width, height, categories);
    for category in board.categories() {
        for _ in 0..2 * category.0 - 1 {
            let cell = free_cell(&mut stream, &board);
            board.set_fruit(cell, Some(category));
        }
    }
    let start = free_cell(&mut stream, &board);
    board.set_start(start);
    board
}

fn side(stream: &mut SeedRandom, sides: Sides) -> u8 {
    let lengths = f64::from(sides.max - sides.min + 1);
    let length = (stream.fraction() * lengths).floor() + f64::from(sides.min);
    (length as u8).min(sides.max)
}

/// A random cell without fruit: the column is drawn first, and both again while the cell is taken.
fn free_cell(stream: &mut SeedRandom, board: &Board) -> Cell {
    loop {
        let x = (stream.fraction() * f64::from(board.width())).floor() as i32;
        let y = (stream.fraction() * f64::from(board.height())).floor() as i32;
        let cell = Cell::new(x, y);
        if board.fruit(cell).is_none() {
            return cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fruit::board::Category;

    /// A board of the framework: number, size and categories, start, `category@x,y`.
    type Known = (u32, (i32, i32, u8), (i32, i32), &'static str);

    const KNOWN: [Known; 5] = [
        (
            0,
            (5, 5, 4),
            (0, 2),
            "1@2,4 2@0,3 2@1,3 2@3,4 3@0,1 3@0,4 3@2,0 3@4,0 3@4,4 4@1,1 4@1,4 4@3,0 4@3,2 4@3,3 \
             4@4,1 4@4,3",
        ),
        (
            1,
            (7, 6, 4),
            (4, 3),
            "1@4,1 2@2,2 2@3,3 2@4,4 3@0,0 3@5,0 3@5,5 3@6,0 3@6,1 4@0,1 4@1,0 4@1,5 4@2,0 4@2,3 \
             4@3,2 4@4,2",
        ),
        (
            123,
            (14, 5, 5),
            (1, 3),
            "1@11,3 2@1,0 2@7,1 2@10,0 3@3,4 3@8,1 3@9,0 3@9,2 3@12,1 4@1,1 4@2,2 4@5,1 4@5,4 \
             4@7,0 4@12,4 4@13,2 5@0,0 5@0,3 5@3,0 5@3,1 5@6,0 5@8,3 5@9,3 5@12,0 5@13,4",
        ),
        (
            165_134,
            (12, 14, 3),
            (4, 9),
            "1@5,2 2@3,6 2@10,12 2@11,6 3@3,10 3@4,1 3@6,7 3@6,10 3@7,13",
        ),
        (999_997, (8, 8, 3), (4, 0), "1@4,6 2@0,1 2@2,5 2@5,7 3@2,2 3@5,0 3@5,3 3@5,4 3@5,5"),
    ];

    #[test]
    fn boards_are_the_frameworks() {
        for (number, (width, height, categories), (x, y), fruit) in KNOWN {
            let board = board_of_number(number, Sides::CONTEST);
            assert_eq!((board.width(), board.height()), (width, height), "{number}");
            assert_eq!(board.categories().next_back(), Some(Category(categories)), "{number}");
            assert_eq!(board.start(), Cell::new(x, y), "{number}");
            let mut found: Vec<(u8, i32, i32)> = board
                .cells()
                .filter_map(|cell| board.fruit(cell).map(|kind| (kind.0, cell.x, cell.y)))
                .collect();
            found.sort_unstable();
            let found: Vec<String> =
                found.iter().map(|(kind, x, y)| format!("{kind}@{x},{y}")).collect();
            assert_eq!(found.join(" "), fruit, "{number}");
        }
    }

    #[test]
    fn any_number_and_size_gives_a_board_with_odd_totals() {
        for number in (0..BOARDS).step_by(997) {
            for sides in [Sides::CONTEST, Sides { min: 15, max: 40 }] {
                let board = board_of_number(number, sides);
                let pieces = board.pieces();
                assert!((3..=5).contains(&pieces.len()));
                assert!(pieces.iter().zip([1, 3, 5, 7, 9]).all(|(has, wants)| *has == wants));
                assert_eq!(board.fruit(board.start()), None);
            }
        }
    }
}
