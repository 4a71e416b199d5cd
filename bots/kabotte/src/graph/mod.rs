//! All motions that a car can make on a track, and which follows which.

mod build;
mod explore;
mod lookup;
mod mark;
mod motions;
mod neighbours;
mod node;
mod remulade;
mod safe;
mod terms;

pub use mark::Mark;
pub use motions::Graph;
pub use node::Node;
pub use safe::Safe;
pub use terms::{Terms, MOST_MOTIONS};
