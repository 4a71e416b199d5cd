//! Referee programs that start the bots themselves: `patched.py` prints scores, `play_game.py` prints an object.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{beside, folder};
use crate::common::{code, command, err, out, referee, succeeds, wait_until};

/// The bots of the contest file.
const BOTS: &str = "[bots]\nfive.run = \"python3 number.py --set number=5\"\n\
                    six.run = \"python3 number.py --set number=6\"\nten.run = \"python3 number.py --set number=10\"\n";

/// A folder with a contest whose referee prints scores, or an object if `engine` is `json`; `more` is added to its file.
pub(super) fn numbers(engine: &str, more: &str) -> TempDir {
    let line = match engine {
        "json" => "play_game.py {seed} {players}",
        _ => {
            "patched.py {players:-p%} -d seed={seed},league={option:league} -odd \\\"{option:odd}\\\" -l {log}"
        }
    };
    let contest = format!(
        "[contest]\nkey = \"numbers\"\nseats = [2, 4]\n\n\
         [referee]\nengine = \"{engine}\"\ncommand = \"python3 {line}\"\n\n\
         [options]\nleague = {{ default = 1, range = [1, 3], help = \"the league\" }}\nodd = \"\"\n\n{BOTS}\n{more}"
    );
    let text = |name: &str| fs::read_to_string(beside(name)).unwrap();
    let files = ["number.py", "patched.py", "play_game.py"].map(|name| (name, text(name)));
    folder(&contest, &files.each_ref().map(|(name, text)| (*name, &**text)))
}

pub(super) fn json_of(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = succeeds(folder.path(), arguments);
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {}", out(&output)))
}

pub(super) fn lines(folder: &TempDir, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The engines that start the bots by a command of the contest file.
pub(super) fn engines() -> impl Iterator<Item = &'static str> {
    ["command", "json"].into_iter().skip(cases(1, 0))
}

#[test]
fn a_game_is_recorded_like_any_other() {
    if !Need::Python.program_runs() {
        return;
    }
    for engine in engines() {
        let folder = numbers(engine, "");
        let game = json_of(&folder, &["play", "five", "six", "--seed", "7", "--json"]);
        let result = &game["result"];
        let scores = if engine == "json" { json!([0, 1]) } else { json!([50, 60]) };
        assert_eq!((&result["scores"], &result["ranks"]), (&scores, &json!([2, 1])), "{engine}");
        assert_eq!(result["turns"], 10);
        let file = game["recording"].as_str().unwrap();
        let recorded = lines(&folder, file);
        assert_eq!(recorded[0]["engine"], engine);
        assert!(recorded[0]["players"][1]["in_force"].as_str().unwrap().contains("session"));
        // Ten turns in which A is asked before B.
        assert_eq!(recorded.len(), 22, "{engine}");
        for (index, exchange) in recorded[1..21].iter().enumerate() {
            assert_eq!(exchange["seat"], index % 2, "{exchange}");
            assert_eq!(exchange["sent"], json!([format!("t{} 7", index / 2), "l1"]));
            assert_eq!(exchange["got"], json!([5 + index % 2].map(|n| n.to_string())));
            assert!(exchange["micros"].as_u64().unwrap() > 0);
        }
        if engine == "json" {
            assert_eq!(result["test_data"], json!({"seed": "7"}));
            assert_eq!(result["player_data"][1], json!({"points": "60"}));
        } else {
            assert_eq!(
                (&result["metadata"]["sum_0"], &result["parameters"][0]),
                (&json!(50), &json!("seed=7"))
            );
        }

        let shown = out(&succeeds(folder.path(), &["show", file, "--turn", "3"]));
        assert!(shown.contains("turn 3, A (five)") && shown.contains("turn 3, B (six)"), "{shown}");
        assert!(shown.contains("B is asked"), "{shown}");
        let all = out(&succeeds(folder.path(), &["show", file]));
        assert!(all.contains("turn 10, B") && !all.contains("turn 11"), "{all}");
        let bot = "python3 number.py --set number=6";
        let same = succeeds(folder.path(), &["redrive", file, bot, "--seat", "1"]);
        assert_eq!(out(&same), "all 10 answers are the same\n");
        let other = referee(folder.path(), &["redrive", file, "five", "--seat", "1"]);
        assert!(out(&other).contains("10 of 10 answers differ"), "{}", out(&other));
        succeeds(folder.path(), &["view", file]);
        assert!(folder.path().join(file).with_extension("html").is_file());
        let replayed = succeeds(folder.path(), &["replay", file]);
        assert!(out(&replayed).contains("could not be computed again"), "{}", out(&replayed));
    }
}

