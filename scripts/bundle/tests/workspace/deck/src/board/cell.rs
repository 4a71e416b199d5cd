#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub x: usize,
    pub y: usize,
}

pub(super) fn private_cell() -> Cell {
    Cell { x: 0, ..Default::default() }
}
