//! A position, and the effect of a turn.

use super::board::{Board, Category, Cell, Halves, Move};

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken(
    /// Whether a piece has left the board.
    pub bool,
);

/// The board, the robots and their fruit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    robots: [Cell; 2],
    /// The fruit of each seat by category.
    counts: [Vec<Halves>; 2],
}

impl Position {
    /// The position at the start of a game.
    pub fn new(board: Board) -> Self {
        let none = vec![Halves(0); board.categories().count()];
        Self { robots: [board.start(); 2], counts: [none.clone(), none], board }
    }

    /// The board with the fruit that is left.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells of the robots, by seat.
    pub fn robots(&self) -> [Cell; 2] {
        self.robots
    }

    /// The amount of each category that a seat has.
    pub fn counts(&self, seat: usize) -> &[Halves] {
        &self.counts[seat]
    }

    /// Moves both robots at the same time. A robot that takes alone gets the whole piece, even if the other is on the
    /// same cell; if both take it, each gets half.
    pub fn turn(&mut self, moves: [Move; 2]) -> Taken {
        let fruit = self.robots.map(|cell| self.board.fruit(cell));
        let taken = [0, 1].map(|seat| fruit[seat].filter(|_| moves[seat] == Move::Take));
        let shared = self.robots[0] == self.robots[1] && taken[0].is_some() && taken[1].is_some();
        for (seat, category) in taken.iter().enumerate() {
            if let Some(category) = category {
                self.give(seat, *category, Halves(if shared { 1 } else { 2 }));
                self.board.set_fruit(self.robots[seat], None);
            }
        }
        for (robot, step) in self.robots.iter_mut().zip(moves) {
            let there = step.target(*robot);
            if self.board.has(there) {
                *robot = there;
            }
        }
        Taken(taken.iter().any(Option::is_some))
    }

    fn give(&mut self, seat: usize, category: Category, amount: Halves) {
        self.counts[seat][category.index()].0 += amount.0;
    }

    /// The number of categories in which each seat has more than the other.
    pub fn categories_led(&self) -> [i64; 2] {
        [0, 1].map(|seat: usize| {
            self.counts[seat]
                .iter()
                .zip(&self.counts[1 - seat])
                .filter(|(mine, theirs)| mine > theirs)
                .count() as i64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```text
    /// 1.2
    /// ```
    /// Both robots start in the middle.
    fn position() -> Position {
        let mut board = Board::empty(3, 1, 2);
        board.set_fruit(Cell::new(0, 0), Some(Category(1)));
        board.set_fruit(Cell::new(2, 0), Some(Category(2)));
        board.set_start(Cell::new(1, 0));
        Position::new(board)
    }

    #[test]
    fn a_shared_take_gives_half_to_each() {
        let mut position = position();
        assert_eq!(position.turn([Move::West; 2]), Taken(false));
        assert_eq!(position.turn([Move::Take; 2]), Taken(true));
        assert_eq!(position.counts(0), [Halves(1), Halves(0)]);
        assert_eq!(position.counts(1), [Halves(1), Halves(0)]);
        assert_eq!(position.turn([Move::Take; 2]), Taken(false), "the cell is empty");
        assert_eq!(position.categories_led(), [0, 0]);
    }

    #[test]
    fn whoever_takes_alone_gets_the_whole_piece() {
        let mut position = position();
        position.turn([Move::East; 2]);
        position.turn([Move::West, Move::Take]);
        assert_eq!(position.counts(1), [Halves(0), Halves(2)]);
        assert_eq!(position.robots(), [Cell::new(1, 0), Cell::new(2, 0)]);
    }

    #[test]
    fn both_take_different_pieces_at_once() {
        let mut position = position();
        position.turn([Move::West, Move::East]);
        position.turn([Move::Take; 2]);
        assert_eq!(position.categories_led(), [1, 1]);
        assert_eq!(position.board().pieces(), [0, 0]);
    }

    #[test]
    fn a_step_off_the_board_a_take_of_nothing_and_a_pass_do_nothing() {
        let mut position = position();
        let before = position.clone();
        position.turn([Move::North, Move::South]);
        position.turn([Move::Take, Move::Pass]);
        assert_eq!(position, before);
    }
}
