//! Starts each program once before a run: to see that it starts, and which files it opens.

use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::bot::ReadyBot;
use crate::game::{Fault, Seat};
use crate::identity::{Parts, Seen, Watch};
use crate::table::Table;

/// Time after which a busy program counts as started. A program that waits for input counts at
/// once.
const START: Duration = Duration::from_millis(150);

/// Number of programs that are started at the same time; each takes memory.
const MOST_AT_ONCE: usize = 8;

/// The start of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    /// The files of its own folders that it opened.
    pub seen: Seen,
    /// Whether it was watched until it waited for input.
    pub is_whole: bool,
}

/// A bot with its parts; `None` for a house player.
pub(super) type Candidate<'a> = (&'a ReadyBot, Option<&'a Parts>);

/// Checks that all programs start and do not end before they get input. Returns the start of each bot.
///
/// The system does not say which program opened a file. So bots with a folder in common are started one after the other,
/// if they have an interpreter, or if one of them opened more than the files that they name.
///
/// # Errors
/// If a program does not start, or is a stranger that cannot be isolated.
pub(super) fn demand_starts(bots: &[Candidate<'_>], watch: Option<&Watch>) -> Result<Vec<Start>> {
    let mut starts = vec![Start::default(); bots.len()];
    bots.iter().try_for_each(|(bot, _)| demand_isolation(bot))?;
    let is_trusted = |bot: &ReadyBot| bot.launch().is_some_and(|launch| launch.stranger.is_none());
    let programs: Vec<usize> = (0..bots.len()).filter(|&bot| is_trusted(bots[bot].0)).collect();
    let (mut alone, together): (Vec<usize>, Vec<usize>) =
        programs.iter().partition(|&&bot| watch.is_some() && must_be_alone(bots, &programs, bot));
    for chunk in together.chunks(MOST_AT_ONCE) {
        alone.extend(start(bots, chunk, watch, &mut starts)?);
    }
    for bot in alone {
        start(bots, &[bot], watch, &mut starts)?;
    }
    Ok(starts)
}

/// Starts a stranger, isolated, and ends it at once. What it does is not checked, but a system that cannot isolate it
/// plays no game with it.
fn demand_isolation(bot: &ReadyBot) -> Result<()> {
    if bot.launch().is_some_and(|launch| launch.stranger.is_some()) {
        let started = bot.seat(Seat(0), "0", 1.0, None);
        drop(started.with_context(|| format!("'{}' cannot play on this machine", bot.name))?);
    }
    Ok(())
}

/// Whether a bot with an interpreter has a folder in common with another one.
fn must_be_alone(bots: &[Candidate<'_>], programs: &[usize], bot: usize) -> bool {
    let Some(parts) = bots[bot].1.filter(|parts| parts.outside().is_some()) else { return false };
    let others = programs.iter().filter(|&&other| other != bot);
    others.filter_map(|&other| bots[other].1).any(|other| parts.meets(other))
}

/// Starts programs at the same time and notes which files they opened. Returns the programs whose files cannot be told
/// apart.
fn start(
    bots: &[Candidate<'_>],
    programs: &[usize],
    watch: Option<&Watch>,
    starts: &mut [Start],
) -> Result<Vec<usize>> {
    // The referee has opened files as well.
    watch.map(Watch::take);
    let seats = programs.iter().enumerate();
    let players = seats.map(|(seat, &bot)| bots[bot].0.seat(Seat(seat), "0", 1.0, None));
    let mut table = Table::new(players.collect::<Result<_>>()?);
    let replies = table.watch_starts(START)?;
    drop(table);
    for (&bot, reply) in programs.iter().zip(replies) {
        starts[bot].is_whole = watch.is_some() && reply.is_none();
        if let Some(reply) = reply.filter(|reply| reply.answer.fault == Some(Fault::Exit)) {
            let how = reply.detail.as_deref().unwrap_or("ended");
            let was = if how.starts_with("killed") { "was " } else { "" };
            let last = match reply.stderr.last() {
                Some(line) => format!("; its last words: {line}"),
                None => "; start it by hand to see why".to_owned(),
            };
            let name = &bots[bot].0.name;
            bail!("'{name}' does not start: it {was}{how} before it was sent anything{last}");
        }
    }
    let seen = watch.map(Watch::take).unwrap_or_default();
    let mut mixed = Vec::new();
    let all = seen.read.into_iter().map(|path| (path, false));
    for (path, is_written) in all.chain(seen.written.into_iter().map(|path| (path, true))) {
        let owners = programs.iter().filter(|&&bot| bots[bot].1.is_some_and(|it| it.owns(&path)));
        let owners: Vec<usize> = owners.copied().collect();
        if let [owner] = owners[..] {
            let seen = &mut starts[owner].seen;
            if is_written { &mut seen.written } else { &mut seen.read }.insert(path);
        } else if owners.iter().all(|&bot| bots[bot].1.is_some_and(|it| !it.names(&path))) {
            mixed.extend(owners);
        }
    }
    mixed.sort_unstable();
    mixed.dedup();
    Ok(mixed)
}
