//! [`Courier`] chooses the commands of our robot.

use gridkit::{walk_down, Deadline, Dir, Point, Rng, Sketch};

use crate::barring::Barring;
use crate::bids::{self, Habit};
use crate::board::Board;
use crate::contact::{self, Contact, Deed, Rival, Stakes};
use crate::fields::{Fields, Way};
use crate::ledger::{Ledger, News, Robot};
use crate::params::Params;
use crate::planner::{Means, Planner, Situation, Stop};
use crate::protocol::{Action, Command, Listed, PackageId, Start, Turn};
use crate::route::Kind;
use crate::scenarios::Scenarios;

/// Our robot with all that it knows.
#[derive(Clone, Debug)]
pub struct Courier {
    board: Board,
    ledger: Ledger,
    fields: Fields,
    scenarios: Scenarios,
    params: Params,
    rng: Rng,
    money: i64,
    /// What may still be bid beyond the least: a war of bids would burn the clock.
    purse: i64,
    /// What may still be bid to leave a hunter, or where the next push drowns us.
    ransom: i64,
    /// What each rival is thought to bid, by its index in the ledger.
    habits: Vec<Habit>,
    /// Our last command.
    said: Option<Command>,
    news: News,
    /// The turn in which a robot was last in sight.
    met: Option<u32>,
    /// Turns in a row in which we came no nearer to our goal.
    stuck: u32,
    last_goal: Option<(Point, Kind)>,
    /// The fewest steps to that goal so far.
    nearest: u32,
    /// Robots that bar our way.
    barring: Barring,
}

/// Where to go and what to do there.
#[derive(Clone, Debug)]
struct Goal {
    at: Point,
    action: Action,
}

/// A robot that has picked nothing up in this many turns is not here to deliver.
const UNLADEN: u32 = 20;

/// A robot that has walked in fewer turns may only wait.
const WALKS: u32 = 5;

/// Boards with no more tiles than this are planned anew at every turn.
const SMALL: usize = 40_000;

/// The share of our money, as a divisor, that may be bid beyond the least bids of all turns; 4 are added.
const PURSE: i64 = 10;

impl Courier {
    /// A robot at the start of a game.
    pub fn new(start: Start, params: Params, seed: u64) -> Self {
        let ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
        let rivals = ledger.rivals().count();
        Self {
            ledger,
            fields: Fields::new(params.peril as u8),
            scenarios: Scenarios::new(&params, &start.board, rivals, seed),
            rng: Rng::new(seed ^ 0x636f_7572),
            money: start.money,
            purse: 4 + start.money / PURSE,
            ransom: (start.money as f64 * params.ransom) as i64,
            habits: Vec::new(),
            said: None,
            news: News { packages: true, pushed: false },
            met: None,
            stuck: 0,
            last_goal: None,
            nearest: 0,
            barring: Barring::default(),
            board: start.board,
            params,
        }
    }

    /// What is known.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What is left of our money.
    pub fn money(&self) -> i64 {
        self.money
    }

    /// Is there no other robot?
    pub fn is_alone(&self) -> bool {
        self.ledger.rivals().next().is_none()
    }

    /// Gives the courier the list of a tile as if it stood there, to measure the value of that knowledge.
    pub fn tell(&mut self, at: Point, listed: &[Listed]) {
        self.ledger.look_at(&self.board, at, listed);
    }

    /// Takes in what a server says.
    pub fn observe(&mut self, turn: &Turn) {
        let told = self.ledger.apply(&self.board, &turn.reports);
        let seen = self.ledger.look(&self.board, &turn.listed);
        self.learn_bids(turn);
        self.news.packages |= told.packages | seen.packages;
        self.news.pushed |= told.pushed;
        self.scenarios.strike(&self.board, &self.ledger);
    }

    /// Learns who bids how much from who acted before us.
    fn learn_bids(&mut self, turn: &Turn) {
        self.habits.resize(self.ledger.robots.len(), Habit::default());
        self.habits.iter_mut().for_each(Habit::forget);
        if let Some(said) = &self.said {
            for sign in bids::signs(&self.board, &self.ledger, said, &turn.reports) {
                self.habits[sign.seat].learn(&sign, said.bid);
                if sign.is_push && sign.order == bids::Order::Before {
                    self.ledger.robots[sign.seat].thrusts += 1;
                }
            }
        }
    }

    /// The command of this turn.
    pub fn decide(&mut self, deadline: &mut Deadline) -> Command {
        self.bar();
        self.plan(deadline);
        self.meet();
        let goal = self.goal();
        let rivals = self.near_rivals();
        let command = if rivals.is_empty() {
            Command { bid: 1, action: self.walk(&goal) }
        } else {
            self.face(&goal, &rivals)
        };
        self.money -= command.bid.abs();
        // The part for our life is paid last.
        let extra = command.bid.abs() - 1;
        let usual = extra.min(self.purse.max(0));
        self.purse -= usual;
        self.ransom -= extra - usual;
        self.said = Some(command.clone());
        command
    }

