//! The output of `games`, `stats`, `serve` and `join` for each contest.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use referee::contest::Contest;
use referee::options::OptionKind;
use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use referee::testkit::recordings::{demand_replay, fixtures, fixtures_folder};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out};
use crate::subject::{REFEREE, contests};

fn referee(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(REFEREE);
    command.args(arguments).current_dir(folder);
    command
}

/// The section of a contest in the output of `referee games`.
fn section(contest: &dyn Contest) -> String {
    let output = referee(Path::new("."), &["games"]).output().unwrap();
    let text = out(&output);
    let (_, rest) = text.split_once(&format!("\n{}: ", contest.key())).unwrap_or_else(|| {
        text.split_once(&format!("{}: ", contest.key())).expect("each contest is listed")
    });
    let own = rest.lines().skip(1).take_while(|line| line.starts_with(' '));
    own.collect::<Vec<_>>().join("\n")
}

#[test]
fn games_shows_the_protocol_the_options_with_their_values_and_the_statistics() {
    for contest in contests() {
        let (about, section) = (contest.about(), section(contest));
        let protocol = section.lines().find_map(|line| line.strip_prefix("  protocol "));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(protocol.unwrap());
        assert!(std::fs::read_to_string(&file).unwrap().contains("//! # The protocol"), "{file:?}");
        for option in about.options {
            let line = section.lines().find(|line| line.contains(&option.typed())).unwrap();
            match option.kind {
                OptionKind::Whole { least, most, .. } => {
                    assert!(line.contains(&format!("from {least} to {most}; ")), "{line}");
                }
                OptionKind::Choice(words) => {
                    assert!(line.contains(&words.join(" or ")), "{line}");
                }
                _ => {}
            }
            assert!(line.ends_with(option.help), "{line}");
        }
        assert_eq!(section.contains("  stats "), !about.statistics.is_empty(), "{section}");
    }
}

#[test]
fn a_contest_has_statistics_if_it_says_so() {
    for contest in contests() {
        let files: Vec<_> = fixtures(contest.key()).into_iter().step_by(cases(6, 1)).collect();
        let mut stats = referee(&fixtures_folder(), &["stats", contest.key(), "--json"]);
        let output = stats.args(files).output().unwrap();
        if contest.about().statistics.is_empty() {
            println!("skipped: {} has no statistics", contest.key());
            assert!(err(&output).contains("no statistics for games of"), "{}", err(&output));
            assert_eq!(code(&output), 2);
            continue;
        }
        assert_eq!(code(&output), 0, "{}", err(&output));
        let bots: Vec<Value> = serde_json::from_str(&out(&output)).unwrap();
        assert!(!bots.is_empty() && bots.iter().all(|bot| bot["bot"].is_string()));
    }
}

/// A first bot in Python joins a server of the contest.
#[test]
fn games_are_served_over_tcp() {
    if !Need::Python.program_runs() {
        return;
    }
    for contest in contests().step_by(cases(2, 1)) {
        let (key, folder) = (contest.key(), TempDir::new().unwrap());
        let bot = contest.about().first_bots.iter().find(|bot| bot.extension == "py");
        let (Some(bot), None) = (bot, referee::site::site_of(contest.key())) else {
            println!("skipped: {key} has a site of its own, or no first bot in Python");
            continue;
        };
        std::fs::write(folder.path().join("bot.py"), bot.source).unwrap();
        let players = contest.about().seats.to_string();
        let serve = ["serve", key, "--port", "0", "--seed", "5", "--players", &players];
        let mut server = referee(folder.path(), &serve).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let port = first.rsplit(':').next().unwrap();
        let join = ["join", key, "127.0.0.1", port, "python3 bot.py"];
        let clients: Vec<_> = (0..contest.about().seats)
            .map(|_| referee(folder.path(), &join).stderr(Stdio::null()).spawn().unwrap())
            .collect();
        let played = lines.next().unwrap().unwrap();
        assert!(played.contains(" turns; "), "{played}");
        assert!(server.wait().unwrap().success());
        for mut client in clients {
            client.wait().unwrap();
        }
        let recording = demand_replay(&folder.path().join(format!("games/{key}-5.jsonl")));
        assert_eq!(recording.header.game, key);
    }
}
