//! The games that a bot lost.

use std::path::Path;

use itertools::Itertools;
use serde::Serialize;
use serde_json::{Value, json};

use super::layout::counted;
use super::selection::{add_selection, selection_line};
use crate::arena::{Log, Logged};
use crate::contest::Contest;
use crate::game::Seat;
use crate::system::words;
use crate::terminal::page;

/// The log has no bot of this name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot '{name}' in the log; there are: {all}")]
pub struct NoSuchBot {
    name: String,
    all: String,
}

/// The games that a bot lost: another bot ranks before each of its seats.
pub struct LostGames<'a> {
    log: &'a Log,
    bot: String,
    /// Number of its games that count.
    games: usize,
    lost: Vec<LostGame<'a>>,
}

/// A lost game.
#[derive(Serialize)]
struct LostGame<'a> {
    /// Its seed.
    seed: &'a str,
    /// Names of the bots by seat.
    bots: &'a [String],
    /// The best seat of the bot, from 0.
    seat: Seat,
    /// Points by seat.
    scores: &'a [i64],
    /// Ranks by seat.
    ranks: &'a [u32],
    /// Its length.
    turns: u32,
    /// The kind of fault for which the bot was thrown out; `null` if it was not.
    fault: Option<String>,
    /// Why it was thrown out, in words, or how the game ended; `null` if the log does not say that.
    cause: Option<String>,
    /// Path of the recording; `null` if it was not kept.
    recording: Option<String>,
    /// Whether the recording is there. A log may have been copied without its recordings.
    #[serde(skip)]
    is_here: bool,
    /// The command that plays it again; empty if the log does not say how its bots are started.
    again: String,
}

impl<'a> LostGames<'a> {
    /// The games of a log that a bot lost, in the order of the log.
    ///
    /// # Errors
    /// If the log has no bot of this name.
    pub fn of(log: &'a Log, contest: &dyn Contest, bot: &str) -> Result<Self, NoSuchBot> {
        let names: Vec<&str> = log.programs().iter().map(|program| &*program.bot).collect();
        if !names.contains(&bot) {
            return Err(NoSuchBot { name: bot.to_owned(), all: names.join(", ") });
        }
        let theirs = log.games().filter(|game| game.bots.iter().any(|name| name == bot));
        let lost = theirs.clone().filter_map(|game| LostGame::of(log, Some(contest), game, bot));
        Ok(Self { log, bot: bot.to_owned(), games: theirs.count(), lost: lost.collect() })
    }

    /// The games as lines.
    pub fn text(&self) -> String {
        let (lost, games) = (self.lost.len(), counted(self.games as u64, "game"));
        let mut lines = vec![format!("{} lost {lost} of {games}", self.bot)];
        lines.extend(selection_line(self.log));
        for game in &self.lost {
            let seats = game.bots.iter().zip(game.scores);
            let seats: Vec<String> = seats.map(|(bot, score)| format!("{bot} {score}")).collect();
            let kind = match (&game.fault, &game.cause) {
                (Some(fault), Some(cause)) if fault != cause => format!("{fault}, {cause}"),
                (Some(cause), _) | (None, Some(cause)) => cause.clone(),
                (None, None) => "the log does not say how it ended".to_owned(),
            };
            lines.push(format!(
                "  seed {}, seat {}: {}, after {} turns",
                game.seed,
                game.seat.letter(),
                seats.join(" : "),
                game.turns
            ));
            lines.push(format!("    {kind}"));
            let recording = game.recording.as_deref();
            let missing =
                if recording.is_some() && !game.is_here { ", which is missing" } else { "" };
            lines.push(format!(
                "    recording {}{missing}",
                recording.unwrap_or("not kept; --keep losses keeps those of the first bot")
            ));
            if !game.again.is_empty() {
                lines.push(format!("    {}", game.again));
            }
        }
        page(lines)
    }

    /// The games as an object.
    pub fn json(&self) -> Value {
        let mut object = json!({
            "format": "botyard-lost-games/1",
            "game": self.log.header().game,
            "bot": self.bot,
            "games": self.games,
            "lost": self.lost,
            "log": self.log.path().to_string_lossy(),
        });
        add_selection(&mut object, self.log);
        object
    }
}

/// The most losses that a report names.
const MOST_WORST: usize = 3;