    /// Makes robots that bar our way walls for some time, so that ways lead past them, or to other goals.
    fn bar(&mut self) {
        let Self { barring, board, ledger, fields, params, .. } = self;
        barring.note(ledger);
        // On larger boards the fields would take too long.
        if board.tiles() > SMALL {
            return;
        }
        let is_due = barring.is_due(ledger, params.detour as u32);
        if let Some((at, _)) = self.last_goal.filter(|_| is_due) {
            let until = ledger.turn + params.detour_turns as u32;
            barring.add(ledger, fields.to(board, at, Way::Short), until);
        }
        self.news.packages |= fields.bar(board, &barring.tiles(board, ledger));
    }

    /// Remembers that a robot is in sight.
    fn meet(&mut self) {
        let here = self.ledger.me().at;
        let sight = self.params.sight as u32;
        if self.ledger.rivals().any(|(_, rival)| rival.at.manhattan(here) <= sight) {
            self.met = Some(self.ledger.turn);
        }
        let goal = self.planner().agenda().first().map(|stop| (stop.at, stop.kind));
        let left = goal.and_then(|(at, _)| self.fields.to(&self.board, at, Way::Short).get(here));
        let is_nearer = left.unwrap_or(0) < self.nearest || self.last_goal != goal;
        self.stuck = if is_nearer { 0 } else { self.stuck + 1 };
        self.nearest = if is_nearer { left.unwrap_or(0) } else { self.nearest };
        self.last_goal = goal;
    }

    /// Was a robot in sight not long ago?
    fn is_wary(&self) -> bool {
        let wary = self.params.wary as u32;
        self.met.map_or(false, |turn| self.ledger.turn - turn <= wary)
    }

    fn plan(&mut self, deadline: &mut Deadline) {
        let news = std::mem::take(&mut self.news);
        let small = self.board.tiles() <= SMALL;
        let is_new = news.packages || news.pushed;
        if !(is_new || small || self.planner().agenda().is_empty()) {
            return;
        }
        let turns = self.money.clamp(0, 100_000_000) as u32;
        let rivals = self.ledger.rivals().count().min(8) as f64;
        let decay = (0.25 / f64::from(turns.max(1))).max(self.params.haste * rivals / 1000.0);
        let means = Means { turns, decay };
        let patience = self.params.patience as u32;
        let Self { scenarios, board, ledger, fields, .. } = self;
        let mut situation = Situation { board, ledger, fields, means };
        scenarios.think(&mut situation, deadline, patience, is_new);
        if scenarios.planner().agenda().is_empty() && fields.has_barred() {
            // There is nothing to do elsewhere.
            self.barring.give_up(ledger.turn + self.params.detour_turns as u32);
            fields.bar(board, &[]);
            let mut situation = Situation { board, ledger, fields, means };
            scenarios.think(&mut situation, deadline, patience, true);
        }
        // In a continuous game packages come while we are elsewhere.
        if scenarios.planner().agenda().is_empty() && ledger.look_again(board) {
            let mut situation = Situation { board, ledger, fields, means };
            scenarios.think(&mut situation, deadline, patience, true);
        }
    }

    /// The planner whose plan we follow.
    fn planner(&self) -> &Planner {
        self.scenarios.planner()
    }

    /// Where to go next, and what to do there.
    fn goal(&self) -> Goal {
        let agenda = self.planner().agenda();
        let next = match agenda.first() {
            Some(next) => *next,
            None => return Goal { at: self.ledger.me().at, action: Action::Drop(Vec::new()) },
        };
        let same = |stop: &&Stop| stop.at == next.at && stop.kind == next.kind;
        let ids: Vec<PackageId> = agenda
            .iter()
            .take_while(same)
            .filter_map(Stop::item)
            .map(|item| self.ledger.package(item).id)
            .collect();
        let action = match next.kind {
            Kind::Pick => Action::Pick(ids),
            _ => Action::Drop(ids),
        };
        Goal { at: next.at, action }
    }

    /// The action when no other robot is near.
    fn walk(&mut self, goal: &Goal) -> Action {
        let here = self.ledger.me().at;
        if goal.at == here {
            return goal.action.clone();
        }
        let is_careful = self.is_wary() || self.planner().is_idle(&self.board, &self.ledger);
        let way = if is_careful { Way::WaterShy } else { Way::Short };
        let field = self.fields.to(&self.board, goal.at, way);
        let rng = &mut self.rng;
        let dir = walk_down(field, here, |best| best[rng.below(best.len())]).next();
        dir.map_or(Action::Drop(Vec::new()), Action::Go)
    }

    fn near_rivals(&self) -> Vec<Rival> {
        let here = self.ledger.me().at;
        self.ledger
            .rivals()
            .filter(|(_, robot)| robot.at.manhattan(here) <= contact::NEAR)
            .map(|(seat, robot)| (seat, robot, self.hunts(robot)))
            .map(|(seat, robot, hunts)| Rival {
                at: robot.at,
                before: robot.before,
                loaded: !robot.carried.is_empty(),
                pushes: robot.pushes,
                spared: robot.spared,
                idle: robot.idle,
                hunts,
                habit: self.habits.get(seat).copied().unwrap_or_default().of_hunter(hunts),
            })
            .collect()
    }

