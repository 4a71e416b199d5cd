//! The records of all players in the order in which they were made.

use super::site::{SiteGame, SiteMove, SitePlayer};
use crate::game::Seat;
use crate::games::karo::motion::{Motion, Vector};
use crate::games::karo::record::{Kind, Record};

/// A player's turn in a recorded game.
pub(crate) struct SiteTurn {
    pub(crate) round: usize,
    pub(crate) seat: Seat,
    /// The answer.
    pub(crate) answer: String,
    /// The move; `None` if it left.
    pub(crate) motion: Option<Motion>,
    /// The number of its records before the answer; crashes in this turn are among them.
    pub(crate) before: usize,
    time: String,
    rank: u64,
}

/// The records of a player with their kinds. The site marks only crashes. The last record of a player with a rank is
/// the parc record, and that of a player that left is its departure.
pub fn records_of(player: &SitePlayer) -> Vec<Record> {
    let last = player.moves.len().wrapping_sub(1);
    let kind = |number: usize, it: &SiteMove| match () {
        () if it.is_crash => Kind::Crash,
        () if number == 0 => Kind::Start,
        () if number == last && player.rank > 0 && it.motion.vector == Vector::ZERO => Kind::Parc,
        () if number == last && player.status == "left" && it.motion.vector == Vector::ZERO => {
            Kind::Left
        }
        () => Kind::Move,
    };
    let moves = player.moves.iter().enumerate();
    moves.map(|(number, it)| Record { kind: kind(number, it), motion: it.motion }).collect()
}

/// All turns in order: by round, and in a round by time. The site's times have a resolution of one
/// second; of two finishers in the same second the better rank was first, of any others the first seat.
pub(crate) fn turns_of(site: &SiteGame) -> Vec<SiteTurn> {
    let mut turns: Vec<SiteTurn> = Vec::new();
    for (seat, player) in site.players.iter().enumerate() {
        let records = records_of(player);
        let mut round = 0;
        for (number, record) in records.iter().enumerate() {
            let Motion { at, .. } = record.motion;
            let answer = match record.kind {
                Kind::Start => format!("START {at}"),
                Kind::Move => format!("MOVE {}", record.motion),
                Kind::Left => "LEAVE".to_owned(),
                Kind::Crash | Kind::Parc => continue,
            };
            round += 1;
            let finishes = records.get(number + 1).is_some_and(|next| next.kind == Kind::Parc);
            turns.push(SiteTurn {
                round,
                seat: Seat(seat),
                answer,
                motion: (record.kind != Kind::Left).then_some(record.motion),
                before: number,
                time: player.moves[number].time.clone(),
                rank: if finishes { player.rank } else { 0 },
            });
        }
    }
    turns.sort_by(|a, b| (a.round, &a.time, a.rank).cmp(&(b.round, &b.time, b.rank)));
    turns
}
