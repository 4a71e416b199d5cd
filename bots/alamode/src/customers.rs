//! The customers: who orders what, known from the start and coming again and again.

use crate::item::Foods;

/// The order of one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// What must lie on the dish, no more and no less.
    pub foods: Foods,
    /// Points when it is new; one less each turn.
    pub award: i16,
}

/// The list of all customers, in the order of their coming; after the last comes the first.
#[derive(Clone, Debug)]
pub struct Customers {
    orders: Vec<Order>,
    /// For each order the dishes that may still become it: bit `f` for the foods `f`.
    parts: Vec<u32>,
}

impl Customers {
    /// Most customers a list may have: an index must fit into a byte.
    pub const MOST: usize = 100;

    /// The list; `None` if it is empty or too long.
    pub fn new(orders: Vec<Order>) -> Option<Customers> {
        if orders.is_empty() || orders.len() > Customers::MOST {
            return None;
        }
        let parts = orders
            .iter()
            .map(|order| {
                (0..32_u8).filter(|part| part & !order.foods == 0).map(|part| 1 << part).sum()
            })
            .collect();
        Some(Customers { orders, parts })
    }

    /// The number of customers in the list.
    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    /// One customer's order.
    #[inline]
    pub fn order(&self, customer: u8) -> Order {
        self.orders[usize::from(customer)]
    }

    /// The dishes that may still become one customer's order: bit `f` for the foods `f`.
    #[inline]
    pub fn parts(&self, customer: u8) -> u32 {
        self.parts[usize::from(customer)]
    }

    /// Who comes after a customer.
    #[inline]
    pub fn after(&self, customer: u8) -> u8 {
        let next = customer + 1;
        if usize::from(next) >= self.orders.len() {
            0
        } else {
            next
        }
    }
}
