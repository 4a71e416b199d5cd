//! The values that the games of a log have in common.

use std::hash::Hash;

use hashbrown::HashSet;

use super::played_on::OtherMachine;
use super::shared::{Again, Shared};

/// The values that the games of a log share.
#[derive(Debug, Default)]
pub(super) struct Pool {
    texts: HashSet<Shared<String>>,
    lists: HashSet<Shared<Vec<String>>>,
    machines: HashSet<Shared<OtherMachine>>,
    around: HashSet<Shared<[String; 2]>>,
}

impl Pool {
    /// Replaces a text by the equal one that was seen first.
    pub fn text(&mut self, text: &mut Shared<String>) {
        share(&mut self.texts, text);
    }

    /// Replaces a list by the equal one that was seen first.
    pub fn list(&mut self, list: &mut Shared<Vec<String>>) {
        share(&mut self.lists, list);
    }

    /// The same for a machine.
    pub fn machine(&mut self, machine: &mut Shared<OtherMachine>) {
        share(&mut self.machines, machine);
    }

    /// The same for the parts of a command.
    pub fn again(&mut self, again: &mut Again) {
        share(&mut self.around, again.around());
    }
}

fn share<T: Clone + Hash + Eq>(known: &mut HashSet<Shared<T>>, value: &mut Shared<T>) {
    match known.get(value) {
        Some(first) => *value = first.clone(),
        None => {
            known.insert(value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::again::command;
    use super::*;

    #[test]
    fn equal_values_are_one_value() {
        let mut pool = Pool::default();
        let of = |seed: u32| {
            let options = serde_json::json!({ "x": 1 }).as_object().unwrap().clone();
            let text = command("game", ["a", "b"], &seed.to_string(), &options, []);
            Again::from(text.as_str())
        };
        let (mut one, mut other) = (of(1), of(2));
        pool.again(&mut one);
        pool.again(&mut other);
        assert_eq!(one.around().as_ptr(), other.around().as_ptr());
        assert_eq!(other, of(2));
    }
}
