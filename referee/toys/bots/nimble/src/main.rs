//! Plays Nim: takes as many matches as leave a multiple of four, if it can.

use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.expect("standard input can be read");
        let left: u32 = line.trim().parse().expect("the referee sends a number");
        println!("{}", (left % 4).max(1));
    }
}
