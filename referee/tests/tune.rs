//! Tunings, run as a user runs them, of a bot whose best value is known: the result, the files after a kill,
//! and wrong calls.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Stdio};

use referee::arena::seed_of;
use referee::testkit::nearest::Nearest;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{
    self, code, err, files, kill_again_and_again, out, toy_command as command,
    toy_referee as referee, wait_until,
};

/// Answers the whole part of `keel`, whose best values are 5 to 6: the answer that is nearest to most others.
/// `crew` has no effect.
const BOT: &str = r#"
keel=2
while [ $# -gt 0 ]; do
  case $1 in
    --params)
      echo '{"name":"keel","whole":false,"default":2,"low":0,"high":10}'
      echo '{"name":"crew","whole":true,"default":3,"low":0,"high":6}'
      exit ;;
    --set)
      case $2 in keel=*) keel=${2#*=} ;; crew=?) ;; *) echo "no number '$2'" >&2; exit 2 ;; esac
      shift ;;
    *) echo "no flag '$1'" >&2; exit 2 ;;
  esac
  shift
done
said=${keel%.*}
if [ $said -lt 1 ]; then said=1; elif [ $said -gt 9 ]; then said=9; fi
while read -r line; do echo $said; done
"#;

/// A folder with the bot.
fn folder() -> TempDir {
    common::folder_with_bot(BOT)
}

/// The limits are wide, so that a busy machine does not decide a game, and luck is small.
const PATIENT: [&str; 4] = ["--timeout-factor", "100", "--option", "rounds=51"];

const TUNE: [&str; 5] = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json"];

/// A tuning of a second or two, without a final duel.
fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let few = ["--final-games", "0", "--iterations", "8", "--pairs", "2"];
    [&TUNE[..], &PATIENT, &few, more].concat()
}

