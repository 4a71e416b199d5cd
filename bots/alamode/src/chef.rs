//! The chef: what is known of the game so far, and what to do in each turn.

use std::time::Duration;

use gridkit::Deadline;

use crate::beam::{Beam, Partner, Plan, Question};
use crate::deadlock::{Actions, Deadlock};
use crate::kitchen::{Floor, Kind};
use crate::oven;
use crate::params::Params;
use crate::partner::{swapped, Model, Partnership};
use crate::protocol::{answer, Start, Turn};
use crate::state::{Action, Chef as Seat, State};
use crate::walk::FAR;
use crate::world::World;
use crate::worth::Appraiser;

/// One player of a game.
pub struct Chef {
    world: World,
    appraiser: Appraiser,
    beam: Beam,
    /// The position as it should be after the bot's own turn; the partner has yet to act.
    expected: State,
    /// What was planned from there, the partner's action first.
    plan: Plan,
    /// What the partner would do alone from there, his own actions only.
    script: Vec<Action>,
    partnership: Partnership,
    model: Model,
    deadlock: Deadlock,
    action: Action,
    stall: Duration,
}

impl Chef {
    /// A chef who has read the first input. All memory that a game needs is taken here.
    pub fn new(start: Start, params: Params, seed: u64) -> Chef {
        let world = World::new(start.kitchen, start.customers, params, seed);
        let appraiser = Appraiser::new(&world);
        let beam = Beam::new(&world);
        let expected = State::opening(&world, [Floor(0), Floor::NOWHERE], Seat::OWN);
        Chef {
            world,
            appraiser,
            beam,
            expected,
            plan: Plan::default(),
            script: Vec::new(),
            partnership: Partnership::new(),
            model: Model::Joint,
            deadlock: Deadlock::new(),
            action: Action::WAIT,
            stall: Duration::ZERO,
        }
    }

    /// What stays the same.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The position of a turn.
    ///
    /// # Errors
    ///
    /// A sentence if the turn's input cannot be.
    pub fn observe(&mut self, turn: &Turn) -> Result<State, String> {
        if turn.left >= self.expected.left && turn.left >= 198 || self.expected.over {
            // A new round, perhaps with somebody else.
            self.expected = State::opening(&self.world, [Floor(0), Floor::NOWHERE], Seat::OWN);
            self.plan = Plan::default();
            self.script.clear();
            self.partnership = Partnership::new();
            self.deadlock = Deadlock::new();
        }
        turn.state(&self.world, &self.expected)
    }

    /// What to do in a position.
    pub fn decide(&mut self, state: &State, deadline: &mut Deadline) -> Action {
        let (known, sure) = self.compare(state);
        self.model = match self.world.params.model {
            0 => self.partnership.model(),
            given => Model::ALL[given as usize - 1],
        };
        if state.at[1] == Floor::NOWHERE {
            self.model = Model::Frozen;
        }
        let clear = self.partnership.is_clear() || state.at[1] == Floor::NOWHERE;
        let guessing = self.world.params.guessing;
        let share = if clear { 1.0 } else { 1.0 - guessing };
        let circles = self.deadlock.circles(state);
        let plan = self.search(state, (&known, sure), circles, &mut deadline.part(share));
        let action = plan.actions.first().copied().unwrap_or(Action::WAIT);
        self.deadlock.remember(state, action);
        self.expected = *state;
        self.expected.play(&self.world, action);
        self.stall = plan.stall;
        self.plan = plan;
        if !self.plan.actions.is_empty() {
            self.plan.actions.remove(0);
        }
        let mut joint = self.plan.actions.first().copied().unwrap_or(Action::WAIT);
        self.script.clear();
        if !clear {
            // What he would do now, seen from where he stands.
            let his = swapped(&self.world, &self.expected);
            let question = Question {
                root: &his,
                partner: Partner::Script(&[]),
                known: &[],
                sure: false,
                circles: 0,
                foreign: None,
                free: true,
                depth: self.world.params.far as usize,
            };
            let whole = if deadline.is_on_the_clock() { 1.0 } else { guessing };
            let mut rest = deadline.part(whole);
            let guess = self.beam.search(&self.world, &mut self.appraiser, &question, &mut rest);
            self.stall = self.stall.max(guess.stall);
            self.script = guess.actions.iter().copied().step_by(2).collect();
            if self.model != Model::Joint {
                joint = self.script.first().copied().unwrap_or(joint);
            }
        }
        let alone = self.script.first().copied().unwrap_or(joint);
        self.partnership.guess(joint, alone);
        self.action = action;
        action
    }

