//! A bot for Code à la Mode: reads the server's lines on stdin, writes its actions to stdout.

fn main() {
    gridkit::bot::run::<alamode::bot::Alamode>();
}
