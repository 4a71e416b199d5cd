//! A test of the flags of `kabotte solve`.

use std::time::Duration;

use kabotte::circuit::Direction;
use kabotte::cli::{parse, Request};
use kabotte::crash_plan::MEMORY;
use kabotte::rules::{Rule, Rules};
use kabotte::solve::Settings;

fn request(line: &str) -> Result<Option<Request>, String> {
    parse(line.split_whitespace().map(String::from))
}

#[test]
fn flags_are_read_and_mistakes_are_named() {
    let read =
        request("a.txt --cps off --direction free --svg b.svg --all --rule prim").unwrap().unwrap();
    let rules = Rules::NONE.with(Rule::Prim);
    let settings =
        Settings { checkpoints: false, direction: Direction::Free, rules, ..Settings::USUAL };
    let svg = Some("b.svg".to_owned());
    assert_eq!(
        read,
        Request {
            map: "a.txt".to_owned(),
            settings,
            patience: Duration::from_secs(300),
            memory: MEMORY,
            all: true,
            svg,
            json: false
        }
    );
    assert_eq!(request("--help").unwrap(), None);
    for (line, mistake) in [
        ("", "which map? Give the file of a map code"),
        ("a b", "one map at a time: `b` is too many"),
        ("a --cps", "--cps needs on or off"),
        ("a --cps maybe", "--cps takes on or off, not `maybe`"),
        ("a --direction back", "--direction takes classic, formula1 or free, not `back`"),
        ("a --patience no", "--patience takes seconds, not `no`"),
        ("a --fast", "unknown flag `--fast`"),
    ] {
        assert_eq!(request(line).unwrap_err(), mistake);
    }
}
