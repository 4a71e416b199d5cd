//! A solution as text.

use std::fmt::Write;

use kabotte::solve::Crashes;

use super::solution::{Solution, need};

/// The solution as text for a terminal.
pub fn text(solution: &Solution, crashes: Crashes) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{}", heading(solution, crashes));
    for first in solution.first.iter().flatten() {
        let [x, y, ..] = first.motion;
        let _ = writeln!(out, "first move to {x} {y}: {} ways", count(first.ways));
    }
    if let Some([x, y, speed_x, speed_y]) = solution.way.first() {
        let mut cells = vec![format!("{} {}", x - speed_x, y - speed_y)];
        cells.extend(solution.way.iter().map(|[x, y, speed_x, speed_y]| {
            let crash = if (*speed_x, *speed_y) == (0, 0) { "crash to " } else { "" };
            format!("{crash}{x} {y}")
        }));
        let _ = writeln!(out, "{}", cells.join(" | "));
    }
    let circuit = match solution.circuit {
        None => "any direction",
        Some(true) => "a circuit",
        Some(false) => "no circuit",
    };
    let memory = solution.peak_megabytes;
    let memory = memory.map_or_else(|| "memory unknown".to_owned(), |mb| format!("{mb} MB"));
    let Solution { motions, states, millis, .. } = solution;
    let _ = writeln!(
        out,
        "{circuit}; {motions} motions on the track; {states} states met; {millis} ms, {memory}"
    );
    out
}

fn heading(solution: &Solution, crashes: Crashes) -> String {
    match (solution.moves.zip(solution.at_least), solution.stop) {
        (None, _) if crashes == Crashes::Forbidden => {
            "no car can finish without a crash".to_owned()
        }
        (None, _) => "no car can finish".to_owned(),
        (Some((moves, _)), None) => {
            format!("{moves} moves, {} quickest ways", count(solution.ways))
        }
        (Some((moves, at_least)), Some(stop)) if moves == at_least => {
            format!("{moves} moves; to count the quickest ways takes {}", need(stop))
        }
        (Some((moves, at_least)), Some(stop)) => {
            format!("{moves} moves or fewer, at least {at_least}: to say more takes {}", need(stop))
        }
    }
}

/// A number of ways; `None` if there are too many to be counted.
fn count(ways: Option<u64>) -> String {
    ways.map_or_else(|| "more than 10^19".to_owned(), |ways| ways.to_string())
}
