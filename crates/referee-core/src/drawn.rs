//! One adapter for all contests: combines the rules of a game with its drawing, on which the rules do not depend.

use crate::game::{Answer, Game, Step, ThrownOut};
use crate::happening::Happening;
use crate::scene::{Measure, Scene};

/// The functions of a game, which are in different files of its contest.
pub struct Parts<G> {
    /// [`Game::advance`].
    pub advance: fn(&mut G, &[Answer]) -> Step,
    /// [`Game::thrown_out`].
    pub thrown_out: fn(&G) -> &[ThrownOut],
    /// [`Game::draw`].
    pub draw: fn(&G) -> String,
    /// [`Game::scene`].
    pub scene: fn(&G) -> Scene,
    /// [`Game::measures`].
    pub measures: fn(&G) -> Vec<Measure>,
    /// [`Game::turn`].
    pub turn: fn(&G) -> u32,
    /// [`Game::happenings`].
    pub happenings: fn(&G) -> Vec<Happening>,
}

/// A game that names its parts. It is a [`Game`].
pub trait Drawn: Send + Sized + 'static {
    /// Its functions.
    const PARTS: Parts<Self>;
}

impl<G: Drawn> Game for G {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        (G::PARTS.advance)(self, answers)
    }

    fn draw(&self) -> String {
        (G::PARTS.draw)(self)
    }

    fn scene(&self) -> Option<Scene> {
        Some((G::PARTS.scene)(self))
    }

    fn measures(&self) -> Vec<Measure> {
        (G::PARTS.measures)(self)
    }

    fn turn(&self) -> Option<u32> {
        Some((G::PARTS.turn)(self))
    }

    fn happenings(&self) -> Vec<Happening> {
        (G::PARTS.happenings)(self)
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        (G::PARTS.thrown_out)(self)
    }
}
