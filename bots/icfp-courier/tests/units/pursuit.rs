//! Whether a hunter that acts first can drown us.

use gridkit::{Dir, Point, Rng};
use icfp_courier::board::{Board, Ground};
use icfp_courier::pursuit::{Pursuit, DEPTH, PAYMENTS};
use icfp_courier::steps::{carry_out, look_along, Body, Outcome};

/// The board, our tile `a` and the hunter's `h`.
fn drawn(map: &str) -> (Board, Point, Point) {
    let place = |letter| {
        let found = map.lines().enumerate().find_map(|(y, row)| Some((row.find(letter)?, y)));
        let (x, y) = found.expect("a robot");
        Point::new(x as i32, y as i32)
    };
    let board = Board::from_drawing(&map.replace(['a', 'h'], ".")).expect("a board");
    (board, place('a'), place('h'))
}

fn turns(map: &str) -> Option<u8> {
    let (board, us, hunter) = drawn(map);
    Pursuit::new(&board, us, true).turns(us, hunter)
}

#[test]
fn on_a_strip_the_turns_are_the_tiles_to_the_water() {
    assert_eq!(turns("ha~"), Some(1));
    assert_eq!(turns("ha.~"), Some(2));
    assert_eq!(turns("ha...~"), Some(4));
    assert_eq!(turns("ha....~"), None, "further than is looked");
    assert_eq!(turns("ha..."), None, "no water");
    assert_eq!(turns("ha..#~"), None, "a wall before the water");
}

#[test]
fn a_hunter_that_is_not_beside_us_comes_first_or_lets_us_run() {
    assert_eq!(turns("h.a~"), Some(3), "it is pushed back once, and comes again");
    assert_eq!(turns("h.a~\n##.#"), None, "there is a way out");
    assert_eq!(turns("~a\nh."), None);
}

#[test]
fn a_hunter_between_us_and_the_water_does_not_drown_us() {
    assert_eq!(turns("..ah~"), None);
    assert_eq!(turns("ha.~\n...."), Some(2), "each push takes our command");
    assert_eq!(turns(".h\n.a\n.."), None);
    assert_eq!(turns("#h##\n~.a~"), None, "if it comes beside us, we push it into the water");
    assert_eq!(turns("#h##\n..a~"), Some(3), "if it comes beside us, we only push it back");
}

fn payments(map: &str) -> u8 {
    let (board, us, hunter) = drawn(map);
    Pursuit::new(&board, us, true).payments(us, hunter)
}

#[test]
fn who_acts_first_once_or_twice_gets_away_where_a_way_out_is_one_or_two_tiles_back() {
    assert_eq!(payments("ha..."), 0, "there is no water");
    assert_eq!(payments("...ha~\n####.#"), 1, "the way out is here");
    assert_eq!(payments("...ha~\n###.##"), 2, "the hunter is pushed back once");
    assert_eq!(payments("...ha~\n##.###"), 3, "and twice");
    assert_eq!(payments("...ha~\n#.####"), PAYMENTS + 1, "too far");
    assert_eq!(payments("ha~"), PAYMENTS + 1, "it cannot be pushed back");
    assert_eq!(payments("~ha~"), 1, "it can be pushed into the water");
}

#[test]
fn nothing_is_known_of_tiles_far_from_the_centre_or_without_hunters() {
    let (board, us, hunter) = drawn("ha~.......");
    let there = Point::new(7, 0);
    let pursuit = Pursuit::new(&board, us, true);
    assert_eq!(pursuit.turns(us, hunter), Some(1));
    assert_eq!(pursuit.turns(us, hunter), Some(1), "asked again");
    assert_eq!(pursuit.turns(there, hunter), None);
    assert_eq!(Pursuit::new(&board, there, true).turns(us, hunter), None);
    assert_eq!(Pursuit::new(&board, us, false).turns(us, hunter), None);
    assert_eq!(pursuit.payments(us, hunter), PAYMENTS + 1);
    assert_eq!(pursuit.payments(there, hunter), 0);
    assert_eq!(Pursuit::new(&board, us, false).payments(us, hunter), 0);
    assert_eq!(pursuit.turns(us, us), None, "nobody pushes from our own tile");
}

/// Can the hunter, number 1, drown us within this number of turns? By the rules of [`look_along`], with every step of ours
/// and all answers to it.
fn drowns(board: &Board, us: Point, hunter: Point, turns: u8) -> bool {
    let land = |at: Point| matches!(board.ground(at), Ground::Plain | Ground::Base);
    let go = |bodies: &mut [Body; 2], mover: usize, dir: Dir| {
        let mut pushed = Vec::new();
        let outcome = look_along(board, &bodies[..], mover, dir, &mut pushed);
        if outcome != Outcome::Wall && (land(bodies[mover].at.step(dir))) {
            carry_out(board, bodies, mover, dir, &pushed, outcome);
        }
    };
    let after = |ours: Option<Dir>, its: Dir| {
        let mut bodies = [Body::new(us), Body::new(hunter)];
        go(&mut bodies, 1, its);
        if let Some(dir) = ours.filter(|_| bodies[0].alive && !bodies[0].rebooted) {
            go(&mut bodies, 0, dir);
        }
        let [us, hunter] = bodies;
        match (us.alive, hunter.alive) {
            (false, _) => true,
            (_, false) => false,
            _ => turns > 1 && drowns(board, us.at, hunter.at, turns - 1),
        }
    };
    let steps = Dir::ALL.iter().map(|&dir| Some(dir)).chain([None]);
    steps.into_iter().all(|step| Dir::ALL.iter().any(|&its| after(step, its)))
}

#[test]
fn on_boards_of_chance_the_rules_say_the_same() {
    let mut rng = Rng::new(3);
    let mut found = [0; DEPTH as usize + 1];
    for _ in 0..1500 {
        let letters: String = (0..2 * 7).map(|_| ['.', '.', '.', '#', '~'][rng.below(5)]).collect();
        let rows = [&letters[..7], &letters[7..]];
        let board = Board::from_drawing(&rows.join("\n")).expect("a board");
        let tile = |rng: &mut Rng| Point::new(rng.below(7) as i32, rng.below(2) as i32);
        let (us, hunter) = (tile(&mut rng), tile(&mut rng));
        if us == hunter || !board.is_land(us) || !board.is_land(hunter) {
            continue;
        }
        let expected = (1..=DEPTH).find(|&turns| drowns(&board, us, hunter, turns));
        let said = Pursuit::new(&board, us, true).turns(us, hunter);
        assert_eq!(said, expected, "{us:?} {hunter:?}\n{}", rows.join("\n"));
        found[usize::from(said.unwrap_or(0))] += 1;
    }
    assert!(found.iter().all(|&count| count >= 3), "{found:?}");
}
