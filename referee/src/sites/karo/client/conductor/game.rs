//! One game as the client knows it, and its next request.

use super::messages::{Job, Look, Numbers, Reply};
use super::times::{self, Micros, scaled};
use crate::games::karo::Command;

/// The last round in which a bot may leave. Later that spoils the race for the others.
const LAST_ROUND_TO_LEAVE: u32 = 2;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// Others move.
    AtRest,
    /// The game has to be looked at.
    Look,
    /// The page has to be opened, so that the site carries out a crash.
    Page,
    /// The bot thinks.
    Thinking,
    /// This move has to be made.
    Move(Numbers),
    /// The game has to be left.
    Leave,
    /// A request is under way.
    UnderWay,
}

/// What has to happen after a look.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    /// Nothing: the phase says which request follows, if any.
    Wait,
    /// The bot has to be asked.
    Think,
    /// The game is over: the reason, for the user.
    Close(String),
}

/// Events come in the order in which they happen, but later than answers to requests. So an event about a turn is about
/// the next one only after the event about the user's move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Heard {
    Nothing,
    Move,
    NextTurn,
}

#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) phase: Phase,
    /// Whether an event came in that the look under way may not show.
    look_again: bool,
    /// The earliest time of the next request.
    not_before: Micros,
    failures: u32,
    pub(super) look: Look,
    /// The turn, as moves and crashes, in which the last decision was made, and the decision.
    decided: Option<((u64, u64), Numbers)>,
    /// What a look at the next turn would show, if the last move says it.
    foreseen: Option<Box<Look>>,
    /// The events about the last move and the turn after it, as far as they have come in.
    heard: Heard,
    /// The time at which the present wait of the game began.
    since: Micros,
}

impl Game {
    pub(super) fn new(at: Micros) -> Self {
        Self {
            phase: Phase::AtRest,
            look_again: false,
            not_before: 0,
            failures: 0,
            look: Look::default(),
            decided: None,
            foreseen: None,
            heard: Heard::Nothing,
            since: at,
        }
    }

    /// The time from which the game wants a request.
    pub(super) fn wants_request_at(&self, speed: f64) -> Option<Micros> {
        match self.phase {
            Phase::Look | Phase::Page | Phase::Move(_) | Phase::Leave => Some(self.not_before),
            Phase::AtRest => Some(self.since + scaled(times::REST, speed)),
            Phase::Thinking | Phase::UnderWay => None,
        }
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.phase == Phase::AtRest
    }

    /// The order among games: first decided moves, then pages, then looks; among equals the longest wait.
    pub(super) fn urgency(&self) -> (u8, Micros) {
        let kind = match self.phase {
            Phase::Move(_) | Phase::Leave => 0,
            Phase::Page => 1,
            _ => 2,
        };
        (kind, self.since)
    }

    /// How long the game has waited, in microseconds.
    pub(super) fn waited(&self, at: Micros) -> Micros {
        at.saturating_sub(self.since)
    }

    /// The request of the phase. It is under way from now on.
    pub(super) fn take_job(&mut self, id: u64) -> Job {
        match std::mem::replace(&mut self.phase, Phase::UnderWay) {
            Phase::Move(to) => {
                self.heard = Heard::Nothing;
                Job::Move { game: id, to, is_start: self.look.turn.0 == 0 }
            }
            Phase::Page => Job::OpenPage(id),
            Phase::Leave => Job::Leave(id),
            _ => {
                self.look_again = false;
                Job::Look(id)
            }
        }
    }

    /// It may be the user's turn.
    pub(super) fn may_be_ours(&mut self, at: Micros) {
        match self.phase {
            Phase::AtRest => {
                self.phase = Phase::Look;
                self.since = at;
            }
            Phase::UnderWay => self.look_again = true,
            // A look is due anyway, or has shown that it is the user's turn.
            Phase::Look | Phase::Page | Phase::Thinking | Phase::Move(_) | Phase::Leave => {}
        }
    }

    /// An event says that it is the user's turn. If the turn was foreseen, no look is needed.
    pub(super) fn is_ours(&mut self, at: Micros) -> Next {
        if self.heard != Heard::Nothing {
            self.heard = Heard::NextTurn;
            if let Some(look) = self.foreseen.take_if(|_| self.phase == Phase::AtRest) {
                self.since = at;
                return self.begin_turn(*look);
            }
        }
        self.may_be_ours(at);
        Next::Wait
    }

    /// Begins a turn in which the bot is asked without a look.
    fn begin_turn(&mut self, look: Look) -> Next {
        (self.look, self.phase, self.look_again) = (look, Phase::Thinking, false);
        Next::Think
    }

