//! Checkpoints and the finish.

use referee::games::karo::Status;

use super::scene::{Place, Play, Scene};

/// A car alone on a road of one row, placed at its start and driven along.
fn along(row: &str, options: &[(&str, &str)], ways: &[i32]) -> Play {
    let start = row.find('S').expect("there is a start") as i32;
    let mut scene = Scene::of(&[row], 1);
    for (name, value) in options {
        scene = scene.option(name, *value);
    }
    let mut play = scene.begin();
    let cells: Vec<Place> = std::iter::once(&start).chain(ways).map(|x| (*x, 0)).collect();
    play.way(&cells);
    play
}

fn is_home(play: &Play) -> bool {
    play.car(0).status == Status::Finished
}

#[test]
fn a_checkpoint_is_collected_by_passing_over_it() {
    let play = along("SO1OOF", &[], &[1, 3]);
    assert_eq!(play.collected(0), "1");
    assert!(!is_home(&play));
    assert!(is_home(&along("SO1OOF", &[], &[1, 3, 5])));
}

#[test]
fn of_a_move_only_the_first_event_back_from_its_target_counts() {
    let play = along("SO12OF", &[], &[1, 3]);
    assert_eq!(play.collected(0), "2", "the 1 was passed, too");
    assert_eq!(along("SO12OF", &[("events", "all")], &[1, 3]).collected(0), "12");
}

#[test]
fn a_finish_hides_the_checkpoint_before_it_and_is_itself_in_vain() {
    let play = along("SO1FOOS", &[], &[1, 3]);
    assert_eq!((play.collected(0).as_str(), is_home(&play)), ("-", false));
    let all = along("SO1FOOS", &[("events", "all")], &[1, 3]);
    assert!(is_home(&all), "with all events counting, the checkpoint counts before the finish");
}

#[test]
fn a_later_checkpoint_hides_the_finish_if_checkpoints_are_in_force() {
    let row = "S1OOF1OO";
    let play = along(row, &[], &[1, 3, 5]);
    assert_eq!((play.collected(0).as_str(), is_home(&play)), ("1", false));
    let off = along(row, &[("cps", "off")], &[1, 3, 5]);
    assert!(is_home(&off), "without checkpoints such cells are ordinary road");
    assert_eq!(off.collected(0), "-");
    assert!(is_home(&along(row, &[("events", "all")], &[1, 3, 5])));
}

#[test]
fn the_source_of_a_move_is_passed_too() {
    // The car stops on the finish without the checkpoint, fetches it at walking pace and comes back.
    let mut play = Scene::of(&["SOF1", "OOOO"], 1).begin();
    play.way(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
    assert_eq!((play.collected(0).as_str(), is_home(&play)), ("1", false));
    // From the checkpoint downward, and past the finish on plain road: no event but the source's.
    play.way(&[(3, 1), (2, 1)]);
    assert!(!is_home(&play));
    play.to((2, 0));
    assert!(is_home(&play));
}

#[test]
fn leaving_the_finish_cell_counts_as_passing_it() {
    let mut play = Scene::of(&["1SOFO", "OOOOO"], 1).begin();
    // Over the finish, which does not count yet, then away from it with the checkpoint still open.
    play.way(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert!(!is_home(&play));
    let mut play = Scene::of(&["S1FO", "XXOO"], 1).begin();
    play.way(&[(0, 0), (1, 0), (2, 0)]);
    assert!(is_home(&play), "the checkpoint at its source is hidden behind the finish it ends on");
}

#[test]
fn checkpoints_are_collected_in_any_order_and_each_once() {
    for row in ["S1O2OF", "S2O1OF"] {
        let play = along(row, &[], &[1, 3]);
        assert_eq!(play.collected(0), "12");
        assert!(is_home(&along(row, &[], &[1, 3, 5])), "{row}");
    }
    let again = along("S11OF", &[], &[1, 2]);
    assert_eq!(again.collected(0), "1");
}

#[test]
fn without_all_checkpoints_the_finish_has_no_effect_and_the_race_goes_on() {
    let play = along("SOFOOOO2", &[], &[1, 3]);
    assert!(!is_home(&play) && play.asked() == Some(0));
    assert!(play.outcome.is_none());
}

#[test]
fn behind_the_line_is_behind_the_line() {
    assert!(is_home(&along("SOOFO", &[], &[1, 2, 4])), "it lands beyond the finish");
}
