//! The customers at the window.

use super::food::{Dish, Food};

/// The number of customers that wait at the same time.
const WAITING: usize = 3;

/// A customer with its order and its award.
#[derive(Clone, Debug)]
pub struct Customer {
    /// The dish that it orders.
    pub order: Dish,
    /// The award when it comes.
    pub full_award: i32,
    /// The present award.
    pub award: i32,
    /// Whether it has been served and is about to leave.
    satisfied: bool,
}

impl Customer {
    /// A customer that has not come yet.
    pub(super) fn new(order: Dish) -> Self {
        let full_award = 200 + order.foods().iter().map(|food: &Food| food.worth()).sum::<i32>();
        Self { order, full_award, award: full_award, satisfied: false }
    }
}

/// The list of all customers, which begins again after the last, and the queue of those that wait.
///
/// If a customer still waits when the list comes to it again, it is in the queue twice, as the same customer: its
/// award is full again, falls twice per turn, and one dish serves both entries.
#[derive(Clone, Debug)]
pub struct Customers {
    list: Vec<Customer>,
    /// Indices in the list, the oldest first.
    queue: Vec<usize>,
    /// The index of the customer that comes next.
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

    /// The waiting customers, the oldest first.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Customer> {
        self.queue.iter().map(|&place| &self.list[place])
    }

    /// Empties the queue; the first customer of the list comes next.
    pub(super) fn begin_again(&mut self) {
        self.queue.clear();
        self.next = 0;
    }

    /// Replaces the served customers by new ones.
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

    /// Serves a dish and returns its award. Among several customers that ordered it, the one with the greatest award
    /// gets it, among those the oldest.
    pub(super) fn serve(&mut self, dish: &Dish) -> Option<i32> {
        let suits = |place: &usize| dish.serves(&self.list[*place].order);
        let awards = self.queue.iter().copied().filter(suits);
        // The last of equals is the greatest, so from the youngest to the oldest.
        let place = awards.rev().max_by_key(|&place| self.list[place].award)?;
        let customer = &mut self.list[place];
        customer.satisfied = true;
        Some(customer.award)
    }

    /// Reduces the awards of the waiting customers after a turn.
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
