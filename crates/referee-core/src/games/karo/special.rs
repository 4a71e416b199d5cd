//! Special rules: markers in a game's title for rules that the server does not know.

use super::motion::{Motion, Vector};
use super::track::{Tile, Track, block};

/// A special rule, with the conditions of the bot `KaBotte`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialRule {
    /// The first player of a round repeats its last vector; see the module `remulade`.
    Remulade,
    /// Both components change: only the corner keys of the number pad.
    Numpad,
    /// Every move ends next to a cell off the road.
    Edge,
    /// The direction changes only on a cell next to one off the road.
    TurnAtEdge,
    /// Every second move repeats the one before.
    Double,
    /// No move is shorter than the one before.
    Brake,
    /// Only the moves with number 1 and with a prime number may be longer than the one before.
    Prime,
    /// One component is 0.
    Axis,
    /// No move is longer than this.
    Limit(u32),
}

/// The longest move if a title names no number.
const DEFAULT_LIMIT: u32 = 10;

/// Title, name and rule. The rules without a fallback come first; this is the order in which they
/// filter a player's moves.
const MARKERS: [(&str, &str, SpecialRule); 11] = [
    ("$ Randrennen $", "edge", SpecialRule::Edge),
    ("$ Richtungswechsel nur am Rand $", "turn-at-edge", SpecialRule::TurnAtEdge),
    ("$ Nur x=0 oder y=0 $", "axis", SpecialRule::Axis),
    ("$ Geschwindigkeitsbegrenzung $", "limit", SpecialRule::Limit(DEFAULT_LIMIT)),
    ("§ REmulAde §", "remulade", SpecialRule::Remulade),
    ("§ Rundenerster wiederholt letzten Zug §", "remulade", SpecialRule::Remulade),
    ("§ Rundenerster wiederholt seinen Zug §", "remulade", SpecialRule::Remulade),
    ("$ Ziffernblock $", "numpad", SpecialRule::Numpad),
    ("$ Doppelzug $", "double", SpecialRule::Double),
    ("$ Bremspedal klemmt $", "brake", SpecialRule::Brake),
    ("$ Primzahl Beschleunigen $", "prime", SpecialRule::Prime),
];

impl SpecialRule {
    /// The rules that a title sets, each once, in the order in which they filter.
    ///
    /// Markers are read to the letter, blanks included. Sources differ on the second marker of
    /// `REmulAde` (`letzten` or `seinen`), so both count, and the word itself counts in any case and spacing
    /// between its two `§`.
    pub fn of_title(title: &str) -> Vec<Self> {
        let mut rules: Vec<Self> = Vec::new();
        for (marker, _, rule) in MARKERS {
            let place = title.find(marker);
            let remulade = rule == Self::Remulade && names_remulade(title);
            if (place.is_some() || remulade) && !rules.contains(&rule) {
                let rest = &title[place.map_or(0, |place| place + marker.len())..];
                let is_limit = matches!(rule, Self::Limit(_));
                rules.push(if is_limit { Self::Limit(first_number(rest)) } else { rule });
            }
        }
        rules
    }

    /// The marker of the rule that has this name: `edge`, `limit=7`.
    pub fn marker_of_name(name: &str) -> Option<String> {
        let (word, number) = name.split_once('=').map_or((name, None), |it| (it.0, Some(it.1)));
        let (marker, _, rule) = MARKERS.into_iter().find(|it| it.1 == word)?;
        match (rule, number) {
            (Self::Limit(_), Some(number)) => {
                Some(format!("{marker} {}", number.parse::<u32>().ok()?))
            }
            (_, None) => Some(marker.to_owned()),
            _ => None,
        }
    }

    /// The names of all rules, in alphabetical order.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<&str> = MARKERS.iter().map(|it| it.1).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whether every legal move is allowed if none of them obeys the rule. Otherwise the player has crashed.
    pub fn has_fallback(self) -> bool {
        !matches!(self, Self::Edge | Self::TurnAtEdge | Self::Axis | Self::Limit(_))
    }

