//! The fewest moves on the maps of the site, against an exhaustive search made elsewhere.

use std::fs;

use gridkit::Deadline;
use kabotte::circuit::Direction;
use kabotte::solve::{Race, Settings};
use kabotte::track::Track;
use referee::testkit::cases::cases;
use referee::testkit::recordings::official;

fn fewest(track: &Track, checkpoints: bool, direction: Direction) -> Option<u16> {
    let settings = Settings { checkpoints, direction, ..Settings::USUAL };
    let race = Race::new(track, settings, &mut Deadline::after_nodes(u64::MAX));
    race.opening().ok().map(|plan| {
        assert_eq!(race.way(plan).len(), usize::from(plan.moves()));
        assert!(plan.ways() > 0);
        plan.moves()
    })
}

#[test]
fn every_listed_optimum_is_found() {
    let folder = match official("karo", "") {
        Some(folder) => folder,
        None => return,
    };
    let list = fs::read_to_string(folder.join("optimal_moves.csv")).unwrap();
    let mut checked = 0;
    let mut wrong: Vec<String> = Vec::new();
    for line in list.lines().skip(1).step_by(cases(20, 1)) {
        let fields: Vec<&str> = line.split(',').collect();
        let code = fs::read_to_string(folder.join(format!("maps/{}.txt", fields[0]))).unwrap();
        let track = Track::parse(&code).unwrap();
        for (column, checkpoints, direction) in [
            (9, false, Direction::Classic),
            (10, true, Direction::Classic),
            (11, false, Direction::Free),
            (12, true, Direction::Free),
        ] {
            // Where the direction makes the finish unreachable, the track is no circuit.
            let freed = fields[column] == "none" && column < 11;
            let listed = if freed { fields[column + 2] } else { fields[column] };
            let found = fewest(&track, checkpoints, direction);
            let found = found.map_or("none".to_owned(), |moves| moves.to_string());
            if found != listed {
                let case = format!("map {}, checkpoints {checkpoints}, {direction:?}", fields[0]);
                wrong.push(format!("{case}: {found}, listed {listed}"));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > cases(13, 300), "{checked}");
}

/// A search that had no time to find anything does not say that there is nothing: map 117 can be finished.
#[test]
fn a_search_without_time_does_not_say_that_there_is_no_way() {
    let folder = match official("karo", "") {
        Some(folder) => folder,
        None => return,
    };
    let map = folder.join("maps/117.txt");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kabotte"))
        .args(["solve", map.to_str().unwrap()])
        .args(["--crash", "allowed", "--zzz", "5", "--patience", "1"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("no car can finish"), "{told}");
    // A quicker machine may find a way in that time.
    assert_eq!(output.status.success(), told.contains("moves"), "{told}{said}");
    assert!(output.status.success() || said.contains("--patience"), "{said}");
}
