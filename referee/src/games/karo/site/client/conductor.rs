//! What is to be done next: the games, where each stands, and which request may go out when.
//!
//! ```text
//!          event, list of turns        ours, with moves         the bot's answer
//! at rest ────────────────────► look ─────────────────► think ─────────────────► move ──► at rest
//!              no move possible: open the page and look again ◄── any failure: look again
//! ```
//!
//! A move is never asked for twice without a look between: its answer may have been lost on the way back.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

pub use self::messages::{Input, Job, Look, News, Numbers, Offer, Output, Reply};
use super::race_file::RaceFile;
use crate::games::karo::Command;

mod messages;
#[cfg(test)]
mod tests;

/// Time since the start, in microseconds on the clock.
pub type Micros = u64;

const SECOND: f64 = 1e6;

/// What the client is to keep to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The login.
    pub user: String,
    /// All times are divided by this; 1 on the site.
    pub speed: f64,
    /// Races to create.
    pub create: Vec<RaceFile>,
    /// Whether moves that the user has planned on the site are made before the bot is asked.
    pub follows_plans: bool,
}

/// Least time between two requests, in seconds of the site.
pub const GAP: f64 = 0.75;

/// Times of the site, in seconds.
mod times {
    /// Time after which a failed login is tried again.
    pub const LOGIN_AGAIN: f64 = 60.0;
    /// Time between two looks at the list of turns while events come.
    pub const POLL: f64 = 60.0;
    /// The same while none come.
    pub const POLL_WITHOUT_EVENTS: f64 = 15.0;
    /// The first time to wait after a failure; it doubles with each further one.
    pub const AFTER_FAILURE: f64 = 1.0;
    /// A game in which nothing has been heard of for so long is looked at: it may be over.
    pub const REST: f64 = 1_800.0;
    /// The longest time to wait after a failure.
    pub const LONGEST_WAIT: f64 = 30.0;
}

/// Requests that are under way at most: a slow answer does not hold up the next game.
const MOST_UNDER_WAY: usize = 3;

/// A bot leaves in the first rounds alone: later that spoils the race for others.
const LAST_ROUND_TO_LEAVE: u32 = 2;

/// Games that are over and are remembered, so that late news of them are passed over.
const MOST_REMEMBERED: usize = 200;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    AtRest,
    Look,
    Page,
    Thinking,
    Move(Numbers),
    Leave,
    /// A request is under way.
    UnderWay,
}

#[derive(Clone, Debug)]
struct Game {
    phase: Phase,
    /// Whether something has happened that the look under way may not show.
    look_again: bool,
    not_before: Micros,
    failures: u32,
    look: Look,
    /// What was decided in a turn.
    decided: Option<((u64, u64), Numbers)>,
    /// Since when it has been waiting for something.
    since: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Login {
    Out { again: Micros },
    UnderWay,
    In { user: u64 },
}

#[derive(Clone, Debug, PartialEq)]
enum Creation {
    Wanted,
    UnderWay,
    Done,
}

/// Decides what is done next. It reads no clock: every input comes with its time.
pub struct Conductor {
    config: Config,
    login: Login,
    games: BTreeMap<u64, Game>,
    over: VecDeque<u64>,
    under_way: BTreeMap<u64, Job>,
    next_ticket: u64,
    next_slot: Micros,
    next_poll: Micros,
    is_polling: bool,
    hears: bool,
    users: Option<Vec<(String, u64)>>,
    creations: Vec<Creation>,
    created: Vec<u64>,
    finished: u64,
    moves: u64,
    out: Vec<Output>,
}

impl Conductor {
    /// A client that is not logged in.
    pub fn new(config: Config) -> Self {
        let creations = vec![Creation::Wanted; config.create.len()];
        Self {
            config,
            login: Login::Out { again: 0 },
            games: BTreeMap::new(),
            over: VecDeque::new(),
            under_way: BTreeMap::new(),
            next_ticket: 1,
            next_slot: 0,
            next_poll: 0,
            is_polling: false,
            hears: false,
            users: None,
            creations,
            created: Vec::new(),
            finished: 0,
            moves: 0,
            out: Vec::new(),
        }
    }

    /// Games that ended.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The number of the user, once it is logged in.
    pub fn user(&self) -> Option<u64> {
        match self.login {
            Login::In { user } => Some(user),
            _ => None,
        }
    }

    /// The game that was looked at last under this number.
    pub fn look(&self, game: u64) -> Option<&Look> {
        self.games.get(&game).map(|game| &game.look)
    }

    /// A time of the site in time on the clock.
    fn scaled(&self, seconds: f64) -> Micros {
        scaled(seconds, self.config.speed)
    }

