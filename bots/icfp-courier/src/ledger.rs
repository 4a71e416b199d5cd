//! [`Ledger`]: what the server's replies say about every robot and package. Our own robot is one of
//! them: its commands count only once the server says that they have happened.

mod replies;

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
    /// Its tile, or the tile where it died.
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
    /// How often it has pushed a robot.
    pub pushes: u32,
    /// Turns in which it stood right to push a robot into water, and did something else.
    pub spared: u32,
    /// How often it has pushed us before we acted.
    pub thrusts: u32,
    /// How often it has picked a package up.
    pub picks: u32,
    /// Turns in a row in which it did nothing that was seen.
    pub idle: u32,
    /// Turns in which it came to another tile.
    pub walks: u32,
}

/// A tile with packages, or where there may be some.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    /// The packages that lie there, as far as known.
    pub items: Vec<Item>,
    /// How many packages were taken there that we had not seen.
    pub taken_unseen: u32,
}

/// What is known of the packages on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// We have not stood there since packages came.
    Unseen,
    /// We stood there, but long ago: it may be worth another look where nothing else is to be done.
    Stale,
    /// We stood there.
    Known,
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
    /// For each tile whether its packages are known.
    views: Vec<View>,
    /// Tiles where a robot lost a package that we had not seen.
    rumours: Vec<Point>,
    /// Replies so far.
    pub turn: u32,
    /// How often we have stood on a base whose packages we did not know.
    pub bases_seen: u32,
    /// How often packages have come during the game, as far as we noticed.
    pub deliveries: u32,
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
            views: vec![View::Unseen; board.tiles()],
            rumours: Vec::new(),
            turn: 0,
            bases_seen: 0,
            deliveries: 0,
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

    /// What we know of the packages on a tile.
    pub fn view(&self, board: &Board, at: Point) -> View {
        board.index(at).map_or(View::Known, |index| self.views[index])
    }

    /// Do we know the packages there?
    pub fn has_looked(&self, board: &Board, at: Point) -> bool {
        self.view(board, at) == View::Known
    }

    /// Packages have come during the game: every base may have some again, except the one on which we
    /// stand, whose packages the server lists.
    fn expect_packages(&mut self, board: &Board, news: &mut News) {
        self.deliveries += 1;
        self.set_views(board, View::Unseen);
        for base in board.bases() {
            if let Some(spot) = self.spots.get_mut(base) {
                spot.taken_unseen = 0;
            }
        }
        news.packages = true;
    }

    /// Makes all known bases stale, so that they are looked at again. False if nothing changes because
    /// we know no other base than the one under our robot.
    pub fn look_again(&mut self, board: &Board) -> bool {
        self.set_views(board, View::Stale)
    }

    /// Sets the view of all known bases except the one under our robot. Returns whether anything
    /// changes.
    fn set_views(&mut self, board: &Board, view: View) -> bool {
        let here = self.me().at;
        let mut is_changed = false;
        for &base in board.bases().iter().filter(|&&base| base != here) {
            if let Some(index) = board.index(base) {
                if self.views[index] != View::Unseen && self.views[index] != view {
                    self.views[index] = view;
                    is_changed = true;
                }
            }
        }
        is_changed
    }

    /// Tiles where a robot lost a package whose label we do not know.
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

    /// The mean weight of the packages that were seen.
    pub fn mean_weight(&self) -> Option<f64> {
        let weights =
            self.packages.iter().filter_map(|package| package.label).map(|(_, weight)| weight);
        let (count, sum) =
            weights.fold((0, 0.0), |(count, sum), weight| (count + 1, sum + weight as f64));
        (count > 0).then(|| sum / f64::from(count))
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
            spared: 0,
            thrusts: 0,
            picks: 0,
            idle: 0,
            walks: 0,
        });
        self.seats.insert(id, seat);
        seat
    }

    /// The package with this number. If it is new to us, it is on the tile `at`.
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

    /// Takes in the list of the packages on our tile, which is complete.
    pub fn look(&mut self, board: &Board, listed: &[Listed]) -> News {
        self.look_at(board, self.me().at, listed)
    }

    /// Takes in the complete list of the packages on a tile.
    pub fn look_at(&mut self, board: &Board, at: Point, listed: &[Listed]) -> News {
        let mut news = News::default();
        let view = self.view(board, at);
        if let Some(index) = board.index(at) {
            self.views[index] = View::Known;
        }
        if view == View::Unseen && board.ground(at) == Ground::Base {
            news.packages = true;
            self.bases_seen += 1;
        }
        // A package on a known base that we have not heard of has come during the game.
        let is_known_base = view != View::Unseen && board.ground(at) == Ground::Base;
        if is_known_base && listed.iter().any(|package| !self.items.contains_key(&package.id)) {
            self.expect_packages(board, &mut news);
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
