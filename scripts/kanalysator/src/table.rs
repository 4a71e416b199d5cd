//! The report as text.

use std::fmt::Write;

use crate::analysis::Optimum;
use crate::badges::{Badge, Cost, Kind};
use crate::crashes::{Cause, Crash};
use crate::report::{MoveReport, Report};

/// The report as text for a terminal.
pub fn table(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{}", heading(report));
    players(&mut out, report);
    section(&mut out, "Crashes", report.crashes.iter().map(|crash| crash_line(report, crash)));
    section(&mut out, "Blocks and assists", badge_lines(report));
    let moves = report.decisive.iter().map(|place| move_line(report, &report.moves[*place]));
    section(&mut out, "The moves that decided most", moves);
    let _ = writeln!(out, "\n{}", ending(report));
    let how = if report.looked_up { "looked up in one table of the map" } else { "searched for" };
    let _ = writeln!(out, "{} situations, {how}; {} ms", report.solved, report.millis);
    out
}

fn heading(report: &Report) -> String {
    let title = if report.title.is_empty() { "A race" } else { &report.title };
    let best = optimum(report.optimum);
    format!("{title}: {} players, {best} moves at best from the start\n", report.players.len())
}

fn players(out: &mut String, report: &Report) {
    let width = report.players.iter().map(|it| it.name.chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(
        out,
        "{:width$}  rank  moves  choice  cars  rule  crashes  blocks  taken  forced  assists",
        "player"
    );
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by_key(|seat| match report.players[*seat].rank {
        0 => u32::MAX,
        rank => rank,
    });
    for seat in order {
        let it = &report.players[seat];
        let rank = if it.rank == 0 { it.status.clone() } else { it.rank.to_string() };
        let crashes = match it.crashes {
            0 => "-".to_owned(),
            count => format!("{count} ({:+})", it.lost_by_crashes),
        };
        let _ = writeln!(
            out,
            "{:width$}  {rank:>4}  {:>5}  {:>+6}  {:>+4}  {:>+4}  {crashes:>7}  {:>6}  {:>5}  {:>6}  {:>7}",
            it.name,
            it.moves,
            it.lost_by_choice,
            it.lost_to_cars,
            it.lost_to_rule,
            it.blocks,
            it.taken,
            it.forced,
            it.assists,
        );
    }
}

fn section(out: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{heading}");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn name(report: &Report, seat: usize) -> &str {
    &report.players[seat].name
}

fn names(report: &Report, seats: &[usize]) -> String {
    seats.iter().map(|seat| name(report, *seat)).collect::<Vec<_>>().join(" and ")
}

fn crash_line(report: &Report, crash: &Crash) -> String {
    let cause = match &crash.cause {
        Cause::Choice { round } => format!("its move in round {round} left no other way"),
        Cause::Cars { round, seats } => {
            format!("{} blocked every other move in round {round}", names(report, seats))
        }
        Cause::Rule { round } => format!("it had to repeat its move in round {round}"),
        Cause::NoWay => "there was no other way".to_owned(),
    };
    let cost = crash.cost.map_or(String::new(), |cost| format!(" ({cost:+} moves)"));
    format!("round {}: {}{cost}: {cause}", crash.round, name(report, crash.seat))
}

/// The lines of blocks and assists.
pub fn badge_lines(report: &Report) -> impl Iterator<Item = String> {
    report.badges.iter().map(|badge| badge_line(report, badge))
}

fn badge_line(report: &Report, badge: &Badge) -> String {
    let (by, victim) = (name(report, badge.by), name(report, badge.victim));
    let cost = match badge.cost {
        Cost::Moves(1) => "1 move".to_owned(),
        Cost::Moves(moves) => format!("{moves} moves"),
        Cost::Crash => "a crash".to_owned(),
    };
    let deed = match badge.kind {
        Kind::Block => format!("{by} blocks {victim}"),
        Kind::Assist => format!("{by} helps to block {victim}"),
        Kind::SelfBlock => format!("{by} is in the way of {victim}, of its own team"),
    };
    format!("round {}: {deed}: {cost}", badge.round)
}

/// A decisive move as a line.
pub fn move_line(report: &Report, it: &MoveReport) -> String {
    let who = name(report, it.seat);
    let place =
        |at: Option<[i16; 4]>| at.map_or("-".to_owned(), |at| format!("{},{}", at[0], at[1]));
    let deed = match it.kind {
        "start" => format!("{who} starts from {}", place(it.to)),
        "crash" => {
            format!("{who} crashes at {} and is set back to {}", place(it.from), place(it.to))
        }
        _ => format!("{who} goes from {} to {}", place(it.from), place(it.to)),
    };
    let mut costs = Vec::new();
    match it.lost_by_choice {
        Some(lost) if lost != 0 => costs.push(format!("{lost:+} by choice")),
        None if it.kind != "crash" => costs.push("into a crash".to_owned()),
        _ => {}
    }
    if let Some(lost @ 1..) = it.lost_to_cars {
        let seats: Vec<usize> = it.rivals.iter().map(|rival| rival.seat).collect();
        let who = if seats.is_empty() { "others".to_owned() } else { names(report, &seats) };
        costs.push(format!("{lost:+} to {who}"));
    }
    let left = format!("{} left, then {}", optimum(it.free), optimum(it.after));
    let costs = if costs.is_empty() { String::new() } else { format!(": {}", costs.join(", ")) };
    format!("round {}: {deed}{costs} ({left})", it.round)
}

fn ending(report: &Report) -> String {
    let winner = report.players.iter().find(|player| player.rank == 1);
    match (winner, report.decided) {
        (None, _) => "Nobody has won yet.".to_owned(),
        (Some(it), Some(1)) => format!("{} has won, and led from the start.", it.name),
        (Some(it), Some(round)) => {
            format!("{} has won, and was ahead alone from round {round} on.", it.name)
        }
        (Some(it), None) => {
            format!("{} has won by the order of the last round: others were as far.", it.name)
        }
    }
}

fn optimum(optimum: Optimum) -> String {
    optimum.map_or("no way".to_owned(), |moves| moves.to_string())
}
