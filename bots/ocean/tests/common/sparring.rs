//! The bot for games in one process.

use gridkit::Deadline;
use ocean::orders;
use ocean::params::Params;
use ocean::player::Player;
use ocean::protocol::Reader;
use referee::testkit::sparring::Mind;

/// The bot with its parameters, and the number of lines that it may weigh each turn.
pub fn bot(params: &Params, nodes: u64, seed: u64) -> Mind<'_> {
    let mut player: Option<Player> = None;
    Mind::new(move |sent| {
        let text = sent.join("\n");
        let mut reader = Reader::new(text.as_bytes());
        if let Some(player) = &mut player {
            let turn = reader.turn().unwrap().expect("three lines");
            let decision = player.turn(&turn, &mut Deadline::after_nodes(nodes));
            return orders::line(&decision.orders);
        }
        let start = reader.start().unwrap().expect("a map");
        let new = player.insert(Player::new(start, params.clone(), seed));
        new.at().point().to_string()
    })
}
