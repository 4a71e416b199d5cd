//! The book-keeping: [`Ledger`] knows of every robot and package what the replies tell, and
//! nothing else. Our own robot is one of them; only what the server says has happened counts.

use gridkit::{FastMap, FastSet, Point};

use crate::board::{Board, Ground};
use crate::protocol::{Act, Listed, PackageId, Report, RobotId};

/// A package's index in [`Ledger::packages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(pub u32);

/// Where a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// On this tile.
    Lying(Point),
    /// Carried by the robot with this index.
    Carried(usize),
    /// Delivered, drowned, or taken unseen.
    Gone,
}

/// What is known of a package.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// Its number.
    pub id: PackageId,
    /// Where it goes and what it weighs, once we have stood over it.
    pub label: Option<(Point, i64)>,
    /// Where it is.
    pub at: Whereabouts,
}

/// What is known of a robot.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Its number.
    pub id: RobotId,
    /// Where it stands, or where it died.
    pub at: Point,
    /// Where it stood a turn before.
    pub before: Point,
    /// Is it in the game?
    pub alive: bool,
    /// What it carries.
    pub carried: Vec<Item>,
    /// The weight of the packages that it was seen to deliver.
    pub score: i64,
    /// How many packages with unknown labels it put down by itself: delivered, most likely.
    pub unknown_drops: u32,
    /// How often it pushed somebody.
    pub pushes: u32,
    /// Turns in a row in which it did nothing that was seen.
    pub idle: u32,
}

/// A tile on which packages lie or may lie.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    /// The packages that lie there, as far as known.
    pub items: Vec<Item>,
    /// How many packages were taken there that we had not seen.
    pub taken_unseen: u32,
    /// How often another robot was there.
    pub visits: u32,
}

/// What happened in a turn that may change a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// We learnt of packages, or lost sight of some.
    pub packages: bool,
    /// Our robot is not where it would be by its own step, or lost a package.
    pub pushed: bool,
}

/// All that is known of a game.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// The robots, ours first.
    pub robots: Vec<Robot>,
    /// The packages in the order in which we learnt of them.
    pub packages: Vec<Package>,
    items: FastMap<PackageId, Item>,
    seats: FastMap<RobotId, usize>,
    spots: FastMap<Point, Spot>,
    /// The keys of `spots` in the order in which they came.
    places: Vec<Point>,
    /// For each tile: 1 if its packages are known, as we stood there.
    looked: Vec<u8>,
    /// Tiles on which somebody lost a package that we had not seen.
    rumours: Vec<Point>,
    /// Replies so far.
    pub turn: u32,
    /// Bases on which we have stood.
    pub bases_seen: u32,
    /// What a robot can carry.
    pub capacity: i64,
}

/// Our robot's index in [`Ledger::robots`].
pub const ME: usize = 0;

impl Ledger {
    /// An empty ledger for a game on this board.
    pub fn new(board: &Board, me: RobotId, capacity: i64, reports: &[Report]) -> Self {
        let mut ledger = Self {
            robots: Vec::new(),
            packages: Vec::new(),
            items: FastMap::default(),
            seats: FastMap::default(),
            spots: FastMap::default(),
            places: Vec::new(),
            looked: vec![0; board.tiles()],
            rumours: Vec::new(),
            turn: 0,
            bases_seen: 0,
            capacity,
        };
        ledger.seat(me);
        ledger.robots[ME].alive = true;
        for report in reports {
            let seat = ledger.seat(report.robot);
            ledger.robots[seat].alive = true;
            for act in &report.acts {
                if let Act::At(point) = act {
                    ledger.robots[seat].at = *point;
                    ledger.robots[seat].before = *point;
                }
            }
        }
        ledger
    }

    /// Our robot.
    pub fn me(&self) -> &Robot {
        &self.robots[ME]
    }

    /// The package.
    pub fn package(&self, item: Item) -> &Package {
        &self.packages[item.0 as usize]
    }

    /// The package with this number, if we have heard of it.
    pub fn item(&self, id: PackageId) -> Option<Item> {
        self.items.get(&id).copied()
    }

    /// The packages that are known to lie on a tile.
    pub fn lying(&self, at: Point) -> &[Item] {
        self.spots.get(&at).map_or(&[], |spot| &spot.items)
    }

    /// What is known of a tile beside its packages.
    pub fn spot(&self, at: Point) -> Option<&Spot> {
        self.spots.get(&at)
    }

    /// Every tile on which packages have been seen or taken, in the order in which it was heard of.
    pub fn places(&self) -> &[Point] {
        &self.places
    }

    /// Have we stood there?
    pub fn has_looked(&self, board: &Board, at: Point) -> bool {
        board.index(at).map_or(true, |index| self.looked[index] != 0)
    }

    /// Tiles on which somebody lost a package whose label we do not know.
    pub fn rumours(&self) -> &[Point] {
        &self.rumours
    }

    /// The weight that our robot carries.
    pub fn load(&self) -> i64 {
        self.weight_of(&self.me().carried)
    }