    /// When something is to be done although nothing has happened; always later than what was taken in last.
    pub fn wake_at(&self) -> Micros {
        // Until an answer comes nothing more is asked for.
        if self.login == Login::UnderWay || self.under_way.len() >= MOST_UNDER_WAY {
            return Micros::MAX;
        }
        if let Login::Out { again } = self.login {
            return again.max(self.next_slot);
        }
        let games = self.games.values();
        let waiting = games.filter(|game| game.wants_request()).map(|game| game.not_before);
        let poll = Some(self.next_poll).filter(|_| !self.is_polling);
        let resting = self.games.values().filter(|game| game.phase == Phase::AtRest);
        let resting = resting.map(|game| game.since + self.scaled(times::REST));
        let least = waiting.chain(poll).chain(resting).min().unwrap_or(Micros::MAX);
        least.max(self.next_slot)
    }

    /// Takes in what happened, and says what is to be done.
    pub fn on(&mut self, at: Micros, input: Input) -> Vec<Output> {
        match input {
            Input::Tick => {}
            Input::News(news) => self.hear(at, news),
            Input::Thought(game, answer) => self.thought(at, game, answer),
            Input::Reply(ticket, reply) => {
                if let Some(job) = self.under_way.remove(&ticket) {
                    self.replied(at, &job, reply);
                }
            }
        }
        while self.under_way.len() < MOST_UNDER_WAY && at >= self.next_slot {
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

    /// The most urgent request: a login, moves, pages, looks, the list of turns.
    fn next_job(&mut self, at: Micros) -> Option<Job> {
        match self.login {
            Login::UnderWay => return None,
            Login::Out { again } if again > at => return None,
            Login::Out { .. } => {
                self.login = Login::UnderWay;
                return Some(Job::Login);
            }
            Login::In { .. } => {}
        }
        let ready = |game: &(&u64, &mut Game)| game.1.wants_request() && game.1.not_before <= at;
        let first = self.games.iter_mut().filter(ready).min_by_key(|(_, game)| game.urgency());
        if let Some((id, game)) = first {
            let id = *id;
            return Some(match std::mem::replace(&mut game.phase, Phase::UnderWay) {
                Phase::Move(to) => Job::Move { game: id, to, is_start: game.look.turn.0 == 0 },
                Phase::Page => Job::OpenPage(id),
                Phase::Leave => Job::Leave(id),
                _ => {
                    game.look_again = false;
                    Job::Look(id)
                }
            });
        }
        if let Some(job) = self.creation() {
            return Some(job);
        }
        if !self.is_polling && self.next_poll <= at {
            self.is_polling = true;
            return Some(Job::Turns);
        }
        let rest = self.scaled(times::REST);
        let quiet =
            |game: &(&u64, &mut Game)| game.1.phase == Phase::AtRest && game.1.since + rest <= at;
        let (id, game) = self.games.iter_mut().find(quiet)?;
        game.phase = Phase::UnderWay;
        Some(Job::Look(*id))
    }

    fn creation(&mut self) -> Option<Job> {
        let place = self.creations.iter().position(|it| *it == Creation::Wanted)?;
        let Some(users) = &self.users else {
            let asked = self.under_way.values().any(|job| *job == Job::Users);
            return (!asked).then_some(Job::Users);
        };
        let id = |name: &String| users.iter().find(|it| it.0 == *name).map(|it| it.1);
        let players = &self.config.create[place].players;
        let strangers: Vec<&str> =
            players.iter().filter(|name| id(name).is_none()).map(String::as_str).collect();
        if !strangers.is_empty() {
            let text =
                format!("no race was created: the site has no user {}", strangers.join(", "));
            self.creations[place] = Creation::Done;
            self.say(text);
            return None;
        }
        let ids = players.iter().filter_map(id).collect();
        self.creations[place] = Creation::UnderWay;
        Some(Job::Create(place, ids))
    }

    fn hear(&mut self, at: Micros, news: News) {
        match news {
            News::Connected => {
                self.hears = true;
                // What happened while nothing was heard is on the list.
                self.next_poll = self.next_poll.min(at);
                self.say("events come in".to_owned());
            }
            News::Lost(why) => {
                if std::mem::replace(&mut self.hears, false) {
                    self.next_poll =
                        self.next_poll.min(at + self.scaled(times::POLL_WITHOUT_EVENTS));
                    self.say(format!("no events come in ({why}); the list of turns is asked for"));
                }
            }
            News::YourTurn(game) => self.wants_look(at, game),
            News::YouMoved(game) => {
                if let Some(game) = self.games.get_mut(&game) {
                    // Somebody else moves for the user, or this is our own move.
                    if matches!(game.phase, Phase::Thinking | Phase::Move(_)) {
                        game.look_again = true;
                    }
                }
            }
            News::Chat { user, text } => self.say(format!("chat: {user}: {text}")),
        }
    }

    fn wants_look(&mut self, at: Micros, id: u64) {
        if self.over.contains(&id) {
            return;
        }
        let game = self.games.entry(id).or_insert_with(|| Game::new(at));
        match game.phase {
            Phase::AtRest => {
                game.phase = Phase::Look;
                game.since = at;
            }
            Phase::UnderWay => game.look_again = true,
            // It is ours already, or is looked at anyway.
            Phase::Look | Phase::Page | Phase::Thinking | Phase::Move(_) | Phase::Leave => {}
        }
    }

    fn replied(&mut self, at: Micros, job: &Job, reply: Reply) {
        if reply == Reply::LoggedOut && *job != Job::Login && self.user().is_some() {
            self.login = Login::Out { again: at };
            self.say("the login has expired".to_owned());
        }
        match job {
            Job::Login => self.login_replied(at, reply),
            Job::Turns => {
                self.is_polling = false;
                let wait = match &reply {
                    Reply::Turns(_) if self.hears => times::POLL,
                    Reply::Turns(_) => times::POLL_WITHOUT_EVENTS,
                    _ => times::AFTER_FAILURE,
                };
                self.next_poll = at + self.scaled(wait);
                if let Reply::Turns(games) = reply {
                    for game in games {
                        self.wants_look(at, game);
                    }
                }
            }
            Job::Users => {
                if let Reply::Users(users) = reply {
                    self.users = Some(users);
                }
            }
            Job::Create(place, _) => self.create_replied(at, *place, reply),
            Job::Look(game) | Job::OpenPage(game) | Job::Leave(game) | Job::Move { game, .. } => {
                self.game_replied(at, *game, job, reply);
            }
        }
    }

    fn login_replied(&mut self, at: Micros, reply: Reply) {
        // The second of its two requests went out in between.
        self.next_slot = at + self.scaled(GAP);
        match reply {
            Reply::LoggedIn(user) => {
                self.login = Login::In { user };
                self.next_poll = self.next_poll.min(at);
                self.say(format!("logged in as {}", self.config.user));
            }
            other => {
                self.login = Login::Out { again: at + self.scaled(times::LOGIN_AGAIN) };
                let why = match other {
                    Reply::WrongPassword => {
                        "the site does not accept login and password".to_owned()
                    }
                    Reply::Failed(why) => why,
                    _ => "the site gave a strange answer".to_owned(),
                };
                self.say(format!("cannot log in: {why}; it is tried again in a minute"));
            }
        }
    }

    fn create_replied(&mut self, at: Micros, place: usize, reply: Reply) {
        self.creations[place] = Creation::Done;
        match reply {
            Reply::Created(game) => {
                self.created.push(game);
                self.next_poll = self.next_poll.min(at);
                let title = self.config.create[place].name.clone();
                self.say(format!("created game {game}: {title}"));
            }
            // Nothing was done.
            Reply::LoggedOut => self.creations[place] = Creation::Wanted,
            Reply::Failed(why) => {
                self.say(format!("a race may have been created or not: {why}; look at the site"));
            }
            _ => self.say("the site did not create the race".to_owned()),
        }
    }

    fn game_replied(&mut self, at: Micros, id: u64, job: &Job, reply: Reply) {
        let speed = self.config.speed;
        let Some(game) = self.games.get_mut(&id) else { return };
        match (job, reply) {
            (_, Reply::NoGame) => self.close(id, "it is not there any more"),
            (Job::Look(_), Reply::Looked(look)) => self.looked(at, id, *look),
            (Job::Move { to, .. }, Reply::Moved) => {
                let finishes = game.look.offers.iter().any(|it| it.to == *to && it.finishes);
                let again = std::mem::take(&mut game.look_again) || finishes;
                game.phase = if again { Phase::Look } else { Phase::AtRest };
                (game.failures, game.decided, game.not_before) = (0, None, 0);
                game.since = at;
                self.moves += 1;
                let (round, place) = (game.look.round, format!("{},{}", to[0], to[1]));
                self.say(format!("game {id}, round {round}: moved to {place}"));
            }
            (Job::OpenPage(_) | Job::Leave(_), Reply::Done) => {
                game.phase = Phase::Look;
                game.not_before = 0;
            }
            (_, Reply::LoggedOut) => {
                game.phase = Phase::Look;
            }
            (_, reply) => {
                let why = match reply {
                    Reply::Refused => "the move was refused".to_owned(),
                    Reply::Failed(why) => why,
                    _ => "the site gave a strange answer".to_owned(),
                };
                game.phase = Phase::Look;
                game.failures += 1;
                let wait = times::AFTER_FAILURE * f64::from(1 << (game.failures - 1).min(8));
                game.not_before = at + scaled(wait.min(times::LONGEST_WAIT), speed);
                self.say(format!("game {id}: {why}; it is looked at again"));
            }
        }
    }

    fn looked(&mut self, at: Micros, id: u64, look: Look) {
        let follows_plans = self.config.follows_plans;
        let Some(game) = self.games.get_mut(&id) else { return };
        game.look = look;
        let look = &game.look;
        if look.is_over {
            let rank = look.rank;
            let how = if rank > 0 { format!("rank {rank}") } else { "not home".to_owned() };
            return self.close(id, &how);
        }
        if !look.is_ours {
            let again = std::mem::take(&mut game.look_again);
            game.phase = if again { Phase::Look } else { Phase::AtRest };
            (game.failures, game.not_before, game.since) = (0, 0, at);
            return;
        }
        let is_offered = |to: &Numbers| look.offers.iter().any(|offer| offer.to == *to);
        let decided = game.decided.filter(|(turn, to)| *turn == look.turn && is_offered(to));
        let planned = look.planned.filter(|to| follows_plans && is_offered(to));
        game.phase = if look.offers.is_empty() {
            Phase::Page
        } else if let Some(to) = decided.map(|it| it.1).or(planned) {
            Phase::Move(to)
        } else {
            self.out.push(Output::Think(id));
            Phase::Thinking
        };
        game.look_again = false;
    }

    fn close(&mut self, id: u64, how: &str) {
        self.games.remove(&id);
        self.over.push_back(id);
        if self.over.len() > MOST_REMEMBERED {
            self.over.pop_front();
        }
        self.finished += 1;
        self.out.push(Output::Close(id));
        self.say(format!("game {id} is over: {how}"));
    }

    fn thought(&mut self, at: Micros, id: u64, answer: Result<String, String>) {
        let created = self.created.contains(&id);
        let user = self.config.user.clone();
        let Some(game) = self.games.get_mut(&id) else { return };
        if game.phase != Phase::Thinking {
            return;
        }
        let look = &game.look;
        let may_leave = look.round <= LAST_ROUND_TO_LEAVE && !created && look.creator != user;
        let lawful = |to: &Numbers| look.offers.iter().any(|it| it.lawful && it.to == *to);
        let command = answer
            .and_then(|line| line.parse::<Command>().map_err(|()| format!("it answered {line:?}")));
        let chosen = match command {
            Ok(Command::Leave) if may_leave => {
                game.phase = Phase::Leave;
                return;
            }
            Ok(Command::Leave) => Err("it wants to leave, and it is too late for that".to_owned()),
            Ok(command) => {
                let to = command.motion().map_or([0; 4], |motion| {
                    [motion.at.x, motion.at.y, motion.vector.x, motion.vector.y]
                });
                if lawful(&to) {
                    Ok(to)
                } else {
                    Err(format!("it chose {to:?}, which is not possible"))
                }
            }
            Err(why) => Err(why),
        };
        let slowest = || {
            let moves = look.offers.iter().filter(|it| it.lawful);
            moves.map(|it| it.to).min_by_key(|to| to[2] * to[2] + to[3] * to[3])
        };
        let (to, why) = match chosen {
            Ok(to) => (Some(to), None),
            Err(why) => (slowest(), Some(why)),
        };
        let turn = look.turn;
        let again = std::mem::take(&mut game.look_again);
        if let Some(to) = to {
            game.decided = Some((turn, to));
            game.phase = Phase::Move(to);
        }
        if again || to.is_none() {
            game.phase = Phase::Look;
        }
        game.not_before = at;
        if let Some(why) = why {
            self.say(format!("game {id}: the bot failed: {why}; the slowest move is made"));
        }
    }

    /// The state in lines of text.
    pub fn status(&self, at: Micros) -> Vec<String> {
        let login = match self.login {
            Login::In { .. } => "logged in",
            _ => "not logged in",
        };
        let hears = if self.hears { "live" } else { "polling" };
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
            let seconds = at.saturating_sub(game.since) as f64 / SECOND;
            format!(
                "  {id} round {}: {state}, {seconds:.0} s  {}",
                game.look.round, game.look.title
            )
        }));
        lines
    }
}

fn scaled(seconds: f64, speed: f64) -> Micros {
    (seconds * SECOND / speed) as Micros
}

impl Game {
    fn new(at: Micros) -> Self {
        Self {
            phase: Phase::AtRest,
            look_again: false,
            not_before: 0,
            failures: 0,
            look: Look::default(),
            decided: None,
            since: at,
        }
    }

    fn wants_request(&self) -> bool {
        matches!(self.phase, Phase::Look | Phase::Page | Phase::Move(_) | Phase::Leave)
    }

    /// What is done first: a move that is decided, then what has waited longest.
    fn urgency(&self) -> (u8, Micros) {
        let kind = match self.phase {
            Phase::Move(_) | Phase::Leave => 0,
            Phase::Page => 1,
            _ => 2,
        };
        (kind, self.since)
    }
}
