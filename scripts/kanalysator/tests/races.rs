//! The analysis of a race of this project and of two races of the site.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use kanalysator::crashes::Cause;
use kanalysator::picture::svg;
use kanalysator::race::{Deed, PlayedRace};
use kanalysator::report::Report;
use kanalysator::solver::Solver;
use kanalysator::table::table;
use referee::testkit::cases::cases;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::recordings::{fixtures, fixtures_folder, official};

use crate::lane::{A, C, race_in_a_lane};

fn read(file: &Path) -> PlayedRace {
    let text = fs::read_to_string(file).unwrap();
    PlayedRace::read(&text).unwrap_or_else(|error| panic!("{}: {error:#}", file.display()))
}

pub fn fixture(name: &str) -> PlayedRace {
    read(&fixtures_folder().join("karo").join(name))
}

/// A race of the site, with letters instead of its title and its players' names.
fn of_the_site(file: &Path) -> PlayedRace {
    let mut played = read(file);
    "A race of the site".clone_into(&mut played.title);
    for (player, letter) in played.players.iter_mut().zip('A'..) {
        player.name = letter.to_string();
    }
    played
}

/// The table without its last line, which contains the time.
fn told(report: &Report) -> String {
    let text = table(report);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[..lines.len() - 1].join("\n")
}

/// Every optimum from the table, in every third situation if few cases are wanted, equals that of the bot's
/// own search.
fn demand_optima_of_the_search(played: &PlayedRace) -> usize {
    let solver = Solver::new(played).unwrap();
    assert!(solver.is_prepared());
    let mut compared = 0;
    for situation in played.situations.iter().step_by(cases(3, 1)) {
        let Some(standing) = solver.standing(situation) else { continue };
        let cells: Vec<_> = situation.blockers.iter().map(|blocker| blocker.at).collect();
        for taken in [&[][..], &cells] {
            let moves = solver.moves(&standing, taken);
            let looked_up = solver.fewest(&moves, standing.number, standing.open);
            let found = solver.search(&moves, standing.number, standing.open);
            assert_eq!(looked_up, found, "{situation:?}");
            compared += 1;
        }
    }
    compared
}

/// The optimum from the start and all losses of a player add up to the moves that it made.
fn demand_that_losses_add_up(report: &Report) -> usize {
    let best = i32::from(report.optimum.unwrap());
    let finished: Vec<_> = report.players.iter().filter(|player| player.rank > 0).collect();
    for player in &finished {
        let lost = [player.lost_by_choice, player.lost_to_cars, player.lost_to_rule];
        let lost = lost.iter().sum::<i32>() + player.lost_by_crashes;
        assert_eq!(best + lost, player.moves as i32, "{player:?}");
    }
    finished.len()
}

/// Each move begins with the number of moves that were left after the one before.
fn demand_that_moves_join(report: &Report) {
    for seat in 0..report.players.len() {
        let own: Vec<_> = report.moves.iter().filter(|it| it.seat == seat).collect();
        for pair in own.windows(2) {
            assert_eq!(pair[0].after, pair[1].free, "{pair:?}");
        }
    }
}

#[test]
fn a_race_of_six_house_players() {
    let played = fixture("ring-six.jsonl");
    let report = Report::of(&played, &[]).unwrap();
    insta::assert_snapshot!("ring_six", told(&report));
    assert_eq!(demand_that_losses_add_up(&report), 6);
    demand_that_moves_join(&report);
    assert!(demand_optima_of_the_search(&played) > 10);
}

#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let played = fixture("ring-six.jsonl");
    let drawn = svg(&played, &Report::of(&played, &[]).unwrap());
    let kept = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/book/src/pictures/kanalysator.svg"
    ));
    let command = "cargo kanalysator fixtures/karo/ring-six.jsonl --svg docs/book/src/pictures/kanalysator.svg";
    assert!(fs::read_to_string(kept).unwrap() == drawn, "make it anew: {command}");
}

/// Several decisive moves may end on one cell or on neighbours: no number covers another.
#[test]
fn every_decisive_move_has_a_disc_of_its_own() {
    let (mut crowded, mut discs) = (0, 0);
    for file in fixtures("karo") {
        let played = read(&file);
        let Ok(report) = Report::of(&played, &[]) else { continue };
        let drawn = svg(&played, &report);
        let number = |line: &str, name: &str| -> i64 {
            let value = line.split(&format!(" {name}=\"")).nth(1).unwrap();
            value.split('"').next().unwrap().parse().unwrap()
        };
        let found = drawn.lines().filter(|line| line.starts_with("<circle"));
        let found: Vec<(i64, i64)> =
            found.map(|line| (number(line, "cx"), number(line, "cy"))).collect();
        assert_eq!(found.len(), report.decisive.len(), "{}", file.display());
        for (place, (x, y)) in found.iter().enumerate() {
            for (other_x, other_y) in &found[..place] {
                let apart = (x - other_x).pow(2) + (y - other_y).pow(2);
                assert!(apart >= 16 * 16, "{}: {x} {y}", file.display());
            }
        }
        let ends = report.decisive.iter().filter_map(|place| report.moves[*place].to);
        let cells: HashSet<_> = ends.map(|[x, y, ..]| (x, y)).collect();
        crowded += found.len() - cells.len();
        discs += found.len();
    }
    assert!(crowded > 0 && discs > 50, "{crowded} on the cell of another, {discs} in all");
}

