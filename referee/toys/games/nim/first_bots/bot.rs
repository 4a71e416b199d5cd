// Nim: takes as many matches as leave a multiple of four, if it can.
use std::io;

fn main() {
    for line in io::stdin().lines() {
        let left: u32 = line.unwrap().trim().parse().unwrap();
        println!("{}", (left % 4).max(1));
    }
}
