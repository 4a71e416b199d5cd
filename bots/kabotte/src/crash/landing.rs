//! Where a crash leads.

use super::{Chains, Model, Place, State};
use crate::crash::doom::up_to;
use crate::memory::{Landing, Memory, Records};
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::track::Cell;

/// Crashes one after another without a move between them.
const AT_ONCE: u8 = 4;

impl Model {
    /// Where a crash in a state leads; nothing if too little is remembered for it.
    pub(super) fn crash(&mut self, state: &State) -> Vec<State> {
        let at_once = match state.place {
            Place::Crashed(_, AT_ONCE) => return Vec::new(),
            Place::Crashed(_, at_once) => at_once + 1,
            _ => 1,
        };
        let records = self.with_state(state);
        let landing = match (state.place, self.zzz) {
            (Place::Crashed(at, _), 0) => Some(Landing { at, is_first: true }),
            _ => records.landing(self.zzz, 0, self.zzz),
        };
        let landing = match landing {
            Some(landing) => landing,
            None => return Vec::new(),
        };
        let place = Place::Crashed(landing.at, at_once);
        let is_used = state.is_used || landing.is_first;
        let mut next = Vec::with_capacity(2);
        if is_used {
            next.push(State { place, memory: Memory::NOTHING, is_used: false, ..*state });
        }
        let left = self.zzz..self.reach();
        let landings: Vec<Option<Landing>> =
            left.map(|left| records.landing(left, 1, self.zzz)).collect();
        let may_chain = self.chains == Chains::All && landings.iter().any(Option::is_some);
        if may_chain && self.can_crash_again(landing.at, state.next) {
            let memory = self.memories.number(Records { landings, ..Records::default() });
            next.push(State { place, memory, is_used, ..*state });
        }
        next
    }

    fn can_crash_again(&mut self, at: Cell, next: MoveNumber) -> bool {
        if let Some(known) = self.again.get(&(at, next)) {
            return *known;
        }
        let first = self.race.first_moves(Motion::at_rest(at), next);
        let in_time = self.zzz.checked_sub(1).map_or(0, up_to);
        let can =
            first.is_empty() || first.iter().any(|node| self.doom[node.index()] & in_time != 0);
        self.again.insert((at, next), can);
        can
    }
}
