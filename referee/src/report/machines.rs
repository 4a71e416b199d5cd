//! The machines on which games were played, as lines and as JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::layout::{aligned, counted};
use crate::arena::{BotThere, Machine, Machines, OddMachine, SlowMachine, SpeedSource};
use crate::terminal::harmless;

/// Most rows of the table in the lines: those of machines that are named come first, then those with the slowest answers.
const MOST_ROWS: usize = 20;

/// Lines about the machines: a row for each bot on each of them, then those that differ. Nothing for one machine.
pub(super) fn machine_lines(machines: &Machines) -> Vec<String> {
    if machines.all.is_empty() {
        return Vec::new();
    }
    let count = counted(machines.all.len() as u64, "machine");
    let mut lines = vec![format!("  played on {count}:")];
    let mut rows: Vec<(&Machine, &String, &BotThere)> = machines
        .all
        .iter()
        .flat_map(|machine| machine.bots.iter().map(move |(bot, there)| (machine, bot, there)))
        .collect();
    let left = rows.len().saturating_sub(MOST_ROWS);
    if left > 0 {
        let named = named(machines);
        let key = |(machine, _, there): &(&Machine, &String, &BotThere)| {
            (!named.contains(&*machine.name), std::cmp::Reverse(there.times.max()))
        };
        rows.sort_by_key(key);
        rows.truncate(MOST_ROWS);
        rows.sort_by_key(|(machine, bot, _)| (&machine.name, *bot));
    }
    let head = [
        "machine", "bot", "games", "points %", "p50 ms", "p99 ms", "max ms", "limit %", "seed",
        "nodes", "waited s",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    table.extend(rows.into_iter().map(|(machine, bot, there)| row(machine, bot, there)));
    lines.extend(aligned(&table).into_iter().map(|line| format!("    {line}")));
    if left > 0 {
        lines.push(format!("    and {left} rows more, which --json has"));
    }
    lines.extend(machines.odd.iter().map(|it| format!("  {}", odd_sentence(it))));
    lines.extend(machines.slow.iter().map(|it| format!("  {}", slow_sentence(it))));
    lines
}

/// The machines that differ.
fn named(machines: &Machines) -> BTreeSet<&str> {
    let odd = machines.odd.iter().map(|it| &*it.machine);
    odd.chain(machines.slow.iter().map(|it| &*it.machine)).collect()
}

fn row(machine: &Machine, bot: &str, there: &BotThere) -> Vec<String> {
    let millis = |micros: u64| format!("{:.1}", micros as f64 / 1000.0);
    let times = &there.times;
    let nodes = there.speed.map_or("-".to_owned(), |speed| format!("{:.0}", speed.nodes));
    let waited = machine.starved_micros.map(|micros| format!("{:.1}", micros as f64 / 1e6));
    vec![
        harmless(&machine.name).into_owned(),
        harmless(bot).into_owned(),
        machine.games.to_string(),
        there.points().map_or("-".to_owned(), |points| format!("{:.1}", 100.0 * points)),
        millis(times.quantile(0.5)),
        millis(times.quantile(0.99)),
        millis(times.max()),
        times.strain().to_string(),
        harmless(&there.slowest_seed).into_owned(),
        nodes,
        waited.unwrap_or_else(|| "-".to_owned()),
    ]
}

/// What differs on a machine, as a sentence.
fn odd_sentence(it: &OddMachine) -> String {
    let OddMachine { machine, bot, points, other, units, probability } = it;
    let others = match other {
        Some(other) => format!("those on {}", harmless(other)),
        None => "those on the other machines".to_owned(),
    };
    let points = points.map_or(String::new(), |[there, elsewhere]| {
        let bot = harmless(bot);
        format!(
            ": {bot} has {:.1} % of the points there, and {:.1} % elsewhere",
            100.0 * there,
            100.0 * elsewhere
        )
    });
    format!(
        "the results on {} differ from {others}{points} (chi-square after {}, p {probability:.1e}, corrected for the \
         number of machines and looks)",
        harmless(machine),
        counted(*units, "unit"),
    )
}

/// How much less a bot thinks on a machine, as a sentence.
fn slow_sentence(it: &SlowMachine) -> String {
    let source = match it.speed.source {
        SpeedSource::Bench => "by its bench",
        SpeedSource::Games => "by what it reports in its games",
    };
    let (bot, machine) = (harmless(&it.bot), harmless(&it.machine));
    let percent = 100.0 * it.speed.share;
    format!(
        "{bot} is slower on {machine}: {percent:.0} % of the nodes of the median machine, {source}; --calibrate gives it \
         more time there"
    )
}

/// The machines of a report.
#[derive(Serialize)]
pub(super) struct MachinesJson<'a> {
    /// The machines by name.
    all: Vec<MachineJson<'a>>,
    /// Those whose results differ from those of the others.
    odd: Vec<OddJson<'a>>,
    /// Those on which a bot thinks measurably less.
    slow: Vec<SlowJson<'a>>,
}

/// A machine.
#[derive(Serialize)]
struct MachineJson<'a> {
    /// Its name; `here` for the machine of the log.
    machine: &'a str,
    /// Its processor; empty if it is not known.
    processor: &'a str,
    /// Games that count.
    games: u64,
    /// How long programs waited for a core during these games; `null` where no system says that.
    starved_micros: Option<u64>,
    /// Its bots by name.
    bots: BTreeMap<&'a str, BotThereJson<'a>>,
}

