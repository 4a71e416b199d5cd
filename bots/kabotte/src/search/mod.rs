//! The fewest moves to the finish, and all ways to make them.

mod agenda;
mod batch;
mod moves;
mod origin;
mod plan;
mod run;

pub use self::moves::successors;
pub use self::origin::{Failure, Origin};
pub use self::plan::{Plan, Step};
pub use self::run::search;