#[test]
fn options_and_more_seats_reach_the_referee() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("command", "");
    let game = json_of(
        &folder,
        &["play", "five", "six", "five", "--seed", "-3", "--option", "league=2", "--json"],
    );
    assert_eq!(game["result"]["scores"], json!([50, 60, 50]));
    assert_eq!(
        lines(&folder, game["recording"].as_str().unwrap())[3]["sent"],
        json!(["t0 -3", "l2"])
    );
}

#[test]
fn a_fault_is_found_by_what_was_seen() {
    if !Need::Python.program_runs() {
        return;
    }
    let hungry = "import sys\nsys.stdin.readline()\nfull = bytearray(200 << 20)\nfull[::4096] = b'1' * len(full[::4096])\n\
                  while True: pass\n";
    for engine in engines() {
        let folder = numbers(engine, "[limits]\nmemory-mb = 100\n");
        fs::write(folder.path().join("hungry.py"), hungry).unwrap();
        for (bot, fault, cause) in [
            ("ten", "garbage", if engine == "json" { "error" } else { "below zero" }),
            ("python3 -c 'raise ValueError'", "exit", "exit"),
            ("true", "exit", "exit"),
            ("python3 hungry.py", "out-of-memory", "out-of-memory"),
        ] {
            let game = json_of(&folder, &["play", "five", bot, "--seed", "3", "--json"]);
            let thrown = game["result"]["thrown_out"].as_array().unwrap();
            let [out] = &thrown[..] else { panic!("{bot}: {game}") };
            assert_eq!((&out["seat"], &out["fault"]), (&json!(1), &json!(fault)), "{bot}: {game}");
            assert!(out["cause"].as_str().unwrap().contains(cause), "{bot}: {game}");
            assert_eq!(game["result"]["ranks"], json!([1, 2]), "{bot}");
        }
    }
    // The referee waits two seconds for an answer.
    let folder = numbers("command", "");
    let quiet =
        "import sys, time\nprint('I sleep', file=sys.stderr, flush=True)\ntime.sleep(1000)\n";
    fs::write(folder.path().join("quiet.py"), quiet).unwrap();
    let arguments =
        ["play", "five", "python3 quiet.py", "--seed", "3", "--json", "--option=odd=limit"];
    let game = json_of(&folder, &arguments);
    assert_eq!(game["result"]["thrown_out"][0]["fault"], "timeout", "{game}");
    let recorded = lines(&folder, game["recording"].as_str().unwrap());
    let last = recorded.iter().rfind(|exchange| exchange["seat"] == 1).unwrap();
    assert_eq!((&last["fault"], &last["stderr"]), (&json!("timeout"), &json!(["I sleep"])));
    // The reason is shown to people.
    let shown = out(&succeeds(
        folder.path(),
        &["play", "five", "python3 -c 'raise ValueError'", "--seed", "3"],
    ));
    assert!(
        shown.contains("exited with code 1") && shown.contains("stderr: ValueError"),
        "{shown}"
    );
}

