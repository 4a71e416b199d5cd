//! The exact number of moves that are left, from every state at once, where a chart is small enough.

use std::sync::{Arc, Mutex};

use gridkit::FastMap;

use super::chart::{Chart, FAR, Open, Situation};
use super::route::shortest;

/// Most states, times the sets of stops that can still be open.
const MOST_STATES: usize = 8_000_000;
/// States looked at for a way where there are more.
const MOST_LOOKS: usize = 20_000;

/// What is left by set of open stops, made when it is first asked for.
#[derive(Default)]
pub(super) struct Layers {
    pub(super) before: Before,
    made: Mutex<FastMap<Open, Arc<Vec<u32>>>>,
}

/// The states before each state, all in one list.
#[derive(Default)]
pub(super) struct Before {
    begins: Vec<usize>,
    states: Vec<u32>,
}

impl Before {
    pub(super) fn of(chart: &Chart) -> Self {
        let mut begins = vec![0; chart.motions.len() + 1];
        for next in &chart.successors {
            begins[*next as usize + 1] += 1;
        }
        for state in 0..chart.motions.len() {
            begins[state + 1] += begins[state];
        }
        let (mut places, mut states) = (begins.clone(), vec![0; begins[chart.motions.len()]]);
        for state in 0..chart.motions.len() as u32 {
            for next in chart.after_state(state) {
                states[places[*next as usize]] = state;
                places[*next as usize] += 1;
            }
        }
        Self { begins, states }
    }

    pub(super) fn of_state(&self, state: u32) -> &[u32] {
        &self.states[self.begins[state as usize]..self.begins[state as usize + 1]]
    }
}

impl Chart {
    /// How many moves are left in a situation: exact where the chart is small enough or the way is found
    /// soon, else a bound.
    pub(super) fn left(&self, situation: &Situation) -> u32 {
        let Some(open) = situation.open else { return 0 };
        match (self.state(situation.motion), self.layer(open)) {
            (None, _) => FAR,
            (Some(state), Some(layer)) => layer[state as usize],
            (Some(_), None) => {
                shortest(self, &[*situation], MOST_LOOKS).map_or(FAR, |route| route.moves)
            }
        }
    }

    /// The moves that are left after each state with these stops open after it; `None` on a large chart.
    fn layer(&self, open: Open) -> Option<Arc<Vec<u32>>> {
        if self.motions.len() << open.count_ones() > MOST_STATES {
            return None;
        }
        let known = |layers: &Layers| layers.made.lock().ok()?.get(&open).cloned();
        if let Some(layer) = known(&self.layers) {
            return Some(layer);
        }
        let layer = Arc::new(self.make_layer(open));
        self.layers.made.lock().ok()?.insert(open, Arc::clone(&layer));
        Some(layer)
    }

    /// A search back from the finish and from the states that pass an open stop, whose layers have one stop
    /// less.
    fn make_layer(&self, open: Open) -> Vec<u32> {
        let before = &self.layers.before;
        let mut smaller: FastMap<Open, Option<Arc<Vec<u32>>>> = FastMap::default();
        let mut left = vec![FAR; self.motions.len()];
        // By the moves that are left after them: states whose predecessors come next.
        let mut waves: Vec<Vec<u32>> = Vec::new();
        let add = |waves: &mut Vec<Vec<u32>>, moves: u32, state: u32| {
            let moves = moves as usize;
            if waves.len() <= moves {
                waves.resize_with(moves + 1, Vec::new);
            }
            waves[moves].push(state);
        };
        for state in 0..self.motions.len() as u32 {
            let moves = match self.pass(open, self.marks[state as usize]) {
                None => 0,
                Some(same) if same == open => continue,
                Some(less) => {
                    let layer = smaller.entry(less).or_insert_with(|| self.layer(less));
                    layer.as_ref().map_or(FAR, |layer| layer[state as usize])
                }
            };
            if moves < FAR {
                add(&mut waves, moves, state);
            }
        }
        let mut moves = 0;
        while moves < waves.len() {
            for state in std::mem::take(&mut waves[moves]) {
                for earlier in before.of_state(state) {
                    let place = *earlier as usize;
                    if left[place] == FAR {
                        left[place] = moves as u32 + 1;
                        if self.pass(open, self.marks[place]) == Some(open) {
                            add(&mut waves, moves as u32 + 1, *earlier);
                        }
                    }
                }
            }
            moves += 1;
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::super::view::View;
    use super::*;
    use crate::game::Step;
    use crate::games::karo::Karo;
    use crate::testkit::cases::cases;
    use crate::testkit::start;

    #[test]
    fn what_is_left_is_what_the_search_finds() {
        for (seed, direction) in [(1, "free"), (2, "formula1"), (3, "classic")] {
            let options = json!({ "direction": direction, "board": "ring", "size": "24x14" });
            let mut game = start(&Karo, &seed.to_string(), options);
            let Step::Ask(requests) = game.advance(&[]) else { panic!("somebody is asked") };
            let view = View::read(&requests[0].lines).unwrap();
            let chart = Chart::shared(&view, &view.rests().collect::<HashSet<_>>());
            let all = chart.open_of(&view, view.me);
            for place in (0..chart.motions.len()).step_by(cases(29, 7)) {
                for open in (0..=all).filter(|open| open & !all == 0) {
                    let situation = Situation { motion: chart.motions[place], open: Some(open) };
                    let route = shortest(&chart, &[situation], usize::MAX);
                    let moves = route.map_or(FAR, |route| route.moves);
                    assert!(chart.layer(open).is_some(), "it is small");
                    assert_eq!(chart.left(&situation), moves, "{direction} {situation:?}");
                }
            }
        }
    }
}
