//! Follows a match with the bot's own model of the rules: every line that was sent must be the one that the
//! model expects.

use alamode::action::Action;
use alamode::chef::{Chef, Pair};
use alamode::kitchen::{Cell, Floor, Place};
use alamode::params::Params;
use alamode::protocol::Reader;
use alamode::state::State;
use alamode::world::World;

/// The seats of each round, the one that begins first.
pub const PAIRS: [[usize; 2]; 3] = [[0, 1], [2, 0], [1, 2]];

/// The model of a match.
pub struct Follower {
    world: Option<World>,
    spawns: Pair<Option<Floor>>,
    told: [bool; 3],
    dead: [bool; 3],
    round: usize,
    state: Option<State>,
    /// Points of the rounds that are over.
    pub rounds: Vec<i32>,
    /// Turns that were compared.
    pub turns: u32,
}

impl Follower {
    pub fn new() -> Follower {
        Follower {
            world: None,
            spawns: Pair([None; 2]),
            told: [false; 3],
            dead: [false; 3],
            round: 0,
            state: None,
            rounds: Vec::new(),
            turns: 0,
        }
    }

    /// The world and the position before the next answer, the chef that began the round first.
    #[allow(dead_code)] // some tests do not need it
    pub fn position(&self) -> Option<(&World, &State)> {
        Some((self.world.as_ref()?, self.state.as_ref()?))
    }

    /// Compares the lines that were sent to a seat.
    pub fn sent(&mut self, seat: usize, lines: &[String]) {
        let text = lines.join("\n");
        let mut reader = Reader::new(text.as_bytes());
        if !self.told[seat] {
            self.told[seat] = true;
            let start = reader.start().unwrap().unwrap();
            if self.world.is_none() {
                for (y, row) in lines[1 + start.customers.len()..][..7].iter().enumerate() {
                    for (x, letter) in
                        row.bytes().enumerate().filter(|pair| pair.1.is_ascii_digit())
                    {
                        // Player 1 is sent the digits exchanged.
                        let is_first = (letter == b'0') != (seat == 1);
                        let spawn = if is_first { Chef::Own } else { Chef::Partner };
                        let cell = Cell::new(x as i32, y as i32).unwrap();
                        if let Place::Floor(floor) = start.kitchen.place(cell) {
                            self.spawns[spawn] = Some(floor);
                        }
                    }
                }
                self.world = Some(World::new(start.kitchen, start.customers, Params::default(), 1));
            }
        }
        let turn = reader.turn().unwrap().unwrap();
        self.open();
        let world = self.world.as_ref().unwrap();
        let state = self.state.as_ref().unwrap();
        let place = state.mover;
        assert_eq!(
            PAIRS[self.round][place as usize], seat,
            "round {}, {} left",
            self.round, state.left
        );
        let mut expected = match place {
            Chef::Own => *state,
            Chef::Partner => state.swapped(world),
        };
        expected.points = 0;
        let got = turn.state(world, &expected).unwrap();
        assert_eq!(got, expected, "round {}, {} left", self.round, state.left);
        self.turns += 1;
    }

    /// Begins the rounds that are due.
    fn open(&mut self) {
        let world = self.world.as_ref().unwrap();
        while self.state.as_ref().map_or(true, |state| state.over) {
            if let Some(state) = self.state.take() {
                self.rounds.push(state.points);
                self.round += 1;
            }
            let alive = PAIRS[self.round].map(|seat| !self.dead[seat]);
            let at = Chef::BOTH.map(|chef| self.spawns[chef].filter(|_| alive[chef as usize]));
            let first = if alive[0] { Chef::Own } else { Chef::Partner };
            let mut state = State::opening(world, Pair(at), first);
            state.left -= u8::from(!alive[0]);
            state.over = alive == [false; 2];
            self.state = Some(state);
        }
    }

    /// Plays the answer of the seat that was asked last; `None` is a timeout.
    pub fn got(&mut self, seat: usize, answer: Option<&str>) {
        let world = self.world.as_ref().unwrap();
        let state = self.state.as_mut().unwrap();
        let chef = state.mover;
        if let Some(action) = answer.and_then(|line| command(world, state, line)) {
            state.play(world, action);
        } else {
            self.dead[seat] = true;
            state.play(world, Action::WAIT);
            let held = std::mem::take(&mut state.hand[chef]);
            state.dishes += u8::from(held.is_dish());
            state.at[chef] = None;
            state.over |= state.at == Pair([None; 2]);
            state.rekey(world);
        }
    }

    /// The points of all rounds, when the match is over.
    pub fn result(&mut self) -> Vec<i32> {
        let mut rounds = self.rounds.clone();
        rounds.extend(self.state.map(|state| state.points));
        rounds.resize(3, 0);
        rounds
    }
}

/// The meaning of an answer in a position; `None` kills the chef.
pub fn command(world: &World, state: &State, line: &str) -> Option<Action> {
    let line = line.trim();
    if line.is_empty() {
        return Some(Action::WAIT);
    }
    let mut words = line.split(';').next()?.split(' ');
    let word = words.next()?;
    if word == "WAIT" {
        return Some(Action::WAIT);
    }
    if !matches!(word, "MOVE" | "USE") {
        return None;
    }
    let x = words.next()?.parse().ok()?;
    let y = words.next()?.parse().ok()?;
    let cell = Cell::new(x, y)?;
    let chef = state.mover;
    let at = state.at[chef]?;
    if word == "USE" {
        match world.kitchen.place(cell) {
            Place::Floor(_) => return None,
            Place::Table(table) if world.kitchen.near(at) & table.bit() != 0 => {
                return Some(Action::use_table(table));
            }
            Place::Table(_) => {}
        }
    }
    Some(Action::walk_to(world.walks.from(at, state.at[chef.other()]).landing(cell)))
}
