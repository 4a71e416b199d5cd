//! The exact number of moves that are left, from every state at once, where a chart is small enough.

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use gridkit::FastMap;

use super::chart::{Chart, FAR, Key, Open, Situation};
use super::route::shortest;
use super::view::View;
use crate::games::karo::motion::Motion;

/// The most states, times the sets of stops that can still be open, for which layers are built.
const MOST_STATES: usize = 8_000_000;
/// On larger charts, the most states that a search for one way visits.
const MOST_LOOKS: usize = 20_000;

/// A chart with the number of moves that are left in its situations.
pub(super) struct Layers {
    chart: Chart,
    /// By set of open stops, built on first use: the moves that are left after each state.
    made: Mutex<FastMap<Open, Arc<Vec<u32>>>>,
}

impl Deref for Layers {
    type Target = Chart;

    fn deref(&self) -> &Chart {
        &self.chart
    }
}

/// The charts that were used last. All players of all games in this process share them, because they often race
/// on the same track.
static SHARED: Mutex<Vec<(Key, Arc<Layers>)>> = Mutex::new(Vec::new());
const KEPT: usize = 4;
/// The most states of all charts that are kept beside the newest one. A state takes about a hundred bytes, and an
/// open map of 200x200 cells has tens of millions.
const MOST_STATES_KEPT: usize = 8_000_000;

impl Layers {
    /// Layers over all states that can be reached from the seeds: known ones, or new ones.
    pub(super) fn shared(view: &View, seeds: &HashSet<Motion>) -> Arc<Self> {
        let key = Key::of(view);
        let mut seeds = seeds.clone();
        if let Ok(kept) = SHARED.lock()
            && let Some((_, layers)) = kept.iter().find(|it| it.0 == key)
        {
            if layers.knows(&seeds) {
                return Arc::clone(layers);
            }
            seeds.extend(layers.seeds());
        }
        let layers = Arc::new(Self { chart: Chart::new(&key, seeds), made: Mutex::default() });
        if let Ok(mut kept) = SHARED.lock() {
            kept.retain(|it| it.0 != key);
            kept.insert(0, (key, Arc::clone(&layers)));
            let number = number_kept(kept.iter().map(|it| it.1.motions.len()));
            kept.truncate(number);
        }
        layers
    }

    /// The number of moves that are left in a situation. It is exact if the chart is small enough or a search
    /// finds the way soon; otherwise it is a lower bound.
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
        let known = self.made.lock().ok()?.get(&open).cloned();
        if known.is_some() {
            return known;
        }
        let layer = Arc::new(self.make_layer(open));
        self.made.lock().ok()?.insert(open, Arc::clone(&layer));
        Some(layer)
    }

    /// Searches backwards from the finish and from the states that pass an open stop; after those one stop less is
    /// open.
    fn make_layer(&self, open: Open) -> Vec<u32> {
        let mut smaller: FastMap<Open, Option<Arc<Vec<u32>>>> = FastMap::default();
        let mut left = vec![FAR; self.motions.len()];
        // The states whose predecessors are still to be visited, by the moves that are left after them.
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
                for earlier in self.before.of_state(state) {
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

/// How many of the charts are kept, by the numbers of their states, the newest chart first.
fn number_kept(states: impl Iterator<Item = usize>) -> usize {
    let add = |sum: &mut usize, states| {
        *sum += states;
        Some(*sum)
    };
    let older = states.skip(1).scan(0, add).take_while(|sum| *sum <= MOST_STATES_KEPT);
    1 + older.take(KEPT - 1).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::Step;
    use crate::games::karo::Karo;
    use crate::testkit::cases::cases;
    use crate::testkit::start;

    #[test]
    fn few_charts_are_kept_if_they_are_large() {
        assert_eq!(number_kept([1000; 9].into_iter()), KEPT);
        assert_eq!(number_kept([30_000_000, 5_000_000, 2_000_000, 2_000_000].into_iter()), 3);
        assert_eq!(number_kept([30_000_000; 4].into_iter()), 1);
    }

    #[test]
    fn the_moves_left_are_those_of_the_shortest_way() {
        for (seed, direction) in [(1, "free"), (2, "formula1"), (3, "classic")] {
            let options = json!({ "direction": direction, "board": "ring", "size": "24x14" });
            let mut game = start(&Karo, &seed.to_string(), options);
            let Step::Ask(requests) = game.advance(&[]) else { panic!("somebody is asked") };
            let view = View::read(&requests[0].lines).unwrap();
            let layers = Layers::shared(&view, &view.rests().collect::<HashSet<_>>());
            let all = layers.open_of(&view, view.me);
            for place in (0..layers.motions.len()).step_by(cases(29, 7)) {
                for open in (0..=all).filter(|open| open & !all == 0) {
                    let situation = Situation { motion: layers.motions[place], open: Some(open) };
                    let route = shortest(&layers, &[situation], usize::MAX);
                    let moves = route.map_or(FAR, |route| route.moves);
                    assert!(layers.layer(open).is_some(), "it is small");
                    assert_eq!(layers.left(&situation), moves, "{direction} {situation:?}");
                }
            }
        }
    }
}
