//! The games that a contest wants recorded under `fixtures/`: data only, which a program of the tests plays.

use serde_json::Value;

use crate::game::Seat;
use crate::player::Player;
use crate::player::house::{House, HouseKind, HousePlayer};
use crate::player::scripted::{Act, Scripted};

/// One game to record.
pub struct Fixture {
    /// The name of the recording.
    pub name: String,
    /// The seed of the game.
    pub seed: String,
    /// Options as a JSON object; the others have their defaults.
    pub options: Value,
    /// The players by seat.
    pub players: Vec<Box<dyn Player>>,
}

/// The games of one contest, in order.
#[derive(Default)]
pub struct Fixtures {
    kinds: &'static [HouseKind],
    house_seed: u64,
    /// The games.
    pub games: Vec<Fixture>,
}

impl Fixtures {
    /// No games yet. House players are those of `kinds`, and draw their randomness from `house_seed`.
    pub fn new(kinds: &'static [HouseKind], house_seed: u64) -> Self {
        Self { kinds, house_seed, games: Vec::new() }
    }

    /// The strategy of a house player, such as `@random`.
    ///
    /// # Panics
    /// If the contest has no house player of that name.
    pub fn house(&self, name: &str, seat: Seat) -> Box<dyn House> {
        let kind = self.kinds.iter().find(|kind| kind.name == name.trim_start_matches('@'));
        let kind = kind.unwrap_or_else(|| panic!("there is no house player {name}"));
        (kind.make)(self.house_seed, seat)
    }

    /// Adds a game between house players.
    ///
    /// # Panics
    /// If the contest has no house player of one of these names.
    pub fn houses(&mut self, name: &str, seed: &str, options: Value, houses: &[&str]) {
        let seated = houses.iter().enumerate();
        let players = seated.map(|(seat, house)| -> Box<dyn Player> {
            Box::new(HousePlayer::new(*house, self.house(house, Seat(seat))))
        });
        let players = players.collect();
        self.add(name, seed, options, players);
    }

    /// Adds a game between scripts. A script that is at its end exits.
    pub fn scripts(
        &mut self,
        name: &str,
        seed: &str,
        options: Value,
        scripts: impl IntoIterator<Item = Vec<Act>>,
    ) {
        let player = |acts| -> Box<dyn Player> { Box::new(Scripted::new("scripted", acts)) };
        self.add(name, seed, options, scripts.into_iter().map(player).collect());
    }

    /// Adds a game.
    pub fn add(&mut self, name: &str, seed: &str, options: Value, players: Vec<Box<dyn Player>>) {
        let (name, seed) = (name.to_owned(), seed.to_owned());
        self.games.push(Fixture { name, seed, options, players });
    }
}
