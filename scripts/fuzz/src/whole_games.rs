//! Whole games whose players say anything.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use referee::contest::{Contest, Setup};
use referee::game::{Expected, Fault, MOST_POINTS, Outcome};
use referee::pages::{film, game_page};
use referee::play::{Watcher, play};
use referee::player::{Player, Reply};
use referee::raster::write_png;
use referee::recording::{BegunRecording, Exchange, Recording, ResultLine};
use referee::replay::replay;
use referee::table::Table;

/// A line that stands for a fault, not for an answer.
const FAULTS: [(&str, Fault); 3] =
    [("!timeout", Fault::Timeout), ("!exit", Fault::Exit), ("!memory", Fault::OutOfMemory)];

/// The name of a fault among the lines of a text.
pub fn fault_line(fault: Fault) -> Option<&'static str> {
    FAULTS.iter().find(|(_, it)| *it == fault).map(|(line, _)| *line)
}

/// Plays a game whose players say these lines, in the order in which they are asked. Where no line is left, a player is too
/// late. The outcome must be possible, and the recording must replay, have statistics and be drawn.
pub fn whole_game(contest: &dyn Contest, setup: &Setup, lines: &str) {
    let Ok(mut game) = contest.start(setup) else { return };
    let lines = Arc::new(Mutex::new(lines.lines().map(str::to_owned).collect()));
    let player = |_| {
        let lines = Arc::clone(&lines);
        Box::new(Dictated { lines, reply: None }) as Box<dyn Player>
    };
    let mut table = Table::new((0..setup.seats).map(player).collect());
    let mut kept = Kept::default();
    kept.line(&contest.header(setup, table.names()));
    let outcome = match play(game.as_mut(), &mut table, &mut kept) {
        Ok(outcome) => outcome,
        Err(error) => panic!("{error:#}"),
    };
    demand_possible(&outcome, setup.seats);
    kept.line(&ResultLine::new(&outcome, &[]));
    let recording = match Recording::parse(&kept.text) {
        Ok(recording) => recording,
        Err(error) => panic!("{error}"),
    };
    if let Err(error) = replay(&recording) {
        panic!("{error}");
    }
    if !contest.about().statistics.is_empty()
        && let Err(error) = contest.statistics(&[recording])
    {
        panic!("{error}");
    }
    match BegunRecording::parse(&kept.text).map(|begun| film(&begun)) {
        Ok(Ok(film)) => {
            drop(game_page(&film));
            let _ = write_png(&film, film.frames.len() - 1, std::io::sink());
        }
        Ok(Err(error)) => panic!("{error}"),
        Err(error) => panic!("{error}"),
    }
}

/// Whether each seat has a score and a rank, and somebody is first.
fn demand_possible(outcome: &Outcome, seats: usize) {
    assert_eq!([outcome.scores.len(), outcome.ranks.len()], [seats; 2]);
    assert!(outcome.ranks.iter().all(|rank| (1..=seats as u32).contains(rank)), "{outcome:?}");
    assert!(seats == 0 || outcome.ranks.contains(&1), "{outcome:?}");
    assert!(outcome.scores.iter().all(|score| score.unsigned_abs() <= MOST_POINTS), "{outcome:?}");
    assert!(outcome.thrown_out.iter().all(|out| out.seat.0 < seats), "{outcome:?}");
}

/// A player that says the next of the lines that all players share.
struct Dictated {
    lines: Arc<Mutex<VecDeque<String>>>,
    reply: Option<Reply>,
}

impl Dictated {
    fn answer(&self, expected: &Expected) -> Reply {
        let mut all = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut said = Vec::new();
        while said.len() < expected.lines {
            let Some(line) = all.pop_front() else {
                return Reply::fault(Fault::Timeout, "nothing is left to say", 0);
            };
            if let Some((_, fault)) = FAULTS.iter().find(|(name, _)| *name == line) {
                return Reply::fault(*fault, "a fault of the text", 0);
            }
            if line.len() > expected.line_bytes {
                return Reply::fault(Fault::Garbage, "a long line", 0);
            }
            said.push(line);
        }
        Reply::lines(said, 0)
    }
}

impl Player for Dictated {
    fn name(&self) -> &'static str {
        "dictated"
    }

    fn send(&mut self, _lines: &[String], expected: Option<&Expected>) {
        self.reply = expected.map(|expected| self.answer(expected));
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }
}

/// A recording in memory.
#[derive(Default)]
struct Kept {
    text: String,
}

impl Kept {
    fn line(&mut self, object: &impl serde::Serialize) {
        match serde_json::to_string(object) {
            Ok(line) => self.text.extend([line.as_str(), "\n"]),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Watcher for Kept {
    fn exchange(
        &mut self,
        exchange: &Exchange,
        _expected: Option<&Expected>,
    ) -> anyhow::Result<()> {
        self.line(exchange);
        Ok(())
    }
}
