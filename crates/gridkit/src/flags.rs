//! The command line that every bot has: [`Flags`].
//!
//! A bundle for a contest site cannot hold a parser crate, so these few flags are read by hand.

use crate::clock::Deadline;
use crate::params::Tunable;
use std::io::Write;
use std::time::{Duration, Instant};

/// What a bot says about itself.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The program's name.
    pub name: &'static str,
    /// Its version, `env!("CARGO_PKG_VERSION")`.
    pub version: &'static str,
    /// One line: what it does when it is started without a flag.
    pub does: &'static str,
    /// The words it takes besides the flags, all of them or none, such as `["HOST", "PORT"]`.
    pub words: &'static [&'static str],
    /// The ways of playing that `--style` chooses from, the usual one first; empty if there is one.
    pub styles: &'static [&'static str],
}

impl About {
    /// A bot that takes no words and has one way of playing.
    pub const fn new(name: &'static str, version: &'static str, does: &'static str) -> Self {
        Self { name, version, does, words: &[], styles: &[] }
    }
}

/// What the command line of a bot asks for.
///
/// ```no_run
/// use gridkit::{About, Flags};
///
/// const ABOUT: About =
///     About::new("minnow", "0.1.0", "Plays on stdin and stdout, by the site's clock.");
///
/// // Ends the program here on --help, --params, --version and on a mistake (exit code 2).
/// let flags: Flags<()> = Flags::read(&ABOUT);
/// if flags.bench {
///     // play the fixed positions, print the signature
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flags<P> {
    /// `--nodes N`: a budget for each turn in place of the clock.
    pub nodes: Option<u64>,
    /// `--time MS`: the time for a turn in place of the bot's own choice.
    pub time: Option<Duration>,
    /// `--style NAME`: an index into [`About::styles`]; 0 if it is not given.
    pub style: usize,
    /// `--seed S`: what fixes the bot's randomness; 0 if it is not given.
    pub seed: u64,
    /// `--verbose`: say on stderr what the bot thinks, one line a turn and [`Sketch`](crate::Sketch)es.
    pub verbose: bool,
    /// `bench`: play the fixed positions instead of a game.
    pub bench: bool,
    /// The tunable numbers, each as `--set name=value` or its default.
    pub params: P,
    /// The other words, as many as [`About::words`] or none.
    pub words: Vec<String>,
}

/// What the program does after its command line is read.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<P> {
    /// Play, or run the bench.
    Run(Flags<P>),
    /// Print this text on stdout and end.
    Print(String),
}

impl<P> Flags<P> {
    /// The end of a search: after `--nodes` nodes if that was given, else `time` after `begin`.
    pub fn deadline(&self, begin: Instant, time: Duration) -> Deadline {
        match self.nodes {
            Some(nodes) => Deadline::after_nodes(nodes),
            None => Deadline::since(begin, time),
        }
    }
}

impl<P: Tunable> Flags<P> {
    /// The flags of this process; ends the process if there is nothing to play.
    ///
    /// `--help`, `--version` and `--params` print and exit with 0. A mistake gives one line on
    /// stderr and exit code 2.
    pub fn read(about: &About) -> Self {
        let args = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
        match Self::parse(about, args) {
            Ok(Command::Run(flags)) => flags,
            Ok(Command::Print(text)) => {
                // A closed output is not an error of the bot.
                let _ = std::io::stdout().write_all(text.as_bytes());
                std::process::exit(0);
            }
            Err(mistake) => {
                let name = about.name;
                let _ = writeln!(std::io::stderr(), "{name}: {mistake} (see {name} --help)");
                std::process::exit(2);
            }
        }
    }

