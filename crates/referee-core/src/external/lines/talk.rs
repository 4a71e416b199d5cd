//! The talk with the referee program of one game: it begins, is read line by line, and ends.

use super::super::host::Host;
use super::program::LinesProgram;
use super::said::{Said, Version, quoted};
use crate::plain_words::chain;

/// The talk with a referee program.
pub(super) struct Talk {
    /// Number of players.
    seats: usize,
    host: Option<Host>,
    /// The version that the program speaks.
    pub(super) version: Version,
    /// Whether the process can serve a further game.
    can_be_reused: bool,
    /// A line that was read and not yet understood.
    unread: Option<String>,
}

/// What the program wrote.
pub(super) enum Heard {
    /// A line of the protocol.
    Said(Said),
    /// Any other line.
    Line(String),
}

impl Talk {
    /// A talk that has not begun.
    pub(super) fn new(seats: usize) -> Self {
        let (host, unread, version) = (None, None, Version::One);
        Self { seats, host, version, can_be_reused: false, unread }
    }

    /// Whether the program runs.
    pub(super) fn has_begun(&self) -> bool {
        self.host.is_some()
    }

    /// Starts the program, or takes one that has served a game, and reads its first line. Returns what it is sent next.
    ///
    /// # Errors
    /// A sentence that says how the program failed.
    pub(super) fn begin(
        &mut self,
        program: &LinesProgram,
        seed: i64,
        mut options: Vec<String>,
    ) -> Result<Vec<String>, String> {
        let seed = program.takes_seeds.then(|| format!("###Seed {seed}"));
        let lines: Vec<String> =
            seed.into_iter().chain([format!("###Start {}", self.seats)]).collect();
        let first = if let Some(first) = self.first_of_a_further_game(program, &lines) {
            first
        } else {
            let started = program.start().map_err(|error| chain(&error))?;
            let host = self.host.insert(started);
            host.begin_game(program.limits.game());
            host.may_forget("; it has written no line, or has not flushed its standard output");
            host.ask(lines)?
        };
        if first.starts_with("###Protocol") {
            let said = Said::read(&first, Version::Two, self.seats);
            match said.map_err(|what| self.complaint(&what))? {
                Said::Protocol { reuse } => self.can_be_reused = reuse,
                _ => return Err(self.complaint("did not announce a version")),
            }
            self.version = Version::Two;
            options.push("###Go".to_owned());
            return Ok(options);
        }
        if !options.is_empty() {
            return Err(self.complaint(
                "speaks the older version of the line protocol, which has no options: remove [options] from the \
                 contest file, or let the program begin with ###Protocol 2",
            ));
        }
        self.unread = Some(first);
        Ok(Vec::new())
    }

    /// The first line of a process that has served a game, if there is one and it can serve another. One that cannot is
    /// replaced by a new one.
    fn first_of_a_further_game(
        &mut self,
        program: &LinesProgram,
        lines: &[String],
    ) -> Option<String> {
        let mut host = program.idle()?;
        host.begin_game(program.limits.game());
        let why = match host.ask(lines.to_vec()) {
            Ok(first) if first.starts_with("###Protocol") => {
                self.host = Some(host);
                return Some(first);
            }
            Ok(other) => {
                host.complaint(&format!("wrote {:?} in place of ###Protocol 2", quoted(&other)))
            }
            Err(why) => why,
        };
        program.could_not_serve_again(&why);
        None
    }

    /// The program was asked: what it writes is counted anew.
    pub(super) fn count_anew(&mut self) {
        if let Some(host) = &mut self.host {
            host.count_anew();
        }
    }

    /// Words for the author, after `; `, if the program is silent from now on.
    pub(super) fn may_forget(&mut self, forgotten: &'static str) {
        if let Some(host) = &mut self.host {
            host.may_forget(forgotten);
        }
    }

    /// Sends lines and reads the next line.
    ///
    /// # Errors
    /// A sentence that says how the program failed, or that it wrote a line that is not one of the protocol.
    pub(super) fn next(&mut self, to_send: Vec<String>) -> Result<Heard, String> {
        let line = match (self.unread.take(), &mut self.host) {
            (Some(line), _) => line,
            (None, Some(host)) => host.ask(to_send)?,
            (None, None) => return Err("the referee program has ended".to_owned()),
        };
        if !line.starts_with("###") {
            return Ok(Heard::Line(line));
        }
        let said = Said::read(&line, self.version, self.seats);
        said.map(Heard::Said).map_err(|what| self.complaint(&what))
    }

    /// `the referee program WHAT; its last words: …`
    pub(super) fn complaint(&mut self, what: &str) -> String {
        match &mut self.host {
            Some(host) => host.complaint(what),
            None => format!("the referee program {what}"),
        }
    }

    /// Errors of players that a program of the older version wrote to standard error until its end, as old Java
    /// referees do.
    pub(super) fn errors(&mut self) -> Vec<(usize, String)> {
        let Some(host) = &mut self.host else { return Vec::new() };
        host.listen_to_the_end();
        let marked = host.take_marked();
        let read = marked.iter().map(|line| Said::read(line, Version::One, self.seats));
        read.filter_map(|said| match said {
            Ok(Said::Error(seat, cause)) => Some((seat, cause)),
            _ => None,
        })
        .collect()
    }

    /// The game is over: the process waits for a further game, or is ended.
    pub(super) fn end(&mut self, program: &LinesProgram) {
        if let Some(host) = self.host.take().filter(|_| self.can_be_reused) {
            program.keep(host);
        }
    }
}
