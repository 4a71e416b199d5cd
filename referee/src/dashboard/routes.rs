//! The addresses and their handlers.

use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::extract::{Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, HeaderValue, LOCATION, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::get;
use serde::Deserialize;

use super::asking::{Ask, answers};
use super::filter::Filter;
use super::folder::inside;
use super::logs::{Question, not_in_folder};
use super::news;
use super::official::{address, encoded};
use super::order::Order;
use super::shared::Shared;
use crate::games::of_recording;
use crate::pages::{
    Film, Pair, film, folder_page, game_page, linked_game_page, live_report_page, pair_page,
};
use crate::recording::BegunRecording;

type Here = State<Arc<Shared>>;

/// Most rows of one response.
const MOST_ROWS: usize = 500;

/// All addresses.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(folder))
        .route("/report", get(report))
        .route("/game", get(game))
        .route("/pair", get(pair))
        .route("/official", get(official))
        .route("/api/folder", get(overview))
        .route("/api/recordings", get(recordings))
        .route("/api/games", get(games))
        .route("/api/news", get(news))
        .route("/api/answers", get(asked_answers))
        .layer(from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

/// Refuses requests that the guard rejects, and adds the security headers to every response.
async fn guarded(State(shared): Here, request: Request, next: Next) -> Response {
    let brought = request.uri().query().and_then(|query| query.strip_prefix("token="));
    let mut response = match shared.guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => match brought.and_then(|token| shared.guard.cookie_for(token)) {
            Some(cookie) => redirect_with(&cookie),
            None => refused.into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Stores the token in a cookie and redirects to the address without it.
fn redirect_with(cookie: &str) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(LOCATION, HeaderValue::from_static("/"));
    headers.extend(HeaderValue::from_str(cookie).ok().map(|cookie| (SET_COOKIE, cookie)));
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The error of a request, sent as text with status 404.
struct Refusal(anyhow::Error);

impl<E: Into<anyhow::Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (StatusCode::NOT_FOUND, format!("{:#}\n", self.0)).into_response()
    }
}

/// Runs slow work outside the threads that serve connections.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> Result<T, Refusal> {
    Ok(tokio::task::spawn_blocking(work).await??)
}

async fn folder(State(shared): Here) -> Html<String> {
    Html(folder_page(&shared.index.overview()))
}

async fn overview(State(shared): Here) -> Response {
    Json(shared.index.overview()).into_response()
}

/// The section of a list that is requested.
#[derive(Deserialize)]
#[serde(default)]
struct Section {
    from: usize,
    count: usize,
}

impl Default for Section {
    fn default() -> Self {
        Self { from: 0, count: 50 }
    }
}

async fn recordings(
    State(shared): Here,
    Query(filter): Query<Filter>,
    Query(order): Query<Order>,
    Query(section): Query<Section>,
) -> Result<Response, Refusal> {
    let count = section.count.min(MOST_ROWS);
    let rows =
        in_background(move || Ok(shared.index.recordings(&filter, order, section.from, count)))
            .await?;
    Ok(Json(rows).into_response())
}

/// A log, and possibly two of its bots and a condition.
#[derive(Deserialize)]
struct Asked {
    log: Option<String>,
    a: Option<String>,
    b: Option<String>,
    #[serde(rename = "where", default)]
    condition: String,
}

impl Asked {
    fn question(&self) -> Question {
        Question {
            rivals: self.a.clone().zip(self.b.clone()).map(Into::into),
            condition: self.condition.clone(),
        }
    }

    fn log(&self) -> &str {
        self.log.as_deref().unwrap_or_default()
    }
}

async fn report(State(shared): Here, Query(asked): Query<Asked>) -> Result<Html<String>, Refusal> {
    let path = inside(&shared.root, asked.log()).ok_or_else(|| not_in_folder(asked.log()))?;
    let log = shared.logs.get(&path);
    let page = move || {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(live_report_page(&*log.findings(&shared.root, asked.log(), &asked.question())?))
    };
    Ok(Html(in_background(page).await?))
}

async fn games(
    State(shared): Here,
    Query(asked): Query<Asked>,
    Query(filter): Query<Filter>,
    Query(order): Query<Order>,
    Query(section): Query<Section>,
) -> Result<Response, Refusal> {
    let path = inside(&shared.root, asked.log()).ok_or_else(|| not_in_folder(asked.log()))?;
    let log = shared.logs.get(&path);
    let rows = move || {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        let count = section.count.min(MOST_ROWS);
        log.games(asked.log(), &asked.condition, &filter, order, [section.from, count])
    };
    Ok(Json(in_background(rows).await?).into_response())
}

async fn news(State(shared): Here, Query(asked): Query<Asked>) -> Result<Response, Refusal> {
    let Some(log) = &asked.log else { return Ok(news::of_folder(shared).into_response()) };
    let path = inside(&shared.root, log).ok_or_else(|| not_in_folder(log))?;
    let open = shared.logs.get(&path);
    Ok(news::of_log(shared, open, log.clone(), asked.question()).into_response())
}

#[derive(Deserialize)]
struct Game {
    recording: String,
}

async fn game(State(shared): Here, Query(asked): Query<Game>) -> Result<Html<String>, Refusal> {
    let name = asked.recording;
    let path = inside(&shared.root, &name).ok_or_else(|| not_in_folder(&name))?;
    let page = move || {
        let recording = BegunRecording::load(&path)?;
        // A game without rules here has a page all the same.
        let contest = of_recording(&recording.header).ok();
        let askable = contest.map(|it| shared.askable.of(it)).unwrap_or_default();
        let film = Film { recording: name.clone(), askable, ..film(&recording)? };
        if shared.official.can_show(&recording.header) {
            let link = format!("/official?recording={}", encoded(&name));
            return Ok(linked_game_page(&film, &link, "official viewer"));
        }
        Ok(game_page(&film))
    };
    Ok(Html(in_background(page).await?))
}

#[derive(Deserialize)]
struct AskedBot {
    recording: String,
    seat: usize,
    bot: String,
}

async fn asked_answers(
    State(shared): Here,
    Query(AskedBot { recording, seat, bot }): Query<AskedBot>,
) -> Result<Response, Refusal> {
    let path = inside(&shared.root, &recording).ok_or_else(|| not_in_folder(&recording))?;
    Ok(answers(Arc::clone(&shared.askable), Ask { path, seat, bot })?.into_response())
}

#[derive(Deserialize)]
struct Two {
    recording: String,
    with: String,
}

async fn pair(State(shared): Here, Query(asked): Query<Two>) -> Result<Html<String>, Refusal> {
    let names = [asked.recording, asked.with];
    let paths =
        names.each_ref().map(|name| inside(&shared.root, name).ok_or_else(|| not_in_folder(name)));
    let [first, second] = paths;
    let (first, second) = (first?, second?);
    let page = move || {
        let film = |path| anyhow::Ok(film(&BegunRecording::load(path)?)?);
        let pages = names.iter().map(|name| format!("/game?recording={}", encoded(name)));
        let pair = Pair { pages: pages.collect(), ..Pair::new(film(&first)?, film(&second)?)? };
        Ok(pair_page(&pair))
    };
    Ok(Html(in_background(page).await?))
}

async fn official(
    State(shared): Here,
    Query(asked): Query<Game>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let name = asked.recording;
    let path = inside(&shared.root, &name).ok_or_else(|| not_in_folder(&name))?;
    let port = if let Some(port) = shared.official.port(&path) {
        port
    } else {
        let (here, recording) = (Arc::clone(&shared), path.clone());
        let folder = in_background(move || here.official.folder(&recording)).await?;
        shared.official.serve(path, folder, shared.address.ip(), &shared.guard).await?
    };
    let address = HeaderValue::from_str(&address(&headers, port, shared.address))?;
    Ok((StatusCode::SEE_OTHER, HeaderMap::from_iter([(LOCATION, address)])).into_response())
}
