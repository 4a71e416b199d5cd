//! The courier's ideas: for each, a drawn position in which it decides.
//!
//! Places are column and row from 1, counted from the south-west, as in the contest's protocol.

use gridkit::Deadline;
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;

use crate::common::link::Link;

/// Our robot, number 1, in a game whose server's lines come from the test.
struct Game {
    link: Link,
    courier: Courier,
}

impl Game {
    /// A game on a map with its north on top. `robots` and `list` are the server's first lines.
    fn new(map: &[&str], money: i64, robots: &str, list: &str) -> Self {
        let mut lines = vec![format!("{} {}", map[0].len(), map.len())];
        lines.extend(map.iter().rev().map(|&row| row.to_owned()));
        lines.extend([format!("1 20 {money}"), robots.to_owned(), list.to_owned()]);
        let mut link = Link::new();
        let courier = Courier::new(link.start(&lines), Params::default(), 1);
        let mut game = Self { link, courier };
        game.take_in(&[]);
        game
    }

    fn take_in(&mut self, lines: &[String]) {
        let turn = self.link.turn(lines).expect("the game goes on");
        self.courier.observe(&turn);
    }

    fn hear(&mut self, reply: &str, list: &str) -> &mut Self {
        self.take_in(&[reply.to_owned(), list.to_owned()]);
        self
    }

    /// The bid, and the courier's action.
    fn command(&mut self) -> (i64, String) {
        let command = self.courier.decide(&mut Deadline::after_nodes(300)).to_string();
        let (bid, action) = command.split_once(' ').expect("a bid comes first");
        (bid.parse().expect("a number"), action.to_owned())
    }

    fn action(&mut self) -> String {
        self.command().1
    }
}

/// ```text
/// . . . . . . . r     The way from a to g along the water is two steps shorter than that through
/// a . . . . . . g     the first row, but there a robot in the first row could push us in.
/// ~ ~ ~ ~ ~ ~ ~ ~
/// ```
#[test]
fn ways_keep_away_from_the_water_while_a_robot_was_in_sight_not_long_ago() {
    let map = ["........", "@.......", "~~~~~~~~"];
    let with = |robots: &str| {
        let mut game = Game::new(&map, 1000, robots, "7 8 2 10");
        assert_eq!(game.action(), "Pick 7");
        game
    };
    assert_eq!(with("#1 X 1 Y 2").hear("#1 P 7", "").action(), "Move E");
    assert_eq!(with("#1 X 1 Y 2 #2 X 8 Y 3").hear("#1 P 7 #2", "").action(), "Move E", "too far");
    let mut game = with("#1 X 1 Y 2 #2 X 6 Y 3");
    assert_eq!(game.hear("#1 P 7 #2", "").action(), "Move N");
    // It drowns, and our command is lost in each of the next turns.
    for turn in 0..20 {
        assert_eq!(game.hear("#1", "").action(), "Move N", "{turn} turns later");
    }
    assert_eq!(game.hear("#1", "").action(), "Move E");
}

/// Two packages go from the base in the middle to both ends: with money for one, the heavier is taken.
#[test]
fn money_that_is_too_short_for_all_goes_where_it_brings_most() {
    let at_middle = |money, list| Game::new(&["...@..."], money, "#1 X 4 Y 1", list).action();
    assert_eq!(at_middle(5, "1 1 1 5 2 7 1 9"), "Pick 2");
    assert_eq!(at_middle(5, "1 1 1 9 2 7 1 5"), "Pick 1");
    assert_eq!(at_middle(4, "1 1 1 20 2 6 1 1"), "Pick 2", "the far end is too far");
}

/// All packages that fit are taken at once, and one that does not fit is left.
#[test]
fn packages_for_one_way_are_taken_together_as_far_as_the_hands_hold_them() {
    let mut game = Game::new(&["@......"], 1000, "#1 X 1 Y 1", "1 7 1 8 2 7 1 9 3 6 1 21");
    let picked = game.action();
    assert!(picked == "Pick 1 2" || picked == "Pick 2 1", "{picked}");
}

/// ```text
/// @ . . . . . a . . . . . @     Nobody knows what lies on the two bases.
/// ```
#[test]
fn of_two_unseen_bases_the_one_where_nobody_took_anything_is_looked_at_first() {
    let looks = |other| {
        let robots = format!("#1 X 7 Y 1 #2 X {other} Y 1");
        let mut game = Game::new(&["@.....@.....@"], 1000, &robots, "");
        game.hear("#1 #2 P 8 P 9", "");
        game.action()
    };
    assert_eq!(looks(1), "Move E");
    assert_eq!(looks(13), "Move W");
}

/// In a continuous game new packages may have come since our last visit.
#[test]
fn bases_are_looked_at_again_when_nothing_else_is_left() {
    let mut game = Game::new(&["@...@"], 1000, "#1 X 1 Y 1", "");
    assert_eq!(game.action(), "Move E");
    for _ in 0..3 {
        assert_eq!(game.hear("#1 E", "").action(), "Move E");
    }
    assert_eq!(game.hear("#1 E", "").action(), "Move W", "both bases were empty");
}

