//! Our robot in this process.

use gridkit::{Deadline, Point};
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Listed, HELLO};
use icfp_courier::world::Parcel;
use referee::game::{Answer, Game, Outcome};
use referee::testkit::scripts::drive;
use referee::testkit::sparring::Mind;

#[path = "../../tests/common/link.rs"]
mod link;

use link::Link;

/// Plays a game to its end, one mind for each seat. A last notice wants no answer.
pub fn play(game: &mut dyn Game, minds: &mut [Mind<'_>]) -> Outcome {
    drive(game, |_, request| match request.expected {
        Some(_) => Answer { lines: minds[request.seat.0].answer(&request.lines), fault: None },
        None => Answer::default(),
    })
}

/// Our robot, told and asked in lines.
pub struct Ours {
    link: Link,
    courier: Option<Courier>,
    params: Params,
    nodes: u64,
    seed: u64,
    verbose: bool,
    /// Packages that it knows from the start.
    pub told: Vec<Parcel>,
}

impl Ours {
    /// A robot that tries so many routes each turn.
    pub fn new(params: &Params, nodes: u64, seed: u64, verbose: bool) -> Self {
        let params = params.clone();
        Self { link: Link::new(), courier: None, params, nodes, seed, verbose, told: Vec::new() }
    }

    /// Its answer to what it was sent.
    pub fn answer(&mut self, sent: &[String]) -> String {
        if sent.is_empty() {
            return HELLO.to_owned();
        }
        let first = self.courier.is_none();
        if first {
            let start = self.link.start(sent);
            let bases: Vec<Point> = start.board.bases().to_vec();
            let mut courier = Courier::new(start, self.params.clone(), self.seed);
            for base in bases.into_iter().filter(|_| !self.told.is_empty()) {
                let there = self.told.iter().filter(|parcel| parcel.base == base);
                courier.tell(base, &there.map(|parcel| parcel.label).collect::<Vec<Listed>>());
            }
            self.courier = Some(courier);
        }
        let courier = self.courier.as_mut().expect("it has begun");
        let sent = if first { &[][..] } else { sent };
        let turn = self.link.turn(sent).expect("the game goes on");
        courier.observe(&turn);
        let command = courier.decide(&mut Deadline::after_nodes(self.nodes)).to_string();
        if self.verbose {
            eprintln!("{}, {command}", courier.remark());
        }
        command
    }
}
