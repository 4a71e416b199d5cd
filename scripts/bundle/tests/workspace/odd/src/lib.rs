//! Numbers that are odd.
#![allow(non_upper_case_globals)]
#[macro_use]
mod helpers {
    macro_rules! twice {
        ($x:expr) => {
            2 * $x
        };
    }
}

/// The trait of odd things.
pub trait Odd {
    const FIRST: u32 = 1;
    fn odd(&self) -> bool;
    fn describe(&self) -> String {
        format!("{} from {}", self.odd(), Self::FIRST)
    }
    /// Nobody asks.
    fn unasked(&self) -> u8 {
        0
    }
}

impl Odd for u32 {
    fn odd(&self) -> bool {
        self % 2 == 1
    }
    fn unasked(&self) -> u8 {
        7
    }
}

pub const limit: u32 = if cfg!(feature = "big") { 1000 } else { 10 };

pub fn double_odd(x: u32) -> u32 {
    twice!(x) + 1
}

pub fn nobody() -> Nothing {
    Nothing
}

#[derive(Debug)]
pub struct Nothing;

impl std::fmt::Display for Nothing {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "nothing")
    }
}
