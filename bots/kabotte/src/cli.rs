//! The command `kabotte solve`.

use crate::circuit::Direction;
use crate::crash_plan::{answer_from_start, Stop, Task, MEMORY};
use crate::motion::{Events, Motion, Vector};
use crate::picture::svg;
use crate::solve::{Crashes, Race, Settings};
use crate::track::Track;
use gridkit::lines::whole;
use gridkit::Deadline;
use std::fmt::Write;
use std::fs;
use std::io::{self, Write as _};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What `kabotte solve --help` prints.
pub const HELP: &str = "\
The fewest moves from the best start cell of a map to its finish

Usage: kabotte solve MAPFILE [FLAGS]

  --cps on|off             every checkpoint has to be passed, or none (default on)
  --events last|all        of a move that passes several checkpoints or the finish, the last
                           event counts, or all of them (default last)
  --direction classic|formula1|free
                           the direction over the finish line of a circuit (default classic)
  --crash forbidden|allowed
                           whether a car may crash on purpose (default forbidden)
  --zzz N                  how many records a crash sets it back (default 2)
  --patience SECONDS       time for the search with crashes (default 300)
  --memory MB              memory for it (default 400). Without enough of either, the answer says
                           between which numbers the fewest moves are
  --rule NAME              a special rule, such as randrennen or geschwindigkeit=4; may be repeated
  --all                    how many quickest ways begin with each first move
  --svg FILE               draws one quickest way on the track
  --json                   one JSON object in place of text
  --help                   this text

The placement on the start cell and crashes are not counted as moves.
Exit code: 0 there is a way, 1 there is none, none was found in time, or a file
cannot be used, 2 called wrongly.
";

/// The greatest set-back that can be asked for.
const MOST_SET_BACK: u16 = 10_000;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The file of the map.
    pub map: String,
    pub settings: Settings,
    /// Time for the search with crashes.
    pub patience: Duration,
    /// Memory for the search with crashes, in bytes.
    pub memory: usize,
    /// Whether the ways are told that begin with each first move.
    pub all: bool,
    /// The file of a picture, if one is wanted.
    pub svg: Option<String>,
    pub json: bool,
}

/// Runs the command with the words after `solve`, and ends the process.
pub fn run(words: impl Iterator<Item = String>) -> ! {
    let code = match solve(words) {
        Ok((text, code)) => {
            // Nobody may be left to read it.
            let _ = io::stdout().write_all(text.as_bytes());
            code
        }
        Err((mistake, code)) => {
            let _ = writeln!(io::stderr(), "kabotte: {mistake} (see kabotte solve --help)");
            code
        }
    };
    std::process::exit(code)
}

/// Runs the command with the words after `solve`. Returns what to print and the exit code.
///
/// # Errors
/// What went wrong, and the exit code.
pub fn solve(words: impl Iterator<Item = String>) -> Result<(String, i32), (String, i32)> {
    let request = match parse(words).map_err(|mistake| (mistake, 2))? {
        Some(request) => request,
        None => return Ok((HELP.to_owned(), 0)),
    };
    let code = fs::read_to_string(&request.map)
        .map_err(|error| (format!("cannot read the map {}: {error}", request.map), 1))?;
    let track = Track::parse(&code).map_err(|bad| (format!("{}: {bad}", request.map), 1))?;
    let begin = Instant::now();
    let race = Race::new(&track, request.settings, &mut Deadline::after_nodes(u64::MAX));
    let race = Rc::new(race);
    let found = match request.settings.crashes {
        Crashes::Forbidden => without_crashes(&race),
        Crashes::Allowed => with_crashes(&race, &request).map_err(|sentence| (sentence, 1))?,
    };
    let answer = Answer { request: &request, race: &race, found, time: begin.elapsed() };
    if let Some(file) = &request.svg {
        fs::write(file, svg(&track, answer.way()))
            .map_err(|error| (format!("cannot write the picture {file}: {error}"), 1))?;
    }
    let text = if request.json { answer.json() } else { answer.text() };
    Ok((text, i32::from(answer.found.is_none())))
}

/// The quickest ways that were found, as far as they are told.
struct Found {
    moves: u16,
    ways: u64,
    /// The first moves, each with the number of ways that begin with it.
    first: Vec<(Motion, u64)>,
    way: Vec<Motion>,
    states: usize,
    /// No way has fewer moves.
    at_least: u16,
    /// What it would take to find out whether one has.
    lack: Option<&'static str>,
}

