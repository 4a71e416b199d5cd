//! A game of the site, and the lines of the protocol for it.

use serde_json::Value;

use super::conductor::{Look, Numbers, Offer};
use crate::contest::SetupError;
use crate::game::Seat;
use crate::games::karo::import::blocking_of;
use crate::games::karo::import::site::{SiteGame, SitePlayer};
use crate::games::karo::import::turns::records_of;
use crate::games::karo::protocol::{Show, player_line, start_lines};
use crate::games::karo::special::keep;
use crate::games::karo::{
    Blocking, Car, Cell, Checkpoint, Counting, CrashSetting, Direction, Events, Kind, Motion,
    Orders, Race, Record, RoundSoFar, Settings, SpecialRule, Status, Tile, Track, must_repeat,
};
use gridkit::Rng;

mod foresight;

/// A game as the site shows it.
pub struct GameView {
    site: SiteGame,
    creator: String,
    planned: Option<Numbers>,
    is_finished: bool,
    /// The user's seat.
    seat: usize,
    /// All records in the order of time.
    log: Vec<Entry>,
    cars: Vec<Car>,
    round: usize,
    /// By seat: the most moves that the site has not shown. Empty if it has shown the game as it is.
    unseen: Vec<u32>,
}

/// A record with its player.
#[derive(Clone, Debug)]
struct Entry {
    seat: usize,
    round: usize,
    record: Record,
    /// Its index among the records of the player.
    place: usize,
}

impl GameView {
    /// Reads a game from the site's JSON, for the user with this number.
    ///
    /// # Errors
    /// A part is missing or cannot be read, or the user does not drive in the game.
    pub fn read(text: &str, user: u64) -> Result<Self, SetupError> {
        let site = SiteGame::read(text)?;
        let value: Value = serde_json::from_str(text).map_err(|it| SetupError(it.to_string()))?;
        let seat = site.players.iter().position(|player| player.id == user);
        let seat = seat.ok_or_else(|| SetupError("the user does not drive in it".to_owned()))?;
        let plans = value.get("planned-moves").and_then(Value::as_array);
        Ok(Self {
            planned: plans.and_then(|plans| plans.first()).and_then(numbers),
            creator: value["creator"].as_str().unwrap_or("").to_owned(),
            is_finished: value["finished"] == true,
            ..Self::of_site(site, seat)
        })
    }

    /// A game that nobody has ended, for the user in this seat.
    fn of_site(site: SiteGame, seat: usize) -> Self {
        let log = log_of(&site);
        let cars: Vec<Car> = site.players.iter().map(|player| car(&site, player)).collect();
        let active = cars.iter().filter(|car| car.races());
        let round = 1 + active.map(Car::moves).min().unwrap_or(0);
        let (creator, planned, is_finished) = (String::new(), None, false);
        Self { site, creator, planned, is_finished, seat, log, cars, round, unseen: Vec::new() }
    }

    /// The map, as far as it is known.
    pub fn track(&self) -> &Track {
        &self.site.map
    }

    /// Replaces the map by one with more known cells.
    pub fn set_track(&mut self, track: Track) {
        self.site.map = track;
    }

    /// The moves that cars have made. All cells that they pass are road.
    pub fn driven(&self) -> impl Iterator<Item = Motion> {
        let made = self.log.iter().filter(|entry| entry.record.kind == Kind::Move);
        made.map(|entry| entry.record.motion)
    }

    /// The possible moves of the user's car.
    pub fn possibles(&self) -> &[Motion] {
        &self.site.players[self.seat].possibles
    }

    /// The user's car.
    pub fn motion(&self) -> Option<Motion> {
        self.cars[self.seat].motion()
    }

    /// Cells on which a move of the user must not end.
    pub fn taken(&self) -> Vec<Cell> {
        let all = self.blocking() == Blocking::All;
        let others =
            self.cars.iter().enumerate().filter(|(seat, car)| *seat != self.seat && car.races());
        others
            .filter(|(_, car)| all || car.moved)
            .filter_map(|(_, car)| Some(car.motion()?.at))
            .collect()
    }

