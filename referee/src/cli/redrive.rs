//! `referee redrive`: compares a bot's answers with those of a recorded game.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;

use super::failure::{Failure, usage};
use super::output_file::write_whole;
use super::typed_seat::TypedSeat;
use crate::bot::{Bot, ReadyBot, Strangers};
use crate::flags::numbers::parse_factor;
use crate::flags::strangers::StrangerArgs;
use crate::game::Answer;
use crate::games::of_recording;
use crate::player::process::adopt_orphans;
use crate::recording::BegunRecording;
use crate::redrive::{ComparedAnswer, RedriveError, cut, position, redrive};
use crate::system::words;
use crate::table::Table;
use crate::terminal::{harmless, output};

/// Feed a bot the recorded input of a seat and show the first answer that differs from the recording
///
/// With --turn it shows what the bot would have played in that turn. With --keep it writes the recording up to there, with
/// this answer: a test that `referee redrive` with the same --turn runs; it exits with 1 if the answer differs.
#[derive(Args)]
pub(super) struct RedriveArgs {
    /// The recording
    file: PathBuf,
    /// The bot to run, as for `play`
    bot: String,
    /// The seat whose recorded input the bot gets: its letter, or its number from 0
    #[arg(long)]
    seat: TypedSeat,
    /// Multiply every time limit by this
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_factor)]
    timeout_factor: f64,
    /// Show all answers that differ, not only the first
    #[arg(long, conflicts_with = "turn")]
    all: bool,
    /// Show the answer of this turn only, and the recorded one beside it; turns are counted as `referee show` does
    #[arg(long, value_name = "NUMBER")]
    turn: Option<u32>,
    /// Write the recording up to this turn, with the answer that the bot gives now, as a test for later
    #[arg(long, value_name = "FILE", requires = "turn")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    strangers: StrangerArgs,
}

impl RedriveArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let seat = self.seat.of(&self.file, recording.header.players.len())?;
        let contest = of_recording(&recording.header).map_err(usage)?;
        let bot = Bot::parse(&self.bot, contest).map_err(usage)?;
        // If the recording cannot be replayed, the bot is not started.
        contest.retrace(&recording.game()).map_err(usage)?;
        let only = match self.turn {
            None => None,
            Some(turn) => {
                let found = position(&recording, contest, seat, turn).map_err(usage)?;
                let file = self.file.display();
                Some(found.ok_or_else(|| {
                    usage(anyhow!(
                        "seat {seat} gave no answer in turn {turn} of {file}; `referee show` lists its turns"
                    ))
                })?)
            }
        };
        if let Some(path) = self.keep.as_ref().filter(|path| path.exists()) {
            return Err(usage(anyhow!("{} exists; choose another file", path.display())));
        }

        let ready = ready(bot, &self.strangers.read())?;
        adopt_orphans();
        let seed = &recording.header.seed;
        let player = ready.seat(seat, seed, self.timeout_factor, None).map_err(usage)?;
        let mut table = Table::new(vec![player]);
        let (mut answers, mut different, mut failed) = (0, 0, None);
        redrive(&recording, contest, seat, &mut table, |compared| {
            if only.is_some_and(|only| compared.line < only.line) {
                return Ok(true);
            }
            answers += 1;
            let is_complete = compared.reply.answer.fault.is_none();
            if let (Some(path), Some(at)) = (self.keep.as_ref().filter(|_| is_complete), only) {
                write_whole(path, cut(&recording, at, &compared.reply.answer))?;
            }
            if compared.is_same() {
                if only.is_some() {
                    print(compared)?;
                }
                return Ok(only.is_none());
            }
            different += 1;
            failed = compared.reply.answer.fault.map(|fault| {
                let detail = compared.reply.detail.clone();
                detail.map_or_else(|| fault.to_string(), |detail| format!("{fault}, {detail}"))
            });
            if self.all || different == 1 || failed.is_some() {
                print(compared)?;
            }
            Ok(failed.is_none() && only.is_none())
        })
        .map_err(|error| match error {
            RedriveError::NotTheRules { .. } => {
                let file = self.file.to_string_lossy();
                anyhow!("{error}; see `referee replay {}`", words::quote(&file))
            }
            error => error.into(),
        })?;
        if let Some(how) = failed {
            let bot = &self.bot;
            return Err(anyhow!(
                "the bot '{bot}' has failed at answer {answers} ({how}), so the rest cannot be compared; its last words, if \
                 any, are above"
            )
            .into());
        }
        if answers == 0 {
            let file = self.file.display();
            return Err(usage(anyhow!(
                "seat {seat} has no answer in {file}, so nothing is compared; `referee show` lists its turns"
            )));
        }
        let mut out = output();
        if let (Some(path), Some(turn)) = (&self.keep, self.turn) {
            let file = path.to_string_lossy();
            let (file, bot) = (shell_words::quote(&file), shell_words::quote(&self.bot));
            writeln!(
                out,
                "kept; the test is `referee redrive {file} {bot} --seat {seat} --turn {turn}`"
            )?;
            return Ok(());
        }
        if only.is_some() && different == 0 {
            writeln!(out, "the answer is the same")?;
            return Ok(());
        }
        if different == 0 {
            writeln!(out, "{}", all_same(answers))?;
            return Ok(());
        }
        if only.is_some() {
            writeln!(out, "the answer differs")?;
        } else {
            writeln!(out, "{}", some_differ(different, answers))?;
        }
        Err(Failure::Found)
    }
}

/// What is said if answers differ.
fn some_differ(different: usize, answers: usize) -> String {
    match (different, answers) {
        (_, 1) => "the only answer differs".to_owned(),
        (1, _) => format!("1 of {answers} answers differs"),
        _ => format!("{different} of {answers} answers differ"),
    }
}

/// What is said if none of the answers differs.
fn all_same(answers: usize) -> String {
    match answers {
        1 => "the only answer is the same".to_owned(),
        _ => format!("all {answers} answers are the same"),
    }
}

/// The bot, ready to be seated.
fn ready(bot: Bot, strangers: &Strangers) -> Result<ReadyBot, Failure> {
    let bots = vec![bot];
    strangers.demand_effect(&bots).map_err(usage)?;
    Ok(Bot::prepare_all(bots, strangers)?.remove(0))
}

fn print(compared: &ComparedAnswer) -> io::Result<()> {
    let ComparedAnswer { number, line, recorded, reply } = compared;
    let mut out = output();
    let differs = if compared.is_same() { "is the same" } else { "differs" };
    writeln!(out, "line {line}: answer {number} {differs}")?;
    for line in &recorded.sent {
        writeln!(out, "  sent     {}", harmless(line))?;
    }
    writeln!(out, "  recorded {}", shown(&recorded.answer(), recorded.detail.as_ref()))?;
    writeln!(out, "  answered {}", shown(&reply.answer, reply.detail.as_ref()))?;
    for line in &reply.stderr {
        writeln!(out, "  stderr   {}", harmless(line))?;
    }
    Ok(())
}

fn shown(answer: &Answer, detail: Option<&String>) -> String {
    let lines = answer.lines.iter().map(|line| harmless(line)).join("\n           ");
    match (answer.fault, detail) {
        (None, _) => lines,
        (Some(fault), Some(detail)) => format!("{lines} ({fault}: {})", harmless(detail)),
        (Some(fault), None) => format!("{lines} ({fault})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_answer_differs_and_two_differ() {
        assert_eq!(some_differ(1, 1), "the only answer differs");
        assert_eq!(some_differ(1, 3), "1 of 3 answers differs");
        assert_eq!(some_differ(2, 3), "2 of 3 answers differ");
    }
}
