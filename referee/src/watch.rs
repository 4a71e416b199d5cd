//! A game in the terminal, forwards and backwards, with keys: a recorded game, or a game in progress.

mod live;
mod screen;
mod shot;
mod text;
mod viewer;

pub use live::LiveView;
pub use screen::watch;
pub use shot::{Line, Shot, shots};
pub use viewer::{Key, Viewer};
