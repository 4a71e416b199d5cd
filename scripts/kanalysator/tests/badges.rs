//! Blocks, assists, and teams.

use kanalysator::analysis::worths;
use kanalysator::badges::{Badge, Cost, Kind, Teams, badges};
use kanalysator::race::PlayedRace;
use kanalysator::report::Report;
use kanalysator::solver::Solver;

use crate::lane::{A, B, C, D, race_in_a_lane};
use crate::races::fixture;

fn team(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Kind, round, by, victim and cost of each badge.
fn awarded(played: &PlayedRace, teams: &[Vec<String>]) -> Vec<(Kind, u32, usize, usize, Cost)> {
    let solver = Solver::new(played).unwrap();
    let worths = worths(played, &solver);
    let teams = Teams::new(played, teams).unwrap();
    let short = |it: &Badge| (it.kind, it.round, it.by, it.victim, it.cost);
    badges(played, &solver, &worths, &teams).iter().map(short).collect()
}

const ONE: Cost = Cost::Moves(1);

/// B comes from behind. A and C have each taken one of the two cells that are best for it.
#[test]
fn the_last_of_a_team_that_came_gets_the_block_and_the_other_an_assist() {
    let of = |order: &[usize]| {
        let played = race_in_a_lane(order, &[A, C, B]);
        awarded(&played, &[team(&["A", "C"])])
    };
    assert_eq!(of(&[0, 1, 2]), [(Kind::Block, 3, 1, 2, ONE), (Kind::Assist, 3, 0, 2, ONE)]);
    assert_eq!(of(&[1, 0, 2]), [(Kind::Block, 3, 0, 2, ONE), (Kind::Assist, 3, 1, 2, ONE)]);
}

#[test]
fn two_cars_of_no_team_have_each_blocked() {
    let played = race_in_a_lane(&[0, 1, 2], &[A, C, B]);
    assert_eq!(awarded(&played, &[]), [(Kind::Block, 3, 0, 2, ONE), (Kind::Block, 3, 1, 2, ONE)]);
}

/// D is on a cell that B could take, which costs B nothing.
#[test]
fn a_car_that_costs_nothing_gets_no_badge() {
    let played = race_in_a_lane(&[0, 1, 2, 3], &[A, C, D, B]);
    let all = awarded(&played, &[team(&["A", "C"])]);
    let of_b: Vec<_> = all.iter().filter(|badge| badge.3 == 3).collect();
    assert_eq!(of_b, [&(Kind::Block, 3, 1, 3, ONE), &(Kind::Assist, 3, 0, 3, ONE)]);
}

#[test]
fn a_team_that_blocks_its_own_car_gets_no_assist() {
    let played = race_in_a_lane(&[0, 1, 2], &[A, C, B]);
    let own = awarded(&played, &[team(&["A", "B", "C"])]);
    assert_eq!(own, [(Kind::SelfBlock, 3, 1, 2, ONE)]);
}

/// Pairs of seats that are in one team.
fn pairs(teams: &Teams, seats: usize) -> Vec<(usize, usize)> {
    let all = (0..seats).flat_map(|one| (one + 1..seats).map(move |other| (one, other)));
    all.filter(|(one, other)| teams.are_one(*one, *other)).collect()
}

#[test]
fn in_the_terminator_championship_bots_race_against_people() {
    let mut played = race_in_a_lane(&[0, 1, 2, 3], &[A, C, D, B]);
    played.players[1].is_bot = true;
    played.players[3].is_bot = true;
    let mut of = |title: &str, named: &[Vec<String>]| {
        title.clone_into(&mut played.title);
        pairs(&Teams::new(&played, named).unwrap(), 4)
    };
    assert_eq!(of("A race", &[]), []);
    assert_eq!(of("Terminator 12", &[]), [(0, 2), (1, 3)]);
    assert_eq!(of("TWM 2026", &[]), [(0, 2), (1, 3)]);
    // Teams that are named replace these; the other players are then alone.
    assert_eq!(of("TWM 2026", &[team(&["A", "B"])]), [(0, 3)]);
    assert_eq!(of("A race", &[team(&["A", "B"]), team(&["C", "D"])]), [(0, 3), (1, 2)]);
}

#[test]
fn all_players_of_a_name_are_in_its_team() {
    let twice: (&str, &[&str]) = ("A", C.1);
    let played = race_in_a_lane(&[0, 1, 2], &[A, twice, B]);
    assert_eq!(pairs(&Teams::new(&played, &[team(&["A"])]).unwrap(), 3), [(0, 1)]);
    let error = Teams::new(&played, &[team(&["nobody"])]).unwrap_err();
    assert_eq!(error, "no player is called nobody; there are A, A, B");
}

#[test]
fn a_car_that_hinders_its_own_team_gets_no_badge() {
    let played = fixture("ring-six.jsonl");
    let kinds = |teams: &[Vec<String>]| {
        let badges = Report::of(&played, teams).unwrap().badges;
        let count = |kind| badges.iter().filter(|badge| badge.kind == kind).count();
        (count(Kind::Block), count(Kind::SelfBlock))
    };
    let (blocks, none) = kinds(&[]);
    assert!(blocks >= 5 && none == 0);
    let team = |names: &[&str]| vec![names.iter().map(|name| (*name).to_owned()).collect()];
    let (others, own) = kinds(&team(&["@blocker"]));
    assert_eq!((others + own, own), (blocks, 1), "one blocker took a move from the other");
    // In round 3 two took a move from a third together: as one team they have one block.
    assert_eq!(kinds(&team(&["@blocker", "@cruiser", "@sunday"])), (0, blocks - 1));
    let error = Report::of(&played, &team(&["@nobody"])).unwrap_err().to_string();
    assert!(error.contains("@nobody") && error.contains("@sunday"), "{error}");
}
