//! The bot for matches in one process.

use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use alamode::remarks::remark;
use gridkit::Deadline;
use referee::testkit::sparring::Mind;

/// The first turn of a game has as many times the positions of another turn, about as on the site.
const FIRST: u64 = 50;

/// The bot with its parameters, and the number of positions that it may score each turn. With the environment
/// variable `REMARKS` it prints its remark on each turn.
pub fn bot(params: &Params, nodes: u64) -> Mind<'_> {
    let mut player: Option<Player> = None;
    Mind::new(move |sent| {
        let text = sent.join("\n");
        let mut reader = Reader::new(text.as_bytes());
        let first = if player.is_none() { FIRST } else { 1 };
        let player = player.get_or_insert_with(|| {
            let start = reader.start().unwrap().expect("a kitchen");
            Player::new(start, params.clone(), 0)
        });
        let turn = reader.turn().unwrap().expect("a turn");
        let state = player.observe(&turn).expect("a position");
        let action = player.decide(&state, &mut Deadline::after_nodes(first * nodes));
        player.ponder(&mut Deadline::after_nodes(nodes));
        if std::env::var_os("REMARKS").is_some() {
            println!("{}", remark(player, &state));
        }
        answer(player.world(), action)
    })
}
