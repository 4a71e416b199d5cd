//! The answers of players: how a line is split, and the meaning of each command.

use std::collections::VecDeque;
use std::fmt;

use super::cell::{Cell, Dir};

/// A device that moves charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Explodes up to 4 steps away.
    Torpedo,
    /// Reports whether the opponent is in a sector.
    Sonar,
    /// Moves unseen.
    Silence,
    /// Lays a mine on a neighbour cell.
    Mine,
}

impl Device {
    /// All four, in the order in which their charges are sent.
    pub const ALL: [Device; 4] = [Device::Torpedo, Device::Sonar, Device::Silence, Device::Mine];

    /// The charge that the device needs, which is also its greatest charge.
    pub fn full(self) -> i32 {
        match self {
            Device::Torpedo | Device::Mine => 3,
            Device::Sonar => 4,
            Device::Silence => 6,
        }
    }

    /// The word in `MOVE N WORD`.
    pub fn word(self) -> &'static str {
        match self {
            Device::Torpedo => "TORPEDO",
            Device::Sonar => "SONAR",
            Device::Silence => "SILENCE",
            Device::Mine => "MINE",
        }
    }
}

/// The level of the game: 1 is the smallest, 3 and 4 are the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct League(u8);

impl League {
    /// The league of a level.
    pub fn new(level: u8) -> Self {
        Self(level)
    }

    /// Whether a device exists.
    pub fn has(self, device: Device) -> bool {
        match device {
            Device::Torpedo => true,
            Device::Sonar | Device::Silence => self.0 >= 2,
            Device::Mine => self.0 >= 3,
        }
    }
}

/// The reason why a player is disqualified for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are clear.
pub enum Cause {
    StartFormat,
    StartCell,
    Duplicate,
    UnknownCommand,
    ParamCount,
    DirectionMissing,
    Direction,
    Power,
    Blocked,
    Revisit,
    TorpedoParams,
    SonarSector,
    SilenceDistance,
    MineSyntax,
    TriggerParams,
}

impl Cause {
    /// The short name that recordings use.
    pub fn name(self) -> &'static str {
        match self {
            Cause::StartFormat => "start-format",
            Cause::StartCell => "start-cell",
            Cause::Duplicate => "duplicate",
            Cause::UnknownCommand => "unknown-command",
            Cause::ParamCount => "param-count",
            Cause::DirectionMissing => "direction-missing",
            Cause::Direction => "direction",
            Cause::Power => "power",
            Cause::Blocked => "blocked",
            Cause::Revisit => "revisit",
            Cause::TorpedoParams => "torpedo-params",
            Cause::SonarSector => "sonar-sector",
            Cause::SilenceDistance => "silence-distance",
            Cause::MineSyntax => "mine-syntax",
            Cause::TriggerParams => "trigger-params",
        }
    }
}

/// A command as it is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One step, and charge for a device.
    Move(Dir, Option<Device>),
    /// Surfaces: loses a life, and clears the trail.
    Surface,
    /// Fires at a cell.
    Torpedo(Cell),
    /// Asks whether the opponent is in a sector.
    Sonar(i32),
    /// 0 to 4 steps unseen.
    Silence(Dir, u32),
    /// Lays a mine.
    Mine(Dir),
    /// Triggers one of its own mines.
    Trigger(Cell),
}

/// The command as a player writes it.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Order::Move(dir, None) => write!(f, "MOVE {dir}"),
            Order::Move(dir, Some(device)) => write!(f, "MOVE {dir} {}", device.word()),
            Order::Surface => write!(f, "SURFACE"),
            Order::Torpedo(target) => write!(f, "TORPEDO {target}"),
            Order::Sonar(sector) => write!(f, "SONAR {sector}"),
            Order::Silence(dir, distance) => write!(f, "SILENCE {dir} {distance}"),
            Order::Mine(dir) => write!(f, "MINE {dir}"),
            Order::Trigger(target) => write!(f, "TRIGGER {target}"),
        }
    }
}

/// One unparsed piece of a line. It is parsed only when it is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece(String);

/// Splits a line into pieces.
///
/// # Errors
/// [`Cause::Duplicate`] if any command word other than `MSG` occurs twice.
pub(super) fn split(line: &str) -> Result<VecDeque<Piece>, Cause> {
    let mut pieces: VecDeque<Piece> = VecDeque::new();
    for piece in line.split('|') {
        let piece = Piece(piece.trim_matches(|c: char| c <= ' ').to_owned());
        if piece.0.is_empty() {
            continue;
        }
        if !piece.is_message() && pieces.iter().any(|other| other.word() == piece.word()) {
            return Err(Cause::Duplicate);
        }
        pieces.push_back(piece);
    }
    Ok(pieces)
}

impl Piece {
    /// The command word: everything up to the first space. A tab does not separate.
    fn word(&self) -> &str {
        self.0.split(' ').next().unwrap_or_default()
    }

    pub(super) fn is_message(&self) -> bool {
        self.word() == "MSG"
    }

    /// The device whose charge the command uses, if it uses one.
    pub(super) fn device(&self) -> Option<Device> {
        Device::ALL.into_iter().find(|device| device.word() == self.word())
    }

