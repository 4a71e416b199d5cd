//! The command `kabotte solve`.

use crate::circuit::Direction;
use crate::motion::Motion;
use crate::picture::svg;
use crate::search::Plan;
use crate::solve::{Race, Settings};
use crate::track::Track;
use gridkit::Deadline;
use std::fmt::Write;
use std::fs;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

/// What `kabotte solve --help` prints.
pub const HELP: &str = "\
The fewest moves from the best start cell of a map to its finish

Usage: kabotte solve MAPFILE [FLAGS]

  --cps on|off             every checkpoint has to be passed, or none (default on)
  --direction classic|formula1|free
                           the direction over the finish line of a circuit (default classic)
  --rule NAME              a special rule, such as randrennen or geschwindigkeit=4; may be repeated
  --all                    how many quickest ways begin with each first move
  --svg FILE               draws one quickest way on the track
  --json                   one JSON object in place of text
  --help                   this text

The placement on the start cell is not counted as a move. Cars do not crash on purpose.
Exit code: 0 there is a way, 1 there is none or a file cannot be used, 2 called wrongly.
";

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Request {
    map: String,
    settings: Settings,
    all: bool,
    svg: Option<String>,
    json: bool,
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
    let plan = race.opening().ok();
    let answer = Answer { request: &request, race: &race, plan, time: begin.elapsed() };
    if let Some(file) = &request.svg {
        fs::write(file, svg(&track, &answer.way()))
            .map_err(|error| (format!("cannot write the picture {file}: {error}"), 1))?;
    }
    let text = if request.json { answer.json() } else { answer.text() };
    Ok((text, i32::from(plan.is_none())))
}

/// `None` if help is wanted.
fn parse(words: impl Iterator<Item = String>) -> Result<Option<Request>, String> {
    let mut map = None;
    let mut settings = Settings::USUAL;
    let (mut all, mut svg, mut json) = (false, None, false);
    let mut words = words;
    while let Some(word) = words.next() {
        let mut value = |wanted: &str| words.next().ok_or_else(|| format!("{word} needs {wanted}"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--all" => all = true,
            "--json" => json = true,
            "--svg" => svg = Some(value("a file")?),
            "--rule" => settings.rules = settings.rules.with_name(&value("a name")?)?,
            "--cps" => {
                settings.checkpoints = match value("on or off")?.as_str() {
                    "on" => true,
                    "off" => false,
                    other => return Err(format!("--cps takes on or off, not `{other}`")),
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
    Ok(Some(Request { map, settings, all, svg, json }))
}

/// What was found.
struct Answer<'a> {
    request: &'a Request,
    race: &'a Race,
    plan: Option<&'a Plan>,
    time: Duration,
}

impl Answer<'_> {
    fn way(&self) -> Vec<Motion> {
        self.plan.map_or_else(Vec::new, |plan| self.race.way(plan))
    }

    fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = match self.plan {
            None => writeln!(out, "no car can finish without a crash"),
            Some(plan) => writeln!(out, "{} moves, {} quickest ways", plan.moves(), plan.ways()),
        };
        if let Some(plan) = self.plan {
            if self.request.all {
                for (motion, ways) in self.first(plan) {
                    let _ = writeln!(out, "first move to {}: {ways} ways", motion.at);
                }
            }
            let way = self.way();
            let start =
                way.first().map_or_else(String::new, |first| format!("{} | ", first.source()));
            let cells: Vec<String> = way.iter().map(|motion| motion.at.to_string()).collect();
            let _ = writeln!(out, "{start}{}", cells.join(" | "));
        }
        let circuit = if self.race.is_circuit() { "a circuit" } else { "no circuit" };
        let (expanded, states) = self.plan.map_or((0, 0), |plan| (plan.expanded(), plan.states()));
        let _ = writeln!(
            out,
            "{circuit}; {} motions on the track; {states} states met, {expanded} looked at; {} ms, {}",
            self.race.graph().len(),
            self.time.as_millis(),
            peak_megabytes().map_or_else(|| "memory unknown".to_owned(), |mb| format!("{mb} MB"))
        );
        out
    }

    fn first<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = (Motion, u64)> + 'a {
        plan.first().iter().map(move |step| (self.race.graph().motion(step.node), step.ways))
    }

    fn json(&self) -> String {
        let motion = |motion: &Motion| {
            let Motion { at, vector } = motion;
            format!("[{},{},{},{}]", at.x, at.y, vector.x, vector.y)
        };
        let moves = self.plan.map_or("null".to_owned(), |plan| plan.moves().to_string());
        let ways = self.plan.map_or(0, Plan::ways);
        let way: Vec<String> = self.way().iter().map(motion).collect();
        let mut first = String::new();
        if let (true, Some(plan)) = (self.request.all, self.plan) {
            let list: Vec<String> = self
                .first(plan)
                .map(|(at, ways)| format!("{{\"motion\":{},\"ways\":{ways}}}", motion(&at)))
                .collect();
            let _ = write!(first, ",\"first\":[{}]", list.join(","));
        }
        let (expanded, states) = self.plan.map_or((0, 0), |plan| (plan.expanded(), plan.states()));
        format!(
            "{{\"moves\":{moves},\"ways\":{ways},\"way\":[{}]{first},\"circuit\":{},\
             \"motions\":{},\"states\":{states},\"expanded\":{expanded},\"millis\":{},\
             \"peak_megabytes\":{}}}\n",
            way.join(","),
            self.race.is_circuit(),
            self.race.graph().len(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rule, Rules};

    fn request(line: &str) -> Result<Option<Request>, String> {
        parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn flags_are_read_and_mistakes_are_named() {
        let read = request("a.txt --cps off --direction free --svg b.svg --all --rule prim")
            .unwrap()
            .unwrap();
        let rules = Rules::NONE.with(Rule::Prim);
        let settings =
            Settings { checkpoints: false, direction: Direction::Free, rules, ..Settings::USUAL };
        let svg = Some("b.svg".to_owned());
        assert_eq!(
            read,
            Request { map: "a.txt".to_owned(), settings, all: true, svg, json: false }
        );
        assert_eq!(request("--help").unwrap(), None);
        for (line, mistake) in [
            ("", "which map? Give the file of a map code"),
            ("a b", "one map at a time: `b` is too many"),
            ("a --cps", "--cps needs on or off"),
            ("a --cps maybe", "--cps takes on or off, not `maybe`"),
            ("a --direction back", "--direction takes classic, formula1 or free, not `back`"),
            ("a --fast", "unknown flag `--fast`"),
        ] {
            assert_eq!(request(line).unwrap_err(), mistake);
        }
    }
}
