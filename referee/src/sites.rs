//! The sites of contests that are not servers of lines: one line for each contest.

#[cfg(feature = "live")]
pub mod karo;
#[cfg(not(feature = "live"))]
#[path = "sites/karo/missing.rs"]
mod karo;
