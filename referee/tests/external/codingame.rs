//! Referees of CodinGame's engine, with a program that stands in for Java (`engine.py`).

use std::fs;
use std::path::Path;
use std::process::Stdio;

use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use super::{beside, folder};
use crate::common::{code, command, err, out, referee, succeeds, wait_until};

/// A folder with a contest of numbers; `more` is added to the table of the referee.
pub(super) fn numbers(more: &str) -> TempDir {
    let engine = beside("engine.py");
    let contest = format!(
        "[contest]\nkey = \"numbers\"\nseats = [2, 4]\n\n\
         [referee]\nengine = \"codingame\"\njava = \"{}\"\nclasspath = [\"classes\"]\n{more}\n\
         [options]\nleague = {{ default = 1, range = [1, 3], help = \"the league\" }}\nodd = \"\"\n\n\
         [bots]\nfive.run = \"python3 number.py --set number=5\"\nsix.run = \"python3 number.py --set number=6\"\n\
         ten.run = \"python3 number.py --set number=10\"\n",
        engine.display()
    );
    let bot = fs::read_to_string(beside("number.py")).unwrap();
    folder(&contest, &[("number.py", &bot)])
}

fn json(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = succeeds(folder.path(), arguments);
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {}", out(&output)))
}

fn lines(folder: &TempDir, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_is_played_recorded_and_computed_again() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("");
    let game =
        json(&folder, &["play", "five", "six", "--seed", "7", "--json", "--option", "league=2"]);
    assert_eq!(game["result"]["scores"], serde_json::json!([50, 60]));
    assert_eq!(game["result"]["ranks"], serde_json::json!([2, 1]));
    assert_eq!(game["result"]["metadata"]["sum_0"], "50");
    let file = game["recording"].as_str().unwrap();
    let recorded = lines(&folder, file);
    assert_eq!(recorded[0]["engine"], "codingame");
    // The seed and the league reach the referee; time limits are what it says.
    assert_eq!(recorded[1]["sent"][2], "l2");
    let expects = |line: usize| {
        (&recorded[line]["referee"]["expects"]["ms"], &recorded[line]["referee"]["view"][0])
    };
    assert_eq!(expects(1), (&1000.into(), &"KEY_FRAME 0".into()));
    assert_eq!(expects(2), (&1000.into(), &"INTERMEDIATE_FRAME 1".into()));
    assert_eq!(expects(3).0, &Value::from(100));
    assert_eq!(recorded.last().unwrap()["result"]["referee"]["summary"][0], "the end");

    let replayed = succeeds(folder.path(), &["replay", file]);
    assert_eq!(out(&replayed), "1 recording agrees: 20 exchanges and every result\n");
    let spoiled =
        fs::read_to_string(folder.path().join(file)).unwrap().replace("[50,60]", "[50,61]");
    fs::write(folder.path().join("spoiled.jsonl"), spoiled).unwrap();
    let refused = referee(folder.path(), &["replay", "spoiled.jsonl"]);
    assert!(
        code(&refused) == 1 && out(&refused).contains("result.scores differs"),
        "{}",
        out(&refused)
    );

    // Without the referee its form is checked, and it can be looked into.
    fs::remove_file(folder.path().join("botyard.toml")).unwrap();
    let replayed = succeeds(folder.path(), &["replay", file]);
    assert!(
        out(&replayed).contains("1 recording could not be computed again"),
        "{}",
        out(&replayed)
    );
    let shown = out(&succeeds(folder.path(), &["show", file, "--turn", "3"]));
    assert!(shown.contains("turn 3, B is asked"), "{shown}");
    let same = succeeds(
        folder.path(),
        &["redrive", file, "python3 number.py --set number=6", "--seat", "1"],
    );
    assert_eq!(out(&same), "all 10 answers are the same\n");
    let other = referee(folder.path(), &["redrive", file, "python3 number.py", "--seat", "1"]);
    assert!(out(&other).contains("10 of 10 answers differ"), "{}", out(&other));
    succeeds(folder.path(), &["view", file]);
    assert!(folder.path().join(file).with_extension("html").is_file());
}

