//! The bot and other players for games in one process.

use fruitbot::board::Board;
use fruitbot::cell::Move;
use fruitbot::params::Params;
use fruitbot::robot::{Robot, Style};
use fruitbot::state::State;
use gridkit::Deadline;
use referee::testkit::sparring::Mind;

use super::view::Views;

/// A player that chooses a move in a position in which it is side 0.
pub fn chooser<'a>(mut choose: impl FnMut(&Board, &State) -> Move + 'a) -> Mind<'a> {
    let mut views = Views::new();
    Mind::new(move |sent| {
        let state = views.read(sent);
        choose(views.board(), &state).word().to_owned()
    })
}

/// The bot under a node budget.
pub fn bot(params: &Params, nodes: u64, seed: u64) -> Mind<'_> {
    let mut robot: Option<Robot> = None;
    chooser(move |board, state| {
        let robot = robot
            .get_or_insert_with(|| Robot::new(board.clone(), Style::Search, params.clone(), seed));
        let step = robot.decide(state, &Deadline::after_nodes(nodes)).step;
        assert!(board.has(state.at[0].after(step)), "{step:?} leads off the board: {state:?}");
        let taken = state.under(board, 0);
        assert!(step != Move::Take || taken.is_some(), "nothing to take: {state:?}");
        assert!(step != Move::Pass || state.live == 0, "there is something to do: {state:?}");
        step
    })
}
