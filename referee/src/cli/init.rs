//! `referee init`: writes a contest file.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use super::output_file::create_whole;
use super::{Failure, usage};
use crate::contest::Contest;
use crate::contest_file::{ContestFile, ContestFileError, Engine, NAME};
use crate::external;
use crate::games::{all, contest};
use crate::init::{Draft, Own, Project, build, built_in, converted, is_built, official, own};
use crate::plain_words::{has_no_room, unwritable};
use crate::system::words;
use crate::tell;
use crate::terminal::{harmless, output};

/// Write a commented contest file, botyard.toml, into this folder
///
/// From then on the commands find the contest, its referee and its named bots there, in this folder and below. Without
/// an option, it asks which contest it is.
#[derive(Args)]
pub(super) struct InitArgs {
    /// A built-in game, with named bots; `referee games` lists them
    #[arg(long, value_name = "KEY", group = "kind")]
    game: Option<String>,
    /// The folder of an official CodinGame project, which is built by Maven if needed
    #[arg(long, value_name = "DIR", group = "kind")]
    codingame: Option<PathBuf>,
    /// A configuration of psyleague or cgarena to convert: `psyleague.cfg` or `cgarena_config.toml`
    #[arg(long, value_name = "FILE", group = "kind")]
    from: Option<PathBuf>,
    /// The protocol of your own referee
    #[arg(long, value_enum, group = "kind")]
    engine: Option<OwnEngine>,
    /// With --engine: the command that runs the referee
    #[arg(long, value_name = "CMD", requires = "engine", conflicts_with_all = OTHER_KINDS)]
    command: Option<String>,
    /// With --engine: the key of the contest [default: the name of this folder]
    #[arg(long, value_name = "KEY", requires = "engine", conflicts_with_all = OTHER_KINDS)]
    key: Option<String>,
    /// With --engine: the number of players, or a range
    #[arg(long, value_name = "N|A..=B", requires = "engine", conflicts_with_all = OTHER_KINDS, value_parser = parse_seats,
        default_value = "2")]
    seats: [usize; 2],
    /// The file to write
    #[arg(long, short, value_name = "FILE", default_value = NAME)]
    output: PathBuf,
}

/// The kinds that take no option of `--engine`. `requires` alone lets them pass: clap does not demand an option that
/// conflicts with one that was given.
const OTHER_KINDS: [&str; 3] = ["game", "codingame", "from"];

/// What a referee of the user's own speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OwnEngine {
    /// It speaks lines such as `###Input 0`; Botyard starts the bots
    Lines,
    /// It starts the bots itself and prints scores
    Command,
    /// It starts the bots itself and prints one JSON object
    Json,
}

/// `N` or `A..=B`.
fn parse_seats(text: &str) -> Result<[usize; 2], String> {
    let (least, most) = text.split_once("..=").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 1 <= least && least <= most && most <= 26 => Ok([least, most]),
        _ => Err("expected a number from 1 to 26, or a range such as 2..=4".to_owned()),
    }
}

impl InitArgs {
    pub(super) fn run(mut self) -> Result<(), Failure> {
        if self.output.symlink_metadata().is_ok() {
            return Err(usage(anyhow!(
                "{} exists already; edit it, or name another file with --output and use it with --contest",
                self.output.display()
            )));
        }
        if self.has_no_kind() {
            self.ask()?;
        }
        let draft = self.draft()?.checked(&self.output)?;
        let shown = self.output.display();
        create_whole(&self.output, &draft.text).map_err(|error| {
            let failure = anyhow!("cannot make {shown}: {}", unwritable(&self.output, &error));
            if has_no_room(&error) { failure.into() } else { usage(failure) }
        })?;
        let mut out = output();
        writeln!(out, "{shown}: {}", draft.about)?;
        writeln!(out, "Next:")?;
        let option = self.as_option();
        let next: Vec<(String, &str)> =
            draft.next.iter().map(|(command, what)| (command.clone() + &option, *what)).collect();
        let width = next.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
        for (command, what) in &next {
            writeln!(out, "  {command:<width$}   {what}")?;
        }
        Ok(out.flush()?)
    }