/// A play script that reads the answer of its only bot later than the bot ends.
const LATE_READER: &str = r#"
import json, shlex, subprocess, sys, time
bot = subprocess.Popen(shlex.split(sys.argv[2]), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
time.sleep(1)
numbers = [int(line) for line in bot.stdout]
is_whole = numbers == list(range(len(numbers)))
print(json.dumps({"ranks": [0], "errors": [0], "scores": [0], "player_data": [{"points": str(len(numbers)), "code": str(bot.wait())}],
                  "test_data": {"is_whole": is_whole}}))
"#;

#[test]
fn a_bot_that_has_ended_is_read_to_its_last_byte_however_late() {
    if !Need::Python.program_runs() {
        return;
    }
    // These 154 kB fit into the pipes and the connection together, so the bot ends before they are read.
    let bot = "print(*map('{:010}'.format, range(14_000)), sep='\\n'); raise SystemExit(3)";
    let contest = "[contest]\nkey = \"x\"\nseats = 1\n\n[referee]\nengine = \"json\"\n\
                   command = \"python3 late.py {seed} {players}\"\n\n[bots]\nmany.run = \"python3 many.py\"\n";
    let folder = folder(contest, &[("late.py", LATE_READER), ("many.py", bot)]);
    let result = json_of(&folder, &["play", "many", "--seed", "7", "--json"])["result"].clone();
    assert_eq!(result["player_data"], json!([{"points": "14000", "code": "3"}]), "{result}");
    assert_eq!(result["test_data"]["is_whole"], true);
}

/// A play script whose first bot errs and is printed as the winner.
const LENIENT: &str = r#"
import json, shlex, subprocess, sys
answers = [subprocess.run(shlex.split(bot), input=b"go\n", stdout=subprocess.PIPE).stdout for bot in sys.argv[2:]]
deep = "[" * 125 + "]" * 125
print('{"ranks": [0, 1], "errors": ["wrong", 0], "test_data": {"bytes": %d, "deep": %s}}' % (len(answers[0]), deep))
"#;

#[test]
fn a_bot_that_erred_does_not_win_and_a_recording_of_any_answer_can_be_read() {
    if !Need::Python.program_runs() {
        return;
    }
    let contest = "[contest]\nkey = \"x\"\nseats = 2\n\n[referee]\nengine = \"json\"\n\
                   command = \"python3 lenient.py {seed} {players}\"\n\n\
                   [bots]\nlong.run = \"python3 long.py\"\nshort.run = \"echo 1\"\n";
    let folder =
        folder(contest, &[("lenient.py", LENIENT), ("long.py", "print('x' * 30_000_000)")]);
    let file = "long.jsonl";
    succeeds(folder.path(), &["play", "long", "short", "--seed", "7", "--record", file]);
    let shown = out(&succeeds(folder.path(), &["show", file]));
    assert!(shown.contains(" bytes left out]"), "{} bytes", shown.len());
    succeeds(folder.path(), &["view", file]);
    let result = lines(&folder, file).pop().unwrap()["result"].clone();
    assert_eq!((&result["ranks"], &result["scores"]), (&json!([2, 1]), &json!([0, 1])));
    assert!(result["test_data"]["deep"].to_string().contains("[left out: nested too deep]"));
}

#[test]
fn a_game_whose_referee_fails_is_void_with_its_last_words() {
    if !Need::Python.program_runs() {
        return;
    }
    let patient = numbers("command", "");
    let impatient = numbers("command", "[limits]\ngame-s = 1.5\n");
    for (odd, words) in [
        ("die", "failed (exited with code 1); its last words: the rules are broken"),
        ("hang", "was not over after 1.5 s"),
        ("slow", "was not over after 1.5 s"),
        ("few", "wrote no score for player 1 into its log"),
        ("nonsense", "wrote no score for player 0 into its log"),
        ("torn", "wanted one for each player; its log was not used: it is not JSON"),
        ("alone", "ended without starting the bot of seat B"),
    ] {
        let option = format!("odd={odd}");
        let folder = if words.contains("1.5 s") { &impatient } else { &patient };
        let output =
            referee(folder.path(), &["play", "five", "six", "--seed", "3", "--option", &option]);
        assert!(code(&output) == 1 && err(&output).contains(words), "{odd}: {}", err(&output));
    }
    // Nothing is ever written to this log, so reading it would never end.
    if cfg!(unix) {
        let play = ["play", "five", "six", "--seed", "3", "--option", "odd=pipe"];
        let said = err(&referee(patient.path(), &play));
        assert!(said.contains("printed no scores in a game of 2"), "{said}");
        assert!(said.contains("its log was not used: it is a pipe"), "{said}");
    }
    let folder = numbers("json", "");
    let output = referee(folder.path(), &["play", "five", "six", "--seed", "13"]);
    assert!(err(&output).contains("printed \"nothing\"; wanted a JSON object"), "{}", err(&output));
}

#[test]
fn a_start_position_is_not_known_without_bots_and_the_answer_says_so() {
    let folder = numbers("command", "");
    let output = referee(folder.path(), &["board", "--seed", "3"]);
    let said = err(&output);
    assert!(code(&output) == 1 && said.contains("starts the bots itself"), "{said}");
}

#[test]
fn games_are_measured() {
    if !Need::Python.program_runs() {
        return;
    }
    for engine in engines() {
        let folder = numbers(engine, "");
        let path = folder.path();
        let duel = json_of(
            &folder,
            &["duel", "six", "five", "--games", "4", "--json", "--log", "duel.jsonl"],
        );
        assert_eq!(duel["games"], 4);
        let report = out(&succeeds(path, &["report", "duel.jsonl"]));
        assert!(report.contains("wins 4, draws 0, losses 0"), "{report}");
        let ladder = succeeds(path, &["ladder", "*", "--games", "2", "--log", "ladder.jsonl"]);
        let said = out(&ladder);
        assert!(said.contains("six") && said.contains("ten"), "{said}");
        succeeds(
            path,
            &[
                "tune",
                "python3 number.py",
                "--iterations",
                "1",
                "--pairs",
                "1",
                "--checkpoint",
                "tune.json",
                "--final-games",
                "2",
            ],
        );
        assert!(path.join("tune.json").is_file());
    }
}

/// The referee program or the contest file changes between two runs: the games of both are not of the same rules.
#[test]
fn games_of_other_rules_are_kept_apart() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("command", "");
    let path = folder.path();
    let duel = |log: &[&str]| {
        let duel = ["duel", "six", "five", "--games", "2"];
        referee(path, &[&duel, log].concat())
    };
    let logs = || fs::read_dir(path.join("games")).unwrap().count();
    let change = |file: &str, old: &str, new: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        assert!(text.contains(old), "{file}: {text}");
        fs::write(path.join(file), text.replace(old, new)).unwrap();
    };
    assert_eq!(code(&duel(&["--log", "named.jsonl"])), 0);
    let told = "the rules have changed since the last games";
    let is_told = |expected: bool| {
        let output = duel(&[]);
        assert_eq!((code(&output), err(&output).contains(told)), (0, expected), "{}", err(&output));
        logs()
    };
    assert_eq!(is_told(false), 1);
    change("botyard.toml", "[bots]", "# Other tables do not matter.\n[duel]\ngames = 2\n\n[bots]");
    assert_eq!(is_told(false), 1);
    change("botyard.toml", "seats = [2, 4]", "seats = [2, 4]\nscores = \"low\"");
    assert_eq!(is_told(true), 2);
    change("patched.py", "import json", "import json  # something else");
    assert_eq!(is_told(true), 3);
    assert_eq!(is_told(false), 3);
    let refused = duel(&["--log", "named.jsonl"]);
    assert!(err(&refused).contains("holds games of other rules"), "{}", err(&refused));
    assert_ne!(code(&refused), 0);
    assert_eq!(code(&duel(&["--log", "later.jsonl"])), 0);
    let merged = referee(path, &["merge", "named.jsonl", "later.jsonl", "-o", "both.jsonl"]);
    let told = "later.jsonl holds games of other rules than named.jsonl; join logs";
    assert!(err(&merged).contains(told), "{}", err(&merged));
}

