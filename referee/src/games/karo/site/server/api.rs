//! The requests that the site understands.

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::http::{Request, Response};
use super::json::{Parts, game};
use super::race::{Driver, SiteRace};
use super::site::Site;
use super::{Fault, Logins};
use crate::games::karo::{Cell, Motion, Vector};

/// The cookie of a session.
const COOKIE: &str = "karopapier_session";

/// Pages that say what is wrong, as the site does.
const LOGIN_FIRST: &str = "Du musst schon angemeldet sein";
const CHEAT: &str = "Du Schummler";
const WHAT_NOW: &str = "Was hast Du jetzt wieder angestellt";

/// The user that a request comes from.
pub(super) fn user_of(site: &Site, request: &Request) -> Option<u64> {
    let key = request.header("x-auth-key").or_else(|| request.cookie(COOKIE))?;
    site.sessions.get(key).copied()
}

/// The name in a login, of either generation.
pub(super) fn name_in_login(request: &Request) -> Option<String> {
    if let Some(name) = request.header("x-auth-login") {
        return Some(name.to_owned());
    }
    let body: Value = serde_json::from_slice(&request.body).ok()?;
    Some(body["login"].as_str()?.to_owned())
}

/// Answers a request.
pub(super) fn answer(site: &mut Site, request: &Request, now: Instant) -> Response {
    let user = user_of(site, request);
    let parts = request.parts();
    match (request.method.as_str(), &parts[..]) {
        ("POST", ["api", "login"]) => return log_in(site, request),
        ("GET", ["api", "key"]) => return give_key(site, request),
        (_, ["move.php" | "showmap.php"]) if user.is_none() => return Response::page(LOGIN_FIRST),
        _ => {}
    }
    let Some(user) = user else { return Response::error(401, "not logged in") };
    match (request.method.as_str(), &parts[..]) {
        ("DELETE", ["api", "key"]) => {
            site.sessions.retain(|_, of| *of != user);
            Response::json(&json!([]))
        }
        ("GET", ["api", "user", "check"]) => Response::json(&about(site, user)),
        ("GET", ["api", "users"]) => {
            Response::json(&site.all_users().map(|id| about(site, id)).collect())
        }
        ("GET", ["api", "users" | "user", id, "dran"]) => turns(site, id),
        ("GET", ["api", "users", id]) => {
            let found = id.parse().ok().filter(|id| site.all_users().any(|it| it == *id));
            found.map_or_else(|| not_found("user"), |id| Response::json(&about(site, id)))
        }
        ("GET", ["api", "maps", id]) => map(site, id, request),
        ("GET", ["api", "games", id]) => one_race(site, id, |site, race| {
            let is_wanted = |name| request.query(name) == Some("1");
            let moves = is_wanted("moves");
            let players = moves || is_wanted("players");
            Response::json(&game(
                site,
                race,
                user,
                Parts { code: is_wanted("mapcode"), players, moves },
            ))
        }),
        ("DELETE", ["api", "games", id]) => leave(site, id, user, now),
        ("POST", ["api", "game"]) => create(site, request, user, now),
        ("GET" | "PUT", ["api", "planned-moves", id]) => plans(site, request, id, user),
        ("GET", ["showmap.php"]) => open_page(site, request, user),
        ("GET", ["move.php"]) => make_move(site, request, user, now),
        _ => not_found("page"),
    }
}

fn not_found(what: &str) -> Response {
    Response::error(404, &format!("there is no such {what}"))
}

fn about(site: &Site, id: u64) -> Value {
    json!({ "id": id, "login": site.name_of(id), "bot": true, "acceptsNightGames": true })
}

/// A new secret word for a user.
fn new_session(site: &mut Site, user: u64) -> String {
    let mut word = || site.random.below(1 << 30);
    let key = format!("{:08x}{:08x}{:08x}", word(), word(), word());
    site.sessions.insert(key.clone(), user);
    key
}