#[test]
fn a_bot_is_tuned_and_beats_what_it_was() {
    let folder = folder();
    let rounds = ["--iterations", "30", "--pairs", "2", "--final-games", "20"];
    let arguments = [&["tune", "nearest", "sh bot.sh"], &rounds[..], &PATIENT].concat();
    let output = referee(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let said = err(&output);
    assert!(!said.contains(['\r', '\x1b']), "nobody looks at a bar in a pipe: {said}");
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    let keel = &report["parameters"][0];
    let now = keel["now"].as_f64().unwrap();
    assert!((4.0..7.0).contains(&now), "{now}");
    assert_eq!((keel["name"].as_str(), keel["start"].as_f64()), (Some("keel"), Some(2.0)));
    let steps = keel["steps"].as_f64().unwrap();
    assert!((steps - (now - 2.0) / 0.5).abs() < 1e-9);
    assert!(keel["luck"].as_f64().unwrap() > 0.0, "{keel}");
    let crew: i64 = report["parameters"][1]["typed"].as_str().unwrap().parse().unwrap();
    assert!((0..=6).contains(&crew));
    let typed = keel["typed"].as_str().unwrap();
    assert_eq!(report["set"], format!("--set keel={typed} --set crew={crew}"));
    assert_eq!((report["rounds"].as_u64(), report["games"].as_u64()), (Some(30), Some(120)));
    let duel = &report["duel"];
    assert_eq!((duel["bots"][0].as_str(), duel["games"].as_u64()), (Some("tuned"), Some(20)));
    assert!(duel["points"].as_f64().unwrap() > 0.9, "{duel}");

    let picture = report["picture"].as_str().unwrap();
    let picture = fs::read_to_string(folder.path().join(picture)).unwrap();
    assert!(picture.starts_with("<svg ") && picture.matches("<polyline").count() == 2);
    let checkpoint = report["checkpoint"].as_str().unwrap();
    assert!(folder.path().join(checkpoint).is_file());
    // Only the checkpoint, the picture and the log of the duel are left.
    assert_eq!(files(&folder.path().join("games")).len(), 3);

    // The same command plays no more games, and prints the same result as text.
    let again = referee(folder.path(), &arguments);
    let text = out(&again);
    assert_eq!(code(&again), 0, "{}", err(&again));
    assert!(text.starts_with("sh bot.sh by spsa against itself: 30 of 30 iterations, 120 games\n"));
    assert!(text.contains(report["set"].as_str().unwrap()), "{text}");
    assert!(text.contains("\ntuned against untuned: 20 games of nearest on 10 seeds\n"), "{text}");
    assert_eq!(files(&folder.path().join("games")).len(), 3);

    // The rounds use 60 seeds, and the duel uses the next ten.
    let log = fs::read_to_string(folder.path().join(duel["log"].as_str().unwrap())).unwrap();
    let games = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let seeds: HashSet<String> =
        games.filter_map(|game| Some(game.get("seed")?.as_str()?.to_owned())).collect();
    assert_eq!(seeds, (60..70).map(|unit| seed_of(&Nearest, 1, unit)).collect());

    // The printed values are accepted by the bot.
    let line = report["command"].as_str().unwrap();
    let played = referee(folder.path(), &["play", "nearest", line, "sh bot.sh", "--quiet"]);
    assert_eq!(code(&played), 0, "{}", err(&played));
    assert!(!out(&played).contains("thrown out"), "{}", out(&played));
}

/// The value of a number without effect hardly moves, so both finals are of the same bots.
#[test]
fn the_final_after_further_iterations_has_no_game_on_their_seeds() {
    let folder = folder();
    let tune = |iterations: &str, more: &[&str]| {
        let few = ["--only", "crew", "--final-games", "4", "--pairs", "1", "--json"];
        let arguments = [
            &["tune", "nearest", "sh bot.sh", "--iterations", iterations],
            &few[..],
            &PATIENT,
            more,
        ];
        referee(folder.path(), &arguments.concat())
    };
    for more in [&[][..], &["--checkpoint", "c.json", "--log", "final.jsonl"]] {
        let first = tune("2", more);
        assert_eq!(code(&first), 0, "{}", err(&first));
        let second = tune("3", more);
        if more.is_empty() {
            let [first, second] =
                [first, second].map(|it| serde_json::from_str::<Value>(&out(&it)).unwrap());
            assert_eq!(first["set"], second["set"], "other values were found");
            assert_eq!((&first["duel"]["games"], &second["duel"]["games"]), (&4.into(), &4.into()));
        } else {
            let advice = "final.jsonl has final games on seeds that the tuning has used since; give another --log";
            assert!(code(&second) == 2 && err(&second).contains(advice), "{}", err(&second));
        }
    }
}

/// A tuning that is complete goes on in its own file, by default found without its name.
#[test]
fn more_iterations_go_on_after_fewer() {
    let folder = folder();
    let tune = |iterations: &str| {
        let more = ["--final-games", "0", "--pairs", "1", "--json", "--iterations", iterations];
        let output = referee(
            folder.path(),
            &[&["tune", "nearest", "sh bot.sh"], &PATIENT[..], &more].concat(),
        );
        assert_eq!(code(&output), 0, "{}", err(&output));
        serde_json::from_str::<Value>(&out(&output)).unwrap()
    };
    let first = tune("4");
    let second = tune("6");
    assert_eq!(second["checkpoint"], first["checkpoint"]);
    assert_eq!((&first["rounds"], &second["rounds"]), (&4.into(), &6.into()));
    let games = |it: &Value| it["games"].as_u64().unwrap();
    assert_eq!(games(&second) * 4, games(&first) * 6, "the first rounds were not played again");
    assert_eq!(tune("6"), second);
}

/// On a slow machine a bot may open fewer files while it is watched. Here a flag is in their place.
#[test]
fn more_iterations_go_on_if_fewer_files_are_seen_at_the_start() {
    let folder = common::folder_with_bot(&format!("[ -d loads ] && . ./rest\n{BOT}"));
    fs::write(folder.path().join("rest"), "crew=3\n").unwrap();
    fs::create_dir(folder.path().join("loads")).unwrap();
    let tune = |iterations: &str| {
        let more = ["--final-games", "0", "--pairs", "1", "--json", "--iterations", iterations];
        let words = [&["tune", "nearest", "sh bot.sh"], &PATIENT[..], &more].concat();
        let output = referee(folder.path(), &words);
        assert_eq!(code(&output), 0, "{}", err(&output));
        serde_json::from_str::<Value>(&out(&output)).unwrap()["checkpoint"].clone()
    };
    let first = tune("2");
    let text = fs::read_to_string(folder.path().join(first.as_str().unwrap())).unwrap();
    assert!(text.contains("\"rest\""), "the file was not seen: {text}");
    fs::remove_dir(folder.path().join("loads")).unwrap();
    assert_eq!(tune("3"), first);
}

/// Whenever it is killed, the same command continues, and reaches exactly the same end.
#[test]
fn kills_change_nothing() {
    for method in [&[][..], &["--method", "genetic", "--population", "4", "--pool", "@random"]] {
        let whole = folder();
        let output = referee(whole.path(), &short(method));
        assert_eq!(code(&output), 0, "{}", err(&output));
        let expected = fs::read(whole.path().join("tune.json")).unwrap();

        let killed = folder();
        kill_again_and_again(killed.path(), &short(method), "tune.json");
        let output = referee(killed.path(), &short(method));
        assert_eq!(code(&output), 0, "{}", err(&output));
        let found = fs::read(killed.path().join("tune.json")).unwrap();
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected));
        let left = ["bot.sh", "tune.json", "tune.svg"];
        assert_eq!(files(killed.path()), left);
    }
}