/// A bot on a machine.
#[derive(Serialize)]
struct BotThereJson<'a> {
    /// Its share of the points against other bots; `null` if it met none.
    points: Option<f64>,
    /// The median time of an answer in microseconds.
    p50: u64,
    /// The 99th percentile.
    p99: u64,
    /// The longest time.
    max: u64,
    /// The longest time in percent of its limit.
    percent_of_limit: u64,
    /// The seed of the game with the slowest answer.
    slowest_seed: &'a str,
    /// How fast it thinks there; `null` if that is not known.
    speed: Option<crate::arena::Speed>,
    /// The factor of its time limits by `--calibrate`; 1 without.
    limit_factor: f64,
}

/// A machine whose results differ.
#[derive(Serialize)]
struct OddJson<'a> {
    /// Its name.
    machine: &'a str,
    /// The bot whose points are compared; empty if several groups of bots have played.
    bot: &'a str,
    /// Its share of the points there and on the other machines; `null` if several groups of bots have played.
    points: Option<[f64; 2]>,
    /// The other machine, if there are only two; else `null`.
    other: Option<&'a str>,
    /// Units at the look that showed it.
    units: u64,
    /// The probability by chance, corrected.
    probability: f64,
    /// The difference as a sentence.
    sentence: String,
}

/// A machine on which a bot is slower.
#[derive(Serialize)]
struct SlowJson<'a> {
    /// Its name.
    machine: &'a str,
    /// The bot.
    bot: &'a str,
    /// How fast it thinks there.
    speed: crate::arena::Speed,
    /// The same as a sentence.
    sentence: String,
}

impl<'a> MachinesJson<'a> {
    fn of(machines: &'a Machines) -> Self {
        let odd = |it: &'a OddMachine| OddJson {
            machine: &it.machine,
            bot: &it.bot,
            points: it.points,
            other: it.other.as_deref(),
            units: it.units,
            probability: it.probability,
            sentence: odd_sentence(it),
        };
        let slow = |it: &'a SlowMachine| SlowJson {
            machine: &it.machine,
            bot: &it.bot,
            speed: it.speed,
            sentence: slow_sentence(it),
        };
        Self {
            all: machines.all.iter().map(MachineJson::of).collect(),
            odd: machines.odd.iter().map(odd).collect(),
            slow: machines.slow.iter().map(slow).collect(),
        }
    }
}

impl<'a> MachineJson<'a> {
    fn of(it: &'a Machine) -> Self {
        let there = |(bot, there): (&'a String, &'a BotThere)| {
            let times = &there.times;
            let json = BotThereJson {
                points: there.points(),
                p50: times.quantile(0.5),
                p99: times.quantile(0.99),
                max: times.max(),
                percent_of_limit: times.strain(),
                slowest_seed: &there.slowest_seed,
                speed: there.speed,
                limit_factor: there.limit_factor,
            };
            (&**bot, json)
        };
        Self {
            machine: &it.name,
            processor: &it.processor,
            games: it.games,
            starved_micros: it.starved_micros,
            bots: it.bots.iter().map(there).collect(),
        }
    }
}

/// Adds the machines to a report, if its games name any.
pub(super) fn add_machines(object: &mut Value, machines: &Machines) {
    if !machines.all.is_empty() {
        object["machines"] = serde_json::json!(MachinesJson::of(machines));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Speed;

    fn machines(count: usize) -> Machines {
        let machine = |number: usize| Machine {
            name: format!("n{number:03}"),
            games: 7,
            bots: BTreeMap::from([("a".to_owned(), BotThere::default())]),
            ..Machine::default()
        };
        Machines { all: (0..count).map(machine).collect(), ..Machines::default() }
    }

    #[test]
    fn the_table_of_many_machines_is_cut_and_those_that_differ_remain() {
        assert_eq!(machine_lines(&Machines::default()), [""; 0]);
        let mut many = machines(100);
        let speed = Speed { nodes: 50.0, source: SpeedSource::Bench, share: 0.5 };
        many.slow.push(SlowMachine { machine: "n098".into(), bot: "a".into(), speed });
        many.odd.push(OddMachine {
            machine: "n097".into(),
            bot: "a".into(),
            points: Some([0.25, 0.5]),
            other: None,
            units: 30,
            probability: 1e-4,
        });
        let lines = machine_lines(&many);
        assert_eq!(lines.len(), 1 + 1 + MOST_ROWS + 1 + 2);
        assert_eq!(lines[0], "  played on 100 machines:");
        let row = |name: &str| lines.iter().any(|line| line.starts_with(&format!("    {name} ")));
        assert!(row("n097") && row("n098") && row("n000") && !row("n099"));
        let text = lines.join("\n");
        for sentence in [
            "    and 80 rows more, which --json has",
            "  the results on n097 differ from those on the other machines: a has 25.0 % of the points there, and 50.0 % \
             elsewhere (chi-square after 30 units, p 1.0e-4, corrected",
            "  a is slower on n098: 50 % of the nodes of the median machine, by its bench; --calibrate",
        ] {
            assert!(text.contains(sentence), "{text}");
        }
        let mut object = serde_json::json!({});
        add_machines(&mut object, &many);
        assert_eq!(object["machines"]["all"].as_array().map(Vec::len), Some(100));
        assert_eq!(object["machines"]["slow"][0]["speed"]["source"], "bench");
        let mut object = serde_json::json!({});
        add_machines(&mut object, &Machines::default());
        assert_eq!(object, serde_json::json!({}));
    }
}
