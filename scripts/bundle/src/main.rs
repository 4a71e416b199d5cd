//! The place of the bundler, which will turn a bot and what it needs into one source file that a
//! contest site compiles.
//!
//! It does not bundle yet, and says so.

fn main() {
    eprintln!("bundle: this program does not bundle yet");
    std::process::exit(2);
}
