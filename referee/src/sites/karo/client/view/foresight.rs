//! The user's next turn, if it can be foreseen. Then a move needs no look before it.
//!
//! Each request takes its place at a distance of [`GAP`](super::super::conductor::GAP) from the one before. A turn with
//! a look and a move takes two places. If the other cars are too far away to matter, whatever they do, the user's own
//! move says all about the next turn.

use super::GameView;
use crate::games::karo::import::site::SiteMove;
use crate::games::karo::special::SpecialRule;
use crate::games::karo::{Cell, Counting, Events, Motion, Tile};

/// Another car matters if it can come as near to a possible move as this, in columns and in rows: the bot may wish to
/// block it.
const NEAR: i32 = 3;

/// After more moves that were not seen, a car can be anywhere.
const MOST_UNSEEN: u32 = 3;

impl GameView {
    /// The game at the user's next turn, after this move. The other cars are where they were at the last look. `None` if
    /// one of them may matter, or if something about the turn can be known from a look alone.
    ///
    /// It assumes that nobody crashes who need not. If that is wrong, the site may refuse the move; a look follows.
    pub fn foreseen(&self, made: Motion) -> Option<Self> {
        let hides = self.track().cells_of(Tile::Night).next().is_some();
        let of_round = SpecialRule::of_title(&self.site.title).contains(&SpecialRule::Remulade);
        if hides || of_round || self.is_finished || self.finishes(made) {
            return None;
        }
        let mut site = self.site.clone();
        site.next = Some(site.players[self.seat].id);
        for player in &mut site.players {
            player.possibles.clear();
            // Who has moved in the next round is not known. Those who have are far away.
            player.moved = false;
        }
        let passed = Events::of(made, &site.map, site.checkpoints, Counting::Last).checkpoints;
        let own = &mut site.players[self.seat];
        let time = own.moves.last().map_or_else(String::new, |it| it.time.clone());
        own.moves.push(SiteMove { motion: made, is_crash: false, time });
        let missing = own.missing.take();
        own.missing = missing.map(|them| them.iter().filter(|it| !passed.contains(*it)).collect());
        own.possibles = made.successors(&site.map).collect();
        let mut next = Self::of_site(site, self.seat);
        next.creator.clone_from(&self.creator);
        next.round = next.cars[next.seat].moves() + 1;
        // A car has its turn once for each move of the user, and once more if it was still to come in the round of the
        // look.
        next.unseen = match &self.unseen[..] {
            [] => self.cars.iter().map(|car| 1 + u32::from(!car.moved)).collect(),
            unseen => unseen.iter().map(|count| count + 1).collect(),
        };
        let targets: Vec<Cell> = next.possibles().iter().map(|motion| motion.at).collect();
        let others = (0..next.cars.len()).filter(|seat| *seat != next.seat);
        let matters = |seat: usize| next.cars[seat].races() && next.may_come_near(seat, &targets);
        let is_known = !targets.is_empty() && !others.into_iter().any(matters);
        is_known.then_some(next)
    }