fn without_crashes(race: &Race) -> Option<Found> {
    let plan = race.opening().ok()?;
    let first = plan.first().iter();
    let first = first.map(|step| (race.graph().motion(step.node), step.ways)).collect();
    let way = race.way(plan);
    let (moves, ways, states) = (plan.moves(), plan.ways(), plan.states());
    Some(Found { moves, ways, first, way, states, at_least: moves, lack: None })
}

/// # Errors
/// No way was found, and there may be one.
fn with_crashes(race: &Rc<Race>, request: &Request) -> Result<Option<Found>, String> {
    let most = race.opening().map_or(u16::MAX, |plan| plan.moves() + 1);
    let mut deadline = Deadline::after(request.patience);
    let task = Task { memory: request.memory, ..Task::proof(most) };
    let answer = answer_from_start(race, race.starts(), task, &mut deadline);
    let lack = answer.stop.map(|stop| match stop {
        Stop::Time => "more time (--patience)",
        Stop::Memory => "more memory (--memory)",
        Stop::Length => "a search for longer ways, which it does not do",
    });
    let found = match (answer.plan, answer.at_least) {
        (Some(mut plan), _) => {
            let first = plan.first().iter();
            let first = first.map(|step| (race.graph().motion(step.node), step.ways)).collect();
            let way = plan.way();
            let (moves, ways, states) = (plan.moves(), plan.ways(), plan.states());
            Some(Found { first, way, at_least: plan.at_least(), lack, moves, ways, states })
        }
        (None, Some(at_least)) => {
            without_crashes(race).map(|found| Found { at_least, lack, ..found })
        }
        (None, None) => return Ok(None),
    };
    match (found, lack) {
        (None, Some(lack)) => {
            Err(format!("no way was found, and there may be one: the search needs {lack}"))
        }
        (found, _) => Ok(found),
    }
}

/// Reads the words after `solve`; `None` if help is wanted.
///
/// # Errors
/// A sentence about the first mistake.
pub fn parse(words: impl Iterator<Item = String>) -> Result<Option<Request>, String> {
    let mut map = None;
    let mut settings = Settings::USUAL;
    let (mut all, mut svg, mut json) = (false, None, false);
    let (mut patience, mut memory) = (Duration::from_secs(300), MEMORY);
    let mut words = words;
    while let Some(word) = words.next() {
        let mut value = |wanted: &str| words.next().ok_or_else(|| format!("{word} needs {wanted}"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--all" => all = true,
            "--json" => json = true,
            "--svg" => svg = Some(value("a file")?),
            "--crash" => {
                settings.crashes = match value("forbidden or allowed")?.as_str() {
                    "forbidden" => Crashes::Forbidden,
                    "allowed" => Crashes::Allowed,
                    other => {
                        return Err(format!("--crash takes forbidden or allowed, not `{other}`"))
                    }
                }
            }
            "--zzz" => {
                let number = value("a number")?;
                settings.zzz = whole(&number, 0..=MOST_SET_BACK).ok_or_else(|| {
                    format!("--zzz takes a number up to {MOST_SET_BACK}, not `{number}`")
                })?;
            }
            "--patience" => {
                let seconds = value("a number of seconds")?;
                let seconds = whole(&seconds, 1..=86_400)
                    .ok_or_else(|| format!("--patience takes seconds, not `{seconds}`"))?;
                patience = Duration::from_secs(seconds);
            }
            "--memory" => {
                let megabytes = value("a number of megabytes")?;
                let megabytes: usize = whole(&megabytes, 1..=1_000_000)
                    .ok_or_else(|| format!("--memory takes megabytes, not `{megabytes}`"))?;
                memory = megabytes << 20;
            }
            "--rule" => settings.rules = settings.rules.with_name(&value("a name")?)?,
            "--cps" => {
                settings.checkpoints = match value("on or off")?.as_str() {
                    "on" => true,
                    "off" => false,
                    other => return Err(format!("--cps takes on or off, not `{other}`")),
                }
            }
            "--events" => {
                settings.events = match value("last or all")?.as_str() {
                    "last" => Events::Last,
                    "all" => Events::All,
                    other => return Err(format!("--events takes last or all, not `{other}`")),
                }
            }
            "--direction" => {
                settings.direction = match value("classic, formula1 or free")?.as_str() {
                    "classic" => Direction::Classic,
                    "formula1" => Direction::Formula1,
                    "free" => Direction::Free,
                    other => {
                        return Err(format!(
                            "--direction takes classic, formula1 or free, not `{other}`"
                        ))
                    }
                }
            }
            flag if flag.starts_with('-') => return Err(format!("unknown flag `{flag}`")),
            _ if map.is_some() => return Err(format!("one map at a time: `{word}` is too many")),
            _ => map = Some(word),
        }
    }
    let map = map.ok_or("which map? Give the file of a map code")?;
    Ok(Some(Request { map, settings, patience, memory, all, svg, json }))
}

/// A number of ways in words: the count stops at the greatest number that it can hold.
fn count(ways: u64) -> String {
    let at_least = if ways == u64::MAX { "at least " } else { "" };
    format!("{at_least}{ways}")
}

/// What is told.
struct Answer<'a> {
    request: &'a Request,
    race: &'a Race,
    found: Option<Found>,
    time: Duration,
}

