//! Two games of one seed with the seats swapped, as the data of their page.

use serde::Serialize;

use super::film::Film;

/// Two games of one seed, in which the same players have each other's seats.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Pair {
    /// The two games.
    pub films: Vec<Film>,
    /// The addresses of their own pages, in the same order; empty on a page that stands alone.
    pub pages: Vec<String>,
}

/// Why two games are no pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPair {
    /// They are of two contests.
    #[error("the two games are of different contests")]
    Contests,
    /// They have two seeds.
    #[error("the two games have different seeds; a pair is one seed with the seats swapped")]
    Seeds,
    /// Their options differ.
    #[error("the two games have different options; a pair is one seed with the seats swapped")]
    Options,
    /// The same players have the same seats, or there are others.
    #[error("the players of the two games are not the same in other seats")]
    Players,
}

impl Pair {
    /// A pair of two films.
    ///
    /// # Errors
    /// If they are none.
    pub fn new(first: Film, second: Film) -> Result<Self, NoPair> {
        let sorted = |film: &Film| {
            let mut players = film.players.clone();
            players.sort();
            players
        };
        if first.game != second.game {
            return Err(NoPair::Contests);
        }
        if first.seed != second.seed {
            return Err(NoPair::Seeds);
        }
        if first.options != second.options {
            return Err(NoPair::Options);
        }
        if first.players == second.players || sorted(&first) != sorted(&second) {
            return Err(NoPair::Players);
        }
        Ok(Self { films: vec![first, second], pages: Vec::new() })
    }

    /// The contest, the players and the seed in one line.
    pub fn heading(&self) -> String {
        let first = self.films.first();
        first.map_or(String::new(), |film| format!("{}, seed {}", film.heading(), film.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film(seed: &str, players: [&str; 2]) -> Film {
        let players = players.map(str::to_owned).to_vec();
        Film { game: "fruit".into(), seed: seed.into(), players, ..Film::default() }
    }

    #[test]
    fn a_pair_has_one_seed_and_swapped_seats() {
        let of = |first: Film, second: Film| Pair::new(first, second).map(|_| ());
        let (ab, ba) = (["a", "b"], ["b", "a"]);
        assert_eq!(of(film("1", ab), film("1", ba)), Ok(()));
        assert_eq!(of(film("1", ab), film("2", ba)), Err(NoPair::Seeds));
        assert_eq!(of(film("1", ab), film("1", ab)), Err(NoPair::Players));
        assert_eq!(of(film("1", ab), film("1", ["b", "c"])), Err(NoPair::Players));
        let other = Film { game: "tron".into(), ..film("1", ba) };
        assert_eq!(of(film("1", ab), other), Err(NoPair::Contests));
        let options = serde_json::Map::from_iter([("size".to_owned(), 3.into())]);
        assert_eq!(of(film("1", ab), Film { options, ..film("1", ba) }), Err(NoPair::Options));
    }
}