#[test]
fn bots_that_play_alone_are_compared_on_the_same_seed() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("command", "");
    let contest = fs::read_to_string(folder.path().join("botyard.toml")).unwrap();
    fs::write(folder.path().join("botyard.toml"), contest.replace("[2, 4]", "1")).unwrap();
    let game = json_of(&folder, &["play", "five", "six", "--seed", "3", "--json"]);
    let result = &game["result"];
    assert_eq!((&result["scores"], &result["ranks"]), (&json!([50, 60]), &json!([2, 1])));
    assert_eq!(result["player_data"], json!([{"sum_0": 50}, {"sum_0": 60}]));
}

/// What a play script says of each player may count in place of its ranks.
#[test]
fn a_measure_counts_before_the_printed_ranks() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("json", "");
    let contest = fs::read_to_string(folder.path().join("botyard.toml")).unwrap();
    let measured = "[2, 4]\nmeasure = \"points\"\nscores = \"low\"";
    fs::write(folder.path().join("botyard.toml"), contest.replace("[2, 4]", measured)).unwrap();
    let game = json_of(&folder, &["play", "five", "six", "--seed", "3", "--json"]);
    let result = &game["result"];
    assert_eq!((&result["scores"], &result["ranks"]), (&json!([50, 60]), &json!([1, 2])));
}

