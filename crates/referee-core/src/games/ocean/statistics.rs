//! Statistics of bots in recorded games: surfacings by reason, damage by weapon, distances of silences, damage that a
//! silence could have avoided, and hit rates compared with predicted probabilities.

use gridkit::{Board15, Dir, Point, Square15};
use serde_json::{Value, json};

use super::chart::{Chart, damage, sector};
use crate::game::Seat;
use crate::recording::{Exchange, Recording};
use crate::thought::Thought;

/// The number of bins of predicted probabilities.
const BINS: usize = 10;
/// The charge that a silence needs.
const SILENCE: i64 = 6;

/// The statistics of one bot over all its games.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: u64,
    points: f64,
    turns: u64,
    /// Surfacings: with no free cell beside it; in a turn with an explosion; others.
    surfaces: [u64; 3],
    torpedoes: u64,
    /// Damage done to the opponent.
    torpedo_damage: u64,
    mines: u64,
    triggers: u64,
    mine_damage: u64,
    /// The number of silences by distance.
    silences: [u64; 5],
    /// The number of silences in a turn with a torpedo.
    silences_with_torpedo: u64,
    sonars: u64,
    /// Damage by its own explosions.
    own_damage: u64,
    /// Damage taken from the opponent's explosions.
    taken: u64,
    /// The part of that damage taken while the opponent knew its cell and its silence was charged but not used.
    idle: u64,
    /// For each bin of the predicted probability of a hit: the number of shots, the sum of the predictions, the hits.
    hits: [(u64, f64, u64); BINS],
}

/// The state of one seat during a game.
struct Side {
    at: Square15,
    trail: Board15,
    lives: i64,
    /// The missing charge of its silence at the start of its last turn.
    silence_missing: i64,
    was_silent: bool,
    /// Whether the opponent knew its cell when its last turn ended.
    was_found: bool,
    /// The possible cells of the submarine, as the opponent knows them.
    chart: Chart,
}

/// The statistics of the bots in a set of games, by name, and the same as rows of text.
pub(super) fn of(recordings: &[Recording]) -> Result<Value, String> {
    let mut bots: Vec<(String, Tally)> = Vec::new();
    for recording in recordings {
        let tallies = follow(recording)?;
        for (player, tally) in recording.header.players.iter().zip(tallies) {
            match bots.iter_mut().find(|(name, _)| *name == player.name) {
                Some((_, sum)) => sum.add(&tally),
                None => bots.push((player.name.clone(), tally)),
            }
        }
    }
    Ok(bots.into_iter().map(|(name, tally)| tally.figures(&name)).collect())
}