    /// Whether a car can have come near one of these cells since the last look.
    fn may_come_near(&self, seat: usize, targets: &[Cell]) -> bool {
        let unseen = self.unseen[seat];
        let Some(car) = self.cars[seat].motion().filter(|_| unseen <= MOST_UNSEEN) else {
            return true;
        };
        let is_near = |motion: &Motion| {
            let near = |cell: &Cell| (cell.x - motion.at.x).abs().max((cell.y - motion.at.y).abs());
            targets.iter().any(|cell| near(cell) <= NEAR)
        };
        // A car without a move crashes. It can then be at one of its earlier cells.
        let mut reached = vec![car];
        for count in 0..=unseen {
            if reached.iter().any(is_near)
                || (count == 0 && car.successors(self.track()).next().is_none())
            {
                return true;
            }
            reached = reached.iter().flat_map(|motion| motion.successors(self.track())).collect();
            reached.sort_unstable();
            reached.dedup();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::games::karo::{Checkpoint, Vector};

    /// A wide street with a start at its left end and a finish at its right end.
    fn street() -> String {
        let row = format!("S{}1{}F", "O".repeat(9), "O".repeat(189));
        [row.as_str(); 5].join("\n")
    }

    /// A race of two users; the first one is asked. The second is driving at column `x` with a vector of length 3.
    fn race(title: &str, x: i32) -> Value {
        json!({
            "id": 200_000, "name": title, "creator": "A", "cps": true, "zzz": 2,
            "map": { "code": street(), "cps": [1] },
            "next": { "id": 1 },
            "players": [
                { "id": 1, "moves": [{ "x": 8, "y": 2 }], "missingCps": [1],
                  "possibles": [{ "x": 9, "y": 2, "xv": 1 }] },
                { "id": 2, "missingCps": [1], "moves": [
                    { "x": x - 3, "y": 1 },
                    { "x": x, "y": 1, "xv": 3 },
                ] },
            ],
        })
    }

    fn motion(x: i32, xv: i32) -> Motion {
        Motion::new(Cell::new(x, 2), Vector::new(xv, 0))
    }

    fn after(race: &Value, made: Motion) -> Option<GameView> {
        GameView::read(&race.to_string(), 1).unwrap().foreseen(made)
    }

    #[test]
    fn without_a_car_nearby_the_next_turn_follows_from_the_move() {
        let next = after(&race("A race", 150), motion(9, 1)).unwrap();
        let look = next.look();
        assert!(look.is_ours && !look.is_over);
        assert_eq!((look.round, look.turn), (3, (2, 0)));
        assert_eq!(look.offers.len(), 8, "all but the one without a step");
        let lines = next.lines(&mut None, 1000);
        assert!(
            lines.contains(&"turn 3".to_owned()) && lines.contains(&"0 move 9 2 1 0".to_owned())
        );
        // The second move passes the checkpoint, and the third knows it.
        let third = next.foreseen(motion(11, 2)).unwrap();
        assert!(third.cars[0].has(Checkpoint(1)) && !next.cars[0].has(Checkpoint(1)));
        assert!(after(&race("A race", 150), motion(200, 1)).is_some(), "the checkpoint is missing");
    }

    #[test]
    fn a_car_that_can_come_near_or_must_crash_asks_for_a_look() {
        // Possible moves of the user end at columns 19 to 21. The other makes two moves, to column x + 4 + 5 at most.
        for (x, is_foreseen) in [(14, false), (15, true), (-3, false), (-4, true)] {
            let race = race("A race", x + 10);
            assert_eq!(after(&race, motion(19, 1)).is_some(), is_foreseen, "{x}");
        }
        let mut fast = race("A race", 150);
        fast["players"][1]["moves"][1]["xv"] = json!(60);
        assert!(after(&fast, motion(9, 1)).is_none(), "it crashes and is set back");
        // A car that has had its turn in the round of the look makes one move instead of two.
        let mut moved = race("A race", 5);
        assert!(after(&moved, motion(17, 1)).is_none());
        moved["players"][1]["moved"] = json!(true);
        assert!(after(&moved, motion(17, 1)).is_some());
    }

    #[test]
    fn what_another_may_have_done_grows_with_each_move_without_a_look() {
        let mut view = GameView::read(&race("A race", 60).to_string(), 1).unwrap();
        let mut made = 0;
        while let Some(next) = view.foreseen(motion(9 + made, 1)) {
            (view, made) = (next, made + 1);
        }
        assert_eq!(
            made, 2,
            "it makes two moves before the first of them, and one before each other"
        );
    }

    #[test]
    fn what_only_a_look_can_show_is_not_foreseen() {
        let made = motion(9, 1);
        assert!(after(&race("§ REmulAde §", 150), made).is_none(), "the order decides");
        assert!(after(&race("$ Nur x=0 oder y=0 $", 150), made).is_some());
        let mut night = race("A race", 150);
        night["map"]["code"] = json!(street().replacen("OF", ".F", 1));
        assert!(after(&night, made).is_none(), "a cell is hidden");
        let mut over = race("A race", 150);
        over["finished"] = json!(true);
        assert!(after(&over, made).is_none());
        let mut last = race("A race", 150);
        last["players"][0]["missingCps"] = json!([]);
        assert!(after(&last, motion(200, 1)).is_none(), "the car is home");
        let mut unplaced = race("A race", 150);
        unplaced["players"][1]["moves"] = json!([]);
        assert!(after(&unplaced, made).is_none(), "it may begin anywhere");
        // At the end of the street a fast car has no move that follows.
        assert!(after(&race("A race", 150), motion(198, 8)).is_none());
    }
}
