//! Every target accepts its seeds and some changes of them, and the driver finds panics.

use std::fs;
use std::path::Path;

use fuzz_targets::{Budget, Mutator, Run, TARGETS, Target, drive, seeds, target};
use referee::testkit::cases::cases;
use tempfile::TempDir;

fn run(target: &Target, seed: u64, texts: u64, folder: &Path) -> Run {
    drive(target, seed, Budget::Texts(texts), folder).unwrap()
}

/// One test for all targets, because a panic is caught for the whole process.
#[test]
fn targets_accept_any_bytes_and_the_driver_finds_panics() {
    no_target_panics();
    a_panic_is_found_kept_and_found_again();
}

fn no_target_panics() {
    let folder = TempDir::new().unwrap();
    for target in TARGETS {
        let run = run(target, 1, cases(5, 40), folder.path());
        println!("{}: the slowest of {} took {:?}", target.name, run.texts, run.slowest);
        assert!(run.findings.is_empty(), "{}: {:?}", target.name, run.findings);
    }
}

fn a_panic_is_found_kept_and_found_again() {
    let weak = Target {
        name: "options",
        body: |bytes| assert!(!bytes.windows(5).any(|it| it == b"65536"), "it is 65536"),
    };
    let found = |seed| {
        let folder = TempDir::new().unwrap();
        let run = run(&weak, seed, 4000, folder.path());
        let [finding] = &run.findings[..] else { panic!("one place panics: {run:?}") };
        assert!(finding.message.contains("it is 65536"), "{finding:?}");
        fs::read(&finding.file).unwrap()
    };
    let text = found(1);
    assert!(text.windows(5).any(|it| it == b"65536"));
    assert_eq!(text, found(1));
}

#[test]
fn every_target_has_seeds() {
    for Target { name, .. } in TARGETS {
        assert!(seeds(name).len() >= 4, "{name} has too few seeds");
    }
}

/// The rules of each contest are in the targets `options` and `recordings`. A bot is a target if this package
/// depends on it.
#[test]
fn every_contest_has_seeds_and_each_bot_is_a_target_or_skipped() {
    let starts = |target: &str, begin: &str| {
        seeds(target).iter().any(|seed| String::from_utf8_lossy(seed).contains(begin))
    };
    let mut bots = 0;
    for contest in referee::games::all() {
        let key = contest.key();
        assert!(starts("options", &format!("{key} ")), "{key} has no seeds of options");
        assert!(starts("recordings", &format!("\"game\":\"{key}\"")), "{key}: no recordings");
        let bot = contest.about().bot.replace('-', "_");
        match target(&bot) {
            Some(_) => bots += 1,
            None => println!("skipped: the bot {bot} is not a target"),
        }
    }
    assert!(bots >= 5, "{bots}");
}

#[test]
fn earlier_findings_do_not_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fuzz");
    for target in TARGETS {
        let entries = fs::read_dir(root.join(target.name));
        for entry in entries.into_iter().flatten() {
            let file = entry.unwrap().path();
            println!("{}", file.display());
            (target.body)(&fs::read(&file).unwrap());
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_texts_and_another_seed_others() {
    let texts = [b"one 1\ntwo 22\n".to_vec(), Vec::new(), vec![255]];
    let all = |seed| {
        let mut mutator = Mutator::new(seed);
        (0..500).map(|_| mutator.change(&texts)).collect::<Vec<_>>()
    };
    assert_eq!(all(1), all(1));
    assert_ne!(all(1), all(2));
}
