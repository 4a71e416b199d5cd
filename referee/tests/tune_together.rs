//! Tunings of a bot for players that work together, run as a user runs them; its best value is known.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, code, err, files, kill_again_and_again, out, toy_referee as referee};

/// Answers a number, of which 6 is the best.
const BOT: &str = r#"
says=13
while [ $# -gt 0 ]; do
  case $1 in
    --params) echo '{"name":"says","whole":true,"default":13,"low":1,"high":20}'; exit ;;
    --set)
      case $2 in says=*) says=${2#*=} ;; *) echo "no number '$2'" >&2; exit 2 ;; esac
      shift ;;
    *) echo "no flag '$1'" >&2; exit 2 ;;
  esac
  shift
done
while read -r line; do echo $says; done
"#;

/// A folder with the bot.
fn folder() -> TempDir {
    common::folder_with_bot(BOT)
}

/// The limits are wide, so that a busy machine does not decide a game.
const TUNE: [&str; 5] = ["tune", "pairs", "sh bot.sh", "--timeout-factor", "100"];

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = referee(folder, arguments);
    assert_eq!(code(&output), 0, "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

fn now(report: &Value) -> f64 {
    report["parameters"][0]["now"].as_f64().unwrap()
}

#[test]
fn a_bot_is_tuned_and_earns_more_with_itself() {
    let folder = folder();
    let rounds = ["--iterations", "24", "--pairs", "3", "--final-games", "40"];
    let arguments = [&TUNE[..], &rounds].concat();
    let report = json(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert!((4.0..9.0).contains(&now(&report)), "{report}");
    // Each side plays one game with itself on each seed.
    assert_eq!((report["rounds"].as_u64(), report["games"].as_u64()), (Some(24), Some(144)));
    let last = &report["duel"];
    assert_eq!((last["games"].as_u64(), last["units"].as_u64()), (Some(40), Some(20)));
    let difference = &last["team_differences"][0];
    assert_eq!(difference["company"], "with itself");
    assert!(difference["points"]["low"].as_f64().unwrap() > 300.0, "{difference}");
    assert!(difference["better"].as_u64().unwrap() > 14, "{difference}");
    let mean = |number: usize| last["teams"][number]["mean"].as_f64().unwrap();
    let more = difference["points"]["value"].as_f64().unwrap();
    assert!((mean(0) - mean(1) - more).abs() < 1e-6, "{last}");
    assert_eq!(last["teams"][1]["bots"], serde_json::json!(["untuned", "untuned"]));
    assert_eq!(files(&folder.path().join("games")).len(), 3, "checkpoint, picture, log");

    // The same command plays no more games, and prints the same result as text.
    let again = referee(folder.path(), &arguments);
    let text = out(&again);
    assert_eq!(code(&again), 0, "{}", err(&again));
    assert!(text.starts_with("sh bot.sh by spsa with itself: 24 of 24 iterations, 144 games\n"));
    assert!(text.contains("\ntuned and untuned: 40 games of pairs on 20 seeds\n"), "{text}");
    assert!(text.contains("  each with itself: tuned earns +"), "{text}");
    assert!(text.contains(" points a round more than untuned (95 %), on "), "{text}");
    assert!(text.contains("  tuned with tuned  "), "{text}");
    // The log of the final games says the same.
    let log = last["log"].as_str().unwrap();
    let report = out(&referee(folder.path(), &["report", log]));
    assert!(text.ends_with(&report) && report.starts_with("tuned and untuned: "), "{report}");
}

#[test]
fn a_bot_is_tuned_by_generations_and_with_a_pool() {
    let folder = folder();
    let generations = ["--method", "genetic", "--iterations", "4", "--population", "8"];
    let few = ["--pairs", "2", "--final-games", "0", "--json"];
    let itself = json(folder.path(), &[&TUNE[..], &generations, &few].concat());
    assert!((4.0..9.0).contains(&now(&itself)), "{itself}");
    assert_eq!(itself["games"], 4 * 8 * 2);

    // The answer of @nought is always six away from the best.
    let last = ["--pairs", "2", "--pool", "@nought", "--final-games", "60"];
    let pool = [&TUNE[..], &generations, &last].concat();
    let output = referee(folder.path(), &pool);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = out(&output);
    let title = "by genetic with @nought: 4 of 4 generations, 192 games\n";
    assert!(text.contains(title), "{text}");
    assert!(text.contains("\ntuned and untuned: 60 games of pairs on 10 seeds\n"), "{text}");
    assert!(text.contains("  each with @nought: tuned earns +"), "{text}");
    let teams: Vec<&str> =
        text.lines().filter_map(|line| Some(line.split_once(" with @nought  ")?.0)).collect();
    assert_eq!(teams, ["  tuned", "  untuned", "  @nought"]);
}

/// Whenever it is killed, the same command continues, and reaches exactly the same end.
#[test]
fn kills_change_nothing() {
    let short = ["--iterations", "6", "--pairs", "2", "--checkpoint", "tune.json"];
    for more in [&["--final-games", "0"][..], &["--final-games", "10", "--pool", "@six"]] {
        let arguments = [&TUNE[..], &short, more].concat();
        let [whole, killed] = [folder(), folder()];
        let expected = referee(whole.path(), &arguments);
        assert_eq!(code(&expected), 0, "{}", err(&expected));
        kill_again_and_again(killed.path(), &arguments, "tune.json");
        let output = referee(killed.path(), &arguments);
        assert_eq!(code(&output), 0, "{}", err(&output));
        let [expected, found] =
            [&whole, &killed].map(|it| fs::read_to_string(it.path().join("tune.json")).unwrap());
        assert_eq!(found, expected);
        assert_eq!(files(killed.path()), files(whole.path()));
    }
}

#[test]
fn bad_calls_say_what_to_do() {
    let folder = folder();
    let refused = |more: &[&str], advice: &str| {
        common::refused(&referee(folder.path(), &[&TUNE[..], more].concat()), advice);
    };
    refused(&["--others", "@six"], "in pairs players work together: give the bots for it");
    refused(&["--pool", "@nobody"], "has no house player '@nobody'");
    let few = ["--checkpoint", "tune.json", "--iterations", "1", "--final-games", "0"];
    assert_eq!(code(&referee(folder.path(), &[&TUNE[..], &few].concat())), 0);
    let pool = [&few[..], &["--pool", "@six"]].concat();
    refused(&pool, "begun with games with itself, not games with @six");
    // As an earlier version wrote them, or for a game of another kind.
    let text = fs::read_to_string(folder.path().join("tune.json")).unwrap();
    let (before, rounds) = text.split_once(r#""rounds":"#).unwrap();
    let (_, after) = rounds.split_once(",\"values\"").unwrap();
    let halves = format!(r#"{before}"rounds":[[9,7]],"values"{after}"#);
    fs::write(folder.path().join("tune.json"), halves).unwrap();
    refused(&few, "damaged: iteration 1 cannot have been played");
}
