//! A bot for Karopapier, vector racing on paper. It solves maps; it does not race yet.

use std::io::{self, Write};
use std::process;

fn main() {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let (text, code) = match words.next().as_deref() {
        Some("solve") => match kabotte::cli::solve(words) {
            Ok((text, code)) => (Ok(text), code),
            Err((mistake, code)) => (Err(format!("{mistake} (see kabotte solve --help)")), code),
        },
        Some("--help" | "-h") => (Ok(kabotte::cli::HELP.to_owned()), 0),
        _ => {
            let sentence = "this bot does not race yet; `kabotte solve MAPFILE` solves a map";
            (Err(sentence.to_owned()), 2)
        }
    };
    // Nobody may be left to read it.
    let _ = match text {
        Ok(text) => io::stdout().write_all(text.as_bytes()),
        Err(mistake) => writeln!(io::stderr(), "kabotte: {mistake}"),
    };
    process::exit(code);
}
