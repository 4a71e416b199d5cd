use deck::{self, board, Board, Cell, Odd};

pub struct Mind<'a, T: Odd + ?Sized> {
    pub of: &'a T,
    pub board: Board<3>,
}

#[derive(Clone, Copy)]
pub struct Thought(pub u32);

// A foreign trait for an own type.
impl deck::Odd for Thought {
    const FIRST: u32 = 11;
    fn odd(&self) -> bool {
        <u32 as deck::Odd>::odd(&self.0)
    }
}

impl<'a, T: deck::Odd + ?Sized> Mind<'a, T> {
    pub fn of(of: &'a T) -> Mind<'a, T> {
        Mind { of, board: board::Board::new() }
    }
    pub fn says(&self) -> String {
        format!("{} at {}", self.of.describe(), self.board.at(Cell { x: 1, y: 1 }))
    }
}

pub fn think(x: u32) -> u32 {
    mod deck {
        pub fn own() -> u32 {
            5
        }
    }
    // This is the module above, not the crate.
    deck::own() + x
}

pub fn sharpness() -> u32 {
    odd_numbers::limit
}