    fn blocking(&self) -> Blocking {
        blocking_of(self.site.id)
    }

    /// The part of the game that the conductor needs.
    pub fn look(&self) -> Look {
        let car = &self.cars[self.seat];
        let player = &self.site.players[self.seat];
        let is_ours = self.site.next == Some(player.id) && car.races();
        let offers = if is_ours { self.offers() } else { Vec::new() };
        let offer = |(motion, lawful): (Motion, bool)| Offer {
            to: [motion.at.x, motion.at.y, motion.vector.x, motion.vector.y],
            lawful,
            finishes: self.finishes(motion),
        };
        Look {
            game: self.site.id,
            title: self.site.title.clone(),
            creator: self.creator.clone(),
            is_over: self.is_finished || !car.races(),
            rank: player.rank,
            is_ours,
            round: self.round as u32,
            turn: (car.moves() as u64, car.crashes() as u64),
            offers: offers.into_iter().map(offer).collect(),
            planned: self.planned,
        }
    }

    /// Whether a move takes the user's car over the finish with all checkpoints.
    fn finishes(&self, motion: Motion) -> bool {
        let events = Events::of(motion, self.track(), self.site.checkpoints, Counting::Last);
        let has = |it: Checkpoint| self.cars[self.seat].has(it) || events.checkpoints.contains(it);
        events.finish && (!self.site.checkpoints || self.track().checkpoints().iter().all(has))
    }

    /// The possible moves, each with whether the special rules of the title allow it. If they allow no move, all
    /// are allowed: the site does not know these rules and would wait for ever.
    fn offers(&self) -> Vec<(Motion, bool)> {
        let possibles = self.possibles().to_vec();
        let Some(car) = self.motion() else {
            return possibles.into_iter().map(|motion| (motion, true)).collect();
        };
        let rules = SpecialRule::of_title(&self.site.title);
        let number = Some(self.cars[self.seat].moves());
        let repeat = |left: &[Motion]| self.repeat(car, left);
        let lawful = keep(&rules, self.track(), car, number, possibles.clone(), repeat);
        let is_lawful = |motion: &Motion| lawful.is_empty() || lawful.contains(motion);
        possibles.into_iter().map(|motion| (motion, is_lawful(&motion))).collect()
    }

    /// The repetition, if `REmulAde` requires it.
    fn repeat(&self, car: Motion, moves: &[Motion]) -> Option<Motion> {
        let of_round = |seat: usize, round: usize| {
            self.log
                .iter()
                .any(|it| it.seat == seat && it.round == round && it.record.kind == Kind::Move)
        };
        let seats = || 0..self.cars.len();
        let is_gone = |seat: usize| self.cars[seat].is_gone();
        let moved = seats()
            .filter(|seat| *seat != self.seat && !is_gone(*seat) && of_round(*seat, self.round))
            .count();
        let waiting = seats().filter(|seat| {
            self.cars[*seat].races() && (*seat == self.seat || !of_round(*seat, self.round))
        });
        let before = self.log.iter().find(|it| {
            it.round + 1 == self.round && matches!(it.record.kind, Kind::Move | Kind::Start)
        });
        let round = RoundSoFar {
            players: moved + waiting.count(),
            moved,
            was_first: before.is_some_and(|it| it.seat == self.seat),
        };
        let repeat = car.next(car.vector);
        let others = seats().filter(|seat| *seat != self.seat && self.cars[*seat].races());
        let is_taken =
            others.filter_map(|seat| self.cars[seat].motion()).any(|other| other.at == repeat.at);
        (must_repeat(round) && !is_taken && moves.contains(&repeat)).then_some(repeat)
    }