    /// The known weight of some packages.
    pub fn weight_of(&self, items: &[Item]) -> i64 {
        items.iter().filter_map(|&item| self.package(item).label).map(|(_, weight)| weight).sum()
    }

    /// The other robots in the game.
    pub fn rivals(&self) -> impl Iterator<Item = (usize, &Robot)> {
        self.robots.iter().enumerate().skip(1).filter(|(_, robot)| robot.alive)
    }

    fn seat(&mut self, id: RobotId) -> usize {
        if let Some(&seat) = self.seats.get(&id) {
            return seat;
        }
        let seat = self.robots.len();
        let nowhere = Point::new(-1, -1);
        self.robots.push(Robot {
            id,
            at: nowhere,
            before: nowhere,
            alive: false,
            carried: Vec::new(),
            score: 0,
            unknown_drops: 0,
            pushes: 0,
            idle: 0,
        });
        self.seats.insert(id, seat);
        seat
    }

    /// The package with this number, which lies `at` if it is new to us.
    fn learn(&mut self, id: PackageId, at: Point) -> Item {
        if let Some(&item) = self.items.get(&id) {
            return item;
        }
        let item = Item(self.packages.len() as u32);
        self.packages.push(Package { id, label: None, at: Whereabouts::Gone });
        self.items.insert(id, item);
        self.put(item, at);
        item
    }

    fn spot_mut(&mut self, at: Point) -> &mut Spot {
        let places = &mut self.places;
        self.spots.entry(at).or_insert_with(|| {
            places.push(at);
            Spot::default()
        })
    }

    /// Takes a package from where it is.
    fn lift(&mut self, item: Item) {
        match self.package(item).at {
            Whereabouts::Lying(at) => {
                if let Some(spot) = self.spots.get_mut(&at) {
                    spot.items.retain(|&other| other != item);
                }
            }
            Whereabouts::Carried(seat) => self.robots[seat].carried.retain(|&other| other != item),
            Whereabouts::Gone => {}
        }
        self.packages[item.0 as usize].at = Whereabouts::Gone;
    }

    fn put(&mut self, item: Item, at: Point) {
        self.packages[item.0 as usize].at = Whereabouts::Lying(at);
        self.spot_mut(at).items.push(item);
    }

    /// Takes in what happened in a turn.
    pub fn apply(&mut self, board: &Board, reports: &[Report]) -> News {
        let mut news = News::default();
        self.turn += 1;
        let heard = self.mark_absent_as_dead(reports, &mut news);
        let handled = self.follow_moves(board, reports, &mut news);
        self.hand_over(&handled, &mut news);
        for seat in heard {
            self.see_drowning(board, seat, &mut news);
            let at = self.robots[seat].at;
            if seat != ME && self.robots[seat].before != at && board.ground(at) == Ground::Base {
                self.spot_mut(at).visits += 1;
            }
        }
        news
    }

    /// A robot that is not in a reply died in the turn before.
    fn mark_absent_as_dead(&mut self, reports: &[Report], news: &mut News) -> Vec<usize> {
        let heard: Vec<usize> = reports.iter().map(|report| self.seat(report.robot)).collect();
        for seat in 1..self.robots.len() {
            if self.robots[seat].alive && !heard.contains(&seat) && !reports.is_empty() {
                self.bury(seat, news);
            }
        }
        heard
    }

    fn bury(&mut self, seat: usize, news: &mut News) {
        self.robots[seat].alive = false;
        for item in std::mem::take(&mut self.robots[seat].carried) {
            self.packages[item.0 as usize].at = Whereabouts::Gone;
            news.packages = true;
        }
    }

    fn see_drowning(&mut self, board: &Board, seat: usize, news: &mut News) {
        let robot = &self.robots[seat];
        if robot.alive && board.ground(robot.at) == Ground::Water {
            self.bury(seat, news);
        }
    }

    /// Moves the robots, and gives what was picked and dropped, with the tile where.
    fn follow_moves(
        &mut self,
        board: &Board,
        reports: &[Report],
        news: &mut News,
    ) -> Vec<Handling> {
        let mut handled = Vec::new();
        for report in reports {
            let seat = self.seat(report.robot);
            let robot = &mut self.robots[seat];
            robot.alive = true;
            robot.before = robot.at;
            robot.idle = if report.acts.is_empty() { robot.idle + 1 } else { 0 };
            for (number, act) in report.acts.iter().enumerate() {
                match *act {
                    Act::At(point) => robot.at = point,
                    Act::Go(dir) => robot.at = robot.at.step(dir),
                    Act::Pick(id) => {
                        handled.push(Handling {
                            seat,
                            id,
                            at: robot.at,
                            taken: true,
                            forced: false,
                        });
                    }
                    Act::Drop(id) => {
                        // Whoever drops by itself does not go on to move in the same turn.
                        let forced =
                            report.acts[number + 1..].iter().any(|act| matches!(act, Act::Go(_)));
                        handled.push(Handling { seat, id, at: robot.at, taken: false, forced });
                    }
                }
            }
            let goes = report.acts.iter().filter(|act| matches!(act, Act::Go(_))).count();
            if seat == ME {
                let dropped_on_the_way =
                    handled.iter().any(|handling| handling.seat == ME && handling.forced);
                news.pushed |= goes > 1 || dropped_on_the_way;
            }
        }
        self.count_pushes(board, reports);
        handled
    }

