//! The machines on which the games of a log were played: how much each has played, how its bots did there, and whether
//! that differs from the other machines.

mod host;
mod results;
mod speeds;

use std::collections::{BTreeMap, HashMap};

use super::log::Log;
use super::logged::Logged;
use super::times::Times;
use host::name_of;
pub use results::OddMachine;
use results::Results;
use speeds::Speeds;
pub use speeds::{SlowMachine, Speed, SpeedSource};

/// The machines of a log.
#[derive(Clone, Debug, Default)]
pub struct Machines {
    /// The machines by name; empty if no game names one.
    pub all: Vec<Machine>,
    /// Those whose results differ from those of the others.
    pub odd: Vec<OddMachine>,
    /// Those on which a bot thinks measurably less.
    pub slow: Vec<SlowMachine>,
}

/// A machine and what was played there.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// Its processor, in the words of the system; empty if it is not known.
    pub processor: String,
    /// Number of games that count.
    pub games: u64,
    /// How long programs waited for a core during these games, in microseconds; `None` where no system says that.
    pub starved_micros: Option<u64>,
    /// What the bots did there, by name.
    pub bots: BTreeMap<String, BotThere>,
}

/// A bot on a machine.
#[derive(Clone, Debug, Default)]
pub struct BotThere {
    /// Half points against other bots, and the most that it could have had.
    half_points: [u64; 2],
    /// Times of its answers.
    pub times: Times,
    /// The seed of the game with its slowest answer.
    pub slowest_seed: String,
    /// How fast it thinks there; `None` if that is not known.
    pub speed: Option<Speed>,
    /// The factor of its time limits by `--calibrate`; 1 without.
    pub limit_factor: f64,
}

impl BotThere {
    /// Its share of the points against other bots, from 0 to 1; `None` if it met none.
    pub fn points(&self) -> Option<f64> {
        let [points, most] = self.half_points;
        (most > 0).then(|| points as f64 / most as f64)
    }
}

impl Machines {
    /// The machines of the games for which `counts` is true.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> Self {
        let games = || log.games().filter(|game| counts(game));
        if games().all(|game| game.host.is_none()) {
            return Self::default();
        }
        let mut all: HashMap<&str, Machine> = HashMap::new();
        let mut speeds = Speeds::default();
        for game in games() {
            let name = name_of(game);
            let machine = all.entry(name).or_default();
            machine.add(game);
            speeds.add(name, game);
        }
        for (name, bot, speed) in speeds.all() {
            if let Some(there) = all.get_mut(name).and_then(|it| it.bots.get_mut(bot)) {
                there.speed = Some(speed);
            }
        }
        let mut list: Vec<Machine> =
            all.into_iter().map(|(name, it)| Machine { name: name.to_owned(), ..it }).collect();
        list.sort_by(|a, b| a.name.cmp(&b.name));
        Self { all: list, odd: Results::of(games()).odd(), slow: speeds.slow() }
    }
}

impl Machine {
    fn add(&mut self, game: &Logged) {
        self.games += 1;
        if let Some(host) = &game.host {
            if self.processor.is_empty() {
                self.processor.clone_from(&host.machine.processor);
            }
            if let Some(micros) = host.starved_micros {
                *self.starved_micros.get_or_insert(0) += u64::from(micros);
            }
        }
        for (seat, bot) in game.bots.iter().enumerate() {
            if !self.bots.contains_key(bot) {
                self.bots
                    .insert(bot.clone(), BotThere { limit_factor: 1.0, ..BotThere::default() });
            }
            let Some(there) = self.bots.get_mut(bot) else { continue };
            let others = (0..game.bots.len()).filter(|other| game.bots[*other] != *bot);
            for other in others {
                let points = game.half_points(crate::game::Seat(seat), crate::game::Seat(other));
                there.half_points[0] += points as u64;
                there.half_points[1] += 2;
            }
            if let Some(times) = game.times.seat(seat) {
                if times.max() > there.times.max() {
                    game.seed.as_str().clone_into(&mut there.slowest_seed);
                }
                times.add_to(&mut there.times);
            }
            let limits = game.host.as_ref().map(|host| &host.machine.limit_percent);
            if let Some(percent) = limits.and_then(|it| it.get(seat)) {
                there.limit_factor = *percent as f64 / 100.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::log::log;
    use super::super::logged::logged;
    use super::super::played_on::{OtherMachine, PlayedOn};
    use super::*;

    #[test]
    fn games_results_and_the_slowest_answer_are_those_of_their_machine() {
        let game = |seed: &str, ranks: [u32; 2], host: Option<&str>, micros: u64| {
            let mut game = logged(seed, &["a", "b"], &ranks);
            let mut times = Times::default();
            times.add(micros, Duration::from_millis(50));
            game.times = vec![times, Times::default()].into();
            let on = |name: &str| OtherMachine {
                name: name.into(),
                processor: "cpu".into(),
                ..OtherMachine::default()
            };
            game.host =
                host.map(|name| PlayedOn { machine: on(name).into(), starved_micros: Some(5) });
            game
        };
        let games = vec![
            game("1", [1, 2], Some("n1"), 700),
            game("2", [1, 1], Some("n1"), 900),
            game("3", [2, 1], Some("n2"), 300),
            game("4", [2, 1], None, 100),
        ];
        let machines = Machines::of(&log(games.clone()), |_| true);
        let names: Vec<&str> = machines.all.iter().map(|it| &*it.name).collect();
        assert_eq!(names, ["here", "n1", "n2"]);
        let first = &machines.all[1];
        assert_eq!((first.games, first.starved_micros, &*first.processor), (2, Some(10), "cpu"));
        let a = &first.bots["a"];
        assert_eq!((a.points(), a.times.max(), &*a.slowest_seed), (Some(0.75), 900, "2"));
        assert_eq!(first.bots["b"].points(), Some(0.25));
        assert_eq!(machines.all[0].starved_micros, None);
        // A log of one machine, whose games name none, has no table.
        assert!(Machines::of(&log(games[3..].to_vec()), |_| true).all.is_empty());
        assert!(Machines::of(&log(games), |game| game.seed == "4").all.is_empty());
    }
}
