//! Decides which request goes out next, and when.
//!
//! ```text
//!          event, list of turns        ours, with moves         the bot's answer
//! at rest ────────────────────► look ─────────────────► think ─────────────────► move ──► at rest
//!              no move possible: open the page and look again ◄── any failure: look again
//! ```
//!
//! If the last move says all that matters about the next turn, the bot is asked at the event, without a look.
//!
//! After a failure a move is never sent again before a look: the site may have made it although its answer was lost.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use self::creations::Creations;
use self::game::{Game, Next, Phase};
pub use self::messages::{Input, Job, Look, News, Numbers, Offer, Output, Reply};
use self::times::SECOND;
pub use self::times::{GAP, Micros};
use super::race_file::RaceFile;

mod creations;
mod game;
mod messages;
#[cfg(test)]
mod tests;
mod times;

/// The settings of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The login.
    pub user: String,
    /// How many times faster than on the site all times run; 1 on the site.
    pub speed: f64,
    /// Races to create.
    pub create: Vec<RaceFile>,
    /// Whether moves that the user has planned on the site are made before the bot is asked.
    pub follows_plans: bool,
}

/// The most requests under way at once. There are several, so that a slow answer delays no other game.
const MOST_UNDER_WAY: usize = 3;

/// How many finished games are remembered, so that late events about them are ignored.
const MOST_REMEMBERED: usize = 200;

/// After this many failures of the bot in a row, over all games, the client ends.
const MOST_FAILURES: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Login {
    Out { again: Micros },
    UnderWay,
    In,
}

/// What the site said to login and password first.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Password {
    Untried,
    Right,
    Wrong,
}

/// The connection of live events.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hearing {
    Untried,
    Live,
    /// No connection; the user was told so.
    Lost,
}

/// A game that a look has shown to be over, or that the site did not find.
struct Over {
    game: u64,
    /// How often.
    times: u32,
    /// The list of turns may have the game until then; after that, the site means it.
    settled: Micros,
}

/// The state of a client. It reads no clock: every input comes with its time.
pub struct Conductor {
    config: Config,
    login: Login,
    password: Password,
    /// How many logins in a row got no answer.
    lost_logins: u32,
    games: BTreeMap<u64, Game>,
    over: VecDeque<Over>,
    under_way: BTreeMap<u64, Job>,
    next_ticket: u64,
    /// The earliest time of the next request.
    next_slot: Micros,
    next_poll: Micros,
    is_polling: bool,
    hearing: Hearing,
    creations: Creations,
    finished: u64,
    moves: u64,
    /// Whether the bot has answered a turn, with whatever.
    has_answered: bool,
    /// The number of the bot's failures since its last lawful answer.
    failures: u32,
    broken: Option<String>,
    out: Vec<Output>,
}

impl Conductor {
    /// A client that is not logged in.
    pub fn new(config: Config) -> Self {
        Self {
            login: Login::Out { again: 0 },
            password: Password::Untried,
            lost_logins: 0,
            games: BTreeMap::new(),
            over: VecDeque::new(),
            under_way: BTreeMap::new(),
            next_ticket: 1,
            next_slot: 0,
            next_poll: 0,
            is_polling: false,
            hearing: Hearing::Untried,
            creations: Creations::new(config.create.clone()),
            finished: 0,
            moves: 0,
            has_answered: false,
            failures: 0,
            broken: None,
            out: Vec::new(),
            config,
        }
    }

    /// The number of games that ended.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Whether login and password are wrong: the site refused them, and no login has succeeded before. A later refusal
    /// may be a fault of the site, so such a login is tried again.
    pub fn is_shut_out(&self) -> bool {
        self.password == Password::Wrong
    }