    fn has_no_kind(&self) -> bool {
        self.game.is_none()
            && self.codingame.is_none()
            && self.from.is_none()
            && self.engine.is_none()
    }

    /// The contest file to write.
    fn draft(&self) -> Result<Draft, Failure> {
        if let Some(key) = &self.game {
            let contest = all().find(|contest| contest.key() == key);
            let contest = contest.map_or_else(|| contest_error(key), Ok)?;
            return Ok(built_in(contest));
        }
        if let Some(folder) = &self.codingame {
            let project = Project::read(folder).map_err(usage)?;
            if !is_built(folder) {
                build(folder, |line| tell!("{}", harmless(line)))?;
            }
            // The jars tell the version of the engine.
            let project = Project::read(folder).unwrap_or(project);
            return Ok(official(&project, &self.as_named(folder)));
        }
        if let Some(file) = &self.from {
            self.demand_beside(file)?;
            return converted(file).map_err(usage);
        }
        let engine = match self.engine {
            Some(OwnEngine::Json) => Engine::Json,
            Some(OwnEngine::Command) => Engine::Command,
            _ => Engine::Lines,
        };
        let key = self.key.clone().unwrap_or_else(folder_name);
        let draft = own(&Own { engine, command: self.command.clone(), key, seats: self.seats });
        self.demand_usable(&draft)?;
        Ok(draft)
    }

    /// Refuses a command that no other command would take, such as one that names no bot.
    fn demand_usable(&self, draft: &Draft) -> Result<(), Failure> {
        let file = ContestFile::parse(&draft.text, &self.output).map_err(usage)?;
        external::of_file(&file).map(drop).map_err(|error| match (error, &self.command) {
            (ContestFileError::Wrong { what, .. }, Some(command)) => {
                usage(anyhow!("--command {}: {what}", words::quote(command)))
            }
            (error, _) => usage(error),
        })
    }

    /// Demands that the other tool's file is in the folder of the new one, where its commands run.
    fn demand_beside(&self, file: &Path) -> Result<(), Failure> {
        let folder = |path: &Path| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            parent.unwrap_or(Path::new(".")).to_owned()
        };
        let (theirs, ours) = (folder(file), folder(&self.output));
        let is_same = match (theirs.canonicalize(), ours.canonicalize()) {
            (Ok(theirs), Ok(ours)) => theirs == ours,
            // The file cannot be read either, and that error says more.
            _ => true,
        };
        if is_same {
            return Ok(());
        }
        let output = theirs.join("botyard.toml");
        Err(usage(anyhow!(
            "the commands of {} run in its own folder, so the contest file belongs there, too: add --output {}",
            file.display(),
            words::quote(&output.to_string_lossy())
        )))
    }

    /// The contest file as an option of the commands, which find a botyard.toml of this folder by themselves.
    fn as_option(&self) -> String {
        if self.output == Path::new("botyard.toml") {
            return String::new();
        }
        format!(" --contest {}", words::quote(&self.output.to_string_lossy()))
    }

    /// A folder as the contest file names it: paths in it begin at its own folder.
    fn as_named(&self, folder: &Path) -> PathBuf {
        let is_here = self.output.parent().is_none_or(|parent| parent.as_os_str().is_empty());
        if is_here {
            folder.to_owned()
        } else {
            std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
        }
    }

    /// Asks which contest it is.
    fn ask(&mut self) -> Result<(), Failure> {
        if !io::stdin().is_terminal() {
            let keys = all().map(Contest::key).collect::<Vec<_>>().join("|");
            return Err(usage(anyhow!(
                "the kind of the contest is missing; give --game {keys}, --codingame DIR, --from FILE or \
                 --engine lines|command|json"
            )));
        }
        let mut out = output();
        writeln!(out, "Which contest?\n{}", choices())?;
        loop {
            write!(out, "A key, a folder, a file, or lines, command, json: ")?;
            out.flush()?;
            let mut answer = String::new();
            if io::stdin().lock().read_line(&mut answer)? == 0 {
                writeln!(out)?;
                out.flush()?;
                return Err(usage(anyhow!("nothing was chosen; give one of the commands above")));
            }
            let answer = answer.trim();
            if self.choose(answer) {
                return Ok(());
            }
            if !answer.is_empty() {
                writeln!(out, "'{}' is not a game, folder, file or engine", harmless(answer))?;
            }
        }
    }

    /// Takes an answer to the question. Returns whether it is one.
    fn choose(&mut self, answer: &str) -> bool {
        // The list of the choices has commands, and somebody may type a part of one.
        let answer = answer.strip_prefix("referee init").unwrap_or(answer).trim();
        let value = answer.strip_prefix("--").and_then(|option| option.split_once([' ', '=']));
        let answer = value.map_or(answer, |(_, value)| value.trim());
        let path = Path::new(answer);
        let is_key = |contest: &&dyn Contest| contest.key().eq_ignore_ascii_case(answer);
        if let Ok(engine) = OwnEngine::from_str(answer, true) {
            self.engine = Some(engine);
        } else if let Some(contest) = all().find(is_key) {
            self.game = Some(contest.key().to_owned());
        } else if path.is_dir() {
            self.codingame = Some(path.to_owned());
        } else if path.is_file() {
            self.from = Some(path.to_owned());
        } else {
            return false;
        }
        true
    }
}

