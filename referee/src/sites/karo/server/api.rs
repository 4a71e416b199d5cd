//! The requests of the API.

use std::time::Instant;

use axum::extract::{Path, Query, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{AppendHeaders, IntoResponse};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use cookie::Cookie;
use itertools::Itertools;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::json::{Detail, game};
use super::race::SiteRace;
use super::refusal::Refusal;
use super::service::Logins;
use super::site::{Shared, Site, lock};
use super::visitor::{Credentials, SESSION, User, header};
use super::{events, pages, trouble};
use crate::plain_words::chain;

type Answer = Result<Json<Value>, Refusal>;

/// All addresses of the server.
pub(super) fn routes(site: Shared) -> Router {
    Router::new()
        .route("/api/login", post(log_in))
        .route("/api/key", get(give_key).delete(forget_keys))
        .route("/api/user/check", get(check))
        .route("/api/users", get(users))
        .route("/api/users/{id}", get(user))
        .route("/api/users/{id}/dran", get(turns))
        .route("/api/user/{id}/dran", get(turns))
        .route("/api/maps/{id}", get(map))
        .route("/api/games/{id}", get(one_game).delete(leave))
        .route("/api/game", post(create))
        .route("/api/planned-moves/{id}", get(plans).put(plan))
        .route("/showmap.php", get(pages::show))
        .route("/move.php", get(pages::make_move))
        .fallback(async || Refusal::not_found("page"))
        .layer(from_fn_with_state(site.clone(), trouble::inject))
        .route("/socket.io/", any(events::serve))
        .with_state(site)
}

fn about(site: &Site, id: u64) -> Value {
    json!({ "id": id, "login": site.name_of(id), "bot": true, "acceptsNightGames": true })
}

/// A login of the older generation, which is answered with a cookie.
async fn log_in(
    State(site): State<Shared>,
    Json(login): Json<Credentials>,
) -> Result<impl IntoResponse, Refusal> {
    let mut site = lock(&site);
    if site.service.logins == Logins::New {
        return Err(Refusal::not_found("page"));
    }
    let (session, user) = new_session(&mut site, &login.login, &login.password)?;
    let cookie = Cookie::build((SESSION, session)).path("/").http_only(true).build();
    Ok((AppendHeaders([(SET_COOKIE, cookie.to_string())]), Json(about(&site, user))))
}

/// A login of the newer generation, which is answered with a key.
async fn give_key(State(site): State<Shared>, headers: HeaderMap) -> Answer {
    let mut site = lock(&site);
    if site.service.logins == Logins::Old {
        return Err(Refusal::not_found("page"));
    }
    let word = |name| header(&headers, name).unwrap_or("");
    let (key, _) = new_session(&mut site, word("x-auth-login"), word("x-auth-password"))?;
    Ok(Json(json!({ "api_key": key })))
}

/// A new session, with its user.
fn new_session(site: &mut Site, name: &str, password: &str) -> Result<(String, u64), Refusal> {
    let user = site.user(name).filter(|_| password == site.service.secret);
    let user =
        user.ok_or_else(|| Refusal::new(StatusCode::UNAUTHORIZED, "wrong login or password"))?;
    let mut word = || site.random.below(1 << 30);
    let session = format!("{:08x}{:08x}{:08x}", word(), word(), word());
    site.sessions.insert(session.clone(), user);
    Ok((session, user))
}

async fn forget_keys(State(site): State<Shared>, User(user): User) -> Json<Value> {
    lock(&site).sessions.retain(|_, of| *of != user);
    Json(json!([]))
}

async fn check(State(site): State<Shared>, User(user): User) -> Json<Value> {
    Json(about(&lock(&site), user))
}

async fn users(State(site): State<Shared>, _: User) -> Json<Value> {
    let site = lock(&site);
    Json(site.all_users().map(|id| about(&site, id)).collect())
}

async fn user(State(site): State<Shared>, _: User, Path(id): Path<u64>) -> Answer {
    let site = lock(&site);
    let found = site.all_users().any(|it| it == id).then(|| Json(about(&site, id)));
    found.ok_or_else(|| Refusal::not_found("user"))
}

/// The races in which it is a user's turn.
async fn turns(State(site): State<Shared>, _: User, Path(id): Path<u64>) -> Json<Value> {
    let is_next =
        |race: &&SiteRace| race.next().is_some_and(|seat| race.drivers[seat.0].id() == id);
    let short = |race: &SiteRace| json!({ "id": race.id, "name": race.title(), "mapId": race.map, "blocked": 0 });
    Json(lock(&site).races.values().filter(is_next).map(short).collect())
}

/// The details that a request asks for, each by the word `1`.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Wanted {
    mapcode: String,
    players: String,
    moves: String,
}

