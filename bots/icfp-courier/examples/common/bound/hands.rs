//! All that a robot can carry at once: [`Hands`], the states of the searches of the bound.

use gridkit::FastMap;

use super::stock::Stock;

/// A set of packages in the hands, in the order of their numbers, and which of the remembered
/// packages have been picked up before, one bit each.
type Key = (Vec<u16>, u32);

/// The states and what leads from one to another. State 0 has empty hands and remembers nothing.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    keys: Vec<Key>,
    /// For each state: the node of a place, and the state after all for it has been put down.
    pub drops: Vec<Vec<(u16, u32)>>,
    /// For each state: a package, and the state with it in the hands too.
    pub picks: Vec<Vec<(u16, u32)>>,
    /// The states, the lightest load first.
    pub by_load: Vec<u32>,
    /// Packages lighter than this are in no state: they take no room in the hands.
    pub lightest: i64,
}

impl Hands {
    /// All states, or nothing if there are more than `most`. What is in `remembered`, 32 packages at
    /// most, is picked up once in a walk; the rest may be picked up again after its delivery.
    pub fn new(stock: &Stock, lightest: i64, remembered: &[usize], most: usize) -> Option<Self> {
        let mut hands = Self {
            keys: vec![(Vec::new(), 0)],
            drops: Vec::new(),
            picks: Vec::new(),
            by_load: Vec::new(),
            lightest,
        };
        let mut index: FastMap<Key, u32> = FastMap::default();
        index.insert(hands.keys[0].clone(), 0);
        let mut loads: Vec<i64> = Vec::new();
        while hands.drops.len() < hands.keys.len() {
            let (held, done) = hands.keys[hands.drops.len()].clone();
            let load: i64 = held.iter().map(|&held| stock.parcels[usize::from(held)].weight).sum();
            loads.push(load);
            let mut number_of = |key: Key| {
                let next = hands.keys.len() as u32;
                *index.entry(key).or_insert_with_key(|key| {
                    hands.keys.push(key.clone());
                    next
                })
            };
            let mut drops = Vec::new();
            for &one in &held {
                let place = stock.parcels[usize::from(one)].place;
                let goes = |other: &u16| stock.parcels[usize::from(*other)].place != place;
                if drops.iter().all(|&(other, _)| usize::from(other) != place) {
                    let rest = held.iter().copied().filter(goes).collect();
                    drops.push((place as u16, number_of((rest, done))));
                }
            }
            let mut picks = Vec::new();
            for (number, parcel) in stock.parcels.iter().enumerate() {
                let bit = remembered.iter().position(|&other| other == number);
                let bit = bit.map_or(0, |bit| 1_u32 << bit);
                let place = held.binary_search(&(number as u16));
                let is_possible =
                    parcel.weight >= lightest && load + parcel.weight <= stock.capacity;
                if let (Err(place), true, 0) = (place, is_possible, done & bit) {
                    let mut more = held.clone();
                    more.insert(place, number as u16);
                    picks.push((number as u16, number_of((more, done | bit))));
                }
            }
            hands.drops.push(drops);
            hands.picks.push(picks);
            if hands.keys.len() > most {
                return None;
            }
        }
        hands.by_load = (0..hands.keys.len() as u32).collect();
        hands.by_load.sort_by_key(|&state| loads[state as usize]);
        Some(hands)
    }

    /// All states with as few packages left out as there is room for.
    pub fn within(stock: &Stock, most: usize) -> Self {
        let lightest = (0..).find_map(|lightest| Self::new(stock, lightest, &[], most));
        lightest.expect("without a package there is one state")
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Is nothing in the hands?
    pub fn are_empty(&self, state: usize) -> bool {
        self.keys[state].0.is_empty()
    }
}