    /// Reads the words of a command line, the program's name left out.
    ///
    /// # Errors
    ///
    /// A sentence about the first word that cannot be used.
    ///
    /// ```
    /// use gridkit::flags::{About, Command, Flags};
    ///
    /// let about = About { name: "minnow", version: "0.1.0", does: "Plays.", words: &[], styles: &[] };
    /// let line = "--nodes 500 --verbose".split(' ').map(String::from);
    /// match Flags::<()>::parse(&about, line) {
    ///     Ok(Command::Run(flags)) => assert_eq!(flags.nodes, Some(500)),
    ///     other => panic!("{other:?}"),
    /// }
    /// let line = "--nodes many".split(' ').map(String::from);
    /// assert_eq!(
    ///     Flags::<()>::parse(&about, line).unwrap_err(),
    ///     "--nodes takes a whole number from 0, not `many`"
    /// );
    /// ```
    pub fn parse(
        about: &About,
        args: impl IntoIterator<Item = String>,
    ) -> Result<Command<P>, String> {
        let mut flags = Flags::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--nodes" => flags.nodes = Some(number(&arg, args.next())?),
                "--time" => flags.time = Some(Duration::from_millis(number(&arg, args.next())?)),
                "--style" => flags.style = style(about, args.next())?,
                "--seed" => flags.seed = number(&arg, args.next())?,
                "--set" => set(&mut flags.params, args.next())?,
                "--verbose" => flags.verbose = true,
                "bench" => flags.bench = true,
                "--params" => return Ok(Command::Print(P::table_as_json_lines())),
                "--help" | "-h" => return Ok(Command::Print(help(about))),
                "--version" => {
                    return Ok(Command::Print(format!("{} {}\n", about.name, about.version)))
                }
                _ if arg.starts_with('-') => return Err(format!("unknown flag `{arg}`")),
                _ => flags.words.push(arg),
            }
        }
        match flags.words.len() {
            0 => Ok(Command::Run(flags)),
            given if given == about.words.len() && !flags.bench => Ok(Command::Run(flags)),
            _ if about.words.is_empty() || flags.bench => {
                Err(format!("`{}` is neither a flag nor a command", flags.words[0]))
            }
            given => {
                let wanted = about.words.join(" ");
                Err(format!("wants {wanted} or none of them, got {given} word(s)"))
            }
        }
    }
}

fn number(flag: &str, value: Option<String>) -> Result<u64, String> {
    let value = value.ok_or_else(|| format!("{flag} needs a number after it"))?;
    value.parse().map_err(|_| format!("{flag} takes a whole number from 0, not `{value}`"))
}

fn style(about: &About, name: Option<String>) -> Result<usize, String> {
    if about.styles.is_empty() {
        return Err("--style: this bot has only one".to_owned());
    }
    let name = name.unwrap_or_default();
    let found = about.styles.iter().position(|style| *style == name);
    found.ok_or_else(|| format!("--style takes {}, not `{name}`", about.styles.join(" or ")))
}

fn set(params: &mut impl Tunable, pair: Option<String>) -> Result<(), String> {
    let pair = pair.ok_or("--set needs name=value after it")?;
    match pair.split_once('=') {
        Some((name, value)) => params.set(name, value),
        None => Err(format!("--set takes name=value, not `{pair}`")),
    }
}

