//! `referee play`: one game.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use console::Term;
use itertools::Itertools;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::clock_args::ClockArgs;
use super::failure::{Failure, usage};
use super::record::RecordArgs;
use super::screen::Screen;
use super::setup_args::SetupArgs;
use crate::arena::{demand_name, name_and_bot};
use crate::bot::{Bot, seat_all};
use crate::contest::{Contest, Hosted};
use crate::flags::strangers::StrangerArgs;
use crate::game::{Expected, Fault, Game, Outcome, Seat};
use crate::last_words::Said;
use crate::play::{Watcher, play};
use crate::player::process::adopt_orphans;
use crate::recording::{Exchange, RecordedPlayer, Recorder};
use crate::report::layout::counted;
use crate::table::Table;
use crate::tell;
use crate::terminal::is_drawn_on;
use crate::terminal::{json_line, output, page};
use crate::watch::LiveView;

/// Play one game and show it
#[derive(Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// The players in the order of their seats. Each is the name of a bot of this workspace, a house
    /// player such as @random, or a command line in quotes; NAME=BOT gives a bot another name. A single player takes
    /// every seat [default: the workspace's bot]
    bots: Vec<String>,
    #[command(flatten)]
    record: RecordArgs,
    /// Do not draw the board
    #[arg(long, short)]
    quiet: bool,
    /// Print the result as one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Number of players, for games with a variable number of seats [default: the number of bots]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The port on which the bot `tcp` waits for a client, if the game can be played over TCP
    #[arg(long, value_name = "PORT", default_value_t = 20005, alias = "listen")]
    port: u16,
    #[command(flatten)]
    clocks: ClockArgs,
    /// Minimum time for which each position is shown on a terminal, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 40)]
    pace: u64,
    /// Watch the game with keys to step, pause, change the speed, and go forwards and backwards. While the game
    /// waits for you, no player's clock runs
    #[arg(long, conflicts_with_all = ["quiet", "json"])]
    watch: bool,
    #[command(flatten)]
    strangers: StrangerArgs,
}

/// A finished game as JSON. Lists are by seat. The fields are described in
/// `docs/book/src/machine-interface.md`.
#[derive(Serialize)]
struct GameJson<'a> {
    /// `botyard-game/1`.
    format: &'static str,
    /// The contest's key, as in `referee games`.
    game: &'a str,
    /// The seed as text.
    seed: &'a str,
    /// The options by name.
    options: &'a Map<String, Value>,
    /// The players.
    players: &'a [RecordedPlayer],
    /// Scores, ranks and length, as in the recording.
    result: &'a Outcome,
    /// The longest time of an answer of each player, in microseconds.
    slowest_micros: Vec<u64>,
    /// Path of the recording.
    recording: String,
}

