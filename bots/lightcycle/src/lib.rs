//! A bot for Tron. It looks ahead over its own moves and those of the nearest opponent that it can reach, which
//! knows each of them, and counts the cells that each reaches first. Alone in its room it fills that.

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

use gridkit::bot::{bench_on, Failure, Input, Message, Timing};
use gridkit::lines::{bad, whole};
use gridkit::{About, Board15, Bot, Deadline, Dir, Flags, Lines, Point, Report, Rng, Square15};

gridkit::params! {
    /// What positions are worth, in cells.
    pub struct Params {
        /// A draw.
        draw: f64 = 0.0, -100.0..=100.0;
        /// A cell of an opponent.
        theirs: f64 = 1.0, 0.0..=5.0;
    }
}

/// A won game is worth more than any number of cells.
const WON: f64 = 1e6;

/// What the bench reads. Cycles jump, so that few turns make a position.
const GAMES: [&str; 3] = [
    "15 15 2 0\n3 7\n11 7\n4 7\n10 7\n5 7\n9 7\n6 7\n8 7\n6 6\n8 6\n",
    "13 11 4 2\n1 1\n11 1\n1 9\n11 9\n2 1\n10 1\n2 9\n-1 -1\n3 1\n9 1\n3 9\n-1 -1\n",
    "9 15 2 0\n3 0\n5 0\n3 1\n5 1\n3 4\n5 4\n4 5\n8 9\n3 7\n4 9\n4 7\n4 8\n2 7\n5 5\n",
];

/// A game that is being played.
pub struct Lightcycle {
    lines: Lines<Input>,
    params: Params,
    rng: Rng,
    me: usize,
    grid: Board15,
    /// By player; empty if it is out.
    trails: Vec<Board15>,
    remark: String,
}

/// The numbers of a line, each from -1 to 15.
fn numbers<const N: usize>(wanted: &'static str, line: &str) -> Result<[i32; N], Failure> {
    let read: Option<Vec<i32>> = line.split(' ').map(|word| whole(word, -1..=15)).collect();
    let read = read.and_then(|read| read.try_into().ok());
    read.ok_or_else(|| bad(wanted, line, "it is not").into())
}

impl Bot for Lightcycle {
    type Params = Params;
    /// By player: its cycle; `None` if it is out.
    type Turn = Vec<Option<Square15>>;

    const ABOUT: About =
        About::new("lightcycle", env!("CARGO_PKG_VERSION"), "Plays Tron over stdin and stdout.");
    const TIMING: Timing = Timing::half_of(1000, 100);

    fn bench(flags: &Flags<Params>) -> Report {
        bench_on::<Self>(flags, 5_000, &GAMES)
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        const SIZES: &str = "width, height, number of players, your number";
        let mut lines = Lines::new(input, 100);
        let line = match lines.first(SIZES)? {
            Some(line) => line,
            None => return Ok(None),
        };
        let [width, height, players, me] = numbers(SIZES, &line)?;
        if !(2..=4).contains(&players) || !(0..players).contains(&me) {
            return Err(bad(SIZES, &line, "there are 2 to 4 players").into());
        }
        let cells = (0..width * height).map(|cell| Point::new(cell % width, cell / width));
        let grid = cells.filter_map(Square15::at).collect();
        let (params, rng, remark) = (flags.params.clone(), Rng::new(flags.seed), String::new());
        let trails = vec![Board15::EMPTY; players as usize];
        Ok(Some(Self { lines, params, rng, me: me as usize, grid, trails, remark }))
    }

    fn listen(&mut self) -> Result<Option<Message<Self::Turn>>, Failure> {
        const PLACE: &str = "a column and a row";
        let (mut turn, mut line) = (Vec::new(), self.lines.first(PLACE)?);
        while let Some(place) = line {
            let [x, y] = numbers(PLACE, &place)?;
            turn.push(Square15::at(Point::new(x, y)));
            if turn.len() == self.trails.len() {
                return Ok(Some(Message { turn, arrived: self.lines.arrived() }));
            }
            line = Some(self.lines.next(PLACE)?);
        }
        Ok(None)
    }

