//! Whole matches in one process, by the referee's rules: the bot and the house players.

use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use gridkit::Deadline;
use referee::contest::House;
use referee::game::{Answer, Game, Seat, Step};
use referee::games::alamode::{AlamodeGame, League};
use referee::games::contest;

/// A player of these matches.
#[derive(Clone, Debug)]
pub enum Cook {
    /// The house player of that name, such as `cook`.
    House(&'static str),
    /// The bot with its numbers, and the positions that it may score each turn.
    Bot(Box<Params>, u64),
}

enum Mind {
    House(Box<dyn House>),
    Bot { params: Box<Params>, nodes: u64, player: Option<Box<Player>> },
}

impl Mind {
    fn new(cook: &Cook, seed: u64, seat: usize) -> Mind {
        match cook {
            Cook::House(name) => {
                let kinds = contest("alamode").expect("the contest is there").house();
                let kind = kinds.iter().find(|kind| kind.name == *name);
                let kind = kind.unwrap_or_else(|| panic!("there is no house player @{name}"));
                Mind::House((kind.make)(seed, Seat(seat)))
            }
            Cook::Bot(params, nodes) => {
                Mind::Bot { params: params.clone(), nodes: *nodes, player: None }
            }
        }
    }

    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        match self {
            Mind::House(house) => house.answer(sent),
            Mind::Bot { params, nodes, player } => {
                let text = sent.join("\n");
                let mut reader = Reader::new(text.as_bytes());
                let player = player.get_or_insert_with(|| {
                    let start = reader.start().unwrap().expect("a kitchen");
                    Box::new(Player::new(start, Params::clone(params), 0))
                });
                let turn = reader.turn().unwrap().expect("a turn");
                let state = player.observe(&turn).expect("a position");
                let action = player.decide(&state, &mut Deadline::after_nodes(*nodes));
                player.ponder(&mut Deadline::after_nodes(*nodes));
                if std::env::var_os("REMARKS").is_some() {
                    println!("{}", player.remark(&state));
                }
                vec![answer(player.world(), action)]
            }
        }
    }
}

/// Plays a match; gives the points of its three rounds.
pub fn play(seed: i64, cooks: [&Cook; 3]) -> Vec<i64> {
    let mut game = AlamodeGame::new(seed, League::new(4));
    let mut minds = [0, 1, 2].map(|seat| Mind::new(cooks[seat], seed as u64, seat));
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => {
                assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
                return game.rounds().to_vec();
            }
            Step::Ask(requests) => {
                answers = requests
                    .iter()
                    .map(|request| {
                        let lines = minds[request.seat.0].answer(&request.lines);
                        Answer { lines, fault: None }
                    })
                    .collect();
            }
        }
    }
}