fn help(about: &About) -> String {
    let About { name, version, does, words, styles } = about;
    let styles = if styles.is_empty() {
        String::new()
    } else {
        format!("\n  --style NAME      plays as {} (default {})", styles.join(" or "), styles[0])
    };
    let words = if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) };
    format!(
        "{name} {version}
{does}

Usage: {name} [FLAGS]{words}
       {name} bench [FLAGS]

  bench             plays fixed positions; prints a signature and nodes a second
  --nodes N         N nodes a turn in place of the clock: the same answers everywhere
  --time MS         thinks MS milliseconds a turn instead of its own choice{styles}
  --seed S          fixes the randomness (default 0)
  --set NAME=VALUE  sets a tunable number; may be repeated
  --params          prints the tunable numbers as JSON lines and ends
  --verbose         says on stderr what the bot thinks, one line a turn; lines that
                    begin with @ are drawn by a viewer
  --version, --help
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::params! {
        /// For the tests.
        struct Params {
            /// Turns looked ahead.
            depth: i32 = 4, 1..=12;
        }
    }

    const LOCAL: About =
        About { name: "carp", version: "1.2.3", does: "Swims.", words: &[], styles: &[] };
    const REMOTE: About = About { words: &["HOST", "PORT"], styles: &["calm", "wild"], ..LOCAL };

    fn parse(about: &About, line: &str) -> Result<Command<Params>, String> {
        Flags::parse(about, line.split_whitespace().map(String::from))
    }

    fn run(about: &About, line: &str) -> Flags<Params> {
        match parse(about, line) {
            Ok(Command::Run(flags)) => flags,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn print(line: &str) -> String {
        match parse(&LOCAL, line) {
            Ok(Command::Print(text)) => text,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn no_flag_plays_for_real() {
        let flags = run(&LOCAL, "");
        assert_eq!((flags.nodes, flags.seed), (None, 0));
        assert!(!flags.verbose && !flags.bench && flags.words.is_empty());
        assert_eq!(flags.params, Params::default());
    }

    #[test]
    fn every_flag_is_read() {
        let flags = run(&LOCAL, "bench --nodes 70 --seed 9 --set depth=2 --set depth=3 --verbose");
        assert_eq!((flags.nodes, flags.seed), (Some(70), 9));
        assert!(flags.verbose && flags.bench);
        assert_eq!(flags.params.depth, 3);
    }

    #[test]
    fn a_time_and_a_style_are_read() {
        let flags = run(&REMOTE, "--time 250 --style wild");
        assert_eq!((flags.time, flags.style), (Some(Duration::from_millis(250)), 1));
        assert_eq!((run(&REMOTE, "").time, run(&REMOTE, "").style), (None, 0));
        let error = parse(&REMOTE, "--style tame").unwrap_err();
        assert_eq!(error, "--style takes calm or wild, not `tame`");
        assert_eq!(parse(&LOCAL, "--style wild").unwrap_err(), "--style: this bot has only one");
        assert!(help(&REMOTE).contains("plays as calm or wild (default calm)"));
        assert!(!help(&LOCAL).contains("--style"));
    }

    #[test]
    fn words_are_all_or_none() {
        assert_eq!(run(&REMOTE, "localhost 17676 --seed 1").words, ["localhost", "17676"]);
        assert!(run(&REMOTE, "--seed 1").words.is_empty());
        let error = parse(&REMOTE, "localhost").unwrap_err();
        assert_eq!(error, "wants HOST PORT or none of them, got 1 word(s)");
        let error = parse(&REMOTE, "bench localhost 17676").unwrap_err();
        assert_eq!(error, "`localhost` is neither a flag nor a command");
    }

    #[test]
    fn a_mistake_is_one_sentence() {
        let mistakes = [
            ("--nods 5", "unknown flag `--nods`"),
            ("-v", "unknown flag `-v`"),
            ("--nodes", "--nodes needs a number after it"),
            ("--seed -1", "--seed takes a whole number from 0, not `-1`"),
            ("--set", "--set needs name=value after it"),
            ("--set depth", "--set takes name=value, not `depth`"),
            ("--set depth=99", "`depth` takes a whole number from 1 to 12, not `99`"),
            ("--set width=9", "`width` is not one of this bot's tunable numbers: [depth]"),
            ("bensch", "`bensch` is neither a flag nor a command"),
        ];
        for (line, sentence) in mistakes {
            assert_eq!(parse(&LOCAL, line).unwrap_err(), sentence);
        }
    }

    #[test]
    fn what_is_asked_for_is_printed() {
        assert_eq!(print("--version"), "carp 1.2.3\n");
        assert_eq!(
            print("--params"),
            "{\"name\":\"depth\",\"whole\":true,\"default\":4,\"low\":1,\"high\":12}\n"
        );
        assert!(print("--help").starts_with("carp 1.2.3\nSwims.\n\nUsage: carp [FLAGS]\n"));
    }
}