    /// Whether a move obeys the rule. `number` is the number of the move: the placement is 0, the first move 1, and
    /// crash records do not count. `REmulAde` depends on the round; every move obeys it here.
    pub fn allows(self, track: &Track, before: Motion, next: Vector, number: usize) -> bool {
        let last = before.vector;
        let longer = next.length_squared() > last.length_squared();
        let shorter = next.length_squared() < last.length_squared();
        match self {
            Self::Remulade => true,
            Self::Numpad => next.x != last.x && next.y != last.y,
            Self::Edge => is_at_edge(track, before.next(next)),
            Self::TurnAtEdge => is_at_edge(track, before) || same_direction(last, next),
            // A crash does not count. After it there is no vector that could be repeated.
            Self::Double => !number.is_multiple_of(2) || next == last,
            Self::Brake => !shorter,
            Self::Prime => number == 1 || is_prime(number) || !longer,
            Self::Axis => next.x == 0 || next.y == 0,
            Self::Limit(most) => next.length_squared() as u64 <= u64::from(most).pow(2),
        }
    }
}

/// The legal moves of a player that the rules allow. The rules without a fallback filter first, so that the others
/// fall back on the moves that those allow. `REmulAde` is between them; `repeat` returns its move, if it requires
/// one. No source describes how several rules in one title combine.
///
/// `number` is the number of the moves. Without it, rules that depend on it allow every move.
pub fn keep(
    rules: &[SpecialRule],
    track: &Track,
    before: Motion,
    number: Option<usize>,
    moves: Vec<Motion>,
    repeat: impl Fn(&[Motion]) -> Option<Motion>,
) -> Vec<Motion> {
    let mut left = moves;
    for rule in rules {
        let keeps = |next: &Motion| match (rule, number) {
            (SpecialRule::Double | SpecialRule::Prime, None) => true,
            (rule, number) => rule.allows(track, before, next.vector, number.unwrap_or(0)),
        };
        let kept: Vec<Motion> = match rule {
            SpecialRule::Remulade => repeat(&left).into_iter().collect(),
            _ => left.iter().copied().filter(keeps).collect(),
        };
        if !kept.is_empty() || !rule.has_fallback() {
            left = kept;
        }
    }
    left
}

/// `REmulAde` between two `§`, in any case, with any blanks.
fn names_remulade(title: &str) -> bool {
    let pieces: Vec<&str> = title.split('§').collect();
    let inner = pieces.get(1..pieces.len() - 1).unwrap_or_default();
    inner.iter().any(|piece| piece.trim().eq_ignore_ascii_case("REmulAde"))
}

/// The first whole number in a text; 10 if the text has no number.
fn first_number(text: &str) -> u32 {
    let digits = text.trim_start_matches(|char: char| !char.is_ascii_digit());
    let end = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 { DEFAULT_LIMIT } else { digits[..end].parse().unwrap_or(u32::MAX) }
}

/// Whether the 3x3 block around a car has a cell off the road. Hidden cells and cells off the map do not count.
fn is_at_edge(track: &Track, car: Motion) -> bool {
    block(car.at).any(|cell| track.tile(cell).is_some_and(Tile::is_off_road))
}

/// Whether two vectors have the same angle. The zero vector counts as having the angle of any other.
/// (`KaBotte` compares with the angle 0 there, which binds it to the right for no reason.)
fn same_direction(one: Vector, other: Vector) -> bool {
    let (cross, dot) = (one.x * other.y - one.y * other.x, one.x * other.x + one.y * other.y);
    one == Vector::ZERO || (cross == 0 && dot > 0)
}

fn is_prime(number: usize) -> bool {
    number >= 2
        && (2..number).take_while(|it| it * it <= number).all(|it| !number.is_multiple_of(it))
}
