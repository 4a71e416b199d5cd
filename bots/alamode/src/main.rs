//! The place of the bot for Code à la Mode (CodinGame, 2019).
//!
//! It does not play yet, and says so: a bot that joined a game without a thought would only lose it.

fn main() {
    eprintln!("alamode: this bot does not play yet; `referee games` lists what can be played");
    std::process::exit(2);
}
