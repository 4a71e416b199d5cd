//! The states before each state.

/// For each state the states that it may follow, all in one list.
pub(super) struct Predecessors {
    /// Where the predecessors of each state begin in `states`, and the length of `states` at the end.
    begins: Vec<usize>,
    states: Vec<u32>,
}

impl Predecessors {
    /// Reverses lists of successors. `begins` has where those of each state begin in `successors`, and the length
    /// of `successors` at its end.
    pub(super) fn of(begins: &[u32], successors: &[u32]) -> Self {
        let count = begins.len() - 1;
        let mut places = vec![0; count + 1];
        for next in successors {
            places[*next as usize + 1] += 1;
        }
        for state in 0..count {
            places[state + 1] += places[state];
        }
        let (begins_before, mut states) = (places.clone(), vec![0; successors.len()]);
        for (state, range) in (0..).zip(begins.windows(2)) {
            for next in &successors[range[0] as usize..range[1] as usize] {
                states[places[*next as usize]] = state;
                places[*next as usize] += 1;
            }
        }
        Self { begins: begins_before, states }
    }

    pub(super) fn of_state(&self, state: u32) -> &[u32] {
        &self.states[self.begins[state as usize]..self.begins[state as usize + 1]]
    }
}