    /// Whether a bot that knows this number of records of each seat can go on with this view. The site may show other
    /// players than before, or fewer records.
    pub fn continues(&self, known: &[usize]) -> bool {
        let has_all = |(car, known): (&Car, &usize)| car.records.len() >= *known;
        known.len() == self.cars.len() && self.cars.iter().zip(known).all(has_all)
    }

    /// The lines for a bot. `sent` has the number of records of each seat that the bot knows, with which the view
    /// [continues](Self::continues); `None` before its first lines.
    pub fn lines(&self, sent: &mut Option<Vec<usize>>, move_millis: u64) -> Vec<String> {
        let mut lines = if sent.is_none() { self.start(move_millis) } else { Vec::new() };
        let known = sent.get_or_insert_with(|| vec![0; self.cars.len()]);
        lines.push(format!("turn {}", self.round));
        let new: Vec<&Entry> =
            self.log.iter().filter(|entry| entry.place >= known[entry.seat]).collect();
        lines.push(format!("records {}", new.len()));
        for entry in new {
            let Entry { seat, record, .. } = entry;
            lines.push(format!("{seat} {} {}", record.kind.word(), record.motion));
        }
        *known = self.cars.iter().map(|car| car.records.len()).collect();
        lines.push(format!("players {}", self.cars.len()));
        lines.extend(self.cars.iter().map(player_line));
        let offers = self.offers();
        lines.push(format!("candidates {}", offers.len()));
        lines.extend(offers.iter().map(|it| format!("{} {}", it.0, u8::from(it.1))));
        lines
    }

    fn start(&self, move_millis: u64) -> Vec<String> {
        let site = &self.site;
        let words = [CrashSetting::Forbidden, CrashSetting::Allowed, CrashSetting::Free];
        let crash = words.into_iter().find(|it| it.word() == site.crash);
        let words = [Direction::Classic, Direction::Formula1, Direction::Free];
        let direction = words.into_iter().find(|it| it.word() == site.direction);
        let settings = Settings {
            // A title is one line of the protocol.
            title: site.title.replace(char::is_control, " "),
            checkpoints: site.checkpoints,
            counting: Counting::Last,
            zzz: site.zzz.min(1_000_000) as u32,
            crash: crash.unwrap_or(CrashSetting::Free),
            direction: direction.unwrap_or(Direction::Free),
            blocking: self.blocking(),
            teams: site.teams(),
        };
        let orders = Orders::new(Rng::new(0), Vec::new());
        let race = Race::new(site.map.clone(), settings, self.cars.len(), orders);
        let mut lines = start_lines(&race, Seat(self.seat), Show { night: false, move_millis });
        // The map is sent as far as it is known, and is still a night map.
        if site.map.cells_of(Tile::Night).next().is_some()
            && let Some(line) = lines.iter_mut().find(|line| *line == "night 0")
        {
            "night 1".clone_into(line);
        }
        lines
    }
}

fn numbers(value: &Value) -> Option<Numbers> {
    let part = |name: &str| {
        let part = &value[name];
        let number = part.as_i64().or_else(|| part.as_str()?.trim().parse().ok())?;
        i32::try_from(number).ok()
    };
    Some([part("x")?, part("y")?, part("xv")?, part("yv")?])
}

fn car(site: &SiteGame, player: &SitePlayer) -> Car {
    let records = records_of(player);
    let status = match player.status.as_str() {
        _ if player.rank > 0 => Status::Finished,
        "ok" => Status::Racing,
        "left" => Status::Left,
        _ => Status::Kicked,
    };
    let required = site.map.checkpoints();
    let missing = player.missing.unwrap_or(required);
    let collected = required.iter().filter(|it| site.checkpoints && !missing.contains(*it));
    Car {
        records,
        status,
        // The site sets this for the player whose turn it is, too.
        moved: player.moved && site.next != Some(player.id),
        rank: u32::try_from(player.rank).unwrap_or(u32::MAX),
        collected: collected.collect(),
        ..Car::default()
    }
}

