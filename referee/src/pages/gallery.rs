//! Recorded games as pictures with their results, as the data of an index page.

use serde::Serialize;

/// A page of games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Gallery {
    /// The heading.
    pub title: String,
    /// The games, in the order of the page.
    pub games: Vec<Exhibit>,
}

/// A game of a gallery.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Exhibit {
    /// The address of its page, relative to this page.
    pub page: String,
    /// The contest's name and year.
    pub contest: String,
    /// The seed of the game.
    pub seed: String,
    /// Names of the players by seat.
    pub players: Vec<String>,
    /// Who won, how, and when: one sentence.
    pub verdict: String,
    /// A PNG of the decisive frame, in Base64; empty if the game has no pictures.
    pub picture: String,
}
