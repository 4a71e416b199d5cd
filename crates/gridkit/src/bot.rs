//! The program of a bot: [`Bot`] and [`run`].
//!
//! All bots have the same `main`: flags, `bench`, the loop of a game, one line on stderr and exit
//! code 1 after an error. A bot defines what differs in an `impl` of [`Bot`], and its `main.rs` is
//!
//! ```text
//! fn main() {
//!     gridkit::bot::run::<minnow::bot::Minnow>();
//! }
//! ```

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::bench::{Bench, Report};
use crate::clock::Deadline;
use crate::flags::{About, Flags};
use crate::pace::Pace;
use crate::params::Tunable;
use crate::sketch::Sketch;

/// Where a server's lines come from. A separate thread may read it.
pub type Input = Box<dyn BufRead + Send>;

/// Where the answers go.
pub type Output = Box<dyn Write>;

/// Why a game cannot go on, in one sentence.
pub type Failure = Box<dyn Error>;

/// The input of one turn.
#[derive(Clone, Debug)]
pub struct Message<T> {
    /// What was read.
    pub turn: T,
    /// When its first line arrived; the clock runs from then on.
    pub arrived: Instant,
}

/// How long a bot may think, and how long it does.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// What the site allows for the first answer to a turn, from the first line of its input on.
    pub first_limit: Duration,
    /// What the site allows for each later one.
    pub limit: Duration,
    /// How long the bot thinks about its first turn.
    pub first: Duration,
    /// How long it thinks about a later turn on a quiet machine.
    pub most: Duration,
    /// How long it thinks on a machine that keeps stopping it. Equal to `most` if it ignores such
    /// stops.
    pub least: Duration,
    /// Thinking and four stalls must fit into this: see [`Pace::new`].
    pub room: Duration,
    /// Nodes between two looks at the clock: see [`Deadline::looking_every`].
    pub look_every: u64,
}

impl Timing {
    /// The same time for every turn, on a busy machine and on a quiet one.
    pub const fn of_each_turn(limit: Duration, most: Duration, room: Duration) -> Self {
        Self { first_limit: limit, limit, first: most, most, least: most, room, look_every: 1 }
    }

    /// For a site that allows `first_limit` milliseconds for the first answer and `limit` for each later one: the bot
    /// thinks half as long, and a quarter on a machine that keeps stopping it.
    pub const fn half_of(first_limit: u64, limit: u64) -> Self {
        Self {
            first_limit: Duration::from_millis(first_limit),
            limit: Duration::from_millis(limit),
            first: Duration::from_millis(first_limit / 2),
            most: Duration::from_millis(limit / 2),
            least: Duration::from_millis(limit / 4),
            room: Duration::from_millis(limit * 4 / 5),
            look_every: 64,
        }
    }

    /// Whether half of the site's time is left for a busy machine. A test of each bot asserts this.
    pub fn leaves_half(&self) -> bool {
        2 * self.first <= self.first_limit
            && 2 * self.most <= self.limit
            && self.least <= self.most
            && self.room < self.limit
    }
}

/// A bot that plays one game, turn by turn.
///
/// [`run`] calls [`connect`](Self::connect), [`start`](Self::start), [`opening`](Self::opening)
/// and then, until the game is over, [`listen`](Self::listen), [`answer`](Self::answer),
/// [`remark`](Self::remark), [`after_answer`](Self::after_answer) and [`stall`](Self::stall).
///
/// ```
/// use gridkit::bot::{bench_on, play, Bot, Failure, Input, Message, Timing};
/// use gridkit::{About, Deadline, Flags, Lines, Report};
///
/// /// Answers each line with its length.
/// struct Minnow {
///     lines: Lines<Input>,
///     read: usize,
/// }
///
/// impl Bot for Minnow {
///     type Params = ();
///     type Turn = String;
///
///     const ABOUT: About = About::new("minnow", "0.1.0", "Counts.");
///     const TIMING: Timing = Timing::half_of(1_000, 50);
///
///     fn bench(flags: &Flags<()>) -> Report {
///         bench_on::<Self>(flags, 1_000, &["one\nthree\n"])
///     }
///
///     fn start(input: Input, _: &Flags<()>) -> Result<Option<Self>, Failure> {
///         Ok(Some(Minnow { lines: Lines::new(input, 100), read: 0 }))
///     }
///
///     fn listen(&mut self) -> Result<Option<Message<String>>, Failure> {
///         let line = self.lines.first("a line")?;
///         Ok(line.map(|turn| Message { turn, arrived: self.lines.arrived() }))
///     }
///
///     fn answer(&mut self, line: &String, _: &mut Deadline) -> Result<String, Failure> {
///         self.read += 1;
///         Ok(line.len().to_string())
///     }
///
///     fn remark(&self, _: &String) -> String {
///         format!("{} lines so far", self.read)
///     }
/// }
///
/// assert!(Minnow::TIMING.leaves_half());
/// let (mut answers, mut remarks) = (Vec::new(), Vec::new());
/// let input = Box::new(&b"one\nthree\n"[..]);
/// play::<Minnow>(&Flags::default(), input, &mut answers, &mut remarks)?;
/// assert_eq!(answers, b"3\n5\n");
/// # Ok::<(), Failure>(())
/// ```
pub trait Bot: Sized {
    /// The tunable numbers; `()` if the bot has no such numbers.
    type Params: Tunable;

    /// What the bot reads for a turn.
    type Turn;

    /// What `--help` says about the program.
    const ABOUT: About;

    /// How long the bot thinks.
    const TIMING: Timing;

    /// Plays the fixed games of `bench`, see [`Bench`].
    fn bench(flags: &Flags<Self::Params>) -> Report;

