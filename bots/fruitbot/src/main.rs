//! A bot for the robot fruit hunt: reads the referee's lines on stdin, writes its moves to stdout.

fn main() {
    gridkit::bot::run::<fruitbot::bot::Fruitbot>();
}