/// All records in the order of time: by round, then by second, then by rank. A crash belongs to the round of the
/// move after it.
fn log_of(site: &SiteGame) -> Vec<Entry> {
    let mut keyed = Vec::new();
    for (seat, player) in site.players.iter().enumerate() {
        let mut round = 0;
        for (place, record) in records_of(player).into_iter().enumerate() {
            let of_round = match record.kind {
                Kind::Crash => round + 1,
                Kind::Parc => round,
                Kind::Start | Kind::Move | Kind::Left => {
                    round += 1;
                    round
                }
            };
            let time = player.moves[place].time.clone();
            let entry = Entry { seat, round: of_round, record, place };
            keyed.push(((of_round, time, player.rank, seat, place), entry));
        }
    }
    keyed.sort_by(|one, other| one.0.cmp(&other.0));
    keyed.into_iter().map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A game of two users on a road of six cells. The first user's start came after that of the second.
    fn two() -> GameView {
        let at = |second: u32| format!("2020-01-01 00:00:{second:02}");
        let text = json!({
            "id": 200_000, "name": "A race", "creator": "A", "cps": false, "zzz": 2,
            "map": { "code": "SOOOOF\nSOOOOF" },
            "next": { "id": 1 },
            "players": [
                { "id": 1, "name": "A", "moves": [
                    { "x": 0, "y": 0, "t": at(2) },
                    { "x": 1, "y": 0, "xv": 1, "t": at(3) },
                    { "x": 0, "y": 0, "t": at(8), "c": 1 },
                    { "x": 1, "y": 0, "xv": 1, "t": at(8) },
                ], "possibles": [{ "x": 2, "y": 0, "xv": 1 }] },
                { "id": 2, "name": "B", "moves": [
                    { "x": 0, "y": 1, "t": at(1) },
                    { "x": 1, "y": 1, "xv": 1, "t": at(4) },
                    { "x": 3, "y": 1, "xv": 2, "t": at(7) },
                ] },
            ],
        });
        GameView::read(&text.to_string(), 1).unwrap()
    }

    /// The start of a race of two users with this title, the second of whom is a bot.
    fn start(title: &str, of_second: &serde_json::Value) -> Vec<String> {
        let player =
            |id: u32, bot: &serde_json::Value| json!({ "id": id, "moves": [], "bot": bot });
        let text = json!({
            "id": 200_000, "name": title, "zzz": 2, "map": { "code": "SOOOOF\nSOOOOF" },
            "players": [player(1, &json!(false)), player(2, of_second)],
        });
        GameView::read(&text.to_string(), 1).unwrap().start(1000)
    }

    #[test]
    fn in_a_race_of_mankind_against_bots_the_teams_are_told() {
        for (title, of_second, expected) in [
            ("Terminator-WM 2020, 3", json!(true), Some("teams 0 1")),
            ("TWM 7", json!("1"), Some("teams 0 1")),
            ("TWM 7", json!(false), Some("teams 0 0")),
            ("A race", json!(true), None),
            // The site does not say it.
            ("TWM 7", json!(null), None),
        ] {
            let lines = start(title, &of_second);
            let told = lines.iter().find(|line| line.starts_with("teams"));
            assert_eq!(told.map(String::as_str), expected, "{title} {of_second}");
            let after = lines.iter().position(|line| line.starts_with("map ")).unwrap();
            assert!(told.is_none() || lines[after - 1].starts_with("teams"));
        }
    }

    #[test]
    fn records_are_sent_in_the_order_of_rounds_and_times() {
        let lines = two().lines(&mut None, 1000);
        let from = lines.iter().position(|line| line.starts_with("records ")).unwrap();
        let expected = [
            "records 7",
            "1 start 0 1 0 0",
            "0 start 0 0 0 0",
            "0 move 1 0 1 0",
            "1 move 1 1 1 0",
            "1 move 3 1 2 0",
            "0 crash 0 0 0 0",
            "0 move 1 0 1 0",
        ];
        assert_eq!(lines[from..from + expected.len()], expected);
    }
}
