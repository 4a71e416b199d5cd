//! The lines about the first fault of each bot: what it said last, and where the recording is.

use std::collections::BTreeMap;

use crate::arena::{Conduct, FirstFault};
use crate::system::words;

/// A sentence for each bot that was thrown out of a game.
pub(super) fn fault_sentences(
    all: &BTreeMap<String, Conduct>,
) -> impl Iterator<Item = String> + '_ {
    let fault = |(bot, conduct): (&String, &Conduct)| {
        conduct.first_fault.as_ref().map(|fault| sentence(bot, fault))
    };
    all.iter().filter_map(fault)
}

/// Lines for each bot that was thrown out of a game.
pub(super) fn fault_lines(all: &BTreeMap<String, Conduct>) -> Vec<String> {
    let faults = all.iter().filter_map(|(bot, conduct)| Some((bot, conduct.first_fault.as_ref()?)));
    faults.flat_map(|(bot, fault)| lines(bot, fault)).collect()
}

/// ```text
/// my-bot was first thrown out on seed 42, seat B, exit: it ended with exit code 1
///   stderr: Traceback (most recent call last):
///   to see it: referee view games/….jsonl
/// ```
fn lines(bot: &str, it: &FirstFault) -> Vec<String> {
    let mut lines = vec![format!("  {}", sentence(bot, it))];
    lines.extend(it.stderr.iter().map(|line| format!("    stderr: {line}")));
    let view = it.recording.as_deref().and_then(view);
    lines.extend(view.map(|command| format!("    to see it: {command}")));
    lines
}

/// `my-bot was first thrown out on seed 42, seat B, exit: it ended with exit code 1`
fn sentence(bot: &str, it: &FirstFault) -> String {
    let FirstFault { seed, seat, fault, reason, .. } = it;
    let why = if fault == reason { fault.clone() } else { format!("{fault}: {reason}") };
    format!("{bot} was first thrown out on seed {seed}, seat {}, {why}", seat.letter())
}

/// The command that shows a recording; `None` if its path cannot be pasted into a shell.
fn view(path: &str) -> Option<String> {
    Some(format!("referee view {}", words::pasted(path)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_have_the_reason_the_last_words_and_the_recording() {
        let fault = FirstFault {
            seed: "42".to_owned(),
            seat: crate::game::Seat(1),
            fault: "exit".to_owned(),
            reason: "it ended".to_owned(),
            stderr: vec!["alas".to_owned()],
            recording: Some("a folder/1.jsonl".to_owned()),
            ..FirstFault::default()
        };
        let short = FirstFault {
            reason: "exit".to_owned(),
            stderr: vec![],
            recording: None,
            ..fault.clone()
        };
        let all = [("a", Some(fault)), ("b", None), ("c", Some(short))];
        let all = all.map(|(bot, first_fault)| {
            (bot.to_owned(), Conduct { first_fault, ..Conduct::default() })
        });
        let see = format!("    to see it: referee view {}", words::quote("a folder/1.jsonl"));
        let expected = [
            "  a was first thrown out on seed 42, seat B, exit: it ended",
            "    stderr: alas",
            &see,
            "  c was first thrown out on seed 42, seat B, exit",
        ];
        assert_eq!(fault_lines(&BTreeMap::from(all)), expected);
    }
}