impl Answer<'_> {
    fn way(&self) -> &[Motion] {
        self.found.as_ref().map_or(&[], |found| &found.way)
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let without = match self.request.settings.crashes {
            Crashes::Forbidden => " without a crash",
            Crashes::Allowed => "",
        };
        // Writing to a String cannot fail.
        let _ = match &self.found {
            None => writeln!(out, "no car can finish{without}"),
            Some(Found { moves, ways, lack: None, .. }) => {
                writeln!(out, "{moves} moves, {} quickest ways", count(*ways))
            }
            Some(Found { moves, at_least, lack: Some(lack), .. }) if moves == at_least => {
                writeln!(out, "{moves} moves; to count the quickest ways takes {lack}")
            }
            Some(Found { moves, at_least, lack: Some(lack), .. }) => writeln!(
                out,
                "{moves} moves or fewer, at least {at_least}: to say more takes {lack}"
            ),
        };
        if let Some(found) = &self.found {
            if self.request.all {
                for (motion, ways) in &found.first {
                    let _ = writeln!(out, "first move to {}: {} ways", motion.at, count(*ways));
                }
            }
            let start = found.way.first().map(|first| first.source().to_string());
            let told = |motion: &Motion| {
                let crash = if motion.vector == Vector::ZERO { "crash to " } else { "" };
                format!("{crash}{}", motion.at)
            };
            let cells: Vec<String> = start.into_iter().chain(found.way.iter().map(told)).collect();
            let _ = writeln!(out, "{}", cells.join(" | "));
        }
        let circuit = if self.race.is_circuit() { "a circuit" } else { "no circuit" };
        let _ = writeln!(
            out,
            "{circuit}; {} motions on the track; {} states met; {} ms, {}",
            self.race.graph().len(),
            self.found.as_ref().map_or(0, |found| found.states),
            self.time.as_millis(),
            peak_megabytes().map_or_else(|| "memory unknown".to_owned(), |mb| format!("{mb} MB"))
        );
        out
    }

    fn json(&self) -> String {
        let motion = |motion: &Motion| {
            let Motion { at, vector } = motion;
            format!("[{},{},{},{}]", at.x, at.y, vector.x, vector.y)
        };
        let found = self.found.as_ref();
        let moves = found.map_or("null".to_owned(), |found| found.moves.to_string());
        let way: Vec<String> = self.way().iter().map(motion).collect();
        let mut first = String::new();
        if let (true, Some(found)) = (self.request.all, found) {
            let told = |(at, ways): &(Motion, u64)| {
                format!("{{\"motion\":{},\"ways\":{ways}}}", motion(at))
            };
            let list: Vec<String> = found.first.iter().map(told).collect();
            let _ = write!(first, ",\"first\":[{}]", list.join(","));
        }
        format!(
            "{{\"moves\":{moves},\"at_least\":{},\"exact\":{},\"ways\":{},\"way\":[{}]{first},\"circuit\":{},\
             \"motions\":{},\"states\":{},\"millis\":{},\"peak_megabytes\":{}}}\n",
            found.map_or("null".to_owned(), |found| found.at_least.to_string()),
            found.map_or(true, |found| found.lack.is_none()),
            found.map_or(0, |found| found.ways),
            way.join(","),
            self.race.is_circuit(),
            self.race.graph().len(),
            found.map_or(0, |found| found.states),
            self.time.as_millis(),
            peak_megabytes().map_or("null".to_owned(), |mb| mb.to_string())
        )
    }
}

/// The most memory that this process has had at a time, where the system tells it.
fn peak_megabytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}
