//! The state of a game as a player knows it.

use std::collections::HashSet;
use std::str::FromStr;

use crate::games::karo::circuit::Direction;
use crate::games::karo::motion::{Counting, Motion, Vector};
use crate::games::karo::special::SpecialRule;
use crate::games::karo::track::{Cell, Checkpoint, Checkpoints, Tile, Track};

/// The reason why lines do not follow the protocol.
pub(super) type Broken = &'static str;

/// The state of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    pub(super) races: bool,
    pub(super) moved: bool,
    pub(super) collected: Checkpoints,
    pub(super) car: Option<Motion>,
}

/// The state of a game, as far as the house players use it.
#[derive(Debug)]
pub(super) struct View {
    pub(super) me: usize,
    pub(super) track: Track,
    pub(super) required: Checkpoints,
    pub(super) counting: Counting,
    pub(super) direction: Direction,
    pub(super) rules: Vec<SpecialRule>,
    pub(super) players: Vec<Player>,
    night: bool,
    /// Moves that are impossible on a night map, although none of their cells is known to be off the road.
    pub(super) impossible: HashSet<Motion>,
    /// Whether each player has passed the finish.
    pub(super) crossed: Vec<bool>,
    /// The possible moves, each with whether the special rules allow it.
    candidates: Vec<(Motion, bool)>,
}

impl View {
    /// Reads the start and the first turn.
    pub(super) fn read(sent: &[String]) -> Result<Self, Broken> {
        // House players drive alone also where teams race.
        let is_told = |line: &&str| !line.starts_with("teams ");
        let mut lines = sent.iter().map(String::as_str).filter(is_told);
        let mut setting = |name: &str| {
            let line = lines.next().ok_or("a missing line")?;
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == name { Ok(rest) } else { Err("an unexpected line") }
        };
        setting("karo")?;
        let [seats, me] = numbers::<usize>(setting("seats")?)?[..] else { return Err("no seats") };
        let rules = SpecialRule::of_title(setting("title")?);
        let required =
            numbers::<u8>(setting("checkpoints")?)?.into_iter().map(Checkpoint).collect();
        let counting = if setting("events")? == "all" { Counting::All } else { Counting::Last };
        for name in ["zzz", "crash"] {
            setting(name)?;
        }
        let word = setting("direction")?;
        let all = [Direction::Classic, Direction::Formula1, Direction::Free];
        let direction =
            all.into_iter().find(|it| it.word() == word).ok_or("a strange direction")?;
        setting("blocking")?;
        let night = setting("night")? == "1";
        setting("move_ms")?;
        let [_, height] = numbers::<usize>(setting("map")?)?[..] else { return Err("no map") };
        let rest = sent.len() - lines.count();
        let rows = sent.get(rest..rest + height).ok_or("a map that is cut off")?;
        let track = Track::parse(&rows.join("\n")).map_err(|_| "no map")?;
        let (players, crossed, impossible) = (Vec::new(), vec![false; seats], HashSet::new());
        let candidates = Vec::new();
        let mut view = Self {
            me,
            track,
            required,
            counting,
            direction,
            rules,
            players,
            night,
            impossible,
            crossed,
            candidates,
        };
        view.read_turn(&sent[rest + height..])?;
        Ok(view)
    }