/// Where the recordings of a log are, and the games that a bot lost by most points, the worst first, each with the command
/// that shows it or plays it again. `has` says which games the report is about.
pub(super) fn worst_lines(log: &Log, bot: &str, has: impl Fn(&Logged) -> bool) -> Vec<String> {
    let folder = log.path().parent().unwrap_or(Path::new(""));
    let kept = log.games().filter_map(|game| game.recording.as_ref());
    let places = kept.filter_map(|file| Path::new(&**file).parent()).counts();
    let place = |(place, count): (&Path, usize)| {
        let place = folder.join(place);
        let missing = if place.is_dir() { "" } else { ", which is missing" };
        format!("  {} in {}{missing}", counted(count as u64, "recording"), place.display())
    };
    let mut lines: Vec<String> = places.into_iter().sorted().map(place).collect();
    let margin = |game| Some((margin(game, lost_in(game, bot)?), game));
    let games = log.games().filter(|game| has(game));
    let mut lost: Vec<(i64, &Logged)> = games.filter_map(margin).collect();
    lost.sort_by_key(|(margin, _)| std::cmp::Reverse(*margin));
    lost.truncate(MOST_WORST);
    if !lost.is_empty() {
        let all = words::pasted(bot).map(|word| format!(" (all with --lost {word})"));
        lines.push(format!("  worst losses of {bot}{}:", all.unwrap_or_default()));
    }
    for game in lost.iter().filter_map(|(_, game)| LostGame::of(log, None, game, bot)) {
        let scores: Vec<String> = game.scores.iter().map(i64::to_string).collect();
        let command = match &game.recording {
            Some(file) if game.is_here => words::pasted(file)
                .map_or_else(String::new, |file| format!("referee view {file} --open")),
            _ => game.again.clone(),
        };
        let (seed, seat) = (game.seed, game.seat.letter());
        lines.push(format!("    seed {seed}, seat {seat}, {}: {command}", scores.join(" : ")));
    }
    lines
}

/// The best seat of a bot in a game that it lost; `None` if it did not lose.
fn lost_in(game: &Logged, bot: &str) -> Option<usize> {
    let seats = (0..game.bots.len()).filter(|seat| game.bots[*seat] == bot);
    let seat = seats.min_by_key(|seat| game.ranks[*seat])?;
    let is_behind = |other: usize| game.bots[other] != bot && game.ranks[other] < game.ranks[seat];
    (0..game.bots.len()).any(is_behind).then_some(seat)
}

/// By how many points the best other bot was ahead of that in a seat.
fn margin(game: &Logged, seat: usize) -> i64 {
    let others = game.bots.iter().zip(&game.scores).filter(|(bot, _)| **bot != game.bots[seat]);
    others.map(|(_, score)| score - game.scores[seat]).max().unwrap_or(0)
}

impl<'a> LostGame<'a> {
    /// The game if the bot lost it. The contest words the cause of a fault.
    fn of(log: &Log, contest: Option<&dyn Contest>, game: &'a Logged, bot: &str) -> Option<Self> {
        let seat = lost_in(game, bot)?;
        let out = game.thrown_out.iter().find(|out| out.seat.0 == seat);
        let complaint = |out| contest.and_then(|contest| contest.about().complaint(out));
        let complaint = out.map(|out| complaint(out).unwrap_or_else(|| out.kind()));
        let folder = log.path().parent().unwrap_or(Path::new(""));
        let recording = game.recording.as_ref().map(|recording| folder.join(recording));
        Some(Self {
            seed: &game.seed,
            bots: &game.bots,
            seat: Seat(seat),
            scores: &game.scores,
            ranks: &game.ranks,
            turns: game.turns,
            fault: out.map(crate::game::ThrownOut::kind),
            cause: complaint.or_else(|| game.end.as_ref().map(ToString::to_string)),
            is_here: recording.as_ref().is_some_and(|path| path.is_file()),
            recording: recording.map(|path| path.to_string_lossy().into_owned()),
            again: log.again(game),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Log;
    use crate::arena::logged;

    #[test]
    fn the_three_losses_by_most_points_are_shown_the_worst_first() {
        let header =
            r#"{"format":"botyard-log/1","game":"x","options":{},"base":"1","timeout_factor":1.0}"#;
        let mut text = header.to_owned() + "\n";
        // With seeds 2 and 5 a lost by 8 points each; it won with seed 6.
        for (seed, scores, ranks) in [
            (1, [0, 3], [2, 1]),
            (2, [1, 9], [2, 1]),
            (3, [5, 6], [2, 1]),
            (4, [0, 9], [2, 1]),
            (5, [2, 10], [2, 1]),
            (6, [99, 0], [1, 2]),
        ] {
            let mut game = logged(&seed.to_string(), &["a", "b"], &ranks);
            game.scores = scores.into();
            text += &(serde_json::to_string(&game).unwrap() + "\n");
        }
        let log = Log::from_bytes(text.as_bytes()).unwrap();
        let lines = worst_lines(&log, "a", |_| true);
        let seeds: Vec<&str> =
            lines.iter().filter_map(|line| line.split([' ', ',']).nth(5)).collect();
        assert_eq!(lines[0], "  worst losses of a (all with --lost a):");
        assert_eq!(seeds[1..], ["4", "2", "5"], "{lines:?}");
        assert_eq!(worst_lines(&log, "b", |_| true).len(), 2);
        assert_eq!(worst_lines(&log, "a", |game| game.bots.len() > 2), Vec::<String>::new());
    }
}
