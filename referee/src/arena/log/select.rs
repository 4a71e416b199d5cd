//! Part of a log: the games for which a condition holds.

use super::games::Log;
use super::selected::Selection;
use crate::arena::logged::Logged;

impl Log {
    /// The games at the places where `holds` is true, with the header, bots and question of this log and without its
    /// file. `holds` has an item for each of [`all_games`](Self::all_games).
    #[must_use]
    pub fn only(&self, holds: &[bool], selection: Selection) -> Self {
        let mut part = Self::empty(&self.path, self.header.clone());
        part.programs.clone_from(&self.programs);
        part.question.clone_from(&self.question);
        part.chain.clone_from(&self.chain);
        part.damage.clone_from(&self.damage);
        part.more_damage = self.more_damage;
        part.lines = self.lines;
        let chosen = self.entries.iter().zip(holds).filter(|(_, holds)| **holds);
        for (entry, _) in chosen {
            let game: Logged = entry.game.clone();
            part.insert(game, entry.line);
        }
        part.selection = Some(selection);
        part
    }

    /// A copy of the games in which `decide` has decided undecided ones.
    pub(in crate::arena) fn with_undecided(
        &self,
        decide: impl Fn(&Logged) -> Option<Logged>,
    ) -> Self {
        let mut all = Self::empty(&self.path, self.header.clone());
        for entry in &self.entries {
            let decided = (!entry.game.is_decided()).then(|| decide(&entry.game)).flatten();
            all.insert(decided.unwrap_or_else(|| entry.game.clone()), entry.line);
        }
        all
    }

    /// How its games were selected; `None` for a whole log.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }
}