fn log_in(site: &mut Site, request: &Request) -> Response {
    if site.service.logins == Logins::New {
        return not_found("page");
    }
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let user = body["login"].as_str().and_then(|name| site.user(name));
    match user.filter(|_| body["password"] == json!(site.service.secret)) {
        None => Response::error(401, "wrong login or password"),
        Some(user) => {
            let session = new_session(site, user);
            let cookie = Some(format!("{COOKIE}={session}; Path=/; HttpOnly"));
            Response { cookie, ..Response::json(&about(site, user)) }
        }
    }
}

fn give_key(site: &mut Site, request: &Request) -> Response {
    if site.service.logins == Logins::Old {
        return not_found("page");
    }
    let user = request.header("x-auth-login").and_then(|name| site.user(name));
    let is_right = request.header("x-auth-password") == Some(&site.service.secret);
    match user.filter(|_| is_right) {
        None => Response::error(401, "wrong login or password"),
        Some(user) => Response::json(&json!({ "api_key": new_session(site, user) })),
    }
}

fn turns(site: &Site, id: &str) -> Response {
    let Some(id) = id.parse::<u64>().ok() else { return not_found("user") };
    let is_next =
        |race: &&SiteRace| race.next().is_some_and(|seat| race.drivers[seat.0].id() == id);
    let short = |race: &SiteRace| json!({ "id": race.id, "name": race.title(), "mapId": race.map, "blocked": 0 });
    Response::json(&site.races.values().filter(is_next).map(short).collect())
}

fn map(site: &Site, id: &str, request: &Request) -> Response {
    let Some(number) = id.parse().ok() else { return not_found("map") };
    let Some(code) = site.map(number).filter(|_| number < 1_000) else { return not_found("map") };
    let mut map = json!({ "id": number, "name": format!("map {number}") });
    if request.query("mapcode") == Some("1") {
        map["code"] = json!(code);
    }
    Response::json(&map)
}

fn one_race(site: &Site, id: &str, answer: impl Fn(&Site, &SiteRace) -> Response) -> Response {
    let race = id.parse().ok().and_then(|id: u64| site.races.get(&id));
    race.map_or_else(|| not_found("game"), |race| answer(site, race))
}

/// A race in which the user drives, and its seat.
fn own_race(site: &Site, id: Option<&str>, user: u64) -> Option<(u64, usize)> {
    let id = id?.parse().ok()?;
    Some((id, site.races.get(&id)?.seat_of(user)?))
}

/// Leaves, where it is the user's turn. (On the site one can leave at any time.)
fn leave(site: &mut Site, id: &str, user: u64, now: Instant) -> Response {
    let Some((id, seat)) = own_race(site, Some(id), user) else { return not_found("game") };
    if site.races[&id].next().is_none_or(|next| next.0 != seat) {
        return Response::error(409, "one leaves when it is one's turn");
    }
    site.make(id, "LEAVE".to_owned(), None, now);
    Response::json(&json!([]))
}

fn plans(site: &mut Site, request: &Request, id: &str, user: u64) -> Response {
    let Some((id, _)) = own_race(site, Some(id), user) else { return not_found("game") };
    let Some(race) = site.races.get_mut(&id) else { return not_found("game") };
    if request.method == "PUT" {
        let Ok(plan @ Value::Array(_)) = serde_json::from_slice(&request.body) else {
            return Response::error(400, "a list of moves was wanted");
        };
        race.plans.retain(|it| it.0 != user);
        race.plans.push((user, plan));
    }
    let plan = race.plans.iter().find(|it| it.0 == user);
    Response::json(&plan.map_or_else(|| json!([]), |it| it.1.clone()))
}

/// The page of a game: who opens it in its own turn carries out its crash.
fn open_page(site: &mut Site, request: &Request, user: u64) -> Response {
    let Some((id, seat)) = own_race(site, request.query("GID"), user) else {
        return Response::page(WHAT_NOW);
    };
    let Some(race) = site.races.get_mut(&id) else { return Response::page(WHAT_NOW) };
    let is_next = race.next().is_some_and(|next| next.0 == seat);
    if is_next && race.unseen_crashes > 0 {
        race.unseen_crashes -= 1;
        return Response::page("AUAAAA! Du wirst zur&uuml;ckgesetzt.");
    }
    Response::page("Das Spiel")
}