    /// Opens the connection to the server: stdin and stdout, unless the bot uses another one.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    fn connect(_flags: &Flags<Self::Params>) -> Result<(Input, Output), Failure> {
        Ok((Box::new(BufReader::new(io::stdin())), Box::new(io::stdout())))
    }

    /// Reads what is sent once, at the start of a game; `None` if there is no game at all.
    ///
    /// # Errors
    ///
    /// If the input is not what the protocol says.
    fn start(input: Input, flags: &Flags<Self::Params>) -> Result<Option<Self>, Failure>;

    /// The lines that the server expects before the first turn, if any.
    fn opening(&self) -> Option<String> {
        None
    }

    /// Reads the input of a turn; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the input is not what the protocol says.
    fn listen(&mut self) -> Result<Option<Message<Self::Turn>>, Failure>;

    /// Thinks until the deadline at most and gives the lines to send, without the last newline.
    ///
    /// # Errors
    ///
    /// If the input is impossible.
    fn answer(&mut self, turn: &Self::Turn, deadline: &mut Deadline) -> Result<String, Failure>;

    /// What `--verbose` shows about the last answer; the time that it took follows on the same line.
    fn remark(&self, turn: &Self::Turn) -> String;

    /// What `--verbose` shows of the last answer to a viewer of the recording.
    fn sketch(&self, _turn: &Self::Turn, _sketch: &mut Sketch) {}

    /// Does work that can wait until the answer is sent. To think while the opponent does, it gets
    /// a deadline like that of a turn that begins now.
    fn after_answer(&mut self, _deadline: Deadline) {}

    /// The longest time in this turn in which the program did not run, as far as it could see.
    fn stall(&self) -> Duration {
        Duration::ZERO
    }
}

/// The whole program of a bot: what its `main` calls.
///
/// It ends the process with exit code 2 after a mistake in the command line and with 1 if the game
/// cannot go on; one line on stderr says why.
pub fn run<B: Bot>() {
    let flags = Flags::read(&B::ABOUT);
    let result = if flags.bench {
        writeln!(io::stdout(), "{}", B::bench(&flags)).map_err(Failure::from)
    } else {
        B::connect(&flags).and_then(|(input, mut output)| {
            play::<B>(&flags, input, &mut output, &mut io::stderr())
        })
    };
    if let Err(error) = result {
        // If nobody reads stderr there is nobody to tell.
        let _ = writeln!(io::stderr(), "{}: {error}", B::ABOUT.name);
        std::process::exit(1);
    }
}

/// A bench in which the bot reads recorded inputs, one for each game, and thinks for `nodes` nodes about each turn;
/// `--nodes` replaces that budget.
///
/// # Panics
///
/// If the bot refuses an input.
pub fn bench_on<B: Bot>(flags: &Flags<B::Params>, nodes: u64, games: &[&'static str]) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(nodes));
    for game in games {
        if let Err(error) = answer_all::<B>(flags, game, &mut bench) {
            panic!("{}: the input of a bench is refused: {error}", B::ABOUT.name);
        }
    }
    bench.report()
}

fn answer_all<B: Bot>(
    flags: &Flags<B::Params>,
    game: &'static str,
    bench: &mut Bench,
) -> Result<(), Failure> {
    let mut bot = match B::start(Box::new(game.as_bytes()), flags)? {
        Some(bot) => bot,
        None => return Ok(()),
    };
    while let Some(Message { turn, .. }) = bot.listen()? {
        let answer = bench.turn(|deadline| (bot.answer(&turn, deadline), deadline.nodes()))?;
        bench.sign(answer.as_bytes());
        bench.sign(b"\n");
    }
    Ok(())
}

/// Plays one game: answers go to `output`, remarks to `log`.
///
/// # Errors
///
/// Those of the bot, and of writing to `output`.
pub fn play<B: Bot>(
    flags: &Flags<B::Params>,
    input: Input,
    output: &mut dyn Write,
    log: &mut dyn Write,
) -> Result<(), Failure> {
    let mut bot = match B::start(input, flags)? {
        Some(bot) => bot,
        None => return Ok(()),
    };
    let Timing { first, most, least, room, look_every, .. } = B::TIMING;
    let mut pace = Pace::new(most, least, room);
    let mut answered = None;
    if let Some(opening) = bot.opening() {
        send(output, &opening)?;
    }
    while let Some(Message { turn, arrived }) = bot.listen()? {
        let (begin, limit) = match answered {
            // A bot that is sent many turns at once has the time of each from its last answer on.
            Some(answered) => (arrived.max(answered), pace.time()),
            None => (arrived, first),
        };
        let limit = flags.time.unwrap_or(limit);
        let mut deadline = flags.deadline(begin, limit).looking_every(look_every);
        let answer = bot.answer(&turn, &mut deadline)?;
        if flags.verbose {
            // Before the answer: in a recording, later lines belong to the next turn.
            let micros = deadline.elapsed().as_micros();
            let mut sketch = Sketch::default();
            bot.sketch(&turn, &mut sketch);
            let text = format!("{}, {micros} us\n{}", bot.remark(&turn), sketch.lines());
            // The game goes on even if nobody reads the log.
            let _ = log.write_all(text.as_bytes());
        }
        send(output, &answer)?;
        let now = Instant::now();
        answered = Some(now);
        let late = deadline.elapsed().saturating_sub(limit);
        let limit = flags.time.unwrap_or_else(|| pace.time());
        bot.after_answer(flags.deadline(now, limit).looking_every(look_every));
        pace.stalled(bot.stall().max(late));
    }
    Ok(())
}

fn send(output: &mut dyn Write, lines: &str) -> io::Result<()> {
    writeln!(output, "{lines}")?;
    output.flush()
}

#[cfg(test)]
mod tests;
