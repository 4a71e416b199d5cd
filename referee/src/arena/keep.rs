//! Which recordings of a run are kept.

use super::logged::Logged;

/// Which recordings are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All.
    All,
    /// Those of games in which a player was thrown out.
    Faults,
    /// Those of games that the hero lost or drew, and of games in which a player was thrown out.
    Losses,
    /// None.
    None,
}

impl Keep {
    /// Whether to keep the recording of a game.
    pub fn wants(self, game: &Logged, hero: &str) -> bool {
        match self {
            Keep::All => true,
            Keep::Faults => !game.thrown_out.is_empty(),
            Keep::Losses => {
                let is_first = |(_, rank): &(&String, &u32)| **rank == 1;
                let first = || game.bots.iter().zip(&game.ranks).filter(is_first);
                let won = first().all(|(bot, _)| bot == hero);
                let plays = game.bots.iter().any(|bot| bot == hero);
                !game.thrown_out.is_empty() || plays && !won
            }
            Keep::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::logged::logged;
    use super::*;
    use crate::game::{Fault, Seat, ThrownOut};

    /// For a game that `a` wins against `b`: which settings keep it with either as the hero.
    fn kept(thrown_out: bool) -> [[bool; 2]; 4] {
        let mut game = logged("1", &["a", "b"], &[1, 2]);
        if thrown_out {
            let (seat, fault, cause) = (Seat(1), Fault::Exit, String::new());
            game.thrown_out.push(ThrownOut { seat, fault, cause, line: None });
        }
        let all = [Keep::All, Keep::Faults, Keep::Losses, Keep::None];
        all.map(|keep| ["a", "b"].map(|hero| keep.wants(&game, hero)))
    }

    #[test]
    fn losses_are_those_of_the_hero_alone() {
        assert_eq!(kept(false), [[true, true], [false, false], [false, true], [false, false]]);
    }

    #[test]
    fn a_draw_is_not_a_win_and_a_game_of_others_is_not_a_loss() {
        let draw = logged("1", &["a", "b"], &[1, 1]);
        assert!(["a", "b"].iter().all(|hero| Keep::Losses.wants(&draw, hero)));
        assert!(!Keep::Losses.wants(&draw, "c"));
    }

    #[test]
    fn a_game_with_a_fault_is_kept_by_all_but_none() {
        assert_eq!(kept(true), [[true, true], [true, true], [true, true], [false, false]]);
    }
}
