//! Our robot in this process.

use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

use gridkit::{Deadline, Point};
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Listed, HELLO};
use icfp_courier::world::Parcel;
use referee::game::{Answer, Game, Outcome, Seat};
use referee::recording::Exchange;
use referee::testkit::scripts::drive;
use referee::testkit::sparring::Mind;

#[path = "../../tests/common/link.rs"]
mod link;

use link::Link;

/// Plays a game to its end, one mind for each seat. A last notice wants no answer. Gives what was sent and answered,
/// too.
pub fn play(game: &mut dyn Game, minds: &mut [Mind<'_>]) -> (Outcome, Vec<Exchange>) {
    let mut exchanges = Vec::new();
    let outcome = drive(game, |_, request| {
        let lines = match request.expected {
            Some(_) => minds[request.seat.0].answer(&request.lines),
            None => Vec::new(),
        };
        let (sent, got) = (request.lines.clone(), lines.clone());
        exchanges.push(Exchange { seat: request.seat, sent, got, ..Exchange::default() });
        Answer { lines, fault: None }
    });
    (outcome, exchanges)
}

/// What our robot did wrong in some games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    games: u32,
    crashes: u32,
    late: u32,
    overbids: u32,
    bad_commands: u32,
    slowest: Duration,
}

/// The contest's time for a command, on average; here for each.
const LIMIT: Duration = Duration::from_secs(1);

/// The line of our robot when it has crashed, which is not a command.
const CRASHED: &str = "crashed";

impl Faults {
    /// Counts those of a game in which our robot had this seat.
    pub fn count(&mut self, outcome: &Outcome, seat: Seat) {
        self.games += 1;
        let dead = outcome.more.get("deaths").map(|deaths| &deaths[seat.0]["cause"]);
        self.overbids += u32::from(dead.map_or(false, |cause| cause == "overbid"));
        let out = outcome.thrown_out.iter().find(|out| out.seat == seat);
        let crashed = out.map_or(false, |out| out.line.as_deref() == Some(CRASHED));
        self.crashes += u32::from(crashed);
        self.bad_commands += u32::from(out.is_some() && !crashed);
    }

    /// Counts an answer by the time that it took.
    fn time(&mut self, taken: Duration) {
        self.slowest = self.slowest.max(taken);
        self.late += u32::from(taken > LIMIT);
    }

    /// Adds those of another game.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.crashes += other.crashes;
        self.late += other.late;
        self.overbids += other.overbids;
        self.bad_commands += other.bad_commands;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, crashes, late, overbids, bad_commands, slowest } = self;
        write!(
            f,
            "faults of ours in {games} games: {crashes} crashes, {late} answers later than {LIMIT:?} \
             (the slowest took {slowest:.1?}), {overbids} overbids, {bad_commands} bad commands"
        )
    }
}

/// Our robot, which reads and answers lines.
pub struct Ours {
    link: Link,
    courier: Option<Courier>,
    params: Params,
    nodes: u64,
    seed: u64,
    verbose: bool,
    /// Packages that it knows from the start.
    pub told: Vec<Parcel>,
    /// What it did wrong, as far as it shows in its answers.
    pub faults: Faults,
}

impl Ours {
    /// A robot that tries `nodes` routes in each turn.
    pub fn new(params: &Params, nodes: u64, seed: u64, verbose: bool) -> Self {
        let params = params.clone();
        Self {
            link: Link::new(),
            courier: None,
            params,
            nodes,
            seed,
            verbose,
            told: Vec::new(),
            faults: Faults::default(),
        }
    }

    /// Its answer to what it was sent.
    pub fn answer(&mut self, sent: &[String]) -> String {
        let start = Instant::now();
        let said = catch_unwind(AssertUnwindSafe(|| self.think(sent)));
        self.faults.time(start.elapsed());
        said.unwrap_or_else(|_| CRASHED.to_owned())
    }

    fn think(&mut self, sent: &[String]) -> String {
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
