//! Which of several equally quick moves: the one that other cars hinder least, and that hinders them
//! most.

use crate::graph::Node;
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::search::Step;
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

/// Another car in the race.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    pub car: Motion,
    /// That of its next move.
    pub number: MoveNumber,
    pub open: Stops,
    /// Whether it has moved in this round.
    pub has_moved: bool,
}

/// A move that a car may make, and how many moves are left at least after it.
#[derive(Clone, Copy, Debug)]
struct Choice {
    at: Cell,
    left: u16,
}

/// In a round that has not begun, the chance that another car moves before this one.
const BEFORE: f64 = 0.5;

/// What it costs, in moves, if no move is left at all.
const CRASH: f64 = 5.0;

/// The next moves of a rival.
struct Outlook {
    options: Vec<Choice>,
    best: u16,
    has_moved: bool,
}

impl Outlook {
    fn new(race: &Race, rival: &Rival) -> Outlook {
        let nodes = race.first_moves(rival.car, rival.number);
        let options: Vec<Choice> = nodes.iter().map(|node| look(race, *node, rival.open)).collect();
        let best = options.iter().map(|option| option.left).min().unwrap_or(FAR);
        Outlook { options, best, has_moved: rival.has_moved }
    }

    /// How many moves it loses, as far as bounds tell, if a cell is taken.
    fn loss(&self, taken: Cell) -> f64 {
        if self.best >= FAR || self.options.iter().all(|it| it.at != taken || it.left > self.best) {
            return 0.0;
        }
        let others = self.options.iter().filter(|option| option.at != taken);
        match others.map(|option| option.left).min() {
            Some(left) if left < FAR => f64::from(left - self.best).min(CRASH),
            _ => CRASH,
        }
    }

    /// The chance that its next move ends on a cell.
    fn chance(&self, cell: Cell) -> f64 {
        let good = self.options.iter().filter(|option| option.left == self.best);
        let there = good.clone().filter(|option| option.at == cell).count();
        there as f64 / good.count().max(1) as f64
    }
}

fn look(race: &Race, node: Node, open: Stops) -> Choice {
    Choice { at: race.graph().motion(node).at, left: race.left(node, open) }
}

/// A quickest move of ours, with what may follow.
pub struct Prospect {
    pub step: Step,
    /// The nodes of the quickest moves after it.
    pub onward: Vec<Node>,
}

/// The best of some quickest moves; `number` and `open` are those of the move itself.
pub fn choose(
    race: &Race,
    prospects: &[Prospect],
    rivals: &[Rival],
    (number, open): (MoveNumber, Stops),
) -> Option<Step> {
    let outlooks: Vec<Outlook> = rivals.iter().map(|rival| Outlook::new(race, rival)).collect();
    let value = |prospect: &Prospect| {
        let at = race.graph().motion(prospect.step.node).at;
        let now = outlooks.iter().filter(|rival| !rival.has_moved).map(|rival| rival.loss(at));
        let after: Vec<Outlook> = outlooks_after(race, &outlooks, rivals, at);
        let next: Vec<Cell> =
            prospect.onward.iter().map(|node| race.graph().motion(*node).at).collect();
        let blocks = next
            .iter()
            .map(|cell| after.iter().map(|rival| BEFORE * rival.loss(*cell)).sum::<f64>());
        let later = blocks.fold(0.0, f64::max);
        let freedom = (prospect.step.ways as f64).ln_1p() * 1e-3;
        now.sum::<f64>() + 0.5 * later - risk(race, prospect, &after, (number, open)) + freedom
    };
    let values: Vec<f64> = prospects.iter().map(value).collect();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let place = values.iter().rposition(|value| *value >= best)?;
    prospects.get(place).map(|prospect| prospect.step)
}

/// The rivals at the beginning of the next round: those that have moved, as they stand, and the
/// others after their likeliest move.
fn outlooks_after(
    race: &Race,
    outlooks: &[Outlook],
    rivals: &[Rival],
    taken: Cell,
) -> Vec<Outlook> {
    let mut after = Vec::with_capacity(rivals.len());
    for (outlook, rival) in outlooks.iter().zip(rivals) {
        if rival.has_moved {
            after.push(Outlook { options: outlook.options.clone(), ..*outlook });
            continue;
        }
        let nodes = race.first_moves(rival.car, rival.number);
        let free = nodes.iter().filter(|node| race.graph().motion(**node).at != taken);
        let next = match free.min_by_key(|node| race.left(**node, rival.open)) {
            Some(next) => *next,
            None => continue,
        };
        if let Some(open) = race.course().after(rival.open, race.graph().mark(next)) {
            let (car, number) = (race.graph().motion(next), rival.number.next());
            after.push(Outlook::new(race, &Rival { car, number, open, has_moved: true }));
        }
    }
    after
}

/// How many moves other cars may cost us in the next round.
fn risk(
    race: &Race,
    prospect: &Prospect,
    after: &[Outlook],
    (number, open): (MoveNumber, Stops),
) -> f64 {
    let node = prospect.step.node;
    let open = match race.course().after(open, race.graph().mark(node)) {
        Some(open) if prospect.step.state.is_some() => open,
        _ => return 0.0,
    };
    let best = prospect.onward.iter().map(|node| race.left(*node, open)).min().unwrap_or(0);
    let nodes = race.first_moves(race.graph().motion(node), number.next());
    let mut options: Vec<(u16, Cell)> = nodes
        .iter()
        .map(|node| {
            let option = look(race, *node, open);
            let is_quickest = prospect.onward.contains(node);
            let lost = if is_quickest { 0 } else { option.left.saturating_sub(best).max(1) };
            (lost, option.at)
        })
        .collect();
    options.sort_unstable_by_key(|option| option.0);
    let (mut expected, mut left) = (0.0, 1.0);
    for (lost, cell) in options {
        let free: f64 = after.iter().map(|rival| 1.0 - BEFORE * rival.chance(cell)).product();
        expected += left * free * f64::from(lost).min(CRASH);
        left *= 1.0 - free;
        if left < 1e-6 {
            break;
        }
    }
    expected + left * CRASH
}
