// Nim: takes as many matches as leave a multiple of four, if it can.
use std::{env, io};

fn main() {
    let verbose = env::args().any(|argument| argument == "--verbose");
    for line in io::stdin().lines() {
        let left: u32 = line.unwrap().trim().parse().unwrap();
        if verbose {
            eprintln!("{left} matches are left");
        }
        println!("{}", (left % 4).max(1));
    }
}