/// The processes whose command line contains `text`.
pub(super) fn running(text: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

#[test]
fn a_killed_duel_leaves_no_process_and_goes_on() {
    if !Need::Python.program_runs() {
        return;
    }
    for engine in engines() {
        let folder = numbers(engine, "");
        let path = folder.path();
        let mark = format!("number={}", std::process::id() * 10 + u32::from(engine == "json"));
        let own = format!("python3 number.py --set {mark}5");
        fs::write(
            path.join("number.py"),
            fs::read_to_string(beside("number.py"))
                .unwrap()
                .replace("round(float(values.get(\"number\", 5)))", "5"),
        )
        .unwrap();
        let log = path.join("duel.jsonl");
        let arguments = ["duel", &own, "six", "--games", "12", "--log", "duel.jsonl"];
        let mut killed =
            command(path, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until(|| games_in(&log) >= 2 && running(&mark) > 1);
        killed.kill().unwrap();
        killed.wait().unwrap();
        wait_until(|| running(&mark) == 0);
        let before = games_in(&log);
        assert!(before < 12, "it was killed too late to show anything");
        succeeds(path, &arguments);
        assert_eq!(games_in(&log), 12);
    }
}

fn games_in(log: &Path) -> usize {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"scores\"")).count()
}

#[test]
fn a_wrong_command_is_refused_with_its_place() {
    let wrong = |command: &str, what: &str| {
        let contest = format!(
            "[contest]\nkey = \"x\"\nseats = 2\n[referee]\nengine = \"command\"\ncommand = \"{command}\"\n"
        );
        let folder = folder(&contest, &[]);
        let output = referee(folder.path(), &["play", "a", "b"]);
        let place = format!("botyard.toml, line 6, column 11: {what}");
        assert!(code(&output) == 2 && err(&output).contains(&place), "{command}: {}", err(&output));
    };
    wrong("java -jar ref.jar", "the command line names no bot");
    wrong("java -jar ref.jar -p1 {p1}", "the command line has no {p2}");
    wrong("java -jar ref.jar {players} {league}", "{league} is not known here");
    wrong("java -jar ref.jar {players} {option:league}", "{option:league} is not an option");
}

/// A referee without time limits waits for ever for such a bot. The bot is named, as nobody else can tell who it was.
#[test]
fn a_bot_that_falls_silent_is_named_when_its_game_is_void() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("json", "[limits]\ngame-s = 1.5\n");
    let play = ["play", "five", "sleep 100", "--seed", "3"];
    let output = referee(folder.path(), &play);
    let words = "(game-s); no answer came to the last lines for B: if the program";
    assert!(code(&output) == 1 && err(&output).contains(words), "{}", err(&output));
}
