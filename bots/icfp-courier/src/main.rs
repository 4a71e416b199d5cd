//! The place of the bot for the ICFP 2002 contest, in which robots deliver packages.
//!
//! It does not play yet, and says so: a bot that joined a game without a thought would only lose it.

fn main() {
    eprintln!("icfp-courier: this bot does not play yet; `referee games` lists what can be played");
    std::process::exit(2);
}