    /// How likely it is that a robot hunts us: it goes about and has carried nothing for long, or has pushed us.
    fn hunts(&self, robot: &Robot) -> f64 {
        let is_empty = robot.picks == 0 && robot.walks >= WALKS;
        let long = f64::from(self.ledger.turn.min(UNLADEN)) / f64::from(UNLADEN);
        let signs = f64::from(robot.thrusts.min(4)) + if is_empty { long } else { 0.0 };
        (signs * self.params.hunted).min(1.0)
    }

    /// Does a rival stand right to push us into water?
    fn is_threatened(&self, rivals: &[Rival]) -> bool {
        let here = self.ledger.me().at;
        let pushes = |dir: Dir| rivals.iter().any(|rival| rival.at.step(dir) == here);
        Dir::ALL.iter().any(|&dir| self.board.drowns(here, dir) && pushes(dir))
    }

    /// The command when other robots are near.
    fn face(&mut self, goal: &Goal, rivals: &[Rival]) -> Command {
        let here = self.ledger.me().at;
        let params = &self.params;
        let rate = self.planner().worth().max(1.0) / f64::from(self.planner().turns().max(10));
        let carried = &self.ledger.me().carried;
        let load = self.ledger.load() as f64;
        let turns =
            (self.money as f64).clamp(params.life_low, params.life_high.max(params.life_low));
        let is_hunted = rivals.iter().any(|rival| rival.hunts > 0.0);
        // A robot that makes no progress takes more risks; but not where a hunter waits for them.
        let stuck = if is_hunted { 0 } else { self.stuck };
        let for_life = if is_hunted || self.is_threatened(rivals) { self.ransom.max(0) } else { 0 };
        let stakes = Stakes {
            acts_here: goal.at == here,
            life: (turns + load / rate) / (1.0 + f64::from(stuck.saturating_sub(6)) / 6.0),
            package: 1.0 + 0.5 * load / rate / (carried.len().max(1) as f64),
            loaded: !carried.is_empty(),
            loaded_after: match &goal.action {
                Action::Drop(ids) if goal.at == here => ids.len() < carried.len(),
                Action::Pick(ids) if goal.at == here => !(carried.is_empty() && ids.is_empty()),
                _ => !carried.is_empty(),
            },
            money: params.thrift,
            most: self.money.min(1 + self.purse.max(0) + for_life),
            noise: f64::from(self.stuck.min(30)) * 0.3,
        };
        // A robot without a package to deliver does not push others out of its way.
        let is_idle = self.planner().is_idle(&self.board, &self.ledger);
        let hurry = match (is_idle, self.planner().agenda().is_empty()) {
            (_, true) => 0.0,
            (true, _) => 0.3,
            _ => 1.0,
        };
        let field = self.fields.to(&self.board, goal.at, Way::WaterShy);
        let ahead = |point: Point| field.get(point).map(|far| f64::from(far) * hurry);
        let choice =
            Contact::new(&self.board, params, &stakes, here, rivals).choose(&ahead, &mut self.rng);
        let action = match choice.deed {
            Deed::Go(dir) => Action::Go(dir),
            Deed::Stay if goal.at == here => goal.action.clone(),
            Deed::Stay => Action::Drop(Vec::new()),
        };
        Command { bid: choice.bid, action }
    }

    /// Draws the next stops of the plan, and what the whole of it is worth.
    pub fn sketch(&self, sketch: &mut Sketch) {
        // More lines would hide the board, and make the page of a long game large.
        const STOPS: usize = 8;
        let tile = |point: Point| (point.x, point.y);
        let mut stops = self.planner().agenda().to_vec();
        stops.dedup_by_key(|stop| (stop.at, stop.kind));
        stops.truncate(STOPS);
        if !stops.is_empty() {
            let here = std::iter::once(self.ledger.me().at);
            sketch.path(here.chain(stops.iter().map(|stop| stop.at)).map(tile));
        }
        for stop in &stops {
            let word = match stop.kind {
                Kind::Look => "look",
                Kind::Pick => "pick",
                Kind::Drop => "drop",
            };
            sketch.text(tile(stop.at), word);
        }
        sketch.value("worth of the plan", self.planner().worth());
    }

    /// What the last command was for, one line.
    pub fn remark(&self) -> String {
        let (x, y) = self.board.place(self.ledger.me().at);
        format!(
            "turn {} at {x} {y}, money {}, load {}/{}, score {}, plan of {} stops worth {:.0} in {} turns, {} fields",
            self.ledger.turn,
            self.money,
            self.ledger.load(),
            self.ledger.capacity,
            self.ledger.me().score,
            self.planner().agenda().len(),
            self.planner().worth(),
            self.planner().turns(),
            self.fields.searched(),
        )
    }
}
