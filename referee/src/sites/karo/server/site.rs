//! The state of the site: users, races and sessions.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use gridkit::Rng;
use itertools::Itertools;
use serde_json::{Map, Value, json};
use time::macros::{datetime, format_description};

use super::faults::Fault;
use super::listeners::Listeners;
use super::race::{Driver, SiteRace};
use super::service::Service;
use super::tally::Tally;
use crate::contest::{Contest, HouseKind, Setup};
use crate::game::Seat;
use crate::games::karo::{Karo, TrackKind, drawn_track};
use crate::plain_words::takes_no_files;
use crate::recording::Recorder;
use crate::sites::karo::frames::Frame;

/// Races from this number on have the newer rule of blocking.
const FIRST_RACE: u64 = 130_001;

/// The number of the first house player.
const FIRST_HOUSE: u64 = 1_000;

/// How many maps are generated if none are given.
const DRAWN_MAPS: u64 = 8;

/// How many finished races can still be looked at.
const KEPT: usize = 20;

/// Longer times on the clock are cut to this one, a hundred years: no sum with it overflows.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 86_400);

/// The most races at once.
const MOST_RACES: usize = 500;

pub(super) struct Site {
    pub(super) service: Service,
    maps: Vec<String>,
    pub(super) races: BTreeMap<u64, SiteRace>,
    /// The user of each cookie and key.
    pub(super) sessions: HashMap<String, u64>,
    pub(super) listeners: Listeners,
    pub(super) random: Rng,
    pub(super) tally: Tally,
    begin: Instant,
    last_request: HashMap<u64, Instant>,
    next_race: u64,
    pub(super) begins_races: bool,
    pub(super) is_over: bool,
}

/// The site, as all connections share it.
pub(super) type Shared = Arc<Mutex<Site>>;

