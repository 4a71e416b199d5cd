//! The pages of the older generation: a game, and a move in it.

use std::collections::HashMap;
use std::sync::MutexGuard;
use std::time::Instant;

use axum::extract::{Query, State};
use axum::response::Html;

use super::faults::Fault;
use super::race::Driver;
use super::refusal::Refusal;
use super::site::{Shared, Site, lock};
use super::visitor::User;
use crate::games::karo::{Cell, Motion, Vector};

/// The sentences of the site's pages about mistakes.
const LOGIN_FIRST: &str = "Du musst schon angemeldet sein";
const CHEAT: &str = "Du Schummler";
const WHAT_NOW: &str = "Was hast Du jetzt wieder angestellt";

type Asked = Query<HashMap<String, String>>;

fn page(text: &str) -> Html<String> {
    Html(format!("<html><body>{text}</body></html>\n"))
}

/// The site, the race that a request names, and the user's seat in it; or the page that refuses the request.
fn own_race<'a>(
    site: &'a Shared,
    user: Result<User, Refusal>,
    asked: &Asked,
) -> Result<(MutexGuard<'a, Site>, u64, usize), Html<String>> {
    let User(user) = user.map_err(|_| page(LOGIN_FIRST))?;
    let site = lock(site);
    let id = asked.get("GID").and_then(|id| id.parse().ok());
    let own = id.and_then(|id| Some((id, site.seat_of(id, user)?)));
    let (id, seat) = own.ok_or_else(|| page(WHAT_NOW))?;
    Ok((site, id, seat))
}

/// The page of a game. On the user's own turn it carries out a crash.
pub(super) async fn show(
    State(site): State<Shared>,
    user: Result<User, Refusal>,
    asked: Asked,
) -> Html<String> {
    let (mut site, id, seat) = match own_race(&site, user, &asked) {
        Ok(own) => own,
        Err(refusal) => return refusal,
    };
    let is_next = site.is_next(id, seat);
    match site.races.get_mut(&id) {
        Some(race) if is_next && race.unseen_crashes > 0 => {
            race.unseen_crashes -= 1;
            page("AUAAAA! Du wirst zur&uuml;ckgesetzt.")
        }
        _ => page("Das Spiel"),
    }
}

pub(super) async fn make_move(
    State(site): State<Shared>,
    user: Result<User, Refusal>,
    asked: Asked,
) -> Html<String> {
    let (mut site, id, seat) = match own_race(&site, user, &asked) {
        Ok(own) => own,
        Err(refusal) => return refusal,
    };
    let now = Instant::now();
    let mut is_made_for_it = false;
    if site.is_next(id, seat) && site.strikes(Fault::Faster) {
        is_made_for_it = move_by_another(&mut site, id, now);
    }
    if !site.is_next(id, seat) {
        site.tally.double_moves += u64::from(!is_made_for_it);
        return page(CHEAT);
    }
    let race = &site.races[&id];
    let is_placing = race.records(seat).is_empty();
    let Some(motion) = wanted(&asked, is_placing) else { return page(WHAT_NOW) };
    if race.possibles().iter().all(|candidate| candidate.motion != motion) {
        site.tally.impossible += u64::from(!is_made_for_it);
        return page(CHEAT);
    }
    site.tally.moves += 1;
    site.make(id, line(motion, is_placing), asked.get("movemessage").cloned(), now);
    page(&format!("<a href=\"showmap.php?GID={id}\">Zur&uuml;ck</a>"))
}

/// The line of the protocol for a move.
fn line(motion: Motion, is_placing: bool) -> String {
    if is_placing { format!("START {}", motion.at) } else { format!("MOVE {motion}") }
}

/// The move that a request asks for, or the cell to start from.
fn wanted(asked: &Asked, is_placing: bool) -> Option<Motion> {
    let number = |name: &str| asked.get(name)?.parse::<i32>().ok();
    if is_placing {
        return Some(Motion::at_rest(Cell::new(number("startx")?, number("starty")?)));
    }
    let vector = Vector::new(number("xvec")?, number("yvec")?);
    Some(Motion::new(Cell::new(number("xpos")?, number("ypos")?), vector))
}

/// Makes a random lawful move, as somebody else with the same login would; returns whether one was made.
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
    site.make(id, line(motion, is_placing), None, now);
    true
}
