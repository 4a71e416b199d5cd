//! The site's form of a game.

use serde_json::Value;

use crate::contest::SetupError;
use crate::games::karo::motion::{Motion, Vector};
use crate::games::karo::options::MOST_PLAYERS;
use crate::games::karo::track::{Cell, Checkpoint, Checkpoints, Track};
use crate::plain_words::{FileKind, json_file_error};

/// Most bytes of a game. The longest games of the site have a hundredth of that.
const MOST_BYTES: usize = 4 << 20;

/// Most records of all players of a game. Work grows with the square of the records of a player.
const MOST_RECORDS: usize = 20_000;

/// A game of the site.
#[derive(Clone)]
pub struct SiteGame {
    /// Its number.
    pub id: u64,
    /// Its title, which names special rules.
    pub title: String,
    /// Its track.
    pub map: Track,
    /// Whether checkpoints have to be collected.
    pub checkpoints: bool,
    /// A crash sets a player back by this many records.
    pub zzz: u64,
    /// Which crashes are allowed, in the words of the options of this contest.
    pub crash: String,
    /// The direction of the start, in the same words.
    pub direction: String,
    /// The number of the player whose turn it is.
    pub next: Option<u64>,
    /// Whether it has the older form. In the newer form the number of crashes is that of all players.
    pub is_older: bool,
    /// Its players, by seat.
    pub players: Vec<SitePlayer>,
}

/// One of its players.
#[derive(Clone)]
pub struct SitePlayer {
    /// Its number.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its status in the site's words, such as `left`.
    pub status: String,
    /// Whether a program drives; `None` if the game does not say so.
    pub is_bot: Option<bool>,
    /// Whether it has moved in this round.
    pub moved: bool,
    /// Its place; 0 before it has one.
    pub rank: u64,
    /// The checkpoints that it has not collected; `None` if the game has no such list.
    pub missing: Option<Checkpoints>,
    /// The number of its moves, as the site counts them.
    pub move_count: u64,
    /// The number of its crashes, as the site counts them.
    pub crash_count: u64,
    /// Its records, from the first.
    pub moves: Vec<SiteMove>,
    /// Its possible moves.
    pub possibles: Vec<Motion>,
}

/// A record.
#[derive(Clone)]
pub struct SiteMove {
    /// Cell and vector.
    pub motion: Motion,
    /// Whether it is a crash.
    pub is_crash: bool,
    /// `YYYY-MM-DD hh:mm:ss`, which sorts as text.
    pub time: String,
}

impl SiteGame {
    /// Reads the older form, an object with `game`, `players` and `map`, or the newer one, in which they are all
    /// in one object.
    ///
    /// # Errors
    /// If it is no game, or has too many players or records.
    pub fn read(text: &str) -> Result<Self, SetupError> {
        if text.len() > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            return Err(SetupError(format!("the file has more than {most} MB, and no game has")));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let kind = FileKind::of(text.as_bytes());
            let advice =
                "the site gives a game as JSON, at /api/game/NUMBER?mapcode=1&moves=1&players=1";
            SetupError(match kind {
                FileKind::Json | FileKind::Cut => {
                    format!("it is damaged: {}", json_file_error(&error))
                }
                kind => format!("it is not a game of the site; {}", kind.with_advice(advice)),
            })
        })?;
        let is_older = value.get("game").is_some();
        let game = if is_older { &value["game"] } else { &value };
        let map = &value["map"];
        let code = [&map["mapcode"], &map["code"]].into_iter().find_map(Value::as_str);
        let code = code.ok_or_else(|| missing("the map code (map.code or map.mapcode)"))?;
        let map = Track::parse(code).map_err(|error| SetupError(error.to_string()))?;
        let next = integer(&game["dranId"]).or_else(|| integer(&game["next"]["id"]));
        let players = value["players"].as_array().ok_or_else(|| missing("the players"))?;
        if players.len() > MOST_PLAYERS {
            let (many, most) = (players.len(), MOST_PLAYERS);
            return Err(SetupError(format!(
                "the game has {many} players; at most {most} can play"
            )));
        }
        let records = players.iter().filter_map(|player| player["moves"].as_array());
        let records: usize = records.map(Vec::len).sum();
        if records > MOST_RECORDS {
            return Err(SetupError(format!(
                "the game has {records} records (moves and crashes); at most {MOST_RECORDS} are read"
            )));
        }
        let players = players.iter().enumerate().map(|(seat, it)| SitePlayer::read(seat, it));
        Ok(Self {
            id: integer(&game["id"]).ok_or_else(|| missing("the number of the game (id)"))?,
            title: game["name"].as_str().unwrap_or("").to_owned(),
            map,
            checkpoints: truth(&game["cps"]),
            zzz: integer(&game["zzz"]).ok_or_else(|| missing("the set-back count (zzz)"))?,
            crash: word(game, ["crashallowed", "tcrash"], "free"),
            direction: word(game, ["startdirection", "dir"], "free"),
            next: next.filter(|_| !truth(&game["finished"])),
            is_older,
            players: players.collect::<Result<_, _>>()?,
        })
    }
}