    fn answer(&mut self, turn: &Self::Turn, deadline: &mut Deadline) -> Result<String, Failure> {
        for (trail, place) in self.trails.iter_mut().zip(turn) {
            *trail = place.map_or(Board15::EMPTY, |square| trail.with(square));
        }
        let me = turn[self.me].ok_or("a player that is out is asked")?;
        let free = self.trails.iter().fold(self.grid, |free, trail| free - *trail);
        let reached = Board15::of(me).flood(free.with(me)).grow().without(me);
        let foes: Board15 =
            turn.iter().flatten().copied().filter(|it| reached.contains(*it)).collect();
        let foe = foes.iter().min_by_key(|foe| foe.point().manhattan(me.point()));
        let others = foe.map_or(foes, |foe| foes.without(foe));
        let mut dirs = Dir::ALL;
        self.rng.shuffle(&mut dirs);
        let mut search = Search { params: &self.params, deadline, others, dirs };
        let mut best = dirs[0];
        for depth in 1..=free.count() {
            let (value, dir) =
                search.best(Position { free, me, foe }, depth, [-WON * 2.0, WON * 2.0]);
            if search.deadline.is_over() {
                break;
            }
            best = dir;
            self.remark = format!("depth {depth}, worth {value:.1}");
        }
        Ok(["UP", "DOWN", "LEFT", "RIGHT"][best.index()].to_owned())
    }

    fn remark(&self, _: &Self::Turn) -> String {
        self.remark.clone()
    }
}

/// A position before a turn.
#[derive(Clone, Copy)]
struct Position {
    free: Board15,
    me: Square15,
    foe: Option<Square15>,
}

struct Search<'a> {
    params: &'a Params,
    deadline: &'a mut Deadline,
    /// Further opponents, which stay where they are.
    others: Board15,
    /// The order in which moves are tried.
    dirs: [Dir; 4],
}

impl Search<'_> {
    /// The worth of a position and the best move in it, by alpha-beta.
    fn best(&mut self, at: Position, depth: u32, [mut alpha, beta]: [f64; 2]) -> (f64, Dir) {
        if depth == 0 || self.deadline.expired() {
            return (self.worth(at), self.dirs[0]);
        }
        let cells = f64::from(at.free.count());
        let steps = |foe| Dir::ALL.iter().filter_map(move |dir| at.free.step(foe, *dir)).map(Some);
        let replies = at.foe.map_or(vec![None], |foe| steps(foe).collect());
        let lost = if replies.is_empty() { self.params.draw } else { -WON - cells };
        let mut best = (lost, self.dirs[0]);
        for dir in self.dirs {
            let me = match at.free.step(at.me, dir) {
                Some(me) => me,
                None => continue,
            };
            let mut worst = WON + cells;
            for &foe in &replies {
                let free = foe.map_or(at.free, |foe| at.free.without(foe)).without(me);
                let (after, window) = (Position { free, me, foe }, [alpha, worst.min(beta)]);
                let is_draw = foe == Some(me);
                let value =
                    if is_draw { self.params.draw } else { self.best(after, depth - 1, window).0 };
                worst = worst.min(value);
                if worst <= alpha {
                    break;
                }
            }
            if worst > best.0 {
                best = (worst, dir);
            }
            alpha = alpha.max(worst);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The longest way over the cells that I reach first, less the cells of others.
    fn worth(&self, at: Position) -> f64 {
        let foe = at.foe.map_or(Board15::EMPTY, Board15::of);
        let [mine, theirs] = Board15::of(at.me).race(foe | self.others, at.free);
        // The cells of a way alternate in colour, as on a chessboard.
        let same = mine.iter().filter(|cell| cell.colour() == at.me.colour()).count() as u32;
        let longest = (2 * same + 1).min(2 * (mine.count() - same));
        f64::from(longest) - self.params.theirs * f64::from(theirs.count())
    }
}
