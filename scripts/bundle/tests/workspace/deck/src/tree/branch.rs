use crate::{hidden, tree::Crown};

#[derive(Debug)]
pub struct Branch(pub u32, pub(crate) u32);

impl Branch {
    pub fn grow(length: u32) -> Self {
        Branch(length, hidden::deep())
    }
    pub fn sum(&self) -> u32 {
        self.0 + self.1
    }
}

pub fn leaves(crown: &Crown) -> u32 {
    crown.iter().map(|branch| branch.sum()).sum()
}
