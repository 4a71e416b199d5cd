//! CPU cores for the programs of parallel games.

/// Whether each program gets a core of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// Yes, if there are enough.
    #[default]
    IfEnough,
    /// Never.
    Never,
}

/// Cores for each program of each parallel game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorePlan {
    /// Indexed by the slot of the game, then by the number of the program in it.
    cores: Vec<Vec<Vec<usize>>>,
}

impl CorePlan {
    /// Distributes cores evenly over `games` games with `programs` programs each and leaves one
    /// core for the referee. `None` if a program would get no core.
    pub fn new(cores: &[usize], games: usize, programs: usize) -> Option<Self> {
        let (_, free) = cores.split_first()?;
        let each = free.len() / (games * programs).max(1);
        if each == 0 {
            return None;
        }
        let mut shares = free.chunks(each).map(<[usize]>::to_vec);
        let cores = (0..games).map(|_| shares.by_ref().take(programs).collect()).collect();
        Some(Self { cores })
    }

    /// The cores of a program in one of the games.
    pub fn of(&self, game: usize, program: usize) -> Option<&[usize]> {
        let of_game = self.cores.get(game)?;
        of_game.get(program).map(Vec::as_slice)
    }

    /// Number of cores of each program.
    pub fn each(&self) -> usize {
        self.cores.first().and_then(|game| game.first()).map_or(0, Vec::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_cores_of_its_own_and_the_referee_has_one() {
        let cores: Vec<usize> = (0..9).collect();
        let plan = CorePlan::new(&cores, 2, 2).unwrap();
        let dealt = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(game, seat)| plan.of(game, seat));
        assert_eq!(dealt, [[1, 2], [3, 4], [5, 6], [7, 8]].each_ref().map(|it| Some(&it[..])));
        assert_eq!((plan.each(), plan.of(2, 0), plan.of(0, 2)), (2, None, None));
    }

    #[test]
    fn too_few_cores_are_not_dealt_out() {
        assert!(CorePlan::new(&[0, 1, 2], 1, 2).is_some());
        assert_eq!(CorePlan::new(&[0, 1], 1, 2), None);
        assert_eq!(CorePlan::new(&[0, 1, 2, 3], 2, 2), None);
        assert_eq!(CorePlan::new(&[], 1, 1), None);
    }
}
