//! Who waits at the window.

use super::food::{Dish, Food};

/// Customers that wait at the same time.
const WAITING: usize = 3;

/// A customer: what it orders and what it pays.
#[derive(Clone, Debug)]
pub struct Customer {
    /// What must be on the dish.
    pub order: Dish,
    /// What it pays when it comes.
    pub full_award: i32,
    /// What it pays now.
    pub award: i32,
    /// Whether it has its dish and is about to leave.
    satisfied: bool,
}

impl Customer {
    /// A customer who has not come yet.
    pub(super) fn new(order: Dish) -> Self {
        let full_award = 200 + order.foods().iter().map(|food: &Food| food.worth()).sum::<i32>();
        Self { order, full_award, award: full_award, satisfied: false }
    }
}

/// The list of all customers, which begins again after the last, and the queue of those who wait.
///
/// A customer who still waits when the list comes to it again stands in the queue twice, and is
/// the same at both places: its award is whole again, falls twice a turn, and one dish satisfies it
/// at both.
#[derive(Clone, Debug)]
pub struct Customers {
    list: Vec<Customer>,
    /// Places in the list, the oldest first.
    queue: Vec<usize>,
    /// Place in the list of whoever comes next.
    next: usize,
}

impl Customers {
    pub(super) fn new(list: Vec<Customer>) -> Self {
        Self { list, queue: Vec::with_capacity(WAITING), next: 0 }
    }

    /// All customers, in the order in which they come.
    pub fn list(&self) -> &[Customer] {
        &self.list
    }

    /// Those who wait, the oldest first.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Customer> {
        self.queue.iter().map(|&place| &self.list[place])
    }

    /// Sends everyone away; the first of the list comes next.
    pub(super) fn begin_again(&mut self) {
        self.queue.clear();
        self.next = 0;
    }

    /// Lets the satisfied go and new ones come.
    pub(super) fn replace(&mut self) {
        let list = &self.list;
        self.queue.retain(|&place| !list[place].satisfied);
        while self.queue.len() < WAITING {
            let new = &mut self.list[self.next];
            new.award = new.full_award;
            new.satisfied = false;
            self.queue.push(self.next);
            self.next = (self.next + 1) % self.list.len();
        }
    }

    /// Hands out a dish and gives what it brings. Of several who ordered it the one who pays most
    /// gets it, of those the oldest.
    pub(super) fn serve(&mut self, dish: &Dish) -> Option<i32> {
        let suits = |place: &usize| dish.serves(&self.list[*place].order);
        let awards = self.queue.iter().copied().filter(suits);
        // The last of equals is the greatest, so from the youngest to the oldest.
        let place = awards.rev().max_by_key(|&place| self.list[place].award)?;
        let customer = &mut self.list[place];
        customer.satisfied = true;
        Some(customer.award)
    }

    /// A turn has been played: whoever still waits pays less.
    pub(super) fn grow_impatient(&mut self) {
        for &place in &self.queue {
            let customer = &mut self.list[place];
            if !customer.satisfied {
                customer.award -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
