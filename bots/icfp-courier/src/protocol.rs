//! The contest's text protocol: [`Reader`] for what a server says, [`Command`] for our answers.
//!
//! The judges' server of 2002 wrote runs of blanks, blanks at the ends of lines, and needless
//! locations. The reader accepts all of that, and carriage returns.

use std::fmt;
use std::io::BufRead;
use std::time::Instant;

use gridkit::lines::{bad, InputError, Lines};
use gridkit::{Dir, Point};

use crate::board::{point_of, Board};

/// The first line of a client.
pub const HELLO: &str = "Player";

/// More bytes than any honest line has: a reply in which 10,000 packages change hands is shorter.
const LONGEST_LINE: usize = 1 << 24;

/// Rows and columns of the largest board that is taken.
const LONGEST_SIDE: i32 = 4_000;

/// More than any weight, capacity or money: sums of these stay within 64 bits.
const MOST: i64 = 1 << 40;

/// The number of a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RobotId(pub u64);

/// The number of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageId(pub u64);

/// One thing that a robot was seen to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It went one tile, by itself or pushed.
    Go(Dir),
    /// It took a package.
    Pick(PackageId),
    /// It put a package down, by itself or because it was pushed.
    Drop(PackageId),
    /// It is there now.
    At(Point),
}

/// What a server says about one robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which robot.
    pub robot: RobotId,
    /// What it did, in order.
    pub acts: Vec<Act>,
}

/// A package on our tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which package.
    pub id: PackageId,
    /// Where it is to go; beyond the board if the server says so.
    pub dest: Point,
    /// What it weighs and is worth.
    pub weight: i64,
}

/// What a server says before the first turn.
#[derive(Clone, Debug)]
pub struct Start {
    /// The board.
    pub board: Board,
    /// Which robot is ours.
    pub me: RobotId,
    /// The most weight that a robot carries.
    pub capacity: i64,
    /// What the bids are paid from.
    pub money: i64,
    /// Where the robots are.
    pub reports: Vec<Report>,
}

/// What a server says before it waits for a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// What happened since our last command; nothing on the first turn.
    pub reports: Vec<Report>,
    /// The packages on our tile.
    pub listed: Vec<Listed>,
}

/// What a command makes a robot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Go one tile.
    Go(Dir),
    /// Take packages that lie here, in this order, as far as the capacity allows.
    Pick(Vec<PackageId>),
    /// Put packages down. With no package this is the cheapest way to wait.
    Drop(Vec<PackageId>),
}

/// Our answer of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What is paid, in absolute value; the highest acts first.
    pub bid: i64,
    /// What to do.
    pub action: Action,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, packages) = match &self.action {
            Action::Go(dir) => return write!(f, "{} Move {dir}", self.bid),
            Action::Pick(packages) => ("Pick", packages),
            Action::Drop(packages) => ("Drop", packages),
        };
        write!(f, "{} {word}", self.bid)?;
        packages.iter().try_for_each(|id| write!(f, " {}", id.0))
    }
}

/// Reads what a server says.
///
/// A text where a turn should be means that the game is over, and so does a line that the reader does
/// not understand.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    /// Columns and rows of the board.
    size: (i32, i32),
}