/// Locks the site. A thread that panicked has left it consistent, because no change is made in part.
pub(super) fn lock(site: &Shared) -> MutexGuard<'_, Site> {
    site.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Site {
    pub(super) fn new(service: Service) -> Result<Self> {
        if let Some(twice) = service.users.iter().duplicates().next() {
            bail!("user '{twice}' is named twice; give each user once with --user");
        }
        let mut maps = service.maps.clone();
        if maps.is_empty() {
            let seats = (service.users.len() + service.house.len()).clamp(2, 26);
            let drawn = |number: u64| {
                let kind = TrackKind::ALL[number as usize % TrackKind::ALL.len()];
                drawn_track(
                    Some(kind),
                    None,
                    seats,
                    &mut Rng::new(service.seed.wrapping_add(number)),
                )
                .code()
            };
            maps = (0..DRAWN_MAPS).map(drawn).collect();
        }
        for name in &service.house {
            house_kind(name)?;
        }
        let mut site = Self {
            random: Rng::new(service.seed),
            service,
            maps,
            races: BTreeMap::new(),
            sessions: HashMap::new(),
            listeners: Listeners::default(),
            tally: Tally::default(),
            begin: Instant::now(),
            last_request: HashMap::new(),
            next_race: FIRST_RACE,
            begins_races: true,
            is_over: false,
        };
        // A wrong option is reported now.
        site.begin_races(Instant::now())?;
        Ok(site)
    }

    pub(super) fn shared(self) -> Shared {
        Arc::new(Mutex::new(self))
    }

    /// The number of a user.
    pub(super) fn user(&self, name: &str) -> Option<u64> {
        let place = self.service.users.iter().position(|user| user == name)?;
        Some(place as u64 + 1)
    }

    pub(super) fn name_of(&self, id: u64) -> String {
        let place = |first: u64| usize::try_from(id.checked_sub(first)?).ok();
        let user = place(1).and_then(|place| self.service.users.get(place)).cloned();
        let house = || {
            let place = place(FIRST_HOUSE)?;
            let kind = self.service.house.get(place)?;
            Some(format!("{}-{}", kind.trim_start_matches('@'), place + 1))
        };
        user.or_else(house).unwrap_or_else(|| "nobody".to_owned())
    }

    /// The numbers of all users and house players.
    pub(super) fn all_users(&self) -> impl Iterator<Item = u64> {
        let (users, house) = (self.service.users.len() as u64, self.service.house.len() as u64);
        (1..=users).chain(FIRST_HOUSE..FIRST_HOUSE + house)
    }

    /// The code of a map by its number. Maps are numbered from 1, night maps from 1,001.
    pub(super) fn map(&self, number: u64) -> Option<&str> {
        let number = if number > 1_000 { number - 1_000 } else { number };
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.maps.get(place).map(String::as_str)
    }

    /// A time of the races as time on the clock.
    pub(super) fn scaled(&self, time: Duration) -> Duration {
        let scaled = Duration::try_from_secs_f64(time.as_secs_f64() / self.service.speed);
        scaled.unwrap_or(LONGEST).min(LONGEST)
    }

    fn seconds(&self, now: Instant) -> f64 {
        now.duration_since(self.begin).as_secs_f64() * self.service.speed
    }

    /// The time as the site writes it. The server starts at the beginning of the year 2020.
    pub(super) fn stamp(&self, now: Instant) -> String {
        let elapsed = time::Duration::seconds_f64(self.seconds(now));
        let form = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
        // Past the year 9999, and only there, it cannot be written.
        let time = datetime!(2020-01-01 0:00).checked_add(elapsed);
        time.and_then(|time| time.format(form).ok()).unwrap_or_default()
    }

    /// Makes the moves of house players that are due, and begins races; returns whether the site goes on.
    pub(super) fn go_on(&mut self, now: Instant) -> bool {
        let mut due = Vec::new();
        let delay = self.scaled(self.service.house_delay);
        for race in self.races.values_mut() {
            let Some(seat) = race.next() else { continue };
            if matches!(race.drivers[seat.0], Driver::User(_)) {
                continue;
            }
            let share = 0.5 + self.random.below(1_000) as f64 / 1_000.0;
            if *race.house_at.get_or_insert_with(|| now + delay.mul_f64(share)) <= now {
                due.push(race.id);
            }
        }
        for id in due {
            let line = self.races.get_mut(&id).and_then(SiteRace::house_move);
            self.make(id, line.unwrap_or_default(), None, now);
        }
        if self.begin_races(now).is_err() {
            self.begins_races = false;
        }
        !self.is_over
    }

    /// Carries out the answer of the player whose turn it is, and sends the events.
    pub(super) fn make(&mut self, id: u64, line: String, message: Option<String>, now: Instant) {
        let stamp = self.stamp(now);
        let Some(race) = self.races.get_mut(&id) else { return };
        let Some(seat) = race.next() else { return };
        let mover = race.drivers[seat.0].id();
        if matches!(race.drivers[seat.0], Driver::User(_)) {
            let wait = now.duration_since(race.turn_since).as_secs_f64() * self.service.speed;
            self.tally.turns += 1;
            self.tally.longest_turn = self.tally.longest_turn.max(wait);
            self.tally.missed += u64::from(wait > self.service.patience.as_secs_f64());
        }
        race.go_on(Some(line), message, &stamp, now);
        self.tell_move(id, mover);
        if self.races[&id].is_over() {
            self.end(id);
        }
    }

    fn end(&mut self, id: u64) {
        let race = &self.races[&id];
        self.tally.ended += 1;
        for (seat, driver) in race.drivers.iter().enumerate() {
            if matches!(driver, Driver::User(_)) {
                let rank = race.game.race().cars()[seat].rank as usize;
                self.tally.ranks.resize(self.tally.ranks.len().max(rank + 1), 0);
                self.tally.ranks[rank] += 1;
                let out = race.outcome.iter().flat_map(|it| &it.thrown_out);
                self.tally.thrown_out += out.filter(|it| it.seat == Seat(seat)).count() as u64;
            }
        }
        let names = race.drivers.iter().map(|driver| self.name_of(driver.id())).collect();
        if let (Some(folder), Some((header, exchanges)), Some(outcome)) =
            (&self.service.record, race.recording(names), &race.outcome)
        {
            // A recording that cannot be written is reported on stderr; the race goes on.
            let written = Recorder::create_new(&folder.join(format!("karo-{id}")), &header)
                .and_then(|mut recorder| {
                    exchanges.iter().try_for_each(|exchange| recorder.exchange(exchange))?;
                    recorder.result(outcome)
                });
            if let Err(error) = written {
                let (why, folder) = (takes_no_files(folder, &error), folder.display());
                crate::tell!("cannot write a recording into {folder}: {why}");
            }
        }
        let over: Vec<u64> =
            self.races.values().filter(|race| race.is_over()).map(|race| race.id).collect();
        for id in over.iter().take(over.len().saturating_sub(KEPT)) {
            self.races.remove(id);
        }
    }

    fn begin_races(&mut self, now: Instant) -> Result<()> {
        let held = self.races.values().filter(|race| !race.is_over()).count();
        if !self.begins_races {
            return Ok(());
        }
        for _ in held..self.service.races {
            let number = self.next_race - FIRST_RACE;
            let every = self.service.night_every;
            let is_night = every > 0 && number % every == every - 1;
            let map = number % self.maps.len() as u64 + 1 + if is_night { 1_000 } else { 0 };
            let name = format!("Race {} of the stand-in", self.next_race);
            let drivers: Vec<u64> = self.all_users().collect();
            let options = self.service.options.clone();
            self.begin_race(&name, "server", map, &drivers, options, now)?;
        }
        Ok(())
    }

    /// Begins a race and returns its number.
    ///
    /// # Errors
    /// There are too many races already, or an option, the map or a driver is wrong.
    pub(super) fn begin_race(
        &mut self,
        name: &str,
        creator: &str,
        map: u64,
        drivers: &[u64],
        mut options: Map<String, Value>,
        now: Instant,
    ) -> Result<u64> {
        let code = self.map(map).ok_or_else(|| anyhow!("there is no map {map}"))?.to_owned();
        if self.races.len() >= MOST_RACES {
            bail!("there are {MOST_RACES} races already");
        }
        options.insert("map".to_owned(), json!(code));
        options.entry("title").or_insert_with(|| json!(name));
        let options = (&Karo as &dyn Contest).with_defaults(options);
        let (id, seats) = (self.next_race, drivers.len());
        let seed = self.service.seed.wrapping_add(id).to_string();
        let setup = Setup { seed, options, seats };
        let driver = |(seat, id): (usize, &u64)| -> Result<Driver> {
            let Some(place) = id.checked_sub(FIRST_HOUSE) else { return Ok(Driver::User(*id)) };
            let name = usize::try_from(place).ok().and_then(|it| self.service.house.get(it));
            let kind = house_kind(name.ok_or_else(|| anyhow!("there is no user {id}"))?)?;
            let house = (kind.make)(self.service.seed.wrapping_add(self.next_race), Seat(seat));
            Ok(Driver::House(*id, Some(house)))
        };
        let seated: Vec<Driver> = drivers.iter().enumerate().map(driver).collect::<Result<_>>()?;
        let mut race = SiteRace::new(id, setup, seated, now)?;
        creator.clone_into(&mut race.creator);
        (race.map, race.is_night, race.started) = (map, map > 1_000, self.stamp(now));
        if self.service.record.is_some() {
            race.keep_exchanges();
        }
        race.go_on(None, None, &race.started.clone(), now);
        self.next_race += 1;
        self.tally.begun += 1;
        self.races.insert(id, race);
        self.tell_move(id, 0);
        Ok(id)
    }

    /// Sends the events of a move and of the turn that follows.
    fn tell_move(&mut self, id: u64, mover: u64) {
        let race = &self.races[&id];
        let next = race.next().map(|seat| race.drivers[seat.0].id());
        let payload = json!({
            "gid": id, "name": race.title(), "movedId": mover, "movedLogin": self.name_of(mover),
            "nextId": next, "nextLogin": next.map(|id| self.name_of(id)),
        });
        let drivers: Vec<u64> = race.drivers.iter().map(Driver::id).collect();
        for (listener, event) in self.listeners.of_move(&drivers, mover, next) {
            self.send(listener, event, &payload);
        }
    }

    pub(super) fn chat(&mut self, user: &str, text: &str) {
        let time = self.stamp(Instant::now());
        let payload = json!({ "chatmsg": { "user": user, "text": text, "time": time } });
        for listener in self.listeners.in_channel("karochat") {
            self.send(listener, "CHAT:MESSAGE", &payload);
        }
    }

    /// Sends an event to a listener, unless an injected fault loses or doubles it.
    fn send(&mut self, listener: u64, event: &str, payload: &Value) {
        if self.strikes(Fault::LostEvent) {
            return;
        }
        let frame = Frame::event(event, payload).text();
        for _ in 0..=usize::from(self.strikes(Fault::DoubleEvent)) {
            self.listeners.send(listener, &frame);
        }
    }

    /// Draws whether a fault is injected now.
    pub(super) fn strikes(&mut self, fault: Fault) -> bool {
        let strikes = self.service.faults.strikes(fault, &mut self.random);
        self.tally.trouble += u64::from(strikes);
        strikes
    }

    /// A listener named its user or a channel.
    pub(super) fn introduce(&mut self, listener: u64, name: &str, value: &Value) {
        let user = value["username"].as_str().and_then(|it| self.user(it));
        self.listeners.introduce(listener, name, user, value);
    }

    /// The seat of a user in a race.
    pub(super) fn seat_of(&self, race: u64, user: u64) -> Option<usize> {
        self.races.get(&race)?.seat_of(user)
    }

    /// Whether it is the turn of a seat in a race.
    pub(super) fn is_next(&self, race: u64, seat: usize) -> bool {
        self.races.get(&race).and_then(SiteRace::next) == Some(Seat(seat))
    }

    /// Notes the time of a user's request, for [`Tally::shortest_gap`].
    pub(super) fn note_request(&mut self, user: u64, now: Instant) {
        if let Some(last) = self.last_request.insert(user, now) {
            let gap = now.saturating_duration_since(last).as_secs_f64() * self.service.speed;
            let gap = (gap * 1e3) as u64;
            let least = self.tally.shortest_gap.map_or(gap, |least| least.min(gap));
            self.tally.shortest_gap = Some(least);
        }
    }

    pub(super) fn tally_now(&self, now: Instant) -> Tally {
        let mut tally = Tally { seconds: self.seconds(now), ..self.tally.clone() };
        for race in self.races.values() {
            let next = race.next().map(|seat| &race.drivers[seat.0]);
            if matches!(next, Some(Driver::User(_))) {
                let wait = now.duration_since(race.turn_since).as_secs_f64() * self.service.speed;
                tally.longest_turn = tally.longest_turn.max(wait);
                tally.missed += u64::from(wait > self.service.patience.as_secs_f64());
            }
        }
        tally
    }
}

fn house_kind(name: &str) -> Result<&'static HouseKind> {
    let kinds = Karo.about().house;
    let found = kinds.iter().find(|kind| format!("@{}", kind.name) == name);
    found.ok_or_else(|| {
        let names: Vec<String> = kinds.iter().map(|kind| format!("@{}", kind.name)).collect();
        anyhow!("there is no house player '{name}'; there are {}", names.join(", "))
    })
}
