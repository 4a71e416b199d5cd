//! The place of the bot for the robot fruit hunt of 2012.
//!
//! It does not play yet, and says so: a bot that joined a game without a thought would only lose it.

fn main() {
    eprintln!("fruitbot: this bot does not play yet; `referee games` lists what can be played");
    std::process::exit(2);
}
