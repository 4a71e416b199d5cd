//! The ledger, reply by reply.

use gridkit::Point;
use icfp_courier::board::Board;
use icfp_courier::ledger::{Ledger, View, Whereabouts, ME};
use icfp_courier::protocol::{Listed, PackageId, RobotId, Turn};

use crate::common::link::Link;

/// Three bases in a row; we are robot 1 on the western one, robot 2 is on the middle one.
const START: [&str; 4] = ["9 1", "@...@...@", "1 50 1000", "#1 X 1 Y 1 #2 X 5 Y 1"];

const WEST: Point = Point { x: 0, y: 0 };
const MIDDLE: Point = Point { x: 4, y: 0 };
const EAST: Point = Point { x: 8, y: 0 };

/// A ledger that reads lines as a server sends them.
struct Books {
    link: Link,
    board: Board,
    ledger: Ledger,
}

impl Books {
    /// The list of the first turn.
    fn open(list: &str) -> Self {
        let mut link = Link::new();
        let lines = START.iter().chain([&list]).map(|&line| line.to_owned());
        let start = link.start(&lines.collect::<Vec<_>>());
        let ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
        let mut books = Self { link, board: start.board, ledger };
        let Turn { listed, .. } = books.link.turn(&[]).unwrap();
        books.ledger.look(&books.board, &listed);
        books
    }

    fn hear(&mut self, reply: &str, list: &str) -> &mut Self {
        let turn = self.link.turn(&[reply.to_owned(), list.to_owned()]).unwrap();
        self.ledger.apply(&self.board, &turn.reports);
        self.ledger.look(&self.board, &turn.listed);
        self
    }

    /// Makes all bases known and empty.
    fn know_all_bases(&mut self) -> &mut Self {
        for base in [WEST, MIDDLE, EAST] {
            self.ledger.look_at(&self.board, base, &[]);
        }
        self
    }

    fn views(&self) -> [View; 3] {
        [WEST, MIDDLE, EAST].map(|base| self.ledger.view(&self.board, base))
    }

    fn place(&self, id: u64) -> Whereabouts {
        self.ledger.package(self.ledger.item(PackageId(id)).unwrap()).at
    }

    fn seat(&self, id: u64) -> usize {
        self.ledger.robots.iter().position(|robot| robot.id == RobotId(id)).unwrap()
    }
}

#[test]
fn what_lies_here_is_known_and_what_others_take_is_followed() {
    let mut books = Books::open("7 5 1 20");
    assert_eq!(books.place(7), Whereabouts::Lying(WEST));
    books.hear("#1 #2 W W W W P 7", "");
    let two = books.seat(2);
    assert_eq!(books.place(7), Whereabouts::Carried(two));
    books.hear("#1 #2 E E E E D 7", "");
    assert_eq!((books.place(7), books.ledger.robots[two].score), (Whereabouts::Gone, 20));
}

#[test]
fn a_package_put_down_elsewhere_lies_there() {
    let mut books = Books::open("7 5 1 20");
    books.hear("#1 P 7 #2", "").hear("#1 E #2", "").hear("#1 D 7 #2", "7 5 1 20");
    assert_eq!(books.place(7), Whereabouts::Lying(Point::new(1, 0)));
    assert_eq!(books.ledger.me().score, 0);
}

/// Robot 2 has a package whose destination is unknown to us.
fn unseen_package() -> Books {
    let mut books = Books::open("");
    books.hear("#1 #2 P 9", "");
    assert_eq!(books.ledger.spot(MIDDLE).unwrap().taken_unseen, 1);
    books
}

#[test]
fn an_unseen_package_that_a_robot_drops_by_itself_was_delivered() {
    let mut books = unseen_package();
    books.hear("#1 #2 E", "").hear("#1 #2 D 9", "");
    let two = books.seat(2);
    assert_eq!((books.place(9), books.ledger.robots[two].unknown_drops), (Whereabouts::Gone, 1));
    assert!(books.ledger.rumours().is_empty());
}

#[test]
fn an_unseen_package_that_a_push_forces_out_is_a_place_to_look_at() {
    let mut books = unseen_package();
    books.hear("#1 #2 D 9 E", "");
    assert_eq!(books.place(9), Whereabouts::Lying(MIDDLE));
    assert_eq!(books.ledger.rumours(), [MIDDLE]);
    // Somebody looks: the package is gone.
    books.ledger.look_at(&books.board, MIDDLE, &[]);
    assert!(books.ledger.rumours().is_empty());
    assert_eq!(books.place(9), Whereabouts::Gone);
}

#[test]
fn a_known_package_that_a_push_forces_out_at_its_destination_is_delivered() {
    let mut books = Books::open("7 2 1 20");
    books.hear("#1 P 7 #2", "").hear("#1 E #2", "");
    books.hear("#1 D 7 E #2", "");
    assert_eq!((books.place(7), books.ledger.me().score), (Whereabouts::Gone, 20));
}

