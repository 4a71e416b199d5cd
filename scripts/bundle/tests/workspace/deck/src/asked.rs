//! Implementations that the program calls, and others that only compile.

use std::fmt;
use std::ops::{Add, Mul, Sub};

/// Can do much and is asked for little.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Purse {
    pub coins: u32,
}

impl Purse {
    /// For what nobody asks for.
    fn idle_clink(&self) -> String {
        "clink ".repeat(self.coins as usize)
    }
}

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.idle_clink())
    }
}

impl From<u32> for Purse {
    fn from(coins: u32) -> Self {
        Self { coins }
    }
}

impl From<idle_parts::Tray> for Purse {
    fn from(tray: idle_parts::Tray) -> Self {
        Self { coins: tray.new_vessel().0 }
    }
}

macro_rules! operator {
    ($trait:ident $function:ident for $name:path, $number:tt, $how:expr) => {
        impl $trait for $name {
            type Output = Self;
            fn $function(mut self, other: Self) -> Self {
                let how: fn(u32, u32) -> u32 = $how;
                self.$number = how(self.$number, other.$number);
                self
            }
        }
    };
}
operator!(Add add for Purse, coins, |a, b| a + b);
operator!(Mul mul for Purse, coins, |a, b| a * b);

/// What names itself, so that it is only unused as a whole.
mod idle_parts {
    use super::*;
    pub struct Tray(pub u32);
    impl Tray {
        pub fn new_vessel(self) -> Self {
            (self - Tray(1)) * Tray(2)
        }
    }
    operator!(Sub sub for Tray, 0, |a, b| a - b);
    operator!(Mul mul for Tray, 0, |a, b| a * b);
}

/// Unused, under the name of something that is hard to remove.
pub struct Vault(pub u32);
impl Vault {
    pub fn new_vessel() -> Self {
        Self(1)
    }
    pub fn door(&self) -> u32 {
        self.0
    }
}

/// Rings when it goes: nobody calls that, and it must stay.
pub struct Bell<'a>(pub &'a std::cell::Cell<u32>);
impl Drop for Bell<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

/// Rings a bell and counts.
pub fn ring() -> u32 {
    let rung = std::cell::Cell::new(0);
    drop(Bell(&rung));
    rung.get()
}

/// Says who it is. Without the first, the second would be called.
pub trait Named {
    fn named(&self) -> &'static str;
}
pub struct Cat;
impl Named for Cat {
    fn named(&self) -> &'static str {
        "cat"
    }
}
impl Named for &Cat {
    fn named(&self) -> &'static str {
        "idle reference to a cat"
    }
}

/// Is called through a table alone.
pub trait Sounds {
    fn sound(&self) -> &'static str;
}
pub struct Dog;
impl Sounds for Dog {
    fn sound(&self) -> &'static str {
        "woof"
    }
}
pub fn hear(who: &dyn Sounds) -> &'static str {
    who.sound()
}

/// Is wanted by a bound, by a pattern, and by nothing else.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Coin(pub u32);
pub const GOLD: Coin = Coin(100);

pub fn how_many<T: fmt::Debug>(all: &[T]) -> usize {
    all.len()
}
pub fn is_gold(coin: Coin) -> bool {
    matches!(coin, GOLD)
}

/// Counts down. What it overrides, the program calls in part.
pub struct Countdown(pub u32);
impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn count(self) -> usize {
        1_000
    }
    fn last(self) -> Option<u32> {
        Some(self.0 / "idle override".len() as u32)
    }
}