    /// Whether the league knows the command word.
    pub(super) fn known_in(&self, league: League) -> bool {
        match self.word() {
            "MOVE" | "SURFACE" => true,
            "TRIGGER" => league.has(Device::Mine),
            _ => self.device().is_some_and(|device| league.has(device)),
        }
    }

    /// The command with its arguments. Two spaces in a row make an empty argument.
    ///
    /// # Errors
    /// The first mistake, in the order in which the official referee looks for them.
    pub(super) fn order(&self, league: League) -> Result<Order, Cause> {
        let words: Vec<&str> = self.0.split(' ').collect();
        let args = &words[1..];
        match self.word() {
            "MOVE" => match args {
                [] => Err(Cause::DirectionMissing),
                [dir] => Ok(Order::Move(direction(dir)?, None)),
                [dir, power] => {
                    let dir = direction(dir)?;
                    let device = Device::ALL
                        .into_iter()
                        .find(|device| device.word() == *power && league.has(*device));
                    Ok(Order::Move(dir, Some(device.ok_or(Cause::Power)?)))
                }
                _ => Err(Cause::ParamCount),
            },
            "SURFACE" => Ok(Order::Surface),
            "TORPEDO" => match args {
                [x, y] => Ok(Order::Torpedo(cell(x, y).ok_or(Cause::TorpedoParams)?)),
                _ => Err(Cause::ParamCount),
            },
            "SONAR" => match args {
                [sector] => match sector.parse::<i32>() {
                    Ok(sector @ 1..=9) => Ok(Order::Sonar(sector)),
                    _ => Err(Cause::SonarSector),
                },
                _ => Err(Cause::ParamCount),
            },
            "SILENCE" => match args {
                [dir, distance] => {
                    let dir = direction(dir)?;
                    match distance.parse::<i32>() {
                        Ok(distance @ 0..=4) => Ok(Order::Silence(dir, distance as u32)),
                        _ => Err(Cause::SilenceDistance),
                    }
                }
                _ => Err(Cause::ParamCount),
            },
            "MINE" => match args {
                [] => Err(Cause::MineSyntax),
                [dir] => Ok(Order::Mine(direction(dir)?)),
                _ => Err(Cause::ParamCount),
            },
            "TRIGGER" => match args {
                [x, y] => Ok(Order::Trigger(cell(x, y).ok_or(Cause::TriggerParams)?)),
                [] | [_] => Err(Cause::TriggerParams),
                _ => Err(Cause::ParamCount),
            },
            _ => Err(Cause::UnknownCommand),
        }
    }
}

/// A direction by its letter.
fn direction(word: &str) -> Result<Dir, Cause> {
    Dir::ALL.into_iter().find(|dir| dir.to_string() == word).ok_or(Cause::Direction)
}

/// A cell from two signed 32-bit numbers; a plus sign and leading zeros are fine.
fn cell(x: &str, y: &str) -> Option<Cell> {
    Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
}

/// Reads a starting cell: two groups of one or two ASCII digits with one space between.
pub(super) fn starting_cell(line: &str) -> Result<Cell, Cause> {
    let number = |text: &str| -> Option<i32> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        (digits && (1..=2).contains(&text.len())).then(|| text.parse().ok())?
    };
    let (x, y) = line.split_once(' ').ok_or(Cause::StartFormat)?;
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok(Cell::new(x, y)),
        _ => Err(Cause::StartFormat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_at_bars_and_trimmed() {
        let pieces = split("| MOVE N  TORPEDO||\tMSG a|MSG b |").unwrap();
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.0.as_str()).collect();
        assert_eq!(texts, ["MOVE N  TORPEDO", "MSG a", "MSG b"]);
        assert_eq!(pieces[0].order(League::new(4)), Err(Cause::ParamCount));
    }

    #[test]
    fn a_word_may_occur_once_even_an_unknown_one() {
        assert_eq!(split("FOO 1|FOO 2"), Err(Cause::Duplicate));
    }

    #[test]
    fn numbers_are_those_of_the_java_platform() {
        let order = |text: &str| split(text).unwrap()[0].order(League::new(4));
        assert_eq!(order("TORPEDO +5 02"), Ok(Order::Torpedo(Cell::new(5, 2))));
        assert_eq!(order("TORPEDO 5.0 2"), Err(Cause::TorpedoParams));
        assert_eq!(order("TORPEDO 2147483648 2"), Err(Cause::TorpedoParams));
        assert_eq!(order("SONAR 10"), Err(Cause::SonarSector));
    }

    #[test]
    fn an_order_is_written_as_it_is_read() {
        let line = "MOVE E SILENCE|SURFACE|TORPEDO 5 2|SONAR 4|SILENCE N 3|MINE W|TRIGGER 1 2";
        let orders = split(line).unwrap().into_iter().map(|piece| piece.order(League::new(4)));
        let orders: Vec<String> = orders.map(|order| order.unwrap().to_string()).collect();
        assert_eq!(orders.join("|"), line);
    }

    #[test]
    fn a_start_is_two_short_numbers() {
        assert_eq!(starting_cell("07 07"), Ok(Cell::new(7, 7)));
        for line in ["7 7 ", "7  7", "+7 7", "-1 3", "007 3", "", "7", "7\t7", " 7 7"] {
            assert_eq!(starting_cell(line), Err(Cause::StartFormat), "{line:?}");
        }
    }
}