#[test]
fn oddities_of_real_referees_are_lawful() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("");
    for odd in ["polite", "tight", "monitored", "bank", "deaf", "static", "print"] {
        let option = format!("odd={odd}");
        // A busy machine decides no game.
        let patient = ["--timeout-factor", "50", "--option", &option];
        let play = ["play", "five", "six", "five", "--seed", "3", "--json"];
        let game = json(&folder, &[&play[..], &patient].concat());
        assert_eq!(game["result"]["scores"], serde_json::json!([50, 60, 50]), "{odd}");
        if odd == "polite" {
            let recorded = lines(&folder, game["recording"].as_str().unwrap());
            assert_eq!(recorded[1]["sent"][0], "welcome");
            assert_eq!(recorded[1]["got"], serde_json::json!([]));
        }
        let replayed = succeeds(folder.path(), &["replay", game["recording"].as_str().unwrap()]);
        assert!(out(&replayed).contains("agrees"), "{odd}");
    }
}

#[test]
fn a_fault_is_what_the_referee_says_or_what_was_seen() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("");
    let game = json(&folder, &["play", "five", "ten", "--seed", "3", "--json"]);
    let out_of = &game["result"]["thrown_out"][0];
    assert_eq!((&out_of["seat"], &out_of["cause"]), (&1.into(), &"10: wanted 0 to 9".into()));
    // A bot that ends is out for that, even if the referee lets it keep its points and goes on to ask it.
    for odd in ["keeps", "deaf"] {
        let option = format!("odd={odd}");
        let game =
            json(&folder, &["play", "five", "true", "--seed", "3", "--json", "--option", &option]);
        let out_of = &game["result"]["thrown_out"];
        assert_eq!((&out_of[0]["seat"], &out_of[0]["fault"]), (&1.into(), &"exit".into()), "{odd}");
        assert_eq!(out_of.as_array().unwrap().len(), 1, "{odd}");
    }
}

#[test]
fn bots_are_measured_and_tuned() {
    if !Need::Python.program_runs() {
        return;
    }
    // Six must win each game, also on a busy machine, where a bot may be late.
    let folder = numbers("grace-ms = 2000");
    let path = folder.path();
    let duel =
        json(&folder, &["duel", "six", "five", "--games", "6", "--json", "--log", "duel.jsonl"]);
    assert_eq!((duel["games"].as_u64(), duel["bots"][0].as_str()), (Some(6), Some("six")));
    // The referee's measures are values of the game and of seats.
    for game in lines(&folder, "duel.jsonl").iter().filter(|line| line.get("seed").is_some()) {
        assert_eq!(game["seat_values"][0]["sum"].as_f64(), game["scores"][0].as_f64(), "{game}");
        assert_eq!(game["seat_values"][1], serde_json::json!({}));
        assert!(game["values"]["executionTime"].is_f64() && game["values"].get("sum_0").is_none());
    }
    let report = out(&succeeds(path, &["report", "duel.jsonl", "--where", "p1.sum == p1.score"]));
    assert!(report.contains("executionTime of the game      6"), "{report}");
    assert!(report.contains("wins 6, draws 0, losses 0"), "{report}");
    let ladder = succeeds(path, &["ladder", "*", "--games", "2", "--log", "ladder.jsonl"]);
    assert!(out(&ladder).contains("six") && out(&ladder).contains("ten"), "{}", out(&ladder));
    let unknown = referee(path, &["ladder", "v*"]);
    assert!(err(&unknown).contains("matches 'v*'; there are: five, six, ten"), "{}", err(&unknown));
    let tune = succeeds(
        path,
        &[
            "tune",
            "python3 number.py",
            "--iterations",
            "1",
            "--pairs",
            "2",
            "--checkpoint",
            "tune.json",
            "--final-games",
            "2",
        ],
    );
    assert!(path.join("tune.json").is_file(), "{}", err(&tune));
}

