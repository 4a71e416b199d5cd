//! The special rules of a game, which its title announces.
//!
//! The site knows none of them: players keep to them by agreement. A rule takes away legal moves. If
//! none is left, a rule with a fallback is passed over, and without one the car crashes.

use std::fmt;

use crate::motion::{Motion, Vector};
use crate::track::{Cell, Tile, Track};

/// A special rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Both components of the vector have to change.
    Ziffernblock,
    /// Every move has to end beside a cell off the road.
    Randrennen,
    /// The direction may change only beside a cell off the road.
    Richtungswechsel,
    /// Every second move has to repeat the one before.
    Doppelzug,
    /// A car may not become slower.
    Bremspedal,
    /// A car may become faster only in moves whose number is 1 or a prime.
    Prim,
    /// One component of the vector has to be 0.
    NurXOderY,
    /// A car may not be faster than the number in the title.
    Geschwindigkeit,
    /// The first of a round has to repeat its last vector. See `graph/remulade.rs`.
    Remulade,
}

/// A rule, its name on the command line, and what a title contains that announces it.
const NAMES: [(Rule, &str, &[&str]); 9] = [
    (Rule::Ziffernblock, "ziffernblock", &["$ Ziffernblock $"]),
    (Rule::Randrennen, "randrennen", &["$ Randrennen $"]),
    (Rule::Richtungswechsel, "richtungswechsel", &["$ Richtungswechsel nur am Rand $"]),
    (Rule::Doppelzug, "doppelzug", &["$ Doppelzug $"]),
    (Rule::Bremspedal, "bremspedal", &["$ Bremspedal klemmt $"]),
    (Rule::Prim, "prim", &["$ Primzahl Beschleunigen $"]),
    (Rule::NurXOderY, "nur-x-oder-y", &["$ Nur x=0 oder y=0 $"]),
    (Rule::Geschwindigkeit, "geschwindigkeit", &[SPEED_LIMIT]),
    (
        Rule::Remulade,
        "remulade",
        &[
            "§ REmulAde §",
            "§ Rundenerster wiederholt letzten Zug §",
            "§ Rundenerster wiederholt seinen Zug §",
        ],
    ),
];

const SPEED_LIMIT: &str = "$ Geschwindigkeitsbegrenzung $";

/// The limit if the title has no number.
const USUAL_LIMIT: u16 = 10;

/// A limit above this one limits nothing.
const MOST_LIMIT: u16 = 1_000;

/// The rules of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    bits: u16,
    /// Length of a vector at most, where there is a limit.
    limit: u16,
}

/// The number of a driving move: the first is 1, crashes do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNumber(pub u16);

impl MoveNumber {
    pub const FIRST: MoveNumber = MoveNumber(1);

    #[must_use]
    pub fn next(self) -> MoveNumber {
        MoveNumber(self.0.saturating_add(1))
    }

    pub fn is_odd(self) -> bool {
        self.0 % 2 == 1
    }

    pub fn is_prime(self) -> bool {
        let number = u32::from(self.0);
        number >= 2 && (2..256).all(|it| it >= number || number % it != 0)
    }
}

impl Rules {
    pub const NONE: Rules = Rules { bits: 0, limit: 0 };

    /// These and one more.
    #[must_use]
    pub fn with(self, rule: Rule) -> Rules {
        let limit = if rule == Rule::Geschwindigkeit { USUAL_LIMIT } else { self.limit };
        Rules { bits: self.bits | 1 << rule as u16, limit }
    }

    /// All but one.
    #[must_use]
    pub fn without(self, rule: Rule) -> Rules {
        Rules { bits: self.bits & !(1 << rule as u16), ..self }
    }

    /// These and a speed limit.
    #[must_use]
    pub fn with_limit(self, limit: u16) -> Rules {
        Rules { limit: limit.min(MOST_LIMIT), ..self.with(Rule::Geschwindigkeit) }
    }

    pub fn has(self, rule: Rule) -> bool {
        self.bits >> rule as u16 & 1 == 1
    }

    /// Reads the title of a game.
    ///
    /// ```
    /// use kabotte::rules::{Rule, Rules};
    ///
    /// let title = "Slow! $ Geschwindigkeitsbegrenzung $ 4 $ Randrennen $";
    /// assert_eq!(Rules::of_title(title), Rules::NONE.with_limit(4).with(Rule::Randrennen));
    /// assert_eq!(Rules::of_title("§ remulade §"), Rules::NONE.with(Rule::Remulade));
    /// assert_eq!(Rules::of_title("Randrennen"), Rules::NONE);
    /// let no_limit = Rules::of_title("$ Geschwindigkeitsbegrenzung $ 100000 $");
    /// assert_eq!(no_limit, Rules::NONE.with_limit(u16::MAX));
    /// ```
    pub fn of_title(title: &str) -> Rules {
        let mut rules = Rules::NONE;
        for (rule, _, markers) in NAMES {
            let found = markers.iter().any(|marker| title.contains(marker));
            if found || (rule == Rule::Remulade && names_remulade(title)) {
                rules = rules.with(rule);
            }
        }
        if let Some(at) = title.find(SPEED_LIMIT) {
            let number: String = title[at + SPEED_LIMIT.len()..]
                .chars()
                .skip_while(|letter| !letter.is_ascii_digit())
                .take_while(char::is_ascii_digit)
                .collect();
            // A number that is too large limits nothing.
            let limit = if number.is_empty() { USUAL_LIMIT } else { u16::MAX };
            rules = rules.with_limit(number.parse().unwrap_or(limit));
        }
        rules
    }