impl<R: BufRead> Reader<R> {
    /// A reader for one game.
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source, LONGEST_LINE), size: (0, 0) }
    }

    /// When the last line was there.
    pub fn arrived(&self) -> Instant {
        self.lines.arrived()
    }

    /// The board, our robot and where everybody is; nothing if the server ends the game before it
    /// begins.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, is cut off, or is not the start of a game.
    pub fn start(&mut self) -> Result<Option<Start>, InputError> {
        const SIZE: &str = "width and height of the board";
        const ROW: &str = "a row of the board";
        const ROBOT: &str = "number, capacity and money of our robot";
        let line = match self.lines.first(SIZE)? {
            Some(line) if !is_text(&line) => line,
            _ => return Ok(None),
        };
        let [width, height] = numbers(&line)
            .filter(|sides: &[i32; 2]| sides.iter().all(|side| (1..=LONGEST_SIDE).contains(side)))
            .ok_or_else(|| bad(SIZE, &line, "it is not"))?;
        let mut rows = Vec::with_capacity(height as usize);
        for _ in 0..height {
            let row = self.lines.next(ROW)?.trim().to_owned();
            if row.len() != width as usize {
                return Err(bad(ROW, &row, format!("a row has {width} tiles")));
            }
            rows.push(row);
        }
        let board = Board::from_south(&rows).map_err(|(row, why)| bad(ROW, &rows[row], why))?;
        self.size = (width, height);
        let line = self.lines.next(ROBOT)?;
        // Numbers of robots have up to 64 bits, those of things have a sign.
        let [me, capacity, money] =
            numbers::<i128, 3>(&line).ok_or_else(|| bad(ROBOT, &line, "it is not"))?;
        let me = u64::try_from(me).map_err(|_| bad(ROBOT, &line, "a robot's number is from 0"))?;
        let most = i128::from(MOST);
        let [capacity, money] = [capacity, money].map(|number| number.clamp(-most, most) as i64);
        let line = self.lines.next("where the robots are")?;
        let reports = self
            .reports(&line)
            .ok_or_else(|| bad("where the robots are", &line, "it cannot be understood"))?;
        Ok(Some(Start { board, me: RobotId(me), capacity, money, reports }))
    }

    /// The events of the turn and the packages on our tile; `None` when the game is over.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or a line is too long.
    pub fn turn(&mut self, first: bool) -> Result<Option<Turn>, InputError> {
        let mut turn = Turn::default();
        let mut told = first;
        loop {
            let line = match self.lines.first("a reply or a list of packages")? {
                Some(line) => line,
                None => return Ok(None),
            };
            let begin = line.trim_start().chars().next();
            if begin == Some('#') {
                match self.reports(&line) {
                    Some(reports) => turn.reports.extend(reports),
                    None => return Ok(None),
                }
                told = true;
            } else if begin.is_none() && !told {
                // An empty line where a reply should be says nothing.
                told = true;
            } else {
                return Ok(self.packages(&line).map(|listed| Turn { listed, ..turn }));
            }
        }
    }

    fn point(&self, x: i64, y: i64) -> Point {
        point_of(self.size.0, self.size.1, x, y)
    }

    /// `#id` and its acts, for any number of robots; nothing if the line is something else.
    fn reports(&self, line: &str) -> Option<Vec<Report>> {
        let mut reports: Vec<Report> = Vec::new();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            if let Some(id) = word.strip_prefix('#') {
                // A blank between the sign and the number does no harm.
                let id = if id.is_empty() { words.next()? } else { id };
                reports.push(Report { robot: RobotId(id.parse().ok()?), acts: Vec::new() });
                continue;
            }
            let mut id = || words.next()?.parse().ok().map(PackageId);
            let act = match word {
                "P" => Act::Pick(id()?),
                "D" => Act::Drop(id()?),
                "X" => {
                    let x = words.next()?.parse().ok()?;
                    let sign = words.next()?;
                    let y = words.next()?.parse().ok()?;
                    if sign != "Y" {
                        return None;
                    }
                    Act::At(self.point(x, y))
                }
                _ if word.len() == 1 => Act::Go(Dir::from_letter(word.chars().next()?)?),
                _ => return None,
            };
            reports.last_mut()?.acts.push(act);
        }
        Some(reports)
    }

    /// `id x y weight` for any number of packages; nothing if the line is something else.
    fn packages(&self, line: &str) -> Option<Vec<Listed>> {
        let mut listed = Vec::new();
        let mut words = line.split_ascii_whitespace();
        while let Some(id) = words.next() {
            let id = PackageId(id.parse().ok()?);
            let mut number = || words.next()?.parse::<i64>().ok();
            let dest = self.point(number()?, number()?);
            listed.push(Listed { id, dest, weight: number()?.clamp(0, MOST) });
        }
        Some(listed)
    }
}

/// Does a line begin with a letter? A server says so that the game is over.
fn is_text(line: &str) -> bool {
    line.trim_start().chars().next().map_or(false, char::is_alphabetic)
}

/// The `N` numbers of a line; `None` if it has anything else.
fn numbers<T: std::str::FromStr + PartialOrd + Copy + Default, const N: usize>(
    line: &str,
) -> Option<[T; N]> {
    let mut words = line.split_ascii_whitespace();
    let mut numbers = [T::default(); N];
    for number in &mut numbers {
        let word = words.next()?;
        *number = word.parse().ok()?;
    }
    if words.next().is_some() {
        return None;
    }
    Some(numbers)
}