/// In a game of one player, the seed is the number of a test, and a measure counts. Two bots are compared by playing the
/// same test side by side.
#[test]
fn bots_that_play_alone_are_compared_on_the_same_tests() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("mode = \"solo\"\ntests = \".\"");
    let contest = folder.path().join("botyard.toml");
    let text = fs::read_to_string(&contest).unwrap();
    let text = text.replace("seats = [2, 4]", "seats = 1\nmeasure = \"sum_0\"");
    for (scores, wins) in
        [("high", "wins 6, draws 0, losses 0"), ("low", "wins 0, draws 0, losses 6")]
    {
        fs::write(
            &contest,
            text.replace("seats = 1", &format!("seats = 1\nscores = \"{scores}\"")),
        )
        .unwrap();
        for number in 1..=3 {
            let test = format!("{{\"title\":\"test {number}\",\"testIn\":\"{number}\\nmore\"}}");
            fs::write(folder.path().join(format!("test{number}.json")), test).unwrap();
        }
        let log = format!("{scores}.jsonl");
        let arguments = ["duel", "six", "five", "--games", "6", "--keep", "all", "--log", &log];
        // A busy machine decides no game.
        let patient = ["--timeout-factor", "50"];
        let report = out(&succeeds(folder.path(), &[&arguments[..], &patient].concat()));
        assert!(report.contains(wins), "{report}");
        assert!(report.contains("sum_0"), "what each game measured is reported: {report}");
        let recording =
            fs::read_dir(folder.path().join(format!("{log}.games"))).unwrap().next().unwrap();
        let recording = recording.unwrap().path();
        succeeds(folder.path(), &["replay", recording.to_str().unwrap()]);
    }
    let missing = referee(folder.path(), &["play", "six", "five", "--seed", "4"]);
    assert!(err(&missing).contains("test4.json: there is no such file"), "{}", err(&missing));
}

#[test]
fn a_killed_duel_goes_on() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("");
    let log = folder.path().join("duel.jsonl");
    let arguments = ["duel", "six", "five", "--games", "12", "--log", "duel.jsonl"];
    let mut killed = command(folder.path(), &arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| games_in(&log) >= 2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = games_in(&log);
    assert!(before < 12, "it was killed too late to show anything");
    succeeds(folder.path(), &arguments);
    assert_eq!(games_in(&log), 12);
}

fn games_in(log: &Path) -> usize {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"scores\"")).count()
}

#[test]
fn a_process_is_used_again_once_that_is_proven() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("reuse = true");
    let said = |odd: &str, log: &str, games: &str| {
        let option = format!("--option=odd={odd}");
        let arguments =
            ["duel", "six", "five", "--games", games, "--parallel", "1", &option, "--log", log];
        err(&succeeds(folder.path(), &arguments))
    };
    let proven = said("", "a.jsonl", "12");
    assert!(proven.contains("10 games in one process equal those in fresh ones"), "{proven}");
    let kept = fs::read_to_string(folder.path().join(".botyard/reuse.json")).unwrap();
    assert!(kept.contains("\"differs\":null"), "{kept}");
    assert!(!said("", "b.jsonl", "2").contains("in one process"), "it is proven once");
    // A referee that was built again may keep something between games.
    fs::create_dir(folder.path().join("classes")).unwrap();
    fs::write(folder.path().join("classes/Rules.class"), "1").unwrap();
    let again = said("", "e.jsonl", "12");
    assert!(again.contains("10 games in one process equal those in fresh ones"), "{again}");

    // Games that run when the proof is complete have processes for one game, which are not used again.
    fs::remove_file(folder.path().join(".botyard/reuse.json")).unwrap();
    let arguments = ["duel", "six", "five", "--games", "40", "--parallel", "8", "--log", "d.jsonl"];
    let at_once = err(&succeeds(folder.path(), &arguments));
    assert_eq!(at_once.matches("10 games in one process").count(), 1, "{at_once}");
    assert!(!at_once.contains("void"), "{at_once}");

    // A counter in a static field is seen.
    fs::remove_file(folder.path().join(".botyard/reuse.json")).unwrap();
    let refused = said("static", "c.jsonl", "12");
    assert!(refused.contains("cannot play a second game in the same process"), "{refused}");
    assert!(
        refused.contains(
            "game 2: exchange 1: line 4 sent to seat 0 is \"game 2\" in place of \"game 1\""
        ),
        "{refused}"
    );
}