#[test]
fn every_fixture_is_analysed_or_has_no_way_without_a_crash() {
    let (mut analysed, mut finished) = (0, 0);
    for file in fixtures("karo") {
        let played = read(&file);
        match Report::of(&played, &[]) {
            Ok(report) => {
                analysed += 1;
                finished += demand_that_losses_add_up(&report);
                demand_that_moves_join(&report);
            }
            Err(error) => assert!(error.to_string().contains("without a crash"), "{error:#}"),
        }
    }
    assert!(analysed > 40 && finished > 50, "{analysed} races, {finished} came home");
}

#[test]
fn the_finished_race_of_the_site() {
    let Some(file) = official("karo", "games/44773.json") else { return };
    let played = of_the_site(&file);
    let report = Report::of(&played, &[]).unwrap();
    insta::assert_snapshot!("site_44773", told(&report));
    assert_eq!(demand_that_losses_add_up(&report), 5);
    demand_that_moves_join(&report);
    assert_eq!(report.crashes.len(), 6);
    assert!(demand_optima_of_the_search(&played) > cases(20, 60));
}

#[test]
fn the_unfinished_race_of_the_site() {
    let Some(file) = official("karo", "games/70645.json") else { return };
    let played = of_the_site(&file);
    let report = Report::of(&played, &[]).unwrap();
    insta::assert_snapshot!("site_70645", told(&report));
    demand_that_moves_join(&report);
    assert!(demand_optima_of_the_search(&played) > cases(6, 20));
}

/// Generated races contain cases that the stored ones lack, such as crashes by a player's own choice with
/// cars in the way.
#[test]
fn in_drawn_races_losses_add_up_too() {
    let folder = tempfile::tempdir().unwrap();
    let (mut crashes, mut finished) = (0, 0);
    for seed in 0..cases(6, 12) {
        let maker = FixtureMaker::new("karo", seed).unwrap().into_folder(folder.path());
        let board = ["ring", "street", "alleys"][seed as usize % 3];
        let rule = ["", "remulade"][seed as usize % 2];
        let options = serde_json::json!({ "board": board, "rule": rule });
        let six = ["@sunday", "@blocker", "@sunday", "@cruiser", "@blocker", "@sunday"];
        maker.houses("race", &seed.to_string(), options, &six).unwrap();
        let report = Report::of(&read(&folder.path().join("race.jsonl")), &[]).unwrap();
        finished += demand_that_losses_add_up(&report);
        demand_that_moves_join(&report);
        crashes += report.crashes.len();
    }
    assert!(
        crashes > cases(5, 10) && finished > cases(20, 40),
        "{crashes} crashes, {finished} came home"
    );
}

#[test]
fn a_crash_has_a_cause() {
    let causes = |name: &str| -> Vec<Cause> {
        let report = Report::of(&fixture(name), &[]).unwrap();
        report.crashes.into_iter().map(|crash| crash.cause).collect()
    };
    let six = causes("ring-six.jsonl");
    assert_eq!(six[0], Cause::Choice { round: 8 });
    assert!(matches!(&six[1], Cause::Cars { round: 23, seats } if seats.len() == 1), "{six:?}");
}

/// B enters the nook while the cars before it cost it a move; that move is not part of the crash's cost.
#[test]
fn a_crash_of_choice_costs_what_it_adds_to_what_cars_cost() {
    let into_the_nook: &[&str] =
        &["START 1 1", "MOVE 2 1 1 0", "MOVE 3 0 1 -1", "MOVE 2 1 1 0", "LEAVE"];
    let report =
        Report::of(&race_in_a_lane(&[0, 1, 2], &[A, C, ("B", into_the_nook)]), &[]).unwrap();
    let [crash] = &report.crashes[..] else { panic!("{:?}", report.crashes) };
    assert_eq!(crash.cause, Cause::Choice { round: 3 });
    // Four moves were left. It made one, and after the crash four were left again.
    assert_eq!(crash.cost, Some(1));
}

#[test]
fn a_crash_on_a_race_track_is_read_as_its_situation() {
    let played = fixture("crash.jsonl");
    let crash = played.situations.iter().position(|it| matches!(it.deed, Deed::Crashed(_)));
    let crash = crash.expect("it has one");
    let (at, next) = (&played.situations[crash], &played.situations[crash + 1]);
    assert_eq!(
        (at.seat, at.round),
        (next.seat, next.round),
        "the move of the round comes after it"
    );
    let Deed::Crashed(cell) = at.deed else { unreachable!() };
    assert_eq!(next.car, Some(kabotte::motion::Motion::at_rest(cell)));
}

#[test]
fn a_text_that_is_no_race_is_refused_with_a_sentence() {
    for (text, part) in [
        ("", "is not a game of the site; it is empty"),
        ("{}", "map code"),
        (
            "{\"format\":\"botyard/1\",\"game\":\"ocean\",\"seed\":\"1\",\"players\":[]}\n{\"result\":{\"scores\":[]}}\n",
            "ocean",
        ),
        ("{\"format\":\"botyard/1\"", "recording"),
    ] {
        let Err(error) = PlayedRace::read(text) else { panic!("{text} was read") };
        let error = format!("{error:#}");
        assert!(error.contains(part), "{error}");
    }
}
