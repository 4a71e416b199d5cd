//! The texts that the fuzzer changes: those of `fixtures/`, and sources of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use referee::game::Seat;
use referee::games::all;
use referee::recording::Recording;
use referee::testkit::recordings::{fixtures, fixtures_folder, load};
use serde_json::Value;

use crate::whole_games::fault_line;

/// Texts are cut at a line after this many bytes, because longer ones cost time without finding more. The
/// lines that a bot is sent cost most.
const LONGEST: usize = 24_000;
const LONGEST_INPUT: usize = 5_000;

/// Known texts for a target, at least one.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = match target {
        "recordings" => all_fixtures().map(|file| bytes(&file)).collect(),
        "logs" => files(&fixtures_folder().join("logs"), "jsonl").map(|it| bytes(&it)).collect(),
        "options" => all_fixtures().flat_map(|file| setups(&load(&file))).collect(),
        "games" => all_fixtures().map(|file| whole_game(&load(&file))).collect(),
        "conditions" => CONDITIONS.iter().map(|it| it.as_bytes().to_vec()).collect(),
        "javascript" => scripts(),
        // All of their seeds are in the folder below.
        "imports" | "contest_files" => Vec::new(),
        "bundler" => sources(),
        bot => inputs(bot),
    };
    // Seeds of their own, and earlier findings.
    seeds.extend(files(&fixtures_folder().join("fuzz").join(target), "").map(|it| bytes(&it)));
    let is_bot = all().any(|contest| contest.about().bot.replace('-', "_") == target);
    let longest = if is_bot { LONGEST_INPUT } else { LONGEST };
    for seed in &mut seeds {
        if seed.len() > longest {
            let end = seed[..longest].iter().rposition(|byte| *byte == b'\n').unwrap_or(longest);
            seed.truncate(end + 1);
        }
    }
    seeds.push(Vec::new());
    seeds
}

/// Conditions for games of a log.
const CONDITIONS: &[&str] = &[
    "turns < 20 and p1.score > 3",
    "seed in [1, 2, 3] or not fault",
    "(p1.rank == 1) == (p2.score|abs >= 2.5e1)",
    "end == 'turn-limit' and p1.bot|lower|length > 3",
    "p1.depth_mean / turns - 1 > -0.5 if p2.fault else score % 2 == 0",
    "turns // 3 ** 2 != 4 and (score|round(1)) <= 7",
];

fn all_fixtures() -> impl Iterator<Item = PathBuf> {
    all().flat_map(|contest| fixtures(contest.key()))
}

/// The files of a folder with this extension, in the order of their names.
fn files(folder: &Path, extension: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let extension = extension.to_owned();
    files.into_iter().filter(move |file| {
        file.is_file() && file.extension().unwrap_or_default().to_string_lossy() == extension
    })
}

fn bytes(file: &Path) -> Vec<u8> {
    fs::read(file).unwrap_or_default()
}

/// The setup of a recording, with its options as an object and as typed.
fn setups(recording: &Recording) -> [Vec<u8>; 2] {
    let header = &recording.header;
    let first = format!("{} {} {}\n", header.game, header.seed, header.players.len());
    let typed = header.options.iter().map(|(name, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{name}={value}\n")
    });
    let object = Value::from(header.options.clone()).to_string();
    [first.clone() + &object, first + &typed.collect::<String>()].map(String::into_bytes)
}

/// The setup of a recording and all answers.
fn whole_game(recording: &Recording) -> Vec<u8> {
    let header = &recording.header;
    let options = Value::from(header.options.clone());
    let mut text = format!("{} {} {}\n{options}\n", header.game, header.seed, header.players.len());
    for (_, exchange) in &recording.exchanges {
        let fault = exchange.fault.and_then(fault_line);
        for line in exchange.got.iter().map(String::as_str).chain(fault) {
            text.extend([line, "\n"]);
        }
    }
    text.into_bytes()
}

/// The lines that a bot was sent in recorded games.
fn inputs(bot: &str) -> Vec<Vec<u8>> {
    let contests = all().filter(|contest| contest.about().bot.replace('-', "_") == bot);
    let recordings = contests.flat_map(|contest| fixtures(contest.key()));
    let input = |file: PathBuf| {
        let sent = referee::testkit::recordings::sent_to(&load(&file), Seat(0));
        sent.into_bytes()
    };
    recordings.map(input).collect()
}

/// Scripts that call every function of the host.
fn scripts() -> Vec<Vec<u8>> {
    let mut scripts: Vec<Vec<u8>> =
        files(&fixtures_folder().join("fruit/bots"), "js").map(|file| bytes(&file)).collect();
    let calls = [
        "get_board()",
        "get_number_of_item_types()",
        "get_simulator_number_of_fruits_of_type(1)",
        "get_my_item_count(1)",
        "get_opponent_item_count(2)",
        "get_total_item_count(3)",
        "has_item(get_board()[0][0])",
        "get_my_x() + get_my_y()",
        "get_opponent_x()",
        "trace('x')",
        "Math.random()",
        "WIDTH + HEIGHT",
        "NORTH",
        "TAKE",
        "PASS",
    ];
    for call in calls {
        let script = format!(
            "function new_game() {{ trace({call}); }}\nfunction make_move() {{ var x = {call}; \
             trace(JSON.stringify(x)); return x; }}\n"
        );
        scripts.push(script.into_bytes());
    }
    scripts
}

/// Sources of this workspace.
fn sources() -> Vec<Vec<u8>> {
    let root = fixtures_folder().join("..");
    let folders = ["crates/gridkit/src", "bots/ocean/src", "bots/alamode/src", "bots/fruitbot/src"];
    folders.iter().flat_map(|folder| files(&root.join(folder), "rs")).map(|it| bytes(&it)).collect()
}
