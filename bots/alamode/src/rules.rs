//! The rules of the game: what an action makes of a position.
//!
//! The bot has its own reading of the rules, which is made for searching. The tests compare it
//! with the referee's, turn by turn.

use crate::action::Action;
use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::{Kind, Table};
use crate::state::{State, BURNING_TURNS};
use crate::world::World;

/// The places 0 to 2 of the queue whose customer was served, one bit each.
type Served = u8;

impl State {
    /// Plays the turn of the chef whose turn it is, and says whether a use had an effect. An
    /// action that the rules refuse changes nothing but the time.
    #[inline]
    pub fn play(&mut self, world: &World, action: Action) -> bool {
        let chef = self.mover;
        let mut done = false;
        let mut served = 0;
        if let Some(table) = action.table() {
            if world.kitchen.near(self.at[chef]) & table.bit() != 0 {
                done = self.use_table(world, chef, table, &mut served);
            }
        } else if let Some(floor) = action.destination() {
            self.set_place(world, chef, Some(floor));
        }
        self.end_turn(world, served);
        done
    }

    #[inline]
    fn end_turn(&mut self, world: &World, served: Served) {
        let twice = self.waiting[0] == self.waiting[1]
            || self.waiting[0] == self.waiting[2]
            || self.waiting[1] == self.waiting[2];
        if twice {
            // A customer that is in the queue twice loses a point for each place.
            let waiting = self.waiting;
            for (award, own) in self.award.iter_mut().zip(waiting) {
                *award -= waiting.iter().map(|&other| i16::from(other == own)).sum::<i16>();
            }
        } else {
            for award in &mut self.award {
                *award -= 1;
            }
        }
        if served != 0 {
            self.replace_customers(world, served);
        }
        // A dead partner's turn is skipped, but its time passes.
        let turns = if self.at[self.mover.other()].is_none() {
            2
        } else {
            self.mover = self.mover.other();
            1
        };
        if self.left < turns {
            self.over = true;
        }
        self.left = self.left.saturating_sub(turns);
        if !self.baking.is_none() && self.age() >= BURNING_TURNS {
            self.set_baking(world, Item::NONE);
        }
    }

    /// The served customers leave. Others come in their place, at the end of the queue.
    #[cold]
    fn replace_customers(&mut self, world: &World, served: Served) {
        let mut queue = [(0_u8, 0_i16); 3];
        let mut count = 0;
        for place in (0..3).filter(|place| served >> place & 1 == 0) {
            queue[count] = (self.waiting[place], self.award[place]);
            count += 1;
        }
        let mut next = self.next;
        while count < 3 {
            let award = world.customers.order(next).award;
            // A customer that comes again while it waits asks for its first award at both places.
            for same in queue[..count].iter_mut().filter(|place| place.0 == next) {
                same.1 = award;
            }
            queue[count] = (next, award);
            count += 1;
            next = world.customers.after(next);
        }
        self.award = queue.map(|place| place.1);
        self.set_customers(world, queue.map(|place| place.0), next);
    }

    /// Uses a table that the chef touches, and says whether that had an effect.
    #[inline]
    fn use_table(&mut self, world: &World, chef: Chef, table: Table, served: &mut Served) -> bool {
        let held = self.hand[chef];
        let after = match world.kitchen.kind[table.index()] {
            Kind::Plain => return self.use_plain_table(world, chef, table),
            Kind::IceCream => added(held, Item::ICE_CREAM),
            Kind::Blueberries if held == Item::CHOPPED_DOUGH => Some(Item::RAW_TART),
            Kind::Blueberries => added(held, Item::BLUEBERRIES),
            Kind::Strawberries if held.is_none() => Some(Item::STRAWBERRIES),
            Kind::Dough if held.is_none() => Some(Item::DOUGH),
            Kind::Board => held.chopped(),
            Kind::Dishwasher if held.is_dish() => Some(Item::DISH),
            Kind::Dishwasher if self.dishes > 0 && (held.is_none() || held.is_food()) => {
                self.dishes -= 1;
                Some(Item::DISH | held)
            }
            Kind::Window if held.is_dish() => {
                self.dishes += 1;
                *served = self.serve(world, held);
                Some(Item::NONE)
            }
            Kind::Oven => self.use_oven(world, held),
            Kind::Strawberries | Kind::Dough | Kind::Dishwasher | Kind::Window => None,
        };
        match after {
            Some(item) => {
                self.set_hand(world, chef, item);
                true
            }
            None => false,
        }
    }

    /// Gives a dish to the customer that ordered it. If several did, the one that pays most gets
    /// it, of equals the oldest.
    fn serve(&mut self, world: &World, dish: Item) -> Served {
        let mut best: Option<usize> = None;
        for place in 0..3 {
            let fits = world.customers.order(self.waiting[place]).foods == dish.foods();
            if fits && best.map_or(true, |best| self.award[place] > self.award[best]) {
                best = Some(place);
            }
        }
        let best = match best {
            Some(best) => best,
            None => return 0,
        };
        self.points += i32::from(self.award[best]);
        let customer = self.waiting[best];
        (0..3).map(|place| u8::from(self.waiting[place] == customer) << place).sum()
    }

    /// Gives what the chef holds afterwards; `None` if the use has no effect.
    fn use_oven(&mut self, world: &World, held: Item) -> Option<Item> {
        if self.baking.is_none() {
            held.baked()?;
            self.set_baking(world, held);
            return Some(Item::NONE);
        }
        let food = self.ready()?;
        let after = added(held, food)?;
        self.set_baking(world, Item::NONE);
        Some(after)
    }

    fn use_plain_table(&mut self, world: &World, chef: Chef, table: Table) -> bool {
        let (held, lying) = (self.hand[chef], self.table[table.index()]);
        let pair = if held.is_none() || lying.is_none() {
            if held == lying {
                return false;
            }
            (lying, held)
        } else if held.is_dish() && lying.is_food() && !held.holds(lying) {
            (held | lying, Item::NONE)
        } else if held.is_food() && lying.is_dish() && !lying.holds(held) {
            (Item::NONE, lying | held)
        } else if held == Item::BLUEBERRIES && lying == Item::CHOPPED_DOUGH
            || held == Item::CHOPPED_DOUGH && lying == Item::BLUEBERRIES
        {
            (Item::RAW_TART, Item::NONE)
        } else {
            return false;
        };
        self.set_hand(world, chef, pair.0);
        self.set_table(world, table, pair.1);
        true
    }
}

/// An item with a food added: an empty hand takes the food, a dish takes it if it does not have it yet.
#[inline]
fn added(held: Item, food: Item) -> Option<Item> {
    if held.is_none() || held.is_dish() && !held.holds(food) {
        Some(held | food)
    } else {
        None
    }
}
