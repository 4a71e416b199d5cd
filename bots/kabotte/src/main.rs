//! The place of the bot for Karopapier, vector racing on paper.
//!
//! It does not play yet, and says so: a bot that joined a game without a thought would only lose it.

fn main() {
    eprintln!("kabotte: this bot does not play yet; `referee games` lists what can be played");
    std::process::exit(2);
}