#[test]
fn two_processes_do_not_share_a_checkpoint_and_ctrl_c_ends_with_a_report() {
    let folder = folder();
    let arguments = [&TUNE[..], &PATIENT, &["--iterations", "100000"]].concat();
    let first = command(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until(|| folder.path().join("tune.json").is_file());
    let second = referee(folder.path(), &arguments);
    assert_eq!(code(&second), 2);
    assert!(err(&second).contains("another process is using the checkpoint"), "{}", err(&second));

    let interrupt = Command::new("kill").args(["-INT", &first.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let first = first.wait_with_output().unwrap();
    assert_eq!(code(&first), 4, "{}", err(&first));
    let text = out(&first);
    assert!(text.contains(" of 100000 iterations") && text.contains("--set keel="), "{text}");
    assert!(text.contains("picture tune.svg") && !text.contains("tuned against"), "{text}");
    let said = err(&first);
    assert!(said.contains("interrupted; to continue: "), "{said}");
    assert!(said.contains("tune nearest 'sh bot.sh' --checkpoint tune.json"), "{said}");
    assert!(!folder.path().join("tune.lock").exists());
}

#[test]
fn a_checkpoint_of_another_tuning_is_left_alone() {
    let folder = folder();
    let few = [&TUNE[..], &PATIENT, &["--iterations", "2", "--final-games", "0"]].concat();
    assert_eq!(code(&referee(folder.path(), &few)), 0);
    let before = fs::read(folder.path().join("tune.json")).unwrap();
    let begun = TUNE.len() + PATIENT.len();
    for (at, changed, expected) in [
        (begun, vec!["--iterations", "1"], "iterations 2, not iterations 1; give the same"),
        (begun + 2, vec!["--pairs", "3"], "begun with pairs 8, not pairs 3"),
        (begun + 2, vec!["--alpha", "0.7"], "begun with alpha 0.602, not alpha 0.7"),
        (begun + 2, vec!["--seed", "5"], "begun with the seed 1, not the seed 5"),
        (begun + 2, vec!["--only", "keel"], "the parameters keel, crew, not the parameters keel"),
        (begun + 2, vec!["--param", "keel=3"], "keel from 2 within 0 to 10 by 0.5, not keel"),
        (begun + 2, vec!["--pool", "@random"], "games against itself, not games against"),
        (begun + 2, vec!["--method", "genetic"], "method spsa, not method genetic"),
        (
            TUNE.len(),
            vec!["--timeout-factor", "100", "--option", "rounds=7", "--iterations", "2"],
            "with the options {",
        ),
        (
            TUNE.len(),
            vec!["--timeout-factor", "2", "--option", "rounds=51", "--iterations", "2"],
            "multiplied by 100, not",
        ),
        (begun + 2, vec!["--clock", "cpu"], "begun with the usual clock, not --clock=cpu; give"),
        (begun + 2, vec!["--time-margin", "7"], "the usual clock, not --time-margin=7; give"),
        (begun + 2, vec!["--startup", "7"], "the usual clock, not --startup=7; give"),
    ] {
        let output = referee(folder.path(), &[&few[..at], &changed].concat());
        assert_eq!(code(&output), 2, "{changed:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
        assert_eq!(fs::read(folder.path().join("tune.json")).unwrap(), before);
    }
    // A changed program counts as another bot.
    fs::write(folder.path().join("bot.sh"), format!("{BOT}\n# better\n")).unwrap();
    for iterations in ["2", "3"] {
        let again = ["--iterations", iterations, "--final-games", "0"];
        let output = referee(folder.path(), &[&few[..begun], &again].concat());
        assert_eq!(code(&output), 2);
        assert!(
            err(&output)
                .contains("another program of the bot 'sh bot.sh' (its file bot.sh differs), not"),
            "{}",
            err(&output)
        );
    }
}

#[test]
fn bad_calls_say_what_to_do_and_write_nothing() {
    let folder = folder();
    let mute = "sh -c 'read l; exit 3'";
    let wordy = "echo MOVE";
    let stubborn = r#"sh -c 'if [ "$1" = --params ]; then exec sh bot.sh --params; elif [ $# = 0 ]; then read l; else echo no >&2; exit 1; fi' x"#;
    for (arguments, expected) in [
        (vec!["chess", "sh bot.sh"], "there is no game 'chess'"),
        (vec!["nearest", "bot"], "there is no bot or program 'bot'"),
        (vec!["nearest", "@random"], "'@random' is a house player, which has no numbers to tune"),
        (vec!["nearest", mute], "exited with code 3; a bot that can be tuned prints its"),
        (
            vec!["nearest", "sh -c 'read l; exit 0' x"],
            "--params`: it prints none; each line should look like",
        ),
        (vec!["nearest", wordy], "line 1 is not a parameter"),
        (vec!["nearest", stubborn], "--params` exited with code 1 and said 'no'"),
        (
            vec!["nearest", "sh bot.sh --quick"],
            "before it was sent anything; its last words: no flag '--quick'",
        ),
        (vec!["nearest", "sh bot.sh", "--only", "mast"], "no parameter 'mast'; it has: keel, crew"),
        (vec!["nearest", "sh bot.sh", "--except", "keel,crew"], "nothing is left to tune"),
        (vec!["nearest", "sh bot.sh", "--only", "keel", "--except", "crew"], "cannot be used with"),
        (vec!["nearest", "sh bot.sh", "--param", "keel"], "not of the form NAME=START,LOW,HIGH"),
        (
            vec!["nearest", "sh bot.sh", "--param", "keel=11"],
            "the start is 11; it must be a number",
        ),
        (vec!["nearest", "sh bot.sh", "--set", "keel=3"], "`referee tune` has no option --set"),
        (vec!["nearest", "sh bot.sh", "--elite", "3"], "--elite belongs to the other method"),
        (
            vec!["nearest", "sh bot.sh", "--method", "genetic", "--rate", "1"],
            "--rate belongs to the other method; leave it out, or give --method spsa",
        ),
        (
            vec!["nearest", "sh bot.sh", "--method", "genetic", "--elite", "12"],
            "leaves no room for children",
        ),
        (vec!["nearest", "sh bot.sh", "--rate", "NaN"], "--rate NaN: wanted a number"),
        (vec!["nearest", "sh bot.sh", "--iterations", "0"], "a whole number from 1 to 1000000"),
        (
            vec!["nearest", "sh bot.sh", "--pool", "plus=@random"],
            "'plus' is a name that `referee tune` uses",
        ),
        (vec!["nearest", "sh bot.sh", "--pool", "sh bot.sh"], "two bots are called 'sh bot.sh'"),
        (
            vec![
                "nearest",
                "sh bot.sh",
                "--others=a=@five",
                "--others=b=@five",
                "--others=c=@five",
            ],
            "takes 2 to 4 players, not 5",
        ),
        (vec!["nearest", "sh bot.sh", "--option", "round=2"], "there is no option 'round'"),
        (vec!["nearest", "sh bot.sh", "--checkpoint", "."], "--checkpoint . is a folder"),
        (
            vec!["nearest", "sh bot.sh", "--checkpoint", "bot.sh"],
            "is not a checkpoint of `referee tune`",
        ),
    ] {
        let output = referee(folder.path(), &[&["tune"], &arguments[..]].concat());
        assert_eq!(code(&output), 2, "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(expected), "{arguments:?}: {}", err(&output));
        assert_eq!(files(folder.path()), ["bot.sh"], "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.path().join("bot.sh")).unwrap(), BOT);
    }
}

/// Tuning begins at the values with which the bot is started.
#[test]
fn flags_of_the_bot_are_where_it_starts() {
    let folder = folder();
    let arguments = ["tune", "nearest", "x=sh bot.sh --set keel=6", "--only", "keel"];
    let more = ["--iterations", "1", "--pairs", "1", "--final-games", "2", "--json"];
    let output = referee(folder.path(), &[&arguments[..], &PATIENT, &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["parameters"][0]["start"], 6.0);
    assert_eq!(report["parameters"].as_array().unwrap().len(), 1);
    let line = report["command"].as_str().unwrap();
    assert!(line.starts_with("sh bot.sh --set keel=6 --set keel="), "{line}");
}

/// Otherwise a bot that fails in every game would be tuned to nonsense for a whole night.
#[test]
fn a_broken_bot_ends_the_tuning() {
    let folder = folder();
    let broken =
        BOT.replace("while read", "read -r line; echo alas >&2; kill -SEGV $$\nwhile read");
    fs::write(folder.path().join("bot.sh"), broken).unwrap();
    let output = referee(folder.path(), &short(&[]));
    assert_eq!(code(&output), 1, "{}", err(&output));
    let said = err(&output);
    assert!(
        said.contains("minus was thrown out on seed ") && said.contains("stderr: alas"),
        "{said}"
    );
    assert!(
        said.contains("out of every game of round 1 (exit), so nothing can be learnt"),
        "{said}"
    );
    assert!(said.contains("look at one of them: referee play nearest"), "{said}");
    assert!(!folder.path().join("tune.json").exists());
    // The recordings are kept.
    assert_eq!(files(&folder.path().join("tune.rounds").join("1.jsonl.games")).len(), 4);
}

/// A side that fails on its values in every game has lost them all, which says where the better values are.
#[test]
fn a_bot_that_fails_on_some_values_is_tuned_away_from_them() {
    let folder = folder();
    let fails = BOT.replace("while read", "if [ $said -ge 5 ]; then exit 3; fi\nwhile read");
    fs::write(folder.path().join("bot.sh"), fails).unwrap();
    let more = ["--only", "keel", "--param", "keel=5", "--rate", "0.2", "--json"];
    let output = referee(folder.path(), &short(&more));
    assert_eq!(code(&output), 0, "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert!(report["parameters"][0]["now"].as_f64().unwrap() < 4.9, "{report}");
    assert!(report["faults"]["exit"].as_u64().unwrap() >= 4, "{report}");

    // A run that ends after ten faults in a row says how to learn from them.
    fs::remove_file(folder.path().join("tune.json")).unwrap();
    let pairs = ["--iterations", "1", "--pairs", "8", "--final-games", "0", "--param", "keel=5"];
    let many = [&TUNE[..], &PATIENT, &pairs, &["--only", "keel"]].concat();
    let output = referee(folder.path(), &many);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains("with --keep-going the tuning goes on"), "{}", err(&output));
    let output = referee(folder.path(), &[&many[..], &["--keep-going"]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
}

#[test]
fn parameters_without_end_are_an_error_that_says_so() {
    let folder = folder();
    fs::write(folder.path().join("bot.sh"), "exec yes\n").unwrap();
    let output = referee(folder.path(), &short(&[]));
    assert_eq!(code(&output), 2, "{}", err(&output));
    assert!(err(&output).contains("printed more than 1 MB"), "{}", err(&output));
}

/// Whether a process with this word in its command line is running.
#[cfg(target_os = "linux")]
fn is_running(word: &str) -> bool {
    let mut processes = fs::read_dir("/proc").unwrap().flatten();
    processes.any(|it| {
        let line = fs::read(it.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).split('\0').any(|other| other == word)
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_is_asked_for_its_numbers_is_isolated_and_leaves_no_process() {
    if !referee::testkit::needs::Need::linux_room() {
        return;
    }
    let folder = folder();
    let other = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let written = other.path().join("written");
    // A session of its own, in which it keeps the pipes of the bot.
    let seconds = format!("1000.{}", std::process::id());
    let deeds = format!("--params)\n echo x >{}\n setsid sleep {seconds} &", written.display());
    fs::write(folder.path().join("bot.sh"), BOT.replacen("--params)", &deeds, 1)).unwrap();
    let output = referee(folder.path(), &short(&[]));
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!written.exists());
    assert!(!is_running(&seconds));
}
