//! A player that does nothing.

use crate::contest::House;

/// Waits.
pub(super) struct Waiter;

impl House for Waiter {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec!["WAIT".to_owned()]
    }
}
