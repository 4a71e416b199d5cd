//! The program: what is sent and answered in each turn, and how long the bot thinks.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use gridkit::bot::{Failure, Input, Message, Timing};
use gridkit::{About, Bot, Deadline, Flags, Report, Sketch};

use crate::bench;
use crate::knowledge::Knowledge;
use crate::params::Params;
use crate::player::Player;
use crate::protocol::{Command, Reader, Start, Turn};

/// A game that is being played.
pub struct KaBotte {
    reader: Reader<Input>,
    /// Until the first turn is there: its clock decides how long the map may take.
    start: Option<Start>,
    player: Option<Player>,
    /// The referee's time for an answer.
    limit: Duration,
    params: Params,
    /// Where to keep what is learnt of a night map, if that is wanted.
    knowledge: Option<Knowledge>,
}

impl Bot for KaBotte {
    type Params = Params;
    type Turn = Turn;

    const ABOUT: About = About {
        words: &["KNOWLEDGE"],
        ..About::new(
            "kabotte",
            env!("CARGO_PKG_VERSION"),
            "Drives in races of Karopapier over stdin and stdout, on the referee's clock.\n\
             KNOWLEDGE is a file or a folder in which it keeps what it learns of night maps\n\
             for the next race. The map itself is solved by `cargo kanalysator solve`.",
        )
    };

    const TIMING: Timing = Timing {
        least: Duration::from_millis(500),
        look_every: 1_000,
        ..Timing::of_each_turn(
            Duration::from_secs(10),
            Duration::from_secs(4),
            Duration::from_secs(8),
        )
    };

    fn bench(flags: &Flags<Params>) -> Report {
        bench::run(flags)
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        if let Some(path) = flags.words.first() {
            demand_folder(path)?;
        }
        let mut reader = Reader::new(input);
        let start = reader.start()?;
        Ok(start.map(|mut start| {
            let limit = start.time;
            let path = flags.words.first().filter(|_| start.night);
            let knowledge = path.and_then(|path| {
                let opened = Knowledge::open(Path::new(path), &start.code, &mut start.track);
                opened.map_err(|trouble| say(&trouble)).ok()
            });
            let params = flags.params.clone();
            KaBotte { reader, start: Some(start), player: None, limit, params, knowledge }
        }))
    }

    fn listen(&mut self) -> Result<Option<Message<Turn>>, Failure> {
        let turn = self.reader.turn()?;
        Ok(turn.map(|turn| Message { turn, arrived: self.reader.arrived() }))
    }

    fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Result<String, Failure> {
        self.respect_limit(deadline);
        if let Some(start) = self.start.take() {
            self.player = Some(Player::new(start, self.params.clone(), deadline));
        }
        let player = self.player.as_mut().ok_or("there was no game yet")?;
        let command = player.answer(turn, deadline);
        if command == Command::Leave {
            say(&player.remark());
        }
        Ok(command.to_string())
    }

    fn after_answer(&mut self, _: Deadline) {
        if let (Some(knowledge), Some(player)) = (&mut self.knowledge, &self.player) {
            if let Err(trouble) = knowledge.keep(player.track()) {
                say(&trouble);
                self.knowledge = None;
            }
        }
    }

    fn remark(&self, _: &Turn) -> String {
        self.player.as_ref().map_or_else(String::new, |player| player.remark().to_owned())
    }

    fn sketch(&self, turn: &Turn, sketch: &mut Sketch) {
        if let Some(player) = &self.player {
            player.sketch(turn, sketch);
        }
    }
}

impl KaBotte {
    /// Shortens the time to think if the referee allows less than usual.
    fn respect_limit(&self, deadline: &mut Deadline) {
        if let Some(time) = deadline.time() {
            let share = self.limit.as_secs_f64() * 0.4 / time.as_secs_f64().max(1e-3);
            if share < 1.0 {
                *deadline = deadline.part(share);
            }
        }
    }
}

/// Says something on standard error. Nobody may be there to read it.
fn say(words: &dyn Display) {
    let _ = writeln!(io::stderr(), "kabotte: {words}");
}

/// Refuses a folder of knowledge that does not exist: nothing could be saved in it.
///
/// # Errors
/// If the path ends with a slash and is not a folder, or if its own folder does not exist.
fn demand_folder(path: &str) -> Result<(), Failure> {
    let place = Path::new(path);
    let folder = if path.ends_with('/') { Some(place) } else { place.parent() };
    match folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(folder) => Err(format!(
            "there is no folder `{0}`, so nothing that it learns could be saved; make it with `mkdir -p {0}`",
            folder.display()
        )
        .into()),
        None => Ok(()),
    }
}
