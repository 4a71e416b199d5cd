//! The mind of the robot: [`Courier`].

use gridkit::{walk_down, Deadline, Dir, Point, Rng};

use crate::board::Board;
use crate::fields::{Fields, Way};
use crate::ledger::{Ledger, News};
use crate::params::Params;
use crate::planner::{Means, Planner, Stop};
use crate::protocol::{Action, Command, PackageId, Start, Turn};
use crate::route::Kind;

/// Our robot with all that it knows.
#[derive(Clone, Debug)]
pub struct Courier {
    board: Board,
    ledger: Ledger,
    fields: Fields,
    planner: Planner,
    params: Params,
    rng: Rng,
    money: i64,
    news: News,
    /// Turns in which the plan was thought over.
    thoughts: u32,
    /// What the last command was for.
    remark: String,
}

/// Boards with no more tiles than this are planned anew at every turn.
const SMALL: usize = 40_000;

impl Courier {
    /// A robot at the start of a game.
    pub fn new(start: Start, params: Params, seed: u64) -> Self {
        let ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
        Self {
            ledger,
            fields: Fields::new(params.peril as u8),
            planner: Planner::new(&params, seed),
            rng: Rng::new(seed ^ 0x636f_7572),
            money: start.money,
            news: News { packages: true, pushed: false },
            thoughts: 0,
            remark: String::new(),
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

    /// Takes in what a server says.
    pub fn observe(&mut self, turn: &Turn) {
        let told = self.ledger.apply(&self.board, &turn.reports);
        let seen = self.ledger.look(&self.board, &turn.listed);
        self.news.packages |= told.packages | seen.packages;
        self.news.pushed |= told.pushed;
        self.planner.strike(&self.board, &self.ledger);
    }

    /// The command of this turn.
    pub fn decide(&mut self, deadline: &mut Deadline) -> Command {
        self.plan(deadline);
        let action = self.action();
        let command = Command { bid: 1, action };
        self.money -= command.bid.abs();
        command
    }

    fn plan(&mut self, deadline: &mut Deadline) {
        let news = std::mem::take(&mut self.news);
        let small = self.board.tiles() <= SMALL;
        let is_new = news.packages || news.pushed;
        if !(is_new || small || self.planner.agenda().is_empty()) {
            return;
        }
        let turns = self.money.clamp(0, 100_000_000) as u32;
        let decay = 0.25 / f64::from(turns.max(1));
        let means = Means { turns, decay };
        let patience = self.params.patience as u32;
        let Self { planner, board, ledger, fields, .. } = self;
        planner.think(board, ledger, fields, &means, deadline, patience, is_new);
        self.thoughts += 1;
    }

    fn action(&mut self) -> Action {
        let here = self.ledger.me().at;
        let agenda = self.planner.agenda();
        let next = match agenda.first() {
            Some(next) => *next,
            None => return Action::Drop(Vec::new()),
        };
        if next.at == here {
            let same = |stop: &&Stop| stop.at == here && stop.kind == next.kind;
            let ids: Vec<PackageId> = agenda
                .iter()
                .take_while(same)
                .filter_map(|stop| stop.item)
                .map(|item| self.ledger.package(item).id)
                .collect();
            return match next.kind {
                Kind::Pick => Action::Pick(ids),
                _ => Action::Drop(ids),
            };
        }
        match self.step_to(next.at) {
            Some(dir) => Action::Go(dir),
            None => Action::Drop(Vec::new()),
        }
    }

    fn step_to(&mut self, target: Point) -> Option<Dir> {
        let here = self.ledger.me().at;
        let field = self.fields.to(&self.board, target, Way::Short);
        let rng = &mut self.rng;
        let dir = walk_down(field, here, |best| best[rng.below(best.len())]).next();
        dir
    }

    /// What the last command was for, one line.
    pub fn remark(&self) -> String {
        let (x, y) = self.board.place(self.ledger.me().at);
        format!(
            "turn {} at {x} {y}, money {}, load {}/{}, score {}, plan of {} stops worth {:.0} in {} turns, {} fields{}",
            self.ledger.turn,
            self.money,
            self.ledger.load(),
            self.ledger.capacity,
            self.ledger.me().score,
            self.planner.agenda().len(),
            self.planner.worth(),
            self.planner.turns(),
            self.fields.searched(),
            self.remark,
        )
    }
}
