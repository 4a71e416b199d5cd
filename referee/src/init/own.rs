//! A contest file for a referee of the user's own.

use std::fmt::Write;

use itertools::Itertools;

use super::draft::Draft;
use super::words::{BOTS_HELP, RUNS_HELP, comment, contest_key, quoted, seats};
use crate::contest_file::Engine;

/// What is known of a referee of the user's own.
#[derive(Clone, Debug)]
pub struct Own {
    /// What it speaks: any engine except CodinGame's.
    pub engine: Engine,
    /// The command that runs it; a template if it starts the bots itself. `None` for an example.
    pub command: Option<String>,
    /// The key of the contest, from any text.
    pub key: String,
    /// The least and the most players.
    pub seats: [usize; 2],
}

/// What a template contains.
const TEMPLATE: &str = "In the command, {seed} is replaced by the seed of the game, {players} by the commands of all bots, \
    {p1}, {p2} and so on by the command of one bot, {log} by the name of a file that the referee may write, and \
    {option:NAME} by the value of an option.";

/// A contest file for a referee of the user's own.
pub fn own(own: &Own) -> Draft {
    let (engine, example, what) = match own.engine {
        Engine::Json => (
            "json",
            "python3 play_game.py {seed} {players}",
            "It starts the bots itself and prints one JSON object with `ranks` and `errors`, as play scripts of psyleague \
             and cgarena do.",
        ),
        Engine::Command => (
            "command",
            if own.seats == [2, 2] {
                "java -jar referee.jar -p1 {p1} -p2 {p2} -d seed={seed} -l {log}"
            } else {
                "java -jar referee.jar {players:-p%} -d seed={seed} -l {log}"
            },
            "It starts the bots itself and prints their scores.",
        ),
        Engine::Lines | Engine::Codingame => (
            "lines",
            "python3 referee.py",
            "It reads and writes lines such as `###Input 0` over its standard streams; Botyard starts the bots.",
        ),
    };
    let key = contest_key(&own.key);
    let command = own.command.as_deref().unwrap_or(example);
    let is_example =
        if own.command.is_none() { ", an example: write your command there" } else { "" };
    let mut text =
        comment(&format!("A contest with a referee of its own, which speaks `{engine}`. {what}"));
    text += &comment("All paths begin at the folder of this file.");
    let _ = writeln!(
        text,
        r#"
[contest]
key = {}          # the word on the command line, in logs and recordings
title = {}
seats = {}             # the number of players; seats = [2, 4] for a range
# thinkers = "all"    # if all players think at the same time
# scores = "low"      # if fewer points are better; "ranks" if the ranks of the referee count
# negative = "points" # if a score below zero does not mean a disqualification
# teams = [[0, 1]]    # by round: the seats whose points are added

[referee]
engine = {}"#,
        quoted(&key),
        quoted(&own.key),
        seats(own.seats),
        quoted(engine),
    );
    if own.engine != Engine::Lines {
        text += &comment(TEMPLATE);
    }
    let _ = writeln!(
        text,
        r#"command = {}
# folder = "referee"  # the folder in which it runs [default: that of this file]
# env = {{ NAME = "value" }}
# memory-mb = 2048    # its most memory
# answer-s = 30       # how long it may be silent, in seconds

# [limits]
# first-ms = 1000     # the time of a bot's first answer, where the referee names none
# turn-ms = 50        # the time of each later answer
# memory-mb = 768     # the most memory of a bot
# game-s = 600        # the longest game

# Options of the games; `--option size=9` overrides one.
#
# [options]
# size = {{ default = 7, range = [5, 15], help = "width of the board" }}
# fog = false"#,
        quoted(command),
    );
    text += BOTS_HELP;
    text += RUNS_HELP;
    let [least, _] = own.seats;
    let players = ('a'..='z').take(least).map(|name| format!("\"python3 {name}.py\"")).join(" ");
    Draft {
        text,
        about: format!("{key}, refereed by `{command}`{is_example}"),
        next: vec![
            (format!("referee play {players}"), "plays a game"),
            (
                "referee duel \"python3 a.py\" \"python3 b.py\"".to_owned(),
                "finds the better of two bots",
            ),
        ],
    }
}
