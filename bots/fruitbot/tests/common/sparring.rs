//! Whole games in one process, by the referee's rules: the bot, the house players, and opponents who
//! make it hard to get anywhere. Not every test asks for all.

#![allow(dead_code)]

use fruitbot::board::Board;
use fruitbot::cell::Move;
use fruitbot::params::Params;
use fruitbot::robot::{Robot, Style};
use fruitbot::state::State;
use gridkit::Deadline;
use referee::contest::House;
use referee::game::{Answer, Game, Outcome, Seat, Step};
use referee::games::contest;
use referee::games::fruit::{board_of_number, FruitGame, Rules, Sides};

use crate::view::Views;

/// Something that chooses a move in a position in which it is side 0.
pub trait Mind {
    /// Its move.
    fn choose(&mut self, board: &Board, state: &State) -> Move;
}

/// A player of these games.
pub enum Fighter {
    /// A house player.
    House(Box<dyn House>),
    /// A player of the tests, and its reader.
    Mind(Box<dyn Mind>, Box<Views>),
}

impl Fighter {
    /// The house player of that name, such as `mo`.
    pub fn house(name: &str, seed: u64, seat: usize) -> Fighter {
        let kinds = contest("fruit").expect("the contest is there").house();
        let kind = kinds.iter().find(|kind| kind.name == name);
        let kind = kind.unwrap_or_else(|| panic!("there is no house player @{name}"));
        Fighter::House((kind.make)(seed, Seat(seat)))
    }

    /// A player of the tests.
    pub fn mind(mind: impl Mind + 'static) -> Fighter {
        Fighter::Mind(Box::new(mind), Box::new(Views::new()))
    }

    /// The bot.
    pub fn bot(params: &Params, nodes: u64, seed: u64) -> Fighter {
        Fighter::mind(Bot { params: params.clone(), nodes, seed, robot: None })
    }

    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        match self {
            Fighter::House(house) => house.answer(sent),
            Fighter::Mind(mind, views) => {
                let state = views.read(sent);
                vec![mind.choose(views.board(), &state).word().to_owned()]
            }
        }
    }
}

/// The bot under a node budget.
struct Bot {
    params: Params,
    nodes: u64,
    seed: u64,
    robot: Option<Robot>,
}

impl Mind for Bot {
    fn choose(&mut self, board: &Board, state: &State) -> Move {
        let (params, seed) = (&self.params, self.seed);
        let robot = self
            .robot
            .get_or_insert_with(|| Robot::new(board.clone(), Style::Search, params.clone(), seed));
        let step = robot.decide(state, &Deadline::after_nodes(self.nodes)).step;
        assert!(board.has(state.at[0].after(step)), "{step:?} leads off the board: {state:?}");
        let taken = state.under(board, 0);
        assert!(step != Move::Take || taken.is_some(), "nothing to take: {state:?}");
        assert!(step != Move::Pass || state.live == 0, "there is something to do: {state:?}");
        step
    }
}

/// Plays a game on a numbered board.
pub fn play(number: u32, rules: Rules, mut fighters: [Fighter; 2]) -> Outcome {
    let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), rules);
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => return outcome,
            Step::Ask(requests) => {
                let answer = |lines| Answer { lines, fault: None };
                answers = requests
                    .iter()
                    .map(|request| answer(fighters[request.seat.0].answer(&request.lines)))
                    .collect();
            }
        }
    }
}

/// What one fighter got out of many games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// Share of the points, a draw being half a point.
    pub fn share(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }

    /// Counts a game for a seat.
    pub fn count(&mut self, outcome: &Outcome, own: usize) {
        match outcome.scores[own].cmp(&outcome.scores[1 - own]) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Less => self.lost += 1,
        }
    }
}

/// Plays the bot against a house player, two games on each of some boards with the seats swapped.
pub fn pairs(boards: u32, params: &Params, nodes: u64, house: &str) -> Tally {
    let mut tally = Tally::default();
    for board in 0..boards {
        let number = board * 7_919 + 11;
        for own in [0, 1] {
            let mut fighters =
                [Fighter::bot(params, nodes, 1), Fighter::house(house, u64::from(number), 1 - own)];
            if own == 1 {
                fighters.swap(0, 1);
            }
            tally.count(&play(number, Rules::default(), fighters), own);
        }
    }
    tally
}