impl PlayArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        if self.watch {
            super::watch::demand_terminal("--watch", "without --watch the result is printed")?;
        }
        let contest = self.setup.contest()?;
        let (setup, game) = self.setup.start(self.players.unwrap_or(self.seats(contest)))?;
        let (given, bots): (Vec<Option<String>>, Vec<Bot>) =
            self.bots(contest, setup.seats)?.into_iter().unzip();
        let letters: Vec<String> = (0..setup.seats).map(|seat| Seat(seat).letter()).collect();
        let typed = given.iter().zip(&bots).map(|(name, bot)| name.as_deref().unwrap_or(&bot.name));
        let seated: Vec<(&str, &str)> = letters.iter().map(String::as_str).zip(typed).collect();
        let clocks = self.clocks.by_seat(&seated).read(seated)?;
        self.record.keep_from_bots();
        let strangers = self.strangers.read();
        strangers.demand_effect(&bots).map_err(usage)?;
        let ready = Bot::prepare_all(bots, &strangers)?;
        adopt_orphans();
        let placed = ready
            .iter()
            .enumerate()
            .map(|(seat, bot)| (bot, clocks.of(&Seat(seat).letter()), None));
        let Hosted { mut game, players } =
            seat_all(contest, &setup, game, placed).map_err(usage)?;
        let mut table = Table::new(players);

        // A client that connects may tell a name of its own, but the user's counts.
        let names = table.names().into_iter().zip(&given);
        let names = names.map(|(name, given)| given.clone().unwrap_or(name));
        let header = contest.header(&setup, names).guarded(table.in_force());
        let recorder = self.record.recorder(&header)?;
        let names = Names(header.players.iter().map(|player| player.name.clone()).collect());
        let mut out = output();
        if !self.json {
            let title = contest.about().title;
            write!(out, "{}", page([format!("{title}, seed {}: {}", setup.seed, names.all())]))?;
        }
        let live = !self.quiet && !self.json && is_drawn_on(&Term::stdout());
        let title = format!("{}, seed {}", contest.about().title, setup.seed);
        let view = self.view(live, title, &names);
        let seats = vec![SeatNotes::default(); setup.seats];
        let mut notes = GameNotes { recorder, view, seats, has_answers: false };
        let outcome = match play(game.as_mut(), &mut table, &mut notes) {
            Ok(outcome) => outcome,
            Err(error) => return Err(notes.cut_off(error).into()),
        };
        notes.view.end(&verdict(contest, &names, &outcome))?;
        let last_words = table.last_words();
        drop(table);
        let GameNotes { recorder, seats, .. } = notes;
        let path = recorder
            .result_and_last_words(&outcome, &last_words)
            .context("cannot write the recording")?;

        if self.json {
            let object = GameJson {
                format: "botyard-game/1",
                game: &header.game,
                seed: &header.seed,
                options: &header.options,
                players: &header.players,
                result: &outcome,
                slowest_micros: seats.iter().map(|seat| seat.slowest_micros).collect(),
                recording: path.to_string_lossy().into_owned(),
            };
            writeln!(out, "{}", json_line(&json!(object)))?;
            return Ok(());
        }
        if !live && !self.quiet {
            write!(out, "{}", game.draw())?;
        }
        let mut lines = end_lines(contest, &names, &outcome, &seats);
        lines.push(format!("Recording: {}", path.display()));
        write!(out, "{}", page(lines))?;
        Ok(())
    }

    /// How the game is shown.
    fn view(&self, live: bool, title: String, names: &Names) -> View {
        if self.watch {
            return View::Keys(LiveView::start(title, names.0.clone()));
        }
        if live { View::Screen(Screen::new(Duration::from_millis(self.pace))) } else { View::None }
    }

    /// The number of players: of the bots, or the usual one. In a contest for one player the usual number is that of two
    /// games beside each other, but a bot that is typed alone plays one.
    fn seats(&self, contest: &dyn Contest) -> usize {
        if contest.seat_range() == (1..=1) {
            return self.bots.len().max(1);
        }
        contest.about().seats.max(self.bots.len())
    }

    /// The bots as typed, each with the name that it is given. Without any, the workspace's own bot; a single one takes
    /// all seats.
    fn bots(
        &self,
        contest: &dyn Contest,
        seats: usize,
    ) -> Result<Vec<(Option<String>, Bot)>, Failure> {
        let own = [contest.about().bot.to_owned()];
        let typed = if self.bots.is_empty() { own.as_slice() } else { self.bots.as_slice() };
        if self.bots.is_empty() && own == [""] {
            let key = contest.key();
            return Err(usage(anyhow!(
                "{key} has no bot of its own: name the players, such as 'python3 my_bot.py', or bots of the contest file"
            )));
        }
        if typed.len() != 1 && typed.len() != seats {
            let (key, bots) = (contest.key(), typed.len());
            let wrong = match self.players {
                Some(players) => format!("--players {players} does not fit {bots} bots"),
                None => format!("{key} takes {}, not {bots}", contest.seats_in_words()),
            };
            return Err(usage(anyhow!("{wrong}; give {seats} bots, or one for all seats")));
        }
        (0..seats)
            .map(|seat| {
                let text = &typed[seat % typed.len()];
                demand_name(text).map_err(usage)?;
                let (name, bot) = name_and_bot(text);
                let given = (name != bot).then(|| name.to_owned());
                let client = format!("tcp:{}", self.port);
                let bot = if bot == "tcp" { &client } else { bot };
                Ok((given, Bot::parse(bot, contest).map_err(usage)?))
            })
            .collect()
    }
}

/// The names of the players with the letters of their seats.
struct Names(Vec<String>);

impl Names {
    fn of(&self, seat: Seat) -> String {
        format!("{} ({})", seat.letter(), self.0[seat.0])
    }

    fn all(&self) -> String {
        let all: Vec<String> = (0..self.0.len()).map(|seat| self.of(Seat(seat))).collect();
        all.join(" against ")
    }
}

/// Records and shows a game while it is played.
struct GameNotes {
    recorder: Recorder,
    view: View,
    seats: Vec<SeatNotes>,
    has_answers: bool,
}

impl GameNotes {
    /// The error that ends a game early. Says where the recording of what was played is, if there was an answer; an empty
    /// one is removed.
    fn cut_off(self, error: anyhow::Error) -> anyhow::Error {
        let path = self.recorder.path();
        if self.has_answers {
            tell!("the game until it failed: {}", path.display());
            return error;
        }
        if fs::remove_file(path).is_err() {
            tell!("an empty recording is left: {}", path.display());
        }
        error
    }
}

/// How a game is shown while it is played.
enum View {
    None,
    /// Each position replaces the previous one.
    Screen(Screen<io::Stdout>),
    /// The interactive viewer.
    Keys(LiveView),
}