    /// Reads a turn; returns whether a cell or move turned out to be impossible.
    pub(super) fn read_turn(&mut self, sent: &[String]) -> Result<bool, Broken> {
        let mut lines = sent.iter().map(String::as_str);
        let mut next = || lines.next().ok_or("a missing line");
        if !next()?.starts_with("turn ") {
            return Err("no turn");
        }
        let count =
            |line: &str| line.rsplit(' ').next().and_then(|it| it.parse().ok()).ok_or("no count");
        for _ in 0..count(next()?)? {
            let words: Vec<&str> = next()?.splitn(3, ' ').collect();
            let [seat, kind, motion] = words[..] else { return Err("a strange record") };
            let seat: usize = seat.parse().map_err(|_| "a strange seat")?;
            let crosses = kind == "move" && read_motion(motion)?.crosses_finish(&self.track);
            *self.crossed.get_mut(seat).ok_or("no such seat")? |= crosses;
        }
        let players: usize = count(next()?)?;
        self.players = (0..players).map(|_| read_player(next()?)).collect::<Result<_, _>>()?;
        let candidates: usize = count(next()?)?;
        let candidate = |line: &str| {
            let (motion, free) = line.rsplit_once(' ').ok_or("a strange candidate")?;
            Ok((read_motion(motion)?, free == "1"))
        };
        self.candidates =
            (0..candidates).map(|_| candidate(next()?)).collect::<Result<_, Broken>>()?;
        Ok(self.night && self.learn())
    }

    /// Learns about a night map from the list of candidates. All cells that a candidate passes are road. A move that
    /// is missing although its target is not occupied passes a cell off the road; if only one of its cells is unknown,
    /// it is that one.
    fn learn(&mut self) -> bool {
        let Some(car) = self.players[self.me].car else { return false };
        let listed: Vec<Motion> = self.candidates.iter().map(|it| it.0).collect();
        let mut learnt = false;
        for cell in listed.iter().flat_map(|motion| motion.passed()) {
            if self.track.tile(cell) == Some(Tile::Night) {
                self.track.set(cell, Tile::Road);
            }
        }
        for motion in car.vector.successors().map(|vector| car.next(vector)) {
            let taken = self
                .players
                .iter()
                .any(|it| it.races && it.car.is_some_and(|it| it.at == motion.at));
            if listed.contains(&motion) || taken || !motion.fits(&self.track) {
                continue;
            }
            let dark = |cell: &Cell| self.track.tile(*cell) == Some(Tile::Night);
            let unknown: Vec<Cell> = motion.passed().filter(dark).collect();
            learnt = match unknown[..] {
                [cell] => {
                    self.track.set(cell, Tile::Scenery(b'X'));
                    true
                }
                _ => self.impossible.insert(motion) || learnt,
            };
        }
        learnt
    }

    /// Whether this is the round of the placement.
    pub(super) fn is_placing(&self) -> bool {
        self.players[self.me].car.is_none()
    }

    /// The moves that may be answered.
    pub(super) fn free_moves(&self) -> impl Iterator<Item = Motion> {
        self.candidates.iter().filter(|it| it.1).map(|it| it.0)
    }

    /// The states from which searches begin: the start cells and the present states of all cars.
    pub(super) fn rests(&self) -> impl Iterator<Item = Motion> {
        let starts = self.track.cells_of(Tile::Start).map(Motion::at_rest);
        starts.chain(self.players.iter().filter(|it| it.races).filter_map(|it| it.car))
    }
}

fn numbers<T: FromStr>(line: &str) -> Result<Vec<T>, Broken> {
    line.split_whitespace().map(|word| word.parse().map_err(|_| "wanted a number")).collect()
}

fn read_motion(text: &str) -> Result<Motion, Broken> {
    match numbers::<i32>(text)?[..] {
        [x, y, xv, yv] => Ok(Motion::new(Cell::new(x, y), Vector::new(xv, yv))),
        _ => Err("wanted x y xv yv"),
    }
}

fn read_player(line: &str) -> Result<Player, Broken> {
    let words: Vec<&str> = line.splitn(7, ' ').collect();
    let [status, moved, _rank, _moves, _crashes, collected, motion] = words[..] else {
        return Err("a strange player");
    };
    let car = read_motion(motion)?;
    let digits = collected.bytes().filter(u8::is_ascii_digit);
    Ok(Player {
        races: status == "racing",
        moved: moved == "1",
        collected: digits.map(|digit| Checkpoint(digit - b'0')).collect(),
        car: (car.at.x >= 0).then_some(car),
    })
}