    /// Reads a name of the command line, such as `randrennen` or `geschwindigkeit=7`.
    ///
    /// # Errors
    /// A sentence with the names that there are.
    pub fn with_name(self, name: &str) -> Result<Rules, String> {
        let (word, limit) = match name.split_once('=') {
            Some((word, limit)) => (word, Some(limit)),
            None => (name, None),
        };
        let rule = NAMES.iter().find(|(_, known, _)| *known == word).map(|it| it.0);
        match (rule, limit) {
            (Some(rule), None) => Ok(self.with(rule)),
            (Some(Rule::Geschwindigkeit), Some(limit)) => match limit.parse() {
                Ok(limit) => Ok(self.with_limit(limit)),
                Err(_) => Err(format!("`{limit}` is not a speed limit")),
            },
            _ => {
                let known: Vec<&str> = NAMES.iter().map(|it| it.1).collect();
                Err(format!("no rule `{name}`; there are {}", known.join(", ")))
            }
        }
    }

    /// Whether a motion itself breaks a rule, whatever was before.
    pub fn forbid(self, track: &Track, motion: Motion) -> bool {
        let Vector { x, y } = motion.vector;
        (self.has(Rule::NurXOderY) && x != 0 && y != 0)
            || (self.has(Rule::Geschwindigkeit)
                && length(motion.vector) > i32::from(self.limit) * i32::from(self.limit))
            || (self.has(Rule::Randrennen) && !beside_the_road(track, motion.at))
    }

    /// Whether a rule looks at the vector before, or at the number of the move.
    pub fn look_back(self) -> bool {
        [Rule::Ziffernblock, Rule::Richtungswechsel, Rule::Doppelzug, Rule::Bremspedal]
            .iter()
            .any(|rule| self.has(*rule))
    }

    /// Takes from the legal next vectors of a car those that the rules forbid. Everything but
    /// [`Rule::Remulade`], which depends on the other cars.
    pub fn filter(self, track: &Track, car: Motion, number: MoveNumber, next: &mut Vec<Vector>) {
        next.retain(|vector| !self.forbid(track, car.next(*vector)));
        self.filter_by_last(track, car, number, next);
        self.filter_by_number(car, number, next);
    }

    /// The part of [`filter`](Self::filter) that depends on the vector before, and on whether the
    /// number of the move is odd.
    pub fn filter_by_last(
        self,
        track: &Track,
        car: Motion,
        number: MoveNumber,
        next: &mut Vec<Vector>,
    ) {
        let last = car.vector;
        if self.has(Rule::Richtungswechsel) && !beside_the_road(track, car.at) {
            next.retain(|vector| same_direction(last, *vector));
        }
        if self.has(Rule::Ziffernblock) {
            keep(next, |vector| vector.x != last.x && vector.y != last.y);
        }
        if self.has(Rule::Doppelzug) && !number.is_odd() {
            keep(next, |vector| vector == last);
        }
        if self.has(Rule::Bremspedal) {
            keep(next, |vector| length(vector) >= length(last));
        }
    }

    /// The part of [`filter`](Self::filter) that depends on the number of the move otherwise.
    pub fn filter_by_number(self, car: Motion, number: MoveNumber, next: &mut Vec<Vector>) {
        if self.hold_back(number) {
            keep(next, |vector| length(vector) <= length(car.vector));
        }
    }

    /// Whether a car may not become faster in a move with this number, if it has another one.
    pub fn hold_back(self, number: MoveNumber) -> bool {
        self.has(Rule::Prim) && number != MoveNumber::FIRST && !number.is_prime()
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = NAMES.iter().filter(|(rule, _, _)| self.has(*rule)).map(|it| it.1);
        f.write_str(&names.collect::<Vec<_>>().join(", "))
    }
}

/// Keeps what a rule with a fallback leaves, or everything if that is nothing.
fn keep(next: &mut Vec<Vector>, holds: impl Fn(Vector) -> bool) {
    if next.iter().any(|vector| holds(*vector)) {
        next.retain(|vector| holds(*vector));
    }
}

/// Whether the title has the word in any case and spacing between two paragraph signs.
fn names_remulade(title: &str) -> bool {
    let plain: String = title
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect();
    plain.contains("§remulade§")
}

/// The square of the length of a vector.
pub fn length(vector: Vector) -> i32 {
    let (x, y) = (i32::from(vector.x), i32::from(vector.y));
    x * x + y * y
}

/// Whether two vectors point the same way; a car at rest points every way.
fn same_direction(last: Vector, next: Vector) -> bool {
    let (ax, ay, bx, by) =
        (i32::from(last.x), i32::from(last.y), i32::from(next.x), i32::from(next.y));
    last == Vector::ZERO || (ax * by == ay * bx && ax * bx + ay * by > 0)
}

/// Whether one of the nine cells around is off the road. Cells that have not been seen count as
/// road.
pub fn beside_the_road(track: &Track, cell: Cell) -> bool {
    Vector::ZERO.nearby().any(|vector| track.tile(cell.after(vector)) == Tile::Blocked)
}