/// The statistics of both seats in one game.
fn follow(recording: &Recording) -> Result<[Tally; 2], String> {
    let mut tallies = walk(&recording.exchanges, &mut |_, _| {})?;
    let scores = recording.result.1.get("scores").and_then(Value::as_array);
    let score = |seat: usize| scores.and_then(|scores| scores.get(seat)).and_then(Value::as_i64);
    for (seat, tally) in tallies.iter_mut().enumerate() {
        tally.games = 1;
        tally.points = match score(seat).cmp(&score(1 - seat)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    }
    Ok(tallies)
}

/// For each exchange the possible cells of each seat as its opponent knows them, as heat; empty before both have
/// started.
pub(super) fn known(exchanges: &[(usize, Exchange)]) -> Vec<Vec<(Seat, Thought)>> {
    let mut known = vec![Vec::new(); exchanges.len()];
    // Nothing is drawn for a game that cannot be followed.
    let _ = walk(exchanges, &mut |index, sides| {
        let both = sides.iter().enumerate();
        known[index] = both.flat_map(|(seat, side)| heat(Seat(seat), &side.chart)).collect();
    });
    known
}

/// The probabilities of a submarine's cells as heat, row by row.
fn heat(seat: Seat, chart: &Chart) -> impl Iterator<Item = (Seat, Thought)> {
    let (chances, cells) = chart.chances();
    let most = chances.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let digit = move |x, y| {
        let cell = Square15::at(Point::new(x, y)).filter(|cell| cells.contains(*cell));
        cell.map_or('.', |cell| {
            let tenths = (9.0 * chances[cell.index()] / most).round().clamp(1.0, 9.0);
            char::from(b'0' + tenths as u8)
        })
    };
    let rows = (0..15).map(move |y| (y, (0..15).map(|x| digit(x, y)).collect::<String>()));
    let warm = rows.filter(|(_, row)| row.contains(|char: char| char != '.'));
    warm.map(move |(y, row)| (seat, Thought::Heat([0, y], row)))
}

/// Goes through the exchanges of a game; calls `after` with both sides after each turn but the last.
fn walk(
    exchanges: &[(usize, Exchange)],
    after: &mut dyn FnMut(usize, &[Side; 2]),
) -> Result<[Tally; 2], String> {
    let mut tallies = [Tally::default(), Tally::default()];
    let mut exchanges = exchanges.iter().map(|(_, exchange)| exchange);
    let mut sides = Vec::new();
    for exchange in exchanges.by_ref().take(2) {
        let rows = exchange.sent.iter().skip(1).enumerate();
        let water: Board15 = rows
            .flat_map(|(y, row)| row.char_indices().map(move |(x, char)| (x, y, char)))
            .filter(|(.., char)| *char == '.')
            .filter_map(|(x, y, _)| Square15::at(Point::new(x as i32, y as i32)))
            .collect();
        let start = exchange.line().and_then(|line| cell(line.split(' ')));
        // A game needs two starts on the map.
        let Some(at) = start.filter(|at| water.contains(*at)) else { return Ok(tallies) };
        let chart = Chart::new(water);
        let trail = Board15::of(at);
        sides.push(Side {
            at,
            trail,
            lives: 6,
            silence_missing: SILENCE,
            was_silent: false,
            was_found: false,
            chart,
        });
    }
    let (Some(water), Ok(mut sides)) =
        (sides.first().map(|side| side.chart.water()), <[Side; 2]>::try_from(sides))
    else {
        return Ok(tallies);
    };
    let turns: Vec<&Exchange> = exchanges.collect();
    for (index, exchange) in turns.iter().enumerate() {
        let own = exchange.seat.0.min(1);
        let numbers: Vec<i64> = exchange.sent.first().map_or(Vec::new(), |line| {
            line.split(' ').filter_map(|word| word.parse().ok()).collect()
        });
        let &[_, _, lives, _, _, _, missing, _] = &numbers[..] else {
            return Err(format!("seat {own} is sent no turn of this game: {:?}", exchange.sent));
        };
        sides[own].lives = lives;
        sides[own].silence_missing = missing;
        sides[own].was_silent = false;
        let mut turn = Turn { own, water, sides: &mut sides, tallies: &mut tallies };
        let shown = turns.get(index + 1).and_then(|next| next.sent.get(2));
        turn.take(exchange.line().unwrap_or_default(), shown.map(String::as_str));
        sides[own].was_found = sides[own].chart.chances().1.count() == 1;
        // It is not known which orders of the last turn were executed.
        if shown.is_some() {
            after(index + 2, &sides);
        }
    }
    Ok(tallies)
}

fn cell<'a>(words: impl Iterator<Item = &'a str>) -> Option<Square15> {
    let numbers: Vec<i32> = words.filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [x, y] => Square15::at(Point::new(x, y)),
        _ => None,
    }
}

/// One turn that is being executed.
struct Turn<'a> {
    own: usize,
    water: Board15,
    sides: &'a mut [Side; 2],
    tallies: &'a mut [Tally; 2],
}

