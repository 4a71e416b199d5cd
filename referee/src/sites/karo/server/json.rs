//! A race as JSON, in the form of the site's API.

use serde_json::{Map, Value, json};

use super::race::SiteRace;
use super::site::Site;
use crate::game::Seat;
use crate::games::karo::{Car, Kind, Motion, Record, Status};

/// A race as the API shows it to a user.
pub(super) fn game(site: &Site, race: &SiteRace, user: u64, detail: Detail) -> Value {
    let state = race.game.race();
    let settings = state.settings();
    let numbers: Vec<u8> = state.track().checkpoints().iter().map(|it| it.0).collect();
    let mut map = json!({ "id": race.map, "name": format!("map {}", race.map), "cps": numbers,
        "cols": state.track().width(), "rows": state.track().height(), "night": race.is_night });
    if detail.code {
        let track = state.track();
        let code = if race.is_night { track.masked().code() } else { track.code() };
        map["code"] = json!(code);
    }
    let mut game = json!({
        "id": race.id, "name": settings.title, "creator": race.creator, "map": map,
        "cps": settings.checkpoints, "zzz": settings.zzz, "crashallowed": settings.crash.word(),
        "startdirection": settings.direction.word(), "started": true, "finished": race.is_over(),
        "starteddate": race.started, "blocked": 0, "tags": [],
    });
    if let Some(seat) = race.next() {
        let id = race.drivers[seat.0].id();
        game["next"] = json!({ "id": id, "name": site.name_of(id) });
    }
    game["planned-moves"] = race.plan_of(user);
    if detail.players || detail.moves {
        let players = (0..race.drivers.len()).map(|seat| player(site, race, seat, detail));
        game["players"] = players.collect();
    }
    game
}

/// The optional parts of a race that a request asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    pub(super) code: bool,
    pub(super) players: bool,
    pub(super) moves: bool,
}

fn player(site: &Site, race: &SiteRace, seat: usize, detail: Detail) -> Value {
    let state = race.game.race();
    let car = &state.cars()[seat];
    let records = race.records(seat);
    let is_next = race.next() == Some(Seat(seat));
    let (checked, missing): (Vec<u8>, Vec<u8>) = state
        .required()
        .iter()
        .map(|it| it.0)
        .partition(|it| car.collected.iter().any(|has| has.0 == *it));
    let id = race.drivers[seat].id();
    let status = match car.status {
        Status::Racing | Status::Finished => "ok",
        Status::Left => "left",
        Status::Kicked | Status::Stuck => "kicked",
    };
    // The newer generation of the site has this error: it counts the crashes of all players.
    let crashes: usize = state.cars().iter().map(Car::crashes).sum();
    let made = records.iter().filter(|it| it.1.kind != Kind::Crash).count();
    let mut player = json!({
        "id": id, "name": site.name_of(id), "color": "3399FF", "status": status,
        "bot": true, "moved": car.moved || is_next, "rank": car.rank, "checkedCps": checked,
        "missingCps": missing, "moveCount": made,
        "crashCount": crashes - race.unseen_crashes,
    });
    if let Some((_, last)) = records.last() {
        player["motion"] = motion(last.motion);
    }
    let possibles = race.possibles().iter().filter(|_| is_next);
    player["possibles"] = possibles.map(|it| motion(it.motion)).collect();
    if detail.moves {
        let record = |(at, record): &(usize, Record)| {
            let (time, message) = &race.times[*at];
            let mut it: Map<String, Value> =
                motion(record.motion).as_object().cloned().unwrap_or_default();
            it.insert("t".to_owned(), json!(time));
            if record.kind == Kind::Crash {
                it.insert("crash".to_owned(), json!(1));
            }
            if let Some(message) = message {
                it.insert("msg".to_owned(), json!(message));
            }
            Value::from(it)
        };
        player["moves"] = records.iter().map(record).collect();
    }
    player
}

fn motion(motion: Motion) -> Value {
    let Motion { at, vector } = motion;
    json!({ "x": at.x, "y": at.y, "xv": vector.x, "yv": vector.y })
}