impl SiteGame {
    /// The team of each player in a race of mankind against bots, which the title tells; empty in other races, and if
    /// the game does not say who is a bot.
    pub fn teams(&self) -> Vec<u8> {
        let is_of_teams = ["Terminator", "TWM"].iter().any(|word| self.title.contains(word));
        let teams: Option<Vec<u8>> =
            self.players.iter().map(|player| player.is_bot.map(u8::from)).collect();
        teams.filter(|_| is_of_teams).unwrap_or_default()
    }
}

impl SitePlayer {
    fn read(seat: usize, value: &Value) -> Result<Self, SetupError> {
        let name = value["name"].as_str().unwrap_or("nameless").to_owned();
        let moves = value["moves"].as_array();
        let moves = moves.ok_or_else(|| missing(&format!("the moves of player {name}")))?;
        let no_motion = || missing(&format!("x, y, xv and yv in a record of player {name}"));
        let read = |it: &Value| {
            let (motion, time) = (motion(it)?, it["t"].as_str().unwrap_or("").to_owned());
            Some(SiteMove { motion, is_crash: truth(&it["c"]) || truth(&it["crash"]), time })
        };
        let moves: Option<Vec<SiteMove>> = moves.iter().map(read).collect();
        let possibles = value["possibles"].as_array().map_or(&[][..], Vec::as_slice);
        let possibles: Option<Vec<Motion>> = possibles.iter().map(motion).collect();
        let numbers = value.get("missingCps").and_then(Value::as_array);
        let number = |it: &Value| integer(it).and_then(|it| u8::try_from(it).ok()).map(Checkpoint);
        let missing = numbers.map(|numbers| numbers.iter().filter_map(number).collect());
        Ok(Self {
            id: integer(&value["id"]).unwrap_or(seat as u64),
            status: value["status"].as_str().unwrap_or("ok").to_owned(),
            is_bot: value.get("bot").filter(|bot| !bot.is_null()).map(truth),
            moved: truth(&value["moved"]),
            rank: integer(&value["position"]).or_else(|| integer(&value["rank"])).unwrap_or(0),
            missing,
            move_count: integer(&value["moveCount"]).unwrap_or(0),
            crash_count: integer(&value["crashCount"]).unwrap_or(0),
            moves: moves.ok_or_else(no_motion)?,
            possibles: possibles.ok_or_else(no_motion)?,
            name,
        })
    }
}

fn missing(what: &str) -> SetupError {
    SetupError(format!("the game has not {what}; ask the site for it with mapcode=1 and moves=1"))
}

fn motion(value: &Value) -> Option<Motion> {
    let part = |name: &str| signed(&value[name]).and_then(|it| i32::try_from(it).ok());
    let zero = |name: &str| if value.get(name).is_none() { Some(0) } else { part(name) };
    Some(Motion::new(Cell::new(part("x")?, part("y")?), Vector::new(zero("xv")?, zero("yv")?)))
}

/// A number, which the site may write as text.
fn signed(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn integer(value: &Value) -> Option<u64> {
    signed(value).and_then(|number| u64::try_from(number).ok())
}

/// `true`, 1 or a text of such a number.
fn truth(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| signed(value).is_some_and(|number| number != 0))
}

/// The first of two fields that exists.
fn word(game: &Value, names: [&str; 2], default: &str) -> String {
    names.into_iter().find_map(|name| game[name].as_str()).unwrap_or(default).to_owned()
}
