//! A folder with a `mod.rs`.
mod branch;
pub use self::branch::Branch;
pub use branch::leaves as count_leaves;

/// What many branches make.
pub type Crown<'a> = Vec<&'a Branch>;

#[must_use]
#[deprecated]
pub fn old() -> u8 {
    1
}