/// The reply lists the robots by number; it does not say in which order their events happened.
#[test]
fn a_package_passes_from_a_robot_that_is_told_of_later() {
    let mut books = Books::open("7 9 1 20");
    books.hear("#1 P 7 #2", "").hear("#1 E #2 W", "").hear("#1 E #2", "");
    // We are on 3, robot 2 on 4: it comes, we drop, it takes; or the same with exchanged roles.
    books.hear("#1 D 7 #2 W P 7", "");
    let two = books.seat(2);
    assert_eq!(books.place(7), Whereabouts::Carried(two));
    books.hear("#1 P 7 #2 D 7", "");
    assert_eq!(books.place(7), Whereabouts::Carried(ME));
}

#[test]
fn a_missing_robot_has_died_with_all_its_packages() {
    let mut books = unseen_package();
    books.hear("#1 E", "");
    assert_eq!(books.ledger.rivals().count(), 0);
    assert_eq!(books.place(9), Whereabouts::Gone);
}

#[test]
fn a_robot_that_comes_brings_packages_to_all_bases_but_the_one_we_see() {
    let mut books = Books::open("");
    books.know_all_bases();
    assert_eq!(books.views(), [View::Known; 3]);
    books.hear("#1 #2 #3 X 3 Y 1", "");
    assert_eq!(books.views(), [View::Known, View::Unseen, View::Unseen]);
    assert_eq!(books.ledger.rivals().count(), 2);
}

/// The server of the judging runs wrote replies like this.
#[test]
fn places_told_again_in_the_first_reply_bring_nothing() {
    let mut books = Books::open("");
    books.know_all_bases().hear("#1 X 1 Y 1 #2 X 5 Y 1 E", "");
    assert_eq!(books.views(), [View::Known; 3]);
    assert_eq!(books.ledger.deliveries, 0);
}

#[test]
fn a_package_that_nobody_held_on_a_base_that_we_knew_has_come_just_now() {
    let mut seen = Books::open("");
    seen.know_all_bases().hear("#1 #2", "3 9 1 5");
    assert_eq!(seen.views(), [View::Known, View::Unseen, View::Unseen]);
    let mut taken = Books::open("");
    taken.know_all_bases().hear("#1 #2 P 3", "");
    assert_eq!(taken.views(), [View::Known, View::Unseen, View::Unseen]);
    let mut known = Books::open("");
    known.ledger.look_at(&known.board, EAST, &[]);
    known.hear("#1 #2 P 3", "");
    assert_eq!(known.views(), [View::Known, View::Unseen, View::Known], "it was there before");
}

#[test]
fn bases_are_looked_at_again_once() {
    let mut books = Books::open("");
    books.know_all_bases();
    assert!(books.ledger.look_again(&books.board));
    assert_eq!(books.views(), [View::Known, View::Stale, View::Stale]);
    assert!(!books.ledger.look_again(&books.board));
    let listed = Listed { id: PackageId(4), dest: WEST, weight: 3 };
    books.ledger.look_at(&books.board, EAST, &[listed]);
    assert_eq!(books.ledger.deliveries, 1, "what lies there was not there before");
}

/// ```text
/// . . . . .
/// . . 2 1 ~     Robot 2 stands right to push us, robot 1, into the water.
/// . . 3 . .
/// ```
#[test]
fn a_robot_that_does_something_else_than_push_another_into_water_spares_it() {
    let spared = |reply: &str| {
        let robots = "#1 X 4 Y 2 #2 X 3 Y 2 #3 X 3 Y 1";
        let lines = ["5 3", ".....", "....~", ".....", "1 50 1000", robots, ""];
        let mut link = Link::new();
        let start = link.start(&lines.map(str::to_owned));
        let mut ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
        link.turn(&[]).unwrap();
        let turn = link.turn(&[reply.to_owned(), String::new()]).unwrap();
        ledger.apply(&start.board, &turn.reports);
        ledger.robots.iter().map(|robot| robot.spared).collect::<Vec<_>>()
    };
    assert_eq!(spared("#1 #2 #3"), [0, 1, 0]);
    assert_eq!(spared("#1 #2 N #3"), [0, 1, 0]);
    assert_eq!(spared("#1 E #2 E #3"), [0, 0, 0], "it did not");
    assert_eq!(spared("#1 N #2 E #3"), [0, 0, 0], "it tried not to");
    assert_eq!(spared("#1 #2 N #3 N"), [0, 0, 0], "robot 3 may have pushed it away");
}

/// ```text
/// # 2 1 ~     Robot 2 wants to push us, robot 1, into the water. A push of ours against the wall takes its command.
/// ```
#[test]
fn a_robot_that_may_have_been_pushed_against_a_wall_has_spared_nobody() {
    let spared = |row: &str| {
        let lines = ["4 1", row, "1 50 1000", "#1 X 3 Y 1 #2 X 2 Y 1", ""];
        let mut link = Link::new();
        let start = link.start(&lines.map(str::to_owned));
        let mut ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
        link.turn(&[]).unwrap();
        let turn = link.turn(&["#1 #2".to_owned(), String::new()]).unwrap();
        ledger.apply(&start.board, &turn.reports);
        ledger.robots[1].spared
    };
    assert_eq!(spared("#..~"), 0);
    assert_eq!(spared("...~"), 1, "a push would have moved it");
}
