//! A bot for Ocean of Code: reads the server's lines on stdin, writes its orders to stdout.

fn main() {
    gridkit::bot::run::<ocean::bot::Ocean>();
}
