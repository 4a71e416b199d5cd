//! A game of Ocean of Code that is known beforehand, for benchmarks of everything but thinking.

/// Turns of a game, both players together.
pub const TURNS: u32 = 300;

/// The starting cell.
pub const START: &str = "0 0";

/// The lines after it: moves that fill columns 0 to 12 of rows 0 to 10, which are water on the map of seed 1, then lead
/// back after surfacing.
pub fn walk() -> Vec<String> {
    let mut forth = Vec::new();
    for row in 0..11 {
        let dir = if row % 2 == 0 { "E" } else { "W" };
        forth.extend([dir; 12]);
        forth.push("S");
    }
    forth.pop();
    let mut lines: Vec<String> = forth.iter().map(|dir| format!("MOVE {dir} TORPEDO")).collect();
    let back = |dir: &&str| match *dir {
        "E" => "W",
        "W" => "E",
        _ => "N",
    };
    lines.extend(forth.iter().rev().map(back).map(|dir| format!("MSG back|MOVE {dir} SONAR")));
    lines[forth.len()].insert_str(0, "SURFACE|");
    lines.truncate(TURNS as usize / 2);
    lines
}