#[test]
fn a_wrong_contest_file_is_one_sentence_with_its_place() {
    let wrong = |contest: &str, place: &str| {
        let folder = folder(contest, &[]);
        let output = referee(folder.path(), &["play", "a", "b"]);
        assert!(code(&output) == 2 && err(&output).contains(place), "{contest}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    };
    wrong(
        "[contest]\ngame = \"chess\"\n",
        "botyard.toml, line 2, column 8: there is no built-in game 'chess'",
    );
    wrong(
        "[contest]\ngame = 7\n",
        "line 2, column 8: the number 7 stands where a text in quotes is expected",
    );
    wrong(
        "[contest]\ngame = \"ocean\"\n[bots.a]\nrnu = \"x\"\n",
        "line 4, column 1: unknown field `rnu`",
    );
    wrong(
        "[contest]\ngame = \"ocean\"\n[bots.a]\nrun = \"./a\"\n",
        "line 4, column 7: the bot a runs './a', which is not in",
    );
    let codingame = "[contest]\nkey = \"x\"\n[referee]\nengine = \"codingame\"\n";
    wrong(codingame, "line 4, column 10: engine codingame needs `project`");
    wrong(&format!("{codingame}project = \"none\"\n"), "line 5, column 11");
}

#[test]
fn games_lists_the_contest_of_the_file_and_its_bots() {
    if !Need::Python.program_runs() {
        return;
    }
    let listed = out(&succeeds(numbers("").path(), &["games"]));
    let (_, own) = listed.split_once("\nnumbers: numbers, 2 to 4 players\n").expect("it is listed");
    assert!(own.contains("\n  named    five        python3 number.py --set number=5\n"), "{own}");
    assert!(
        own.contains("\n  option   league=1    a whole number from 1 to 3; the league\n"),
        "{own}"
    );
    assert!(!own.contains("\n  bot "), "{own}");
}

#[test]
fn named_bots_serve_built_in_contests_and_are_built_when_a_source_changes() {
    if !Need::Python.program_runs() {
        return;
    }
    let bot = "import sys\nprint('built', file=sys.stderr)\n";
    let contest = "[contest]\ngame = \"ocean\"\n\n[bots.v1]\nrun = \"@random\"\n\n[bots.v2]\nbuild = \"cp source.py built.py && echo x >> log\"\n\
                   run = \"python3 built.py\"\n\n[duel]\ngames = 2\nkeep = \"none\"\n";
    let folder = folder(contest, &[("source.py", bot)]);
    let path = folder.path();
    let builds = || fs::read_to_string(path.join("log")).unwrap_or_default().lines().count();
    for _ in 0..2 {
        succeeds(path, &["play", "v1", "v2", "--quiet"]);
        assert_eq!(builds(), 1);
    }
    fs::write(path.join("source.py"), "import sys\n").unwrap();
    let said = err(&succeeds(path, &["play", "v2", "v1", "--quiet"]));
    assert!(said.contains("Building v2 (cp source.py") && builds() == 2, "{said}");
    let report = out(&succeeds(path, &["duel", "v1", "@wanderer"]));
    assert!(report.contains("2 games of ocean"), "{report}");

    let broken = contest.replace("cp source.py", "echo no such thing && cp missing.py");
    fs::write(path.join("botyard.toml"), broken).unwrap();
    let output = referee(path, &["play", "v2", "v1"]);
    assert!(
        err(&output).contains("no such thing") && err(&output).contains("v2 does not build"),
        "{}",
        err(&output)
    );
}