fn contest_error(key: &str) -> Result<&'static dyn Contest, Failure> {
    contest(key).map_err(usage)
}

/// The name of the current folder.
fn folder_name() -> String {
    let folder = std::env::current_dir().ok();
    let name =
        folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "contest".to_owned())
}

/// The kinds of contests, with the commands that write their files.
fn choices() -> String {
    let keys: Vec<&str> = all().map(Contest::key).collect();
    let rows = [
        (format!("--game {}", keys.join("|")), "a built-in contest, with named bots"),
        ("--codingame DIR".to_owned(), "an official CodinGame project, as it is"),
        ("--from FILE".to_owned(), "a psyleague.cfg or cgarena_config.toml"),
        ("--engine lines|command|json".to_owned(), "a referee of your own"),
    ];
    let width = rows.iter().map(|(option, _)| option.len()).max().unwrap_or(0);
    let rows =
        rows.iter().map(|(option, what)| format!("  referee init {option:<width$}   {what}"));
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn seats_are_a_number_or_a_range() {
        assert_eq!(parse_seats("2"), Ok([2, 2]));
        assert_eq!(parse_seats("2..=4"), Ok([2, 4]));
        for bad in ["0", "4..=2", "27", "2..4", "", "two"] {
            assert!(parse_seats(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_kind_of_answer_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.cfg");
        fs::write(&file, "").unwrap();
        let chosen = |answer: &str| {
            let mut args = InitArgs {
                game: None,
                codingame: None,
                from: None,
                engine: None,
                command: None,
                key: None,
                seats: [2, 2],
                output: PathBuf::new(),
            };
            args.choose(answer).then_some(args)
        };
        assert_eq!(chosen("ocean").unwrap().game.as_deref(), Some("ocean"));
        assert_eq!(chosen("json").unwrap().engine, Some(OwnEngine::Json));
        assert_eq!(
            chosen(folder.path().to_str().unwrap()).unwrap().codingame.as_deref(),
            Some(folder.path())
        );
        assert_eq!(chosen(file.to_str().unwrap()).unwrap().from, Some(file));
        for ocean in ["Ocean", "--game ocean", "referee init --game=ocean"] {
            assert_eq!(chosen(ocean).unwrap().game.as_deref(), Some("ocean"), "{ocean}");
        }
        assert!(chosen("nothing").is_none() && chosen("").is_none());
    }
}
