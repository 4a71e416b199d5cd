//! The fewest moves on the site's maps, compared with another program's exhaustive search.

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
    let file = match official("karo", "optimal_moves.csv") {
        Some(file) => file,
        None => return,
    };
    let folder = file.parent().unwrap();
    let list = fs::read_to_string(&file).unwrap();
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
            // If the direction makes the finish unreachable, the track is not a circuit.
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

/// Its finish has two parts. A car that could cross one of them backwards would finish in one move.
#[test]
fn the_speedway_with_a_finish_in_two_parts_is_a_circuit() {
    let file = match official("karo", "maps/184.txt") {
        Some(file) => file,
        None => return,
    };
    let track = Track::parse(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(fewest(&track, false, Direction::Classic), Some(32));
    assert_eq!(fewest(&track, true, Direction::Classic), Some(33));
}
