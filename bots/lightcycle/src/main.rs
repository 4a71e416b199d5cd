//! A bot for Tron: reads the referee's lines on stdin, writes its moves to stdout.

fn main() {
    gridkit::bot::run::<lightcycle::Lightcycle>();
}