fn make_move(site: &mut Site, request: &Request, user: u64, now: Instant) -> Response {
    let Some((id, seat)) = own_race(site, request.query("GID"), user) else {
        return Response::page(WHAT_NOW);
    };
    let is_next = |site: &Site| site.races[&id].next().is_some_and(|next| next.0 == seat);
    let mut is_made_for_it = false;
    if is_next(site) && site.strikes(Fault::Faster) {
        is_made_for_it = move_by_another(site, id, now);
    }
    if !is_next(site) {
        site.tally.double_moves += u64::from(!is_made_for_it);
        return Response::page(CHEAT);
    }
    let race = &site.races[&id];
    let is_placing = race.records(seat).is_empty();
    let Some(motion) = wanted(request, is_placing) else { return Response::page(WHAT_NOW) };
    if race.possibles().iter().all(|candidate| candidate.motion != motion) {
        site.tally.impossible += u64::from(!is_made_for_it);
        return Response::page(CHEAT);
    }
    let line = if is_placing { format!("START {}", motion.at) } else { format!("MOVE {motion}") };
    site.tally.moves += 1;
    site.make(id, line, request.query("movemessage").map(str::to_owned), now);
    Response::page(&format!("<a href=\"showmap.php?GID={id}\">Zur&uuml;ck</a>"))
}

/// What a request asks for: a cell to start from, or a move.
fn wanted(request: &Request, is_placing: bool) -> Option<Motion> {
    let number = |name: &str| request.query(name)?.parse::<i32>().ok();
    if is_placing {
        return Some(Motion::at_rest(Cell::new(number("startx")?, number("starty")?)));
    }
    let vector = Vector::new(number("xvec")?, number("yvec")?);
    Some(Motion::new(Cell::new(number("xpos")?, number("ypos")?), vector))
}

/// Somebody with the same login makes any lawful move.
fn move_by_another(site: &mut Site, id: u64, now: Instant) -> bool {
    let race = &site.races[&id];
    let lawful: Vec<Motion> =
        race.possibles().iter().filter(|it| it.free).map(|it| it.motion).collect();
    let seat = race.next();
    let is_placing = seat.is_some_and(|seat| race.records(seat.0).is_empty());
    if lawful.is_empty() || !seat.is_some_and(|it| matches!(race.drivers[it.0], Driver::User(_))) {
        return false;
    }
    let motion = lawful[site.random.below(lawful.len())];
    let line = if is_placing { format!("START {}", motion.at) } else { format!("MOVE {motion}") };
    site.make(id, line, None, now);
    true
}

fn create(site: &mut Site, request: &Request, user: u64, now: Instant) -> Response {
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let name = body["name"].as_str().unwrap_or("A race").to_owned();
    let Some(map) = body["map"].as_u64() else { return Response::error(400, "which map?") };
    let listed = body["players"].as_array().map_or(&[][..], Vec::as_slice);
    let mut drivers: Vec<u64> = listed.iter().filter_map(Value::as_u64).collect();
    if !drivers.contains(&user) {
        drivers.insert(0, user);
    }
    if let Some(stranger) = drivers.iter().find(|id| site.all_users().all(|known| known != **id)) {
        return Response::error(400, &format!("there is no user {stranger}"));
    }
    let asked = &body["options"];
    let mut options = Map::new();
    if let Some(zzz) = asked["zzz"].as_u64() {
        options.insert("zzz".to_owned(), json!(zzz));
    }
    if let Some(cps) = asked["cps"].as_bool() {
        options.insert("cps".to_owned(), json!(if cps { "on" } else { "off" }));
    }
    for (theirs, ours) in [("startdirection", "direction"), ("crashallowed", "crash")] {
        if let Some(word) = asked[theirs].as_str() {
            options.insert(ours.to_owned(), json!(word));
        }
    }
    let creator = site.name_of(user);
    match site.begin_race(&name, &creator, map, &drivers, options, now) {
        Ok(id) => {
            let race = &site.races[&id];
            let parts = Parts { code: false, players: true, moves: false };
            Response::json(&json!({ "game": game(site, race, user, parts) }))
        }
        Err(error) => Response::error(400, &format!("{error:#}")),
    }
}
