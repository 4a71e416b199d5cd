//! The servers of five programming contests, to run and measure bots against each other.