    /// Whoever went to a tile from which another robot was moved on in the same direction has
    /// probably pushed it.
    fn count_pushes(&mut self, board: &Board, reports: &[Report]) {
        for report in reports {
            let seat = self.seat(report.robot);
            let (dir, from) = match report.acts.last() {
                Some(Act::Go(dir)) => (*dir, self.robots[seat].before),
                _ => continue,
            };
            let to = from.step(dir);
            let pushed = reports.iter().any(|other| {
                let victim = self.seats.get(&other.robot).copied().unwrap_or(ME);
                victim != seat
                    && self.robots[victim].before == to
                    && self.robots[victim].at == to.step(dir)
                    && other.acts.iter().any(|act| matches!(act, Act::Drop(_)))
            });
            if pushed && board.is_land(from) {
                self.robots[seat].pushes += 1;
            }
        }
    }

    /// Moves packages from hand to hand. The replies do not say who acted first, so of several
    /// things that happened to a package each is taken when it can have happened.
    fn hand_over(&mut self, handled: &[Handling], news: &mut News) {
        let mut waiting: Vec<Handling> = handled.to_vec();
        while !waiting.is_empty() {
            let mut later = Vec::new();
            for handling in &waiting {
                if self.is_possible(handling) {
                    self.handle(handling, news);
                } else {
                    later.push(*handling);
                }
            }
            if later.len() == waiting.len() {
                // What cannot have happened as we see things happened all the same.
                self.handle(&later.remove(0), news);
            }
            waiting = later;
        }
    }

    fn is_possible(&self, handling: &Handling) -> bool {
        match self.items.get(&handling.id) {
            None => handling.taken,
            Some(&item) => match self.package(item).at {
                Whereabouts::Carried(seat) => !handling.taken && seat == handling.seat,
                Whereabouts::Lying(at) => handling.taken && at == handling.at,
                Whereabouts::Gone => false,
            },
        }
    }

    fn handle(&mut self, handling: &Handling, news: &mut News) {
        let Handling { seat, id, at, taken, forced } = *handling;
        let unheard_of = !self.items.contains_key(&id);
        let item = self.learn(id, at);
        self.lift(item);
        if taken {
            if unheard_of {
                self.spot_mut(at).taken_unseen += 1;
                self.rumours.retain(|&rumour| rumour != at);
            }
            self.packages[item.0 as usize].at = Whereabouts::Carried(seat);
            self.robots[seat].carried.push(item);
            news.packages |= seat != ME;
            return;
        }
        match self.package(item).label {
            Some((dest, weight)) if dest == at => self.robots[seat].score += weight,
            Some(_) => {
                self.put(item, at);
                news.packages = true;
            }
            None if forced => {
                self.put(item, at);
                if !self.rumours.contains(&at) {
                    self.rumours.push(at);
                }
                news.packages = true;
            }
            None => self.robots[seat].unknown_drops += 1,
        }
    }

    /// Takes in the list of what lies where we stand, which is all that lies there.
    pub fn look(&mut self, board: &Board, listed: &[Listed]) -> News {
        self.look_at(board, self.me().at, listed)
    }

    /// Takes in all that lies on a tile.
    pub fn look_at(&mut self, board: &Board, at: Point, listed: &[Listed]) -> News {
        let mut news = News::default();
        if let Some(index) = board.index(at) {
            if self.looked[index] == 0 && board.ground(at) == Ground::Base {
                news.packages = true;
                self.bases_seen += 1;
            }
            self.looked[index] = 1;
        }
        let rumours = self.rumours.len();
        self.rumours.retain(|&rumour| rumour != at);
        news.packages |= rumours != self.rumours.len();
        let ids: FastSet<PackageId> = listed.iter().map(|package| package.id).collect();
        let believed: Vec<Item> = self.lying(at).to_vec();
        for item in believed {
            if !ids.contains(&self.package(item).id) {
                self.lift(item);
                news.packages = true;
            }
        }
        for package in listed {
            let item = self.learn(package.id, at);
            if self.package(item).at != Whereabouts::Lying(at) {
                self.lift(item);
                self.put(item, at);
                news.packages = true;
            }
            let label = Some((package.dest, package.weight));
            if self.package(item).label != label {
                self.packages[item.0 as usize].label = label;
                news.packages = true;
            }
        }
        news
    }
}

/// A package that went from hand to hand.
#[derive(Clone, Copy, Debug)]
struct Handling {
    seat: usize,
    id: PackageId,
    at: Point,
    taken: bool,
    /// Put down because of a push.
    forced: bool,
}