/// Robot 2 is pushed and loses a package that we have never seen.
#[test]
fn a_place_where_a_push_forced_out_an_unseen_package_is_looked_at() {
    let reply = |acts: &str| {
        let mut game = Game::new(&["@......."], 1000, "#1 X 1 Y 1 #2 X 7 Y 1", "");
        game.hear("#1 #2 P 9", "").hear(&format!("#1 #2 {acts}"), "").action()
    };
    assert_eq!(reply("D 9 E"), "Move E");
    assert_eq!(reply("D 9"), "Drop", "it was delivered");
}

/// A carried package is delivered on the way to the next one.
#[test]
fn a_package_in_the_hands_is_delivered_before_the_next_is_fetched() {
    let mut game = Game::new(&["@...@"], 1000, "#1 X 1 Y 1", "1 3 1 10");
    assert_eq!(game.action(), "Pick 1");
    game.hear("#1 P 1", "").action();
    game.hear("#1 E", "").action();
    assert_eq!(game.hear("#1 E", "").action(), "Drop 1");
    assert_eq!(game.hear("#1 D 1", "").action(), "Move E", "then to the other base");
}

/// ```text
/// a . . 1     A push took package 1 out of our hands; it lies where we were.
/// ```
#[test]
fn a_package_that_we_lost_by_a_push_is_fetched_again() {
    let mut game = Game::new(&["@......"], 1000, "#1 X 1 Y 1", "1 7 1 10");
    assert_eq!(game.action(), "Pick 1");
    assert_eq!(game.hear("#1 P 1", "").action(), "Move E");
    assert_eq!(game.hear("#1 E", "").action(), "Move E");
    // Somebody pushes us back to the west from (3, 1), and package 1 stays there.
    assert_eq!(game.hear("#1 E D 1 W", "").action(), "Move E", "back to the package");
    assert_eq!(game.hear("#1 E", "1 7 1 10").action(), "Pick 1");
}

/// A quay: a push east drowns us.
///
/// ```text
/// . r a ~     The rival r could drown us with its next step, turn after turn, and we cannot get away.
/// . . . .
/// # # # #
/// ```
const QUAY: [&str; 3] = ["...~", "....", "####"];

#[test]
fn less_and_less_is_bid_against_a_rival_that_could_drown_us_and_never_does() {
    let mut game = Game::new(&QUAY, 300, "#1 X 3 Y 3 #2 X 2 Y 3", "");
    let bid = |_| {
        let (bid, _) = game.command();
        game.hear("#1 #2", "");
        bid
    };
    let bids: Vec<i64> = (0..40).map(bid).collect();
    assert!(bids[0] > 12, "the first push may cost much: {bids:?}");
    assert!(bids.windows(2).all(|two| two[0] >= two[1]), "{bids:?}");
    assert!(bids[20..].iter().all(|&bid| bid == 1), "{bids:?}");
}

/// Robots 2, 3 and 4 take turns behind us.
#[test]
fn what_may_be_bid_usually_is_not_all_where_the_next_push_drowns_us() {
    let robots = "#1 X 3 Y 3 #2 X 2 Y 3 #3 X 1 Y 3 #4 X 1 Y 2";
    let mut game = Game::new(&QUAY, 300, robots, "");
    let mut bids = vec![game.command().0];
    for reply in ["#1 #2 S #3 E #4 N", "#1 #2 E #3 S #4 E"] {
        bids.push(game.hear(reply, "").command().0);
    }
    let beyond: i64 = bids.iter().map(|bid| bid - 1).sum();
    assert!(beyond > 4 + 300 / 10 && bids[2] > 12, "{bids:?}");
}

/// The same, but the rival has gone about for some turns and carried nothing: it hunts, even while it waits.
#[test]
fn more_is_bid_against_a_robot_that_goes_about_and_carries_nothing() {
    let beyond = |walks: u32| {
        let mut game = Game::new(&QUAY, 300, "#1 X 3 Y 3 #2 X 2 Y 3", "");
        let mut beyond = 0;
        for turn in 0..40 {
            beyond += game.command().0.abs() - 1;
            let step = ["W", "E"][turn as usize % 2];
            let reply = if turn < walks { format!("#1 #2 {step}") } else { "#1 #2".to_owned() };
            game.hear(&reply, "");
        }
        beyond
    };
    assert!(beyond(6) > 90, "{}", beyond(6));
    assert!(beyond(2) < 70, "two steps are too few to say so: {}", beyond(2));
}

/// ```text
/// # r #     The only way from a to g leads past the rival r, who could push us into the water.
/// a . g
/// # ~ #
/// ```
#[test]
fn a_courier_without_progress_takes_more_and_more_risk() {
    let map = ["#.#", "@..", "#~#"];
    let mut game = Game::new(&map, 1000, "#1 X 1 Y 2 #2 X 2 Y 3", "7 3 2 10");
    assert_eq!(game.action(), "Pick 7");
    game.hear("#1 P 7 #2", "");
    let first = (0..150).find(|_| {
        let action = game.action();
        game.hear("#1 #2", "");
        action == "Move E"
    });
    assert!(first.map_or(false, |turn| turn > 6), "{first:?}");
}

/// If all of many bases were in the problem as places to visit, a package would have no room in it.
#[test]
fn a_package_is_not_forgotten_among_hundreds_of_bases_to_look_at() {
    let row = "@".repeat(40);
    let map = vec![row.as_str(); 40];
    assert_eq!(Game::new(&map, 1000, "#1 X 20 Y 20", "7 25 20 10").action(), "Pick 7");
}
