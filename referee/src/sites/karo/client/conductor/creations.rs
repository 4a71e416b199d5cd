//! The races that the user wants to be created.

use super::game::failure;
use super::messages::{Job, Output, Reply};
use super::times::{self, Micros};
use crate::sites::karo::client::race_file::RaceFile;

/// The races, and which of them are still wanted. A race that may exist already is not.
pub(super) struct Creations {
    races: Vec<RaceFile>,
    wanted: Vec<bool>,
    /// The site's users with their numbers, once they are known.
    users: Option<Vec<(String, u64)>>,
    /// The earliest time of the next request for them.
    users_from: Micros,
    /// How many of these requests in a row failed.
    lost_users: u32,
    created: Vec<u64>,
}

impl Creations {
    pub(super) fn new(races: Vec<RaceFile>) -> Self {
        let wanted = vec![true; races.len()];
        let (users_from, lost_users) = (0, 0);
        Self { races, wanted, users: None, users_from, lost_users, created: Vec::new() }
    }

    /// Whether this client created the game.
    pub(super) fn has_created(&self, game: u64) -> bool {
        self.created.contains(&game)
    }

    /// The time from which the list of users is wanted, if it is.
    pub(super) fn wants_users_at(&self) -> Option<Micros> {
        (self.users.is_none() && self.wanted.contains(&true)).then_some(self.users_from)
    }

    /// Handles the reply to a request for the list of users; returns a sentence for the user if it failed. The list is
    /// asked for again after a time that doubles with each failure in a row.
    pub(super) fn users_replied(&mut self, at: Micros, speed: f64, reply: Reply) -> Option<String> {
        match reply {
            Reply::Users(users) => self.users = Some(users),
            Reply::LoggedOut => {}
            reply => {
                let wait = times::after_failures(self.lost_users);
                self.lost_users += 1;
                self.users_from = at + times::scaled(wait, speed);
                let why = failure(reply);
                return Some(format!(
                    "no race can be created without the list of users: {why}; it is asked for again in {wait} s"
                ));
            }
        }
        None
    }

    /// The next request. The list of users comes first; `asks_for_users` says whether it is under way.
    pub(super) fn next_job(
        &mut self,
        at: Micros,
        asks_for_users: bool,
        out: &mut Vec<Output>,
    ) -> Option<Job> {
        let place = self.wanted.iter().position(|it| *it)?;
        let Some(users) = &self.users else {
            return (!asks_for_users && self.users_from <= at).then_some(Job::Users);
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