impl Turn<'_> {
    /// Executes the orders of a line that the other player was then shown; all of them if it was shown nothing more.
    fn take(&mut self, line: &str, shown: Option<&str>) {
        let word = |order: &str| order.split(' ').next().map(str::to_owned);
        let executed = |order: &&str| {
            shown.is_none_or(|shown| shown.split('|').any(|seen| word(seen) == word(order)))
        };
        let mut orders: Vec<Vec<&str>> = line
            .split('|')
            .map(str::trim)
            .filter(executed)
            .map(|order| order.split(' ').collect())
            .collect();
        let surfaced = |shown: &str| shown.starts_with("SURFACE");
        if orders.is_empty() && shown.is_some_and(surfaced) {
            orders.push(vec!["SURFACE"]);
        }
        let has = |word: &str| orders.iter().any(|order| order[0] == word);
        let attacks = has("TORPEDO") || has("TRIGGER");
        self.tallies[self.own].turns += 1;
        for order in &orders {
            self.execute(order, attacks, has("TORPEDO"));
        }
    }

    fn execute(&mut self, order: &[&str], attacks: bool, fires: bool) {
        let own = self.own;
        match order {
            ["MOVE", dir, ..] => {
                self.step(dir);
                self.sides[own].chart.see(&format!("MOVE {dir}"));
            }
            ["SILENCE", dir, steps] => {
                let steps = steps.parse().unwrap_or(0).min(4);
                (0..steps).for_each(|_| self.step(dir));
                self.sides[own].chart.see("SILENCE");
                self.sides[own].was_silent = true;
                self.tallies[own].silences[steps] += 1;
                self.tallies[own].silences_with_torpedo += u64::from(fires);
            }
            ["SURFACE", ..] => {
                let side = &mut self.sides[own];
                let free = Board15::of(side.at).neighbours() & (self.water - side.trail);
                let reason = if free.is_empty() {
                    0
                } else if attacks {
                    1
                } else {
                    2
                };
                self.tallies[own].surfaces[reason] += 1;
                side.trail = Board15::of(side.at);
                side.chart.see(&format!("SURFACE {}", sector(side.at)));
                side.chart.has_lost(1);
            }
            ["MINE", ..] => {
                self.tallies[own].mines += 1;
                self.sides[own].chart.see("MINE");
            }
            ["SONAR", number] => {
                self.tallies[own].sonars += 1;
                if let Ok(number) = number.parse() {
                    let victim = &mut self.sides[1 - own];
                    let inside = sector(victim.at) == number;
                    victim.chart.sonar(number, inside);
                }
            }
            [weapon @ ("TORPEDO" | "TRIGGER"), words @ ..] => {
                if let Some(target) = cell(words.iter().copied()) {
                    self.explode(weapon, target);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, dir: &str) {
        let side = &mut self.sides[self.own];
        let dir = dir.chars().next().and_then(Dir::from_letter);
        if let Some(next) = dir.and_then(|dir| self.water.step(side.at, dir)) {
            side.at = next;
            side.trail.set(next);
        }
    }

    fn explode(&mut self, weapon: &str, target: Square15) {
        let (own, other) = (self.own, 1 - self.own);
        let (chances, cells) = self.sides[other].chart.chances();
        let near = Board15::of(target).grow_king() & cells;
        let predicted: f64 = near.iter().map(|at| chances[at.index()]).sum();
        let hit = damage(target, self.sides[other].at);
        let hurt = damage(target, self.sides[own].at);
        let tally = &mut self.tallies[own];
        let bin = &mut tally.hits[((predicted * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + predicted, bin.2 + u64::from(hit > 0));
        if weapon == "TORPEDO" {
            tally.torpedoes += 1;
            tally.torpedo_damage += u64::from(hit);
        } else {
            tally.triggers += 1;
            tally.mine_damage += u64::from(hit);
        }
        tally.own_damage += u64::from(hurt);
        let victim = &self.sides[other];
        self.tallies[other].taken += u64::from(hit);
        if victim.was_found && victim.silence_missing == 0 && !victim.was_silent {
            self.tallies[other].idle += u64::from(hit);
        }
        let seen = format!("{weapon} {} {}", target.point().x, target.point().y);
        self.sides[own].chart.see(&seen);
        self.sides[own].chart.has_lost(hurt);
        self.sides[other].chart.explosion(target);
        self.sides[other].chart.has_lost(hit);
    }
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.points += other.points;
        self.turns += other.turns;
        self.torpedoes += other.torpedoes;
        self.torpedo_damage += other.torpedo_damage;
        self.mines += other.mines;
        self.triggers += other.triggers;
        self.mine_damage += other.mine_damage;
        self.silences_with_torpedo += other.silences_with_torpedo;
        self.sonars += other.sonars;
        self.own_damage += other.own_damage;
        self.taken += other.taken;
        self.idle += other.idle;
        self.surfaces.iter_mut().zip(other.surfaces).for_each(|(sum, more)| *sum += more);
        self.silences.iter_mut().zip(other.silences).for_each(|(sum, more)| *sum += more);
        for (sum, more) in self.hits.iter_mut().zip(other.hits) {
            *sum = (sum.0 + more.0, sum.1 + more.1, sum.2 + more.2);
        }
    }

    /// All figures by name. Counts are per game unless the name says otherwise.
    fn figures(&self, name: &str) -> Value {
        let per = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        let game = |count: u64| per(count, self.games);
        let bins = self.hits.iter().filter(|bin| bin.0 > 0);
        let bins: Vec<Value> = bins
            .map(|&(count, sum, hits)| {
                json!({"explosions": count, "predicted": sum / count as f64, "hit": per(hits, count)})
            })
            .collect();
        let moved: u64 = self.silences.iter().sum();
        json!({
            "bot": name,
            "games": self.games,
            "points": self.points / self.games.max(1) as f64,
            "turns": game(self.turns),
            "surfaces forced": game(self.surfaces[0]),
            "surfaces attacking": game(self.surfaces[1]),
            "surfaces other": game(self.surfaces[2]),
            "torpedoes": game(self.torpedoes),
            "damage by torpedoes": game(self.torpedo_damage),
            "damage a torpedo": per(self.torpedo_damage, self.torpedoes),
            "mines laid": game(self.mines),
            "mines triggered": game(self.triggers),
            "damage by mines": game(self.mine_damage),
            "damage a trigger": per(self.mine_damage, self.triggers),
            "silences": game(moved),
            "silences with torpedo": game(self.silences_with_torpedo),
            "silence distances": self.silences.map(|count| per(count, moved)),
            "sonars": game(self.sonars),
            "damage to itself": game(self.own_damage),
            "damage taken": game(self.taken),
            "idle damage": per(self.idle, self.taken),
            "hits": bins,
        })
    }
}
