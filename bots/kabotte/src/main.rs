//! A bot for Karopapier, vector racing on paper: reads the referee's lines on stdin, writes its moves
//! to stdout. `kabotte solve MAPFILE` solves a map instead.

fn main() {
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    if words.next().as_deref() == Some("solve") {
        kabotte::cli::run(words);
    }
    gridkit::bot::run::<kabotte::bot::KaBotte>();
}