impl View {
    fn exchange(&mut self, exchange: &Exchange) {
        match self {
            View::Keys(view) => view.exchange(exchange),
            _ => _ = exchange,
        }
    }

    fn moved(&mut self, game: &dyn Game) -> io::Result<()> {
        match self {
            View::None => Ok(()),
            View::Screen(screen) => screen.show(game),
            View::Keys(view) => {
                view.moved(game);
                Ok(())
            }
        }
    }

    /// In the interactive viewer, waits until the user quits.
    fn end(&mut self, verdict: &str) -> io::Result<()> {
        if let View::Keys(view) = std::mem::replace(self, View::None) {
            return view.end(verdict);
        }
        Ok(())
    }
}

/// Facts about one player, for the lines after the game.
#[derive(Clone, Default)]
struct SeatNotes {
    slowest_micros: u64,
    /// What it has said, for the case that it is thrown out.
    said: Said,
}

/// Advice after a timeout.
const FLUSH: &str = "  if it did answer: a program must flush its output after each answer, or the answer \
                     waits in a buffer";

impl Watcher for GameNotes {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> anyhow::Result<()> {
        self.view.exchange(exchange);
        let seat = &mut self.seats[exchange.seat.0];
        seat.slowest_micros = seat.slowest_micros.max(exchange.micros.unwrap_or(0));
        seat.said.exchange(exchange);
        self.recorder.exchange(exchange).context("cannot write the recording; the game is void")?;
        self.has_answers = true;
        Ok(())
    }

    fn moved(&mut self, game: &dyn Game) -> anyhow::Result<()> {
        Ok(self.view.moved(game)?)
    }
}

/// `B (@random) wins, 6 : 2 after 154 turns (sunk)`; in contests with teams followed by the points of
/// each team: `, rounds A+B 4072, C+A 6930`. Of two players the winner's points are the first, as on a page; of more,
/// points are by seat.
fn verdict(contest: &dyn Contest, names: &Names, outcome: &Outcome) -> String {
    let mut scores: Vec<String> = outcome.scores.iter().map(i64::to_string).collect();
    let winners: Vec<Seat> =
        (0..outcome.ranks.len()).filter(|seat| outcome.ranks[*seat] == 1).map(Seat).collect();
    if scores.len() == 2 && winners == [Seat(1)] {
        scores.swap(0, 1);
    }
    let who = match winners[..] {
        [seat] if outcome.scores.len() == 1 => format!("{} makes", names.of(seat)),
        [seat] => format!("{} wins,", names.of(seat)),
        _ => "Draw,".to_owned(),
    };
    if let [score] = outcome.scores[..] {
        let [one, more] = contest.about().points;
        scores = vec![format!("{score} {}", if score == 1 { one } else { more })];
    }
    let end = outcome.more.get("end").and_then(|end| end.as_str());
    let end = end.map_or(String::new(), |end| format!(" ({end})"));
    let rounds = contest.about().teams.iter().zip(&outcome.rounds);
    let team = |seats: &[Seat]| seats.iter().map(|seat| seat.letter()).join("+");
    let rounds = rounds.map(|(seats, points)| format!("{} {points}", team(seats))).join(", ");
    let rounds = if rounds.is_empty() { rounds } else { format!(", rounds {rounds}") };
    let turns = counted(outcome.turns as u64, "turn");
    format!("{who} {} after {turns}{end}{rounds}", scores.join(" : "))
}

/// The lines after a game: the verdict, the players that were thrown out, the longest times.
fn end_lines(
    contest: &dyn Contest,
    names: &Names,
    outcome: &Outcome,
    seats: &[SeatNotes],
) -> Vec<String> {
    let mut lines = vec![verdict(contest, names, outcome)];
    lines.extend(losses(contest, names, outcome, seats));
    let time = |(seat, notes): (usize, &SeatNotes)| {
        format!("{} {:.1} ms", names.of(Seat(seat)), notes.slowest_micros as f64 / 1000.0)
    };
    lines.push(format!("Slowest answers: {}", seats.iter().enumerate().map(time).join(", ")));
    lines
}

/// The reasons why players were thrown out, with the last lines of standard error of their programs.
fn losses(
    contest: &dyn Contest,
    names: &Names,
    outcome: &Outcome,
    seats: &[SeatNotes],
) -> Vec<String> {
    let mut lines = Vec::new();
    for out in &outcome.thrown_out {
        let seat = &seats[out.seat.0];
        let reason = seat.said.reason(&contest.about(), out);
        lines.push(format!("{} was thrown out, {}: {reason}", names.of(out.seat), out.fault));
        lines.extend(seat.said.stderr().iter().map(|line| format!("  stderr: {line}")));
        if out.fault == Fault::Timeout {
            lines.push(FLUSH.to_owned());
        }
    }
    lines
}