async fn map(
    State(site): State<Shared>,
    _: User,
    Path(number): Path<u64>,
    Query(wanted): Query<Wanted>,
) -> Answer {
    let site = lock(&site);
    let code = site.map(number).filter(|_| number < 1_000);
    let code = code.ok_or_else(|| Refusal::not_found("map"))?;
    let mut map = json!({ "id": number, "name": format!("map {number}") });
    if wanted.mapcode == "1" {
        map["code"] = json!(code);
    }
    Ok(Json(map))
}

async fn one_game(
    State(site): State<Shared>,
    User(user): User,
    Path(id): Path<u64>,
    Query(wanted): Query<Wanted>,
) -> Answer {
    let site = lock(&site);
    let race = site.races.get(&id).ok_or_else(|| Refusal::not_found("game"))?;
    let moves = wanted.moves == "1";
    let detail =
        Detail { code: wanted.mapcode == "1", players: moves || wanted.players == "1", moves };
    Ok(Json(game(&site, race, user, detail)))
}

/// Leaves a race on the user's own turn. (On the site a user can leave at any time.)
async fn leave(State(site): State<Shared>, User(user): User, Path(id): Path<u64>) -> Answer {
    let mut site = lock(&site);
    let seat = site.seat_of(id, user).ok_or_else(|| Refusal::not_found("game"))?;
    if !site.is_next(id, seat) {
        return Err(Refusal::new(
            StatusCode::CONFLICT,
            "a race can only be left on the user's own turn",
        ));
    }
    site.make(id, "LEAVE".to_owned(), None, Instant::now());
    Ok(Json(json!([])))
}

async fn plans(State(site): State<Shared>, User(user): User, Path(id): Path<u64>) -> Answer {
    let site = lock(&site);
    site.seat_of(id, user).ok_or_else(|| Refusal::not_found("game"))?;
    Ok(Json(site.races[&id].plan_of(user)))
}

async fn plan(
    State(site): State<Shared>,
    User(user): User,
    Path(id): Path<u64>,
    Json(moves): Json<Vec<Value>>,
) -> Answer {
    let mut site = lock(&site);
    site.seat_of(id, user).ok_or_else(|| Refusal::not_found("game"))?;
    let race = site.races.get_mut(&id).ok_or_else(|| Refusal::not_found("game"))?;
    race.plans.insert(user, moves.into());
    Ok(Json(race.plan_of(user)))
}

#[derive(Deserialize)]
struct NewRace {
    name: String,
    map: u64,
    #[serde(default)]
    players: Vec<u64>,
    #[serde(default)]
    options: NewOptions,
}

#[derive(Default, Deserialize)]
struct NewOptions {
    zzz: Option<u64>,
    cps: Option<bool>,
    startdirection: Option<String>,
    crashallowed: Option<String>,
}

impl NewOptions {
    /// The same as options of the referee.
    fn options(self) -> Map<String, Value> {
        let cps = self.cps.map(|cps| json!(if cps { "on" } else { "off" }));
        let all = [
            ("zzz", self.zzz.map(Value::from)),
            ("cps", cps),
            ("direction", self.startdirection.map(Value::from)),
            ("crash", self.crashallowed.map(Value::from)),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }
}

async fn create(State(site): State<Shared>, User(user): User, Json(race): Json<NewRace>) -> Answer {
    let mut site = lock(&site);
    let mut drivers = race.players;
    if !drivers.contains(&user) {
        drivers.insert(0, user);
    }
    if let Some(stranger) = drivers.iter().find(|id| site.all_users().all(|known| known != **id)) {
        return Err(Refusal::bad_request(format!("there is no user {stranger}")));
    }
    if let Some(twice) = drivers.iter().duplicates().next() {
        return Err(Refusal::bad_request(format!("user {twice} is named twice")));
    }
    let creator = site.name_of(user);
    let options = race.options.options();
    let id = site.begin_race(&race.name, &creator, race.map, &drivers, options, Instant::now());
    let id = id.map_err(|error| Refusal::bad_request(chain(&error)))?;
    let detail = Detail { code: false, players: true, moves: false };
    Ok(Json(json!({ "game": game(&site, &site.races[&id], user, detail) })))
}
