//! Every target takes its seeds and some changes of them, and the driver finds what panics.

use std::fs;
use std::path::Path;

use fuzz_targets::{Budget, Mutator, Run, TARGETS, Target, drive, seeds};
use referee::testkit::cases::cases;
use tempfile::TempDir;

fn run(target: &Target, seed: u64, texts: u64, folder: &Path) -> Run {
    drive(target, seed, Budget::Texts(texts), folder).unwrap()
}

/// One test for all, since a panic is caught for the whole process.
#[test]
fn targets_take_what_they_are_given_and_the_driver_finds_what_panics() {
    no_target_panics();
    a_panic_is_found_kept_and_found_again();
}

fn no_target_panics() {
    let folder = TempDir::new().unwrap();
    for target in TARGETS {
        let run = run(target, 1, cases(15, 40), folder.path());
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
fn every_target_has_seeds_and_a_file_for_cargo_fuzz() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for Target { name, .. } in TARGETS {
        assert!(seeds(name).len() >= 4, "{name} has too few seeds");
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")));
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../fuzz/fuzz_targets/{name}.rs"));
        assert!(fs::read_to_string(file).unwrap().contains(&format!("target(\"{name}\")")));
    }
}

/// What was found once is not found again.
#[test]
fn findings_of_old_stay_mended() {
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
