//! A bot for Karopapier, vector racing on paper: reads the referee's lines on stdin, writes its moves to stdout.

fn main() {
    gridkit::bot::run::<kabotte::bot::KaBotte>();
}
