//! A finished game in the log.

use std::cmp::Ordering;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use thin_vec::ThinVec;

use super::game_times::GameTimes;
use super::played_on::PlayedOn;
use super::pool::Pool;
use super::shared::{Again, Shared};
use crate::game::{MOST_POINTS, Seat, ThrownOut};
use crate::last_words::LastWords;
use crate::values::Values;

/// A finished game. Lists are by seat. A log has many of them in memory, so lists that are empty in most games take a
/// word, and texts that most games have in common are [shared](Shared).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Logged {
    /// Its seed.
    pub seed: CompactString,
    /// Names of the bots.
    pub bots: Shared<Vec<String>>,
    /// Scores in the contest's points.
    pub scores: SmallVec<[i64; 2]>,
    /// Ranks, 1 is best.
    pub ranks: SmallVec<[u32; 4]>,
    /// Length in the contest's unit.
    pub turns: u32,
    /// How it ended, in a word of the contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Shared<String>>,
    /// The rounds, in a contest with teams.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub rounds: ThinVec<TeamRound>,
    /// The players that were thrown out.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub thrown_out: ThinVec<ThrownOut>,
    /// The last words of the bots that were thrown out, if no earlier game of the log has those of the same bot.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub last_words: ThinVec<LastWords>,
    /// The players that lost on time while the machine was overloaded, in a game that was not replayed. Such a game is
    /// undecided and does not count.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub overloaded: ThinVec<Seat>,
    /// Number of earlier plays, in which a player lost on time while the machine was overloaded, or was ended by a
    /// signal.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replayed: u32,
    /// The players because of which earlier plays do not count.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub replayed_for: ThinVec<Seat>,
    /// The players to which the same happened in this play. Their fault counts.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub flag_stands: ThinVec<Seat>,
    /// Whether it was not played: two deterministic bots are sent the same lines in it as in the game with the seats
    /// swapped, so the answers are those of that game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirrored: bool,
    /// Isolation of each bot's program, in words; empty for a bot without a process.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub in_force: Shared<Vec<String>>,
    /// Values of the game that bots or the referee reported, by name.
    #[serde(default, skip_serializing_if = "Values::is_empty")]
    pub values: Values,
    /// The values that each player, or the referee for it, reported; empty if nothing was reported.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    pub seat_values: ThinVec<Values>,
    /// Times of the answers.
    pub times: GameTimes,
    /// Path of the recording relative to the log's folder, if it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recording: Option<Shared<String>>,
    /// Where it was played; absent if that is the machine of the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<PlayedOn>,
    /// The command that plays the same game again.
    pub again: Again,
}

fn is_empty<T>(list: &Shared<Vec<T>>) -> bool {
    list.is_empty()
}

#[allow(clippy::trivially_copy_pass_by_ref)] // So serde calls it.
pub(super) fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Logged {
    /// Frees memory that it does not need, as one of many games of a log.
    pub(super) fn compact(&mut self, pool: &mut Pool) {
        pool.list(&mut self.bots);
        pool.list(&mut self.in_force);
        pool.again(&mut self.again);
        self.end.iter_mut().for_each(|end| pool.text(end));
        self.host.iter_mut().for_each(|host| pool.machine(&mut host.machine));
        self.times.compact();
        self.seat_values.shrink_to_fit();
        self.rounds.shrink_to_fit();
    }

    /// A reason why a game that was read is impossible, if there is one.
    pub fn fault(&self) -> Option<String> {
        let seats = self.bots.len();
        let of_rounds = self.rounds.iter().flat_map(|round| &round.seats);
        let named = of_rounds.chain(self.thrown_out.iter().map(|out| &out.seat));
        let named = named.chain(self.last_words.iter().map(|words| &words.seat));
        if seats == 0 || [self.scores.len(), self.ranks.len()] != [seats; 2] {
            return Some("does not have a score and a rank for each bot".to_owned());
        }
        if let Some(seat) = named.chain(self.flagged()).find(|seat| seat.0 >= seats) {
            return Some(format!("names seat {seat} of a game with {seats}"));
        }
        let mut points = self.scores.iter().chain(self.rounds.iter().map(|round| &round.points));
        let is_absurd = points.any(|points| points.unsigned_abs() > MOST_POINTS)
            || !self.times.is_sound()
            || self.seat_values.len() > seats
            || ![&self.values].into_iter().chain(&self.seat_values).all(Values::is_sound);
        is_absurd.then(|| "has numbers that no game has".to_owned())
    }

    /// The players that in any play of the game lost on time while the machine was overloaded, or were ended by a
    /// signal.
    pub fn flagged(&self) -> impl Iterator<Item = &Seat> {
        self.overloaded.iter().chain(&self.replayed_for).chain(&self.flag_stands)
    }

    /// The number of answers that a seat gave in time. The fault for which a player was thrown out does not count.
    pub(super) fn answers(&self, seat: Seat) -> u64 {
        let asked = self.times.seat(seat.0).map_or(0, |times| times.answers());
        let is_out = self.thrown_out.iter().any(|out| out.seat == seat);
        asked.saturating_sub(u64::from(is_out))
    }

    /// Whether it counts: its last play decides it.
    pub fn is_decided(&self) -> bool {
        self.overloaded.is_empty()
    }

    /// Half points of a seat against another: 2 if it ranks before the other, 1 if they are equal.
    pub fn half_points(&self, seat: Seat, other: Seat) -> usize {
        match self.ranks[seat.0].cmp(&self.ranks[other.0]) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        }
    }

    /// Points of the rounds whose team has exactly these bots.
    pub fn team_points(&self, names: &[String]) -> i64 {
        let theirs = self.rounds.iter().filter(|it| is_team(names, &it.seats, &self.bots));
        theirs.map(|round| round.points).sum()
    }
}

/// A round of a game and its team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRound {
    /// The seats of the team.
    pub seats: Vec<Seat>,
    /// Points of the team.
    pub points: i64,
}

impl TeamRound {
    /// The rounds of a game with their points, in the order of the contest's teams.
    pub(super) fn all(teams: &[&[Seat]], points: &[i64]) -> ThinVec<Self> {
        let rounds = teams.iter().zip(points);
        rounds.map(|(seats, points)| Self { seats: seats.to_vec(), points: *points }).collect()
    }
}

/// Whether the bots in `seats` are exactly those in `names`. `bots` are the names by seat.
pub fn is_team(names: &[String], seats: &[Seat], bots: &[String]) -> bool {
    seats.iter().all(|seat| names.contains(&bots[seat.0]))
        && names.iter().all(|name| seats.iter().any(|seat| bots[seat.0] == *name))
}

/// A finished game for tests.
#[cfg(test)]
pub(crate) fn logged(seed: &str, bots: &[&str], ranks: &[u32]) -> Logged {
    Logged {
        seed: seed.into(),
        bots: bots.iter().map(|&bot| bot.to_owned()).collect(),
        scores: ranks.iter().map(|rank| -i64::from(*rank)).collect(),
        ranks: ranks.into(),
        turns: 1,
        ..Logged::default()
    }
}
