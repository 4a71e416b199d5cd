//! The bot for games in one process.

use gridkit::Deadline;
use ocean::captain::Captain;
use ocean::orders;
use ocean::params::Params;
use ocean::protocol::Reader;
use referee::testkit::sparring::Mind;

/// The bot with its numbers, and the lines that it may weigh each turn.
pub fn bot(params: &Params, nodes: u64, seed: u64) -> Mind<'_> {
    let mut captain: Option<Captain> = None;
    Mind::new(move |sent| {
        let text = sent.join("\n");
        let mut reader = Reader::new(text.as_bytes());
        if let Some(captain) = &mut captain {
            let turn = reader.turn().unwrap().expect("three lines");
            let decision = captain.turn(&turn, &mut Deadline::after_nodes(nodes));
            return orders::line(&decision.orders);
        }
        let start = reader.start().unwrap().expect("a map");
        let new = captain.insert(Captain::new(start, params.clone(), seed));
        new.at().point().to_string()
    })
}
