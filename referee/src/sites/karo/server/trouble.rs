//! The injected faults of a request.

use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{sleep, timeout};

use super::faults::Fault;
use super::site::{Shared, Site, lock};
use super::visitor::{name_in_login, user_of};

/// The most bytes of a request's body.
const MOST_BODY: usize = 64 * 1024;

/// The longest time in which a client may send its body.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The longest delay of a slow answer, in the time of the races.
const SLOWEST: Duration = Duration::from_secs(20);

/// In the extensions of a response: the connection is closed and no byte is sent.
#[derive(Clone, Copy)]
pub(super) struct Lost;

/// The faults of one request.
struct Trouble {
    lost_before: bool,
    lost_after: bool,
    garbage: bool,
    delay_before: Duration,
    delay_after: Duration,
}

/// Answers a request, or injects faults into it.
pub(super) async fn inject(State(site): State<Shared>, request: Request, next: Next) -> Response {
    let arrived = Instant::now();
    let (head, body) = request.into_parts();
    let Ok(Ok(body)) = timeout(BODY_TIME, to_bytes(body, MOST_BODY)).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let trouble = {
        let mut site = lock(&site);
        let user = user_of(&site, &head.headers);
        let user = user.or_else(|| site.user(&name_in_login(&head.headers, &body)?));
        draw(&mut site, user, arrived)
    };
    if trouble.lost_before {
        return lost();
    }
    sleep(trouble.delay_before).await;
    let response = next.run(Request::from_parts(head, Body::from(body))).await;
    sleep(trouble.delay_after).await;
    if trouble.lost_after {
        return lost();
    }
    if trouble.garbage { garbled(response).await } else { response }
}

/// Notes the request, and draws its faults.
fn draw(site: &mut Site, user: Option<u64>, arrived: Instant) -> Trouble {
    site.tally.requests += 1;
    if let Some(user) = user {
        site.note_request(user, arrived);
    }
    if site.strikes(Fault::Expired) {
        site.sessions.retain(|_, of| Some(*of) != user);
    }
    let mut delay = Duration::ZERO;
    if site.strikes(Fault::Slow) {
        let share = site.random.below(1_000) as f64 / 1_000.0;
        delay = site.scaled(SLOWEST).mul_f64(share);
    }
    let is_before = site.random.below(2) == 0;
    let (delay_before, delay_after) =
        if is_before { (delay, Duration::ZERO) } else { (Duration::ZERO, delay) };
    Trouble {
        lost_before: site.strikes(Fault::LostBefore),
        lost_after: site.strikes(Fault::LostAfter),
        garbage: site.strikes(Fault::Garbage),
        delay_before,
        delay_after,
    }
}

fn lost() -> Response {
    let mut response = Response::default();
    response.extensions_mut().insert(Lost);
    response
}

/// The first half of an answer, with garbage at its end.
async fn garbled(response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    let mut bytes = to_bytes(body, usize::MAX).await.unwrap_or_default().to_vec();
    bytes.truncate(bytes.len() / 2);
    bytes.extend("\u{fffd}{]<".bytes());
    head.headers.remove(CONTENT_LENGTH);
    Response::from_parts(head, Body::from(bytes))
}