    /// Thinks while the partner does: looks for a better course from the position that the bot's
    /// last action has led to, and takes it for known in the next turn. An interrupted search has
    /// not looked far enough and is forgotten.
    pub fn ponder(&mut self, deadline: &mut Deadline) {
        let state = self.expected;
        if state.over || state.mover == Seat::OWN {
            return;
        }
        let known = std::mem::take(&mut self.plan.actions);
        let plan = self.search(&state, (&known, true), 0, deadline);
        self.stall = self.stall.max(plan.stall);
        if deadline.is_interrupted() || plan.actions.is_empty() {
            self.plan.actions = known;
        } else {
            self.plan = plan;
            if self.model == Model::Joint {
                self.partnership.guess_joint(self.plan.actions[0]);
            }
        }
    }

    /// Looks for the best course with the partner as he is taken now. In a position in which it is
    /// the partner's turn his script has not begun.
    fn search(
        &mut self,
        state: &State,
        (known, sure): (&[Action], bool),
        circles: Actions,
        deadline: &mut Deadline,
    ) -> Plan {
        let partner = match self.model {
            Model::Joint => Partner::Joint,
            Model::Alone => Partner::Script(&self.script),
            Model::Frozen => Partner::Script(&[]),
        };
        let joint = partner == Partner::Joint;
        let question = Question {
            root: state,
            partner,
            known,
            sure,
            circles,
            foreign: if joint { None } else { oven::partners(&self.world, state) },
            free: !joint && self.is_blocked(state),
            depth: if joint { self.world.params.depth } else { self.world.params.far } as usize,
        };
        self.beam.search(&self.world, &mut self.appraiser, &question, deadline)
    }

    /// Compares the position with what was expected; gives what is left of the last plan, and
    /// whether it has come true. Though the partner may have done something else, it is looked at
    /// again: without need the bot does not change its mind.
    fn compare(&mut self, state: &State) -> (Vec<Action>, bool) {
        if self.plan.actions.is_empty() && self.script.is_empty() {
            return (Vec::new(), false);
        }
        if state.at[1] == Floor::NOWHERE {
            // Nobody else has a turn, unless he died in the last one.
            let same = self.expected.key == state.key && self.expected.mover == state.mover;
            return (if same { self.plan.actions.clone() } else { Vec::new() }, same);
        }
        self.partnership.learn(&self.world, &self.expected, state);
        if !self.script.is_empty() {
            self.script.remove(0);
        }
        let mut replay = self.expected;
        match self.plan.actions.split_first() {
            Some((&his, rest)) => {
                replay.play(&self.world, his);
                (rest.to_vec(), replay.key == state.key)
            }
            None => (Vec::new(), false),
        }
    }

    /// Whether the partner stands where he keeps the bot from some equipment.
    fn is_blocked(&self, state: &State) -> bool {
        let plain = self.world.kitchen.all(Kind::Plain);
        let steps = match self.world.walks.steps_to_use.get(state.at[0].index()) {
            Some(steps) => &steps[state.at[1].index()],
            None => return false,
        };
        (0..steps.len()).any(|table| plain >> table & 1 == 0 && steps[table] == FAR)
    }

    /// The longest time for which the program stood still in the last turn, as far as it knows.
    pub fn stall(&self) -> Duration {
        self.stall
    }

    /// The plan of the last turn, from the partner's action on.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// One line on the last decision, made in that position.
    pub fn remark(&self, state: &State) -> String {
        let [joint, alone, frozen] = self.partnership.trust();
        format!(
            "{} turns left: {}, {} points in sight, {} states, {:?} partner (trust {joint:.2} {alone:.2} {frozen:.2})",
            state.left,
            answer(&self.world, self.action),
            self.plan.score,
            self.plan.states,
            self.model,
        )
    }
}
