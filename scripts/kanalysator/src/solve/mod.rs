//! `kanalysator solve`: the fewest moves from the best start cell of a map to its finish.

mod args;
mod picture;
mod solution;
mod text;

pub use args::SolveArgs;
pub use picture::svg;
pub use solution::{FirstMove, Solution, Task, solve};
pub use text::text;