    /// What is wrong with the bot, if no further move is made with it: it gave no answer to its first turn, or it failed
    /// several times in a row.
    pub fn broken_bot(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// A time of the site, in seconds, as time on the clock.
    fn scaled(&self, seconds: f64) -> Micros {
        times::scaled(seconds, self.config.speed)
    }

    /// The time by which [`on`](Self::on) has to be called even without news. It is always later than the
    /// last input.
    pub fn wake_at(&self) -> Micros {
        // No request can go out before an answer has come.
        let is_full = self.under_way.len() >= MOST_UNDER_WAY;
        if self.login == Login::UnderWay || is_full || self.broken.is_some() {
            return Micros::MAX;
        }
        if let Login::Out { again } = self.login {
            return again.max(self.next_slot);
        }
        let games = self.games.values();
        let waiting = games.filter_map(|game| game.wants_request_at(self.config.speed));
        let poll = Some(self.next_poll).filter(|_| !self.is_polling);
        let users = self.creations.wants_users_at().filter(|_| !self.asks_for_users());
        waiting.chain(poll).chain(users).min().unwrap_or(Micros::MAX).max(self.next_slot)
    }

    /// Handles an input, and returns the outputs that follow.
    pub fn on(&mut self, at: Micros, input: Input) -> Vec<Output> {
        match input {
            Input::Tick => {}
            Input::News(news) => self.hear(at, news),
            Input::Thought(game, answer) => self.thought(game, answer),
            Input::Reply(ticket, reply) => {
                if let Some(job) = self.under_way.remove(&ticket) {
                    self.replied(at, &job, reply);
                }
            }
        }
        while self.broken.is_none() && self.under_way.len() < MOST_UNDER_WAY && at >= self.next_slot
        {
            let Some(job) = self.next_job(at) else { break };
            self.next_slot = at + self.scaled(GAP);
            let ticket = self.next_ticket;
            self.next_ticket += 1;
            self.under_way.insert(ticket, job.clone());
            self.out.push(Output::Ask(ticket, job));
        }
        std::mem::take(&mut self.out)
    }

    fn say(&mut self, text: String) {
        self.out.push(Output::Say(text));
    }

    /// The most urgent request: a login, a request of a game, a race to create, the list of turns, and at last a
    /// look at a game without news.
    fn next_job(&mut self, at: Micros) -> Option<Job> {
        match self.login {
            Login::UnderWay => return None,
            Login::Out { again } if again > at => return None,
            Login::Out { .. } => {
                self.login = Login::UnderWay;
                return Some(Job::Login);
            }
            Login::In => {}
        }
        if let Some(job) = self.job_of_game(at, false) {
            return Some(job);
        }
        let asks_for_users = self.asks_for_users();
        if let Some(job) = self.creations.next_job(at, asks_for_users, &mut self.out) {
            return Some(job);
        }
        if !self.is_polling && self.next_poll <= at {
            self.is_polling = true;
            return Some(Job::Turns);
        }
        self.job_of_game(at, true)
    }

    fn asks_for_users(&self) -> bool {
        self.under_way.values().any(|job| *job == Job::Users)
    }

    /// The most urgent request among the games that are at rest, or that are not.
    fn job_of_game(&mut self, at: Micros, at_rest: bool) -> Option<Job> {
        let speed = self.config.speed;
        let games = self.games.iter_mut().filter(|(_, game)| game.is_at_rest() == at_rest);
        let ready = games.filter(|it| it.1.wants_request_at(speed).is_some_and(|when| when <= at));
        let (id, game) = ready.min_by_key(|(_, game)| game.urgency())?;
        Some(game.take_job(*id))
    }

    fn hear(&mut self, at: Micros, news: News) {
        match news {
            News::Connected => {
                self.hearing = Hearing::Live;
                // The list shows turns whose events were missed.
                self.next_poll = self.next_poll.min(at);
                self.say("events come in".to_owned());
            }
            News::Lost(why) => {
                if std::mem::replace(&mut self.hearing, Hearing::Lost) != Hearing::Lost {
                    self.next_poll =
                        self.next_poll.min(at + self.scaled(times::POLL_WITHOUT_EVENTS));
                    self.say(format!("no events come in ({why}); the list of turns is asked for"));
                }
            }
            News::YourTurn(id) => {
                if let Some(game) = self.game(at, id) {
                    let next = game.is_ours(at);
                    self.follow(at, id, next);
                }
            }
            News::YouMoved(game) => {
                if let Some(game) = self.games.get_mut(&game) {
                    game.user_moved();
                }
            }
            News::Chat { user, text } => self.say(format!("chat: {user}: {text}")),
        }
    }

    /// A game that is not over. It is new if it was not known.
    fn game(&mut self, at: Micros, id: u64) -> Option<&mut Game> {
        let is_over = !self.games.contains_key(&id) && self.over.iter().any(|it| it.game == id);
        (!is_over).then(|| self.games.entry(id).or_insert_with(|| Game::new(at)))
    }

    /// The list of turns has a game. One that seemed to be over may go on: then others wait for the user.
    fn listed(&mut self, at: Micros, id: u64) {
        let goes_on = |it: &Over| it.game == id && it.settled <= at;
        if !self.games.contains_key(&id) && self.over.iter().any(goes_on) {
            self.say(format!("game {id} is in the list of turns; it is looked at again"));
            self.games.insert(id, Game::new(at));
        }
        if let Some(game) = self.game(at, id) {
            game.may_be_ours(at);
        }
    }

    fn follow(&mut self, at: Micros, id: u64, next: Next) {
        match next {
            Next::Wait => {}
            Next::Think => self.out.push(Output::Think(id)),
            Next::Close(how) => self.close(at, id, &how),
        }
    }

    fn replied(&mut self, at: Micros, job: &Job, reply: Reply) {
        if reply == Reply::LoggedOut && self.login == Login::In {
            self.login = Login::Out { again: at };
            self.say("the login has expired".to_owned());
        }
        match job {
            Job::Login => self.login_replied(at, reply),
            Job::Turns => {
                self.is_polling = false;
                let wait = match &reply {
                    Reply::Turns(_) if self.hearing == Hearing::Live => times::POLL,
                    Reply::Turns(_) => times::POLL_WITHOUT_EVENTS,
                    _ => times::AFTER_FAILURE,
                };
                self.next_poll = at + self.scaled(wait);
                if let Reply::Turns(games) = reply {
                    for id in games {
                        self.listed(at, id);
                    }
                }
            }
            Job::Users => {
                let text = self.creations.users_replied(at, self.config.speed, reply);
                self.out.extend(text.map(Output::Say));
            }
            Job::Create(place, _) => self.create_replied(at, *place, reply),
            Job::Look(game) | Job::OpenPage(game) | Job::Leave(game) | Job::Move { game, .. } => {
                self.game_replied(at, *game, job, reply);
            }
        }
    }

    fn login_replied(&mut self, at: Micros, reply: Reply) {
        // A login is two requests; the second has just gone out.
        self.next_slot = at + self.scaled(GAP);
        match reply {
            Reply::LoggedIn(_) => {
                self.login = Login::In;
                self.password = Password::Right;
                self.lost_logins = 0;
                self.next_poll = self.next_poll.min(at);
                self.say(format!("logged in as {}", self.config.user));
            }
            Reply::Failed(why) => {
                let wait = times::after_failures(self.lost_logins);
                self.lost_logins += 1;
                self.cannot_log_in(at, &why, wait);
            }
            Reply::WrongPassword if self.password != Password::Right => {
                self.password = Password::Wrong;
                self.login = Login::Out { again: at + self.scaled(times::LOGIN_AGAIN) };
            }
            other => {
                let why = match other {
                    Reply::WrongPassword => "the site does not accept login and password",
                    _ => "the site gave a strange answer",
                };
                self.cannot_log_in(at, why, times::LOGIN_AGAIN);
            }
        }
    }

    fn cannot_log_in(&mut self, at: Micros, why: &str, wait: f64) {
        self.login = Login::Out { again: at + self.scaled(wait) };
        self.say(format!("cannot log in: {why}; it is tried again in {wait} s"));
    }

    fn create_replied(&mut self, at: Micros, place: usize, reply: Reply) {
        let (was_created, text) = self.creations.replied(place, reply);
        if was_created {
            self.next_poll = self.next_poll.min(at);
        }
        self.out.extend(text.map(Output::Say));
    }

    fn game_replied(&mut self, at: Micros, id: u64, job: &Job, reply: Reply) {
        let Some(game) = self.games.get_mut(&id) else { return };
        match (job, reply) {
            (_, Reply::NoGame) => self.close(at, id, "it is not there any more"),
            (Job::Look(_), Reply::Looked(look)) => {
                let next = game.looked(at, *look, self.config.follows_plans);
                self.follow(at, id, next);
            }
            (Job::Move { to, .. }, reply @ (Reply::Moved | Reply::MovedForeseeing(_))) => {
                let round = game.look.round;
                let foreseen = match reply {
                    // A plan can be seen by a look alone.
                    Reply::MovedForeseeing(look) if !self.config.follows_plans => Some(look),
                    _ => None,
                };
                let next = game.moved(at, *to, foreseen);
                self.follow(at, id, next);
                self.moves += 1;
                self.say(format!("game {id}, round {round}: moved to {},{}", to[0], to[1]));
            }
            (Job::OpenPage(_) | Job::Leave(_), Reply::Done) | (_, Reply::LoggedOut) => {
                game.phase = Phase::Look;
            }
            (_, reply) => {
                game.failed(at, self.config.speed);
                let why = game::failure(reply);
                self.say(format!("game {id}: {why}; it is looked at again"));
            }
        }
    }

    fn close(&mut self, at: Micros, id: u64, how: &str) {
        self.games.remove(&id);
        let known = self.over.iter().position(|it| it.game == id);
        let times = known.and_then(|place| self.over.remove(place)).map_or(0, |it| it.times);
        let settled = at + self.scaled(times::after_ends(times));
        self.over.push_back(Over { game: id, times: times + 1, settled });
        if self.over.len() > MOST_REMEMBERED {
            self.over.pop_front();
        }
        self.finished += u64::from(times == 0);
        self.out.push(Output::Close(id));
        self.say(format!("game {id} is over: {how}"));
    }

    fn thought(&mut self, id: u64, answer: Result<String, String>) {
        let Some(game) = self.games.get_mut(&id) else { return };
        if game.phase != Phase::Thinking {
            return;
        }
        let is_own = self.creations.has_created(id) || game.look.creator == self.config.user;
        self.has_answered |= answer.is_ok();
        let Some(why) = game.answered(answer, is_own) else {
            self.failures = 0;
            return;
        };
        self.failures += 1;
        if !self.has_answered {
            self.broken = Some(format!("the bot did not answer its first turn: {why}"));
        } else if self.failures >= MOST_FAILURES {
            self.broken = Some(format!("the bot failed {MOST_FAILURES} times in a row: {why}"));
        } else {
            self.say(format!("game {id}: the bot failed: {why}; the slowest move is made"));
        }
    }

    /// The state in lines of text.
    pub fn status(&self, at: Micros) -> Vec<String> {
        let login = match self.login {
            Login::In => "logged in",
            _ => "not logged in",
        };
        let hears = if self.hearing == Hearing::Live { "live" } else { "polling" };
        let mut lines = vec![format!(
            "{}: {login}, {hears}; games {}, over {}, moves {}, requests under way {}",
            self.config.user,
            self.games.len(),
            self.finished,
            self.moves,
            self.under_way.len()
        )];
        lines.extend(self.games.iter().map(|(id, game)| {
            let state = match &game.phase {
                Phase::AtRest => "others move",
                Phase::Look => "to be looked at",
                Phase::Page => "crashed",
                Phase::Thinking => "the bot thinks",
                Phase::Move(_) => "to be moved in",
                Phase::Leave => "to be left",
                Phase::UnderWay => "a request is under way",
            };
            let seconds = game.waited(at) as f64 / SECOND;
            format!(
                "  {id} round {}: {state}, {seconds:.0} s  {}",
                game.look.round, game.look.title
            )
        }));
        lines
    }
}
