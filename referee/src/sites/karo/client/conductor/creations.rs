//! The races that the user wants to be created.

use super::messages::{Job, Output, Reply};
use crate::sites::karo::client::race_file::RaceFile;

/// The races, and which of them are still wanted. A race that may exist already is not.
pub(super) struct Creations {
    races: Vec<RaceFile>,
    wanted: Vec<bool>,
    /// The site's users with their numbers, once they are known.
    users: Option<Vec<(String, u64)>>,
    created: Vec<u64>,
}

impl Creations {
    pub(super) fn new(races: Vec<RaceFile>) -> Self {
        let wanted = vec![true; races.len()];
        Self { races, wanted, users: None, created: Vec::new() }
    }

    /// Whether this client created the game.
    pub(super) fn has_created(&self, game: u64) -> bool {
        self.created.contains(&game)
    }

    pub(super) fn set_users(&mut self, users: Vec<(String, u64)>) {
        self.users = Some(users);
    }

    /// The next request. The list of users comes first; `asks_for_users` says whether it is under way.
    pub(super) fn next_job(&mut self, asks_for_users: bool, out: &mut Vec<Output>) -> Option<Job> {
        let place = self.wanted.iter().position(|it| *it)?;
        let Some(users) = &self.users else {
            return (!asks_for_users).then_some(Job::Users);
        };
        self.wanted[place] = false;
        let id = |name: &String| users.iter().find(|it| it.0 == *name).map(|it| it.1);
        let players = &self.races[place].players;
        let strangers: Vec<&str> =
            players.iter().filter(|name| id(name).is_none()).map(String::as_str).collect();
        if !strangers.is_empty() {
            let names = strangers.join(", ");
            out.push(Output::Say(format!("no race was created: the site has no user {names}")));
            return None;
        }
        let ids = players.iter().filter_map(id).collect();
        Some(Job::Create(place, ids))
    }

    /// Handles the reply to the creation of a race; returns whether it was created, and a sentence for the
    /// user.
    pub(super) fn replied(&mut self, place: usize, reply: Reply) -> (bool, Option<String>) {
        let text = match reply {
            Reply::Created(game) => {
                self.created.push(game);
                let title = &self.races[place].name;
                return (true, Some(format!("created game {game}: {title}")));
            }
            // The request was not carried out.
            Reply::LoggedOut => {
                self.wanted[place] = true;
                return (false, None);
            }
            Reply::Failed(why) => {
                format!("a race may have been created or not: {why}; look at the site")
            }
            _ => "the site did not create the race".to_owned(),
        };
        (false, Some(text))
    }
}
