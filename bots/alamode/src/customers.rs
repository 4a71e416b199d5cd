//! The customers: their orders are known from the start, and they come again and again.

use crate::item::Foods;

/// The order of one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The foods on the dish: exactly these.
    pub foods: Foods,
    /// What it pays, in points. The server sends one less each turn.
    pub award: i16,
}

/// All customers in the order in which they come. After the last one comes the first.
#[derive(Clone, Debug)]
pub struct Customers {
    orders: Vec<Order>,
    /// For each order the dishes that can be completed to it: bit `f` for the foods `f`.
    parts: Vec<u32>,
}

impl Customers {
    /// The most customers of a game: an index must fit into a byte.
    pub const MOST: usize = 100;

    /// `None` if there are no orders, or too many.
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

    #[allow(clippy::len_without_is_empty)] // it never is
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    #[inline]
    pub fn order(&self, customer: u8) -> Order {
        self.orders[usize::from(customer)]
    }

    /// The dishes that can be completed to a customer's order: bit `f` for the foods `f`.
    #[inline]
    pub fn parts(&self, customer: u8) -> u32 {
        self.parts[usize::from(customer)]
    }

    /// The customer who comes after another.
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
