//! Tests of the exact numbers of moves that are left.

use gridkit::Deadline;
use kabotte::circuit::Direction;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::search::{search, successors, Origin};
use kabotte::solve::{Race, Settings};
use kabotte::stops::Stops;
use kabotte::tour::FAR;
use kabotte::track::Track;

const CODE: &str = "SOOOO1OOOX\nSXXOOXXOOO\nOOOOX2XOOF\nOOXOOOOOOF\nO3OOOXXOOX";

fn race(direction: Direction, rules: Rules) -> Race {
    let settings = Settings { direction, rules, ..Settings::USUAL };
    Race::new(&Track::parse(CODE).unwrap(), settings, &mut Deadline::after_nodes(u64::MAX))
}

#[test]
fn moves_left_are_those_that_the_search_finds() {
    let doubled = Rules::NONE.with(Rule::Doppelzug);
    for (direction, rules) in [
        (Direction::Free, Rules::NONE),
        (Direction::Formula1, Rules::NONE),
        (Direction::Free, doubled),
        (Direction::Free, Rules::NONE.with(Rule::Bremspedal)),
    ] {
        let race = race(direction, rules);
        let mut exact = Exact::default();
        let all = race.course().all();
        assert!(exact.prepare(&race, all, &mut Deadline::after_nodes(u64::MAX)));
        let mut ways = 0;
        for node in race.graph().nodes().step_by(3) {
            for open in (0..=all.0).step_by(2).map(Stops) {
                let number = MoveNumber::FIRST;
                let first: Vec<Node> = successors(race.graph(), node, number).collect();
                let origin = Origin { first: &first, number, open, cautious: false };
                let mut deadline = Deadline::after_nodes(u64::MAX);
                let plan = search(race.graph(), race.tour(), &origin, &mut deadline);
                let moves = plan.map_or(FAR, |plan| plan.moves());
                assert_eq!(exact.left(node, open), Some(moves), "{direction:?} {rules}");
                ways += u32::from(moves < FAR);
            }
        }
        assert!(ways > 100, "{ways}");
    }
}

#[test]
fn too_large_a_table_is_not_prepared() {
    let race = race(Direction::Free, Rules::NONE.with(Rule::Prim));
    let mut deadline = Deadline::after_nodes(u64::MAX);
    assert!(!Exact::default().prepare(&race, Stops::NONE, &mut deadline));
    let race = self::race(Direction::Free, Rules::NONE);
    assert!(!Exact::default().prepare(&race, Stops(1), &mut Deadline::after_nodes(0)));
    assert_eq!(Exact::default().left(Node(0), Stops::NONE), None);
}
