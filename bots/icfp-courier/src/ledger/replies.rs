//! Takes in a reply: moves, packages that change hands, deaths, and packages that come later.

use super::{Ledger, News, View, Whereabouts, ME};
use crate::board::{Board, Ground};
use crate::protocol::{Act, PackageId, Report};
use gridkit::{Dir, Point};

impl Ledger {
    /// Takes in what happened in a turn.
    pub fn apply(&mut self, board: &Board, reports: &[Report]) -> News {
        let mut news = News::default();
        self.turn += 1;
        let heard = self.mark_absent_as_dead(reports, &mut news);
        if self.is_joined(reports) {
            self.expect_packages(board, &mut news);
        }
        let handled = self.follow_moves(board, reports, &mut news);
        self.hand_over(board, &handled, &mut news);
        for seat in heard {
            self.see_drowning(board, seat, &mut news);
        }
        news
    }

    /// Has a robot come that was not there? Then packages have come with it.
    fn is_joined(&self, reports: &[Report]) -> bool {
        let is_new = |report: &Report| {
            let seat = self.seats.get(&report.robot);
            seat.map_or(true, |&seat| !self.robots[seat].alive)
        };
        let is_placed = |report: &Report| report.acts.iter().any(|act| matches!(act, Act::At(_)));
        reports.iter().any(|report| is_placed(report) && is_new(report))
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
                        robot.picks += 1;
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
            self.robots[seat].walks += u32::from(goes > 0);
            if seat == ME {
                let dropped_on_the_way =
                    handled.iter().any(|handling| handling.seat == ME && handling.forced);
                news.pushed |= goes > 1 || dropped_on_the_way;
            }
        }
        self.count_pushes(board, reports);
        self.count_spared(board, reports);
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

    /// Counts for each robot the turns in which it stood right to push another into water, and did something else.
    fn count_spared(&mut self, board: &Board, reports: &[Report]) {
        for report in reports {
            let seat = self.seat(report.robot);
            let from = self.robots[seat].before;
            let goes = |report: &Report, dir: Dir| report.acts.contains(&Act::Go(dir));
            let is_chance = |&&dir: &&Dir| {
                let to = from.step(dir);
                board.drowns(to, dir) && self.others_from(reports, seat, to).next().is_some()
            };
            // Its step may have been a push from behind, which took its command.
            let may_be_pushed = |&dir: &Dir| {
                let mut behind = self.others_from(reports, seat, from.step(dir.opposite()));
                goes(report, dir) && behind.any(|other| goes(other, dir))
            };
            // A push against a wall takes its command, and does not show.
            let may_be_held = |&dir: &Dir| {
                let goes_nowhere = !Dir::ALL.iter().any(|&dir| goes(report, dir));
                let mut behind = self.others_from(reports, seat, from.step(dir.opposite()));
                goes_nowhere
                    && behind.next().is_some()
                    && self.is_blocked(board, reports, from, dir)
            };
            let mut chances = Dir::ALL.iter().filter(is_chance).peekable();
            let spares = chances.peek().is_some() && !chances.any(|&dir| goes(report, dir));
            let has_lost = |dir: &Dir| may_be_pushed(dir) || may_be_held(dir);
            if spares && !Dir::ALL.iter().any(has_lost) {
                self.robots[seat].spared += 1;
            }
        }
    }

    /// Does the line of robots that begins on a tile end at a wall?
    fn is_blocked(&self, board: &Board, reports: &[Report], from: Point, dir: Dir) -> bool {
        let is_free = |at: &Point| self.others_from(reports, usize::MAX, *at).next().is_none();
        let ahead = std::iter::successors(Some(from.step(dir)), |at| Some(at.step(dir)));
        let end = ahead.take(board.tiles()).find(is_free);
        end.map_or(true, |end| board.ground(end) == Ground::Wall)
    }

    /// The other robots that stood on a tile before the turn.
    fn others_from<'a>(
        &'a self,
        reports: &'a [Report],
        seat: usize,
        at: Point,
    ) -> impl Iterator<Item = &'a Report> + 'a {
        let place = move |report: &&Report| {
            let other = self.seats.get(&report.robot).copied().unwrap_or(seat);
            other != seat && self.robots[other].before == at
        };
        reports.iter().filter(place)
    }

    /// Moves packages from hand to hand. The replies do not say who acted first, so of several
    /// things that happened to a package each is taken when it can have happened.
    fn hand_over(&mut self, board: &Board, handled: &[Handling], news: &mut News) {
        let mut waiting: Vec<Handling> = handled.to_vec();
        while !waiting.is_empty() {
            let mut later = Vec::new();
            for handling in &waiting {
                if self.is_possible(handling) {
                    self.handle(board, handling, news);
                } else {
                    later.push(*handling);
                }
            }
            if later.len() == waiting.len() {
                // The server says that it happened, so what we believed before was wrong.
                self.handle(board, &later.remove(0), news);
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

    fn handle(&mut self, board: &Board, handling: &Handling, news: &mut News) {
        let Handling { seat, id, at, taken, forced } = *handling;
        let unheard_of = !self.items.contains_key(&id);
        let item = self.learn(id, at);
        self.lift(item);
        if taken {
            if unheard_of {
                let view = self.view(board, at);
                if view != View::Unseen && board.ground(at) == Ground::Base {
                    self.expect_packages(board, news);
                }
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
