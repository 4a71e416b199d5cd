//! `referee redrive`: would a bot answer a recorded game in the same way?

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::play::parse_factor;
use super::{Failure, usage};
use crate::bot::Bot;
use crate::game::{Answer, Request, Seat, Step};
use crate::games::contest;
use crate::recording::{BegunRecording, Exchange};
use crate::table::Table;

/// Feed a bot the recorded input of a seat and show the first answer that is not the recorded one
#[derive(Args)]
pub(super) struct RedriveArgs {
    /// The recording
    file: PathBuf,
    /// The bot, as for `play`
    bot: String,
    /// The seat whose recorded input the bot gets, counted from 0
    #[arg(long)]
    seat: usize,
    /// Multiply every time limit by this
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_factor)]
    timeout_factor: f64,
    /// Show every answer that differs, not only the first
    #[arg(long)]
    all: bool,
}

impl RedriveArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let seats = recording.header.players.len();
        if self.seat >= seats {
            let last = seats.saturating_sub(1);
            return Err(usage(anyhow!("the recording has seats 0 to {last}, not {}", self.seat)));
        }
        let contest = contest(&recording.header.game).map_err(usage)?;
        let bot = Bot::parse(&self.bot, contest).map_err(usage)?;
        let mut game = contest.start(&recording.header.setup()).map_err(usage)?;

        let ready = Bot::prepare_all(vec![bot])?;
        let seed = &recording.header.seed;
        let player = ready[0].seat(Seat(self.seat), seed, self.timeout_factor).map_err(usage)?;
        let mut table = Table::new(vec![player]);
        let mut comparison = AnswerComparison { all: self.all, answers: 0, different: 0 };
        let mut rest = recording.exchanges.as_slice();
        let mut answers: Vec<Answer> = Vec::new();
        // The rules run along, because they know what is expected and by when.
        while let Step::Ask(requests) = game.advance(&answers) {
            let (now, later) = rest.split_at(requests.len().min(rest.len()));
            rest = later;
            // A game that was cut off ends here.
            if now.len() < requests.len() {
                break;
            }
            answers.clear();
            for request in requests {
                let Some((line, exchange)) = now.iter().find(|(_, it)| it.seat == request.seat)
                else {
                    return Err(anyhow!(
                        "the recording does not follow the rules; see `referee replay {}`",
                        self.file.display()
                    )
                    .into());
                };
                answers.push(exchange.answer());
                if request.seat == Seat(self.seat) {
                    comparison.ask(&mut table, *line, exchange, &request)?;
                }
            }
        }
        comparison.finish()
    }
}

/// Compares the bot's answers with the recorded ones.
struct AnswerComparison {
    all: bool,
    answers: usize,
    different: usize,
}

impl AnswerComparison {
    fn ask(
        &mut self,
        table: &mut Table,
        line: usize,
        exchange: &Exchange,
        request: &Request,
    ) -> Result<(), Failure> {
        let (lines, expected) = (exchange.sent.clone(), request.expected);
        let replies = table.ask(&[Request { seat: Seat(0), lines, expected }])?;
        let reply = &replies[0];
        self.answers += 1;
        if reply.answer == exchange.answer() {
            return Ok(());
        }
        self.different += 1;
        if self.all || self.different == 1 || reply.answer.fault.is_some() {
            let mut out = anstream::stdout().lock();
            writeln!(out, "line {line}: answer {} differs", self.answers)?;
            for line in &exchange.sent {
                writeln!(out, "  sent     {line}")?;
            }
            writeln!(out, "  recorded {}", shown(&exchange.answer(), exchange.detail.as_ref()))?;
            writeln!(out, "  answered {}", shown(&reply.answer, reply.detail.as_ref()))?;
            for line in &reply.stderr {
                writeln!(out, "  stderr   {line}")?;
            }
        }
        match reply.answer.fault {
            Some(_) => Err(anyhow!("the bot has failed, so the rest cannot be compared").into()),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if self.different == 0 {
            writeln!(out, "all {} answers are the same", self.answers)?;
            return Ok(());
        }
        writeln!(out, "{} of {} answers differ", self.different, self.answers)?;
        Err(Failure::Found)
    }
}

fn shown(answer: &Answer, detail: Option<&String>) -> String {
    let lines = answer.lines.join("\n           ");
    match (answer.fault, detail) {
        (None, _) => lines,
        (Some(fault), Some(detail)) => format!("{lines} ({fault}: {detail})"),
        (Some(fault), None) => format!("{lines} ({fault})"),
    }
}