    /// The user has moved. When its event comes, a move of this client is under way or has been answered; so
    /// a move that is still being decided, or waits, is out of date: somebody else has moved in the user's
    /// name.
    pub(super) fn user_moved(&mut self) {
        self.heard = Heard::Move;
        match self.phase {
            Phase::Thinking => self.look_again = true,
            Phase::Move(_) => self.phase = Phase::Look,
            _ => {}
        }
    }

    /// Handles the result of a look.
    pub(super) fn looked(&mut self, at: Micros, look: Look, follows_plans: bool) -> Next {
        (self.look, self.foreseen) = (look, None);
        let look = &self.look;
        if look.is_over {
            let rank = look.rank;
            return Next::Close(if rank > 0 { format!("rank {rank}") } else { "not home".into() });
        }
        if !look.is_ours {
            self.rest(at);
            return Next::Wait;
        }
        let is_offered = |to: &Numbers| look.offers.iter().any(|offer| offer.to == *to);
        let decided = self.decided.filter(|(turn, to)| *turn == look.turn && is_offered(to));
        let planned = look.planned.filter(|to| follows_plans && is_offered(to));
        self.look_again = false;
        let mut next = Next::Wait;
        self.phase = if look.offers.is_empty() {
            Phase::Page
        } else if let Some(to) = decided.map(|it| it.1).or(planned) {
            Phase::Move(to)
        } else {
            next = Next::Think;
            Phase::Thinking
        };
        next
    }

    /// It is another's turn, unless an event has come in since.
    fn rest(&mut self, at: Micros) {
        self.phase = if self.look_again { Phase::Look } else { Phase::AtRest };
        (self.failures, self.since) = (0, at);
    }

    /// The move was made. One that takes the car home is followed by a look, which shows the rank. The next turn may be
    /// foreseen; it may even be there already.
    pub(super) fn moved(&mut self, at: Micros, to: Numbers, foreseen: Option<Box<Look>>) -> Next {
        let is_home = self.look.offers.iter().any(|it| it.to == to && it.finishes);
        self.decided = None;
        self.look_again |= is_home;
        self.rest(at);
        match foreseen {
            Some(look) if self.heard == Heard::NextTurn => self.begin_turn(*look),
            // The event may be an older one.
            _ if self.look_again => Next::Wait,
            foreseen => {
                self.foreseen = foreseen;
                Next::Wait
            }
        }
    }

    /// A request failed: a look follows, after a time that doubles with each failure in a row.
    pub(super) fn failed(&mut self, at: Micros, speed: f64) {
        (self.phase, self.foreseen) = (Phase::Look, None);
        self.not_before = at + scaled(times::after_failures(self.failures), speed);
        self.failures += 1;
    }

    /// Takes in a bot's answer; returns why it cannot be carried out. The slowest lawful move replaces it then.
    pub(super) fn answered(
        &mut self,
        answer: Result<String, String>,
        is_own_race: bool,
    ) -> Option<String> {
        let look = &self.look;
        let may_leave = look.round <= LAST_ROUND_TO_LEAVE && !is_own_race;
        let chosen = match command(answer) {
            Ok(Command::Leave) if may_leave => {
                self.phase = Phase::Leave;
                return None;
            }
            Ok(command) => chosen(command, look),
            Err(why) => Err(why),
        };
        let (to, why) = match chosen {
            Ok(to) => (Some(to), None),
            Err(why) => (slowest(look), Some(why)),
        };
        self.decided = to.map(|to| (look.turn, to));
        self.phase = to.filter(|_| !self.look_again).map_or(Phase::Look, Phase::Move);
        why
    }
}

fn command(answer: Result<String, String>) -> Result<Command, String> {
    answer.and_then(|line| line.parse().map_err(|()| format!("it answered {line:?}")))
}

/// The move of a command, if it is lawful.
fn chosen(command: Command, look: &Look) -> Result<Numbers, String> {
    let Some(motion) = command.motion() else {
        return Err("it wants to leave, and it is too late for that".to_owned());
    };
    let to = [motion.at.x, motion.at.y, motion.vector.x, motion.vector.y];
    let is_lawful = look.offers.iter().any(|it| it.lawful && it.to == to);
    if is_lawful { Ok(to) } else { Err(format!("it chose {to:?}, which is not possible")) }
}

fn slowest(look: &Look) -> Option<Numbers> {
    let moves = look.offers.iter().filter(|it| it.lawful).map(|it| it.to);
    moves.min_by_key(|to| to[2] * to[2] + to[3] * to[3])
}

/// Why a request about a game failed, for the user.
pub(super) fn failure(reply: Reply) -> String {
    match reply {
        Reply::Refused => "the move was refused".to_owned(),
        Reply::Failed(why) => why,
        _ => "the site gave a strange answer".to_owned(),
    }
}
