//! Where requests come in: each connection has a thread of its own.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{Request, Response};
use super::site::Site;
use super::{Fault, api, lock, socket};

/// How long a client may take for its request.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// The longest delay of a slow answer, in the time of the races.
const SLOWEST: Duration = Duration::from_secs(20);

/// Takes connections until the site is over.
pub(super) fn receive(listener: &TcpListener, site: &Arc<Mutex<Site>>) {
    for stream in listener.incoming() {
        if lock(site).is_over {
            return;
        }
        let Ok(stream) = stream else { continue };
        let site = Arc::clone(site);
        thread::spawn(move || {
            // A client that goes away harms nobody.
            let _ = serve(stream, &site);
        });
    }
}

/// What happens to one request.
struct Trouble {
    lost_before: bool,
    lost_after: bool,
    garbage: bool,
    delay_before: Duration,
    delay_after: Duration,
}

fn serve(mut stream: TcpStream, site: &Arc<Mutex<Site>>) -> io::Result<()> {
    stream.set_read_timeout(Some(REQUEST_TIME))?;
    stream.set_nodelay(true)?;
    let Some(request) = Request::read(&mut stream)? else { return Ok(()) };
    if request.path.starts_with("/socket.io") {
        return socket::serve(stream, &request, site);
    }
    let arrived = Instant::now();
    let trouble = begin(site, &request, arrived);
    if trouble.lost_before {
        return Ok(());
    }
    thread::sleep(trouble.delay_before);
    let mut response = api::answer(&mut lock(site), &request, Instant::now());
    thread::sleep(trouble.delay_after);
    if trouble.lost_after {
        return Ok(());
    }
    if trouble.garbage {
        response = garbled(response);
    }
    response.write(&mut stream)?;
    stream.flush()
}

/// Notes the request, and draws what trouble it meets.
fn begin(site: &Arc<Mutex<Site>>, request: &Request, arrived: Instant) -> Trouble {
    let mut site = lock(site);
    site.tally.requests += 1;
    let user = api::user_of(&site, request);
    let user = user.or_else(|| api::name_in_login(request).and_then(|name| site.user(&name)));
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

/// An answer that was cut off, or has become something else.
fn garbled(mut response: Response) -> Response {
    let half = response.body.len() / 2;
    let cut = (0..=half).rev().find(|at| response.body.is_char_boundary(*at)).unwrap_or(0);
    response.body.truncate(cut);
    response.body.push_str("\u{fffd}{]<");
    response
}
