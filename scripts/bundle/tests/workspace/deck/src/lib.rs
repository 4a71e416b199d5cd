//! A library with all that a library may have.
#![forbid(unsafe_code)]
#![warn(unused_must_use)]

extern crate numbers as figures;

pub mod asked;
pub mod board;
mod elsewhere_user;
pub mod suit;
pub mod tree;
#[path = "other/place.rs"]
pub mod elsewhere;
/// Modules in braces with a file inside.
pub mod inner {
    pub mod leaf;
    #[path = "turned.rs"]
    pub mod twisted;
}
include!("spliced.rs");

pub use board::{cell::Cell, Board};
pub use numbers::Odd;
pub use tree::*;

pub(crate) mod hidden {
    pub(in crate::hidden) fn deepest() -> u32 {
        3
    }
    pub(crate) fn deep() -> u32 {
        self::deepest() + super::crate_wide()
    }
}

pub(crate) fn crate_wide() -> u32 {
    40
}

/// Sums what is deep.
pub fn deep() -> u32 {
    hidden::deep() + figures::double_odd(1) + ::numbers::double_odd(2)
}

#[cfg(test)]
mod tests {
    #[test]
    fn not_in_a_bundle() {
        no_such_function(no_such_name);
    }
}

#[cfg(all(test, feature = "loud"))]
mod no_such_file;

#[cfg(feature = "quiet")]
pub fn voice() -> &'static str {
    "quiet"
}
#[cfg(not(feature = "quiet"))]
pub fn voice() -> &'static str {
    "loud"
}

/// Makes a struct and says what was documented about it.
#[macro_export]
macro_rules! documented {
    ($(#[doc = $text:literal])* $name:ident) => {
        pub struct $name;
        impl $crate::suit::Told for $name {
            fn told() -> &'static str {
                concat!($($text),*)
            }
        }
    };
}

/// Counts its arguments, by calling itself.
#[macro_export]
macro_rules! suit {
    () => { 0 };
    ($head:expr $(, $tail:expr)*) => { $crate::suit::plus_one($crate::suit!($($tail),*)) };
}

#[macro_export]
macro_rules! never_called {
    () => { $crate::board::nothing() };
}

macro_rules! bag {
    ($($name:ident = $value:expr),* $(,)?) => {
        $(
            #[allow(dead_code)]
            pub fn $name() -> u32 { $value }
        )*
    };
}
bag! { used = crate::crate_wide() + 2, spare = numbers::limit }

/// Calls a macro that is exported below the modules.
pub fn count_here() -> u32 {
    suit!(1, 2)
}

mod late {
    pub fn from_path() -> u32 {
        crate::suit!('a', 'b', 'c', 'd')
    }
}
pub use late::from_path as count_there;
