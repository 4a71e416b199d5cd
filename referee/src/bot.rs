//! Bots of the command line: their names, how they are built, and how they take seats.

mod apart;
mod bench;
mod build;
mod named;
mod parsed;
mod ready;
mod strangers;
mod typed;
mod variable;

pub use self::named::matching;
pub use self::parsed::Bot;
pub use self::ready::{Placed, ReadyBot, seat_all};
pub use self::strangers::Strangers;
pub use self::variable::demand_no_variable;
