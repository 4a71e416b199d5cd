//! What a bot can take of the machine: its share, and no more. The deeds are those of `taker.rs`.

use referee::player::process::{STRANGER_THREADS, Stranger, THREADS};

use super::*;

/// How long the program keeps what it has taken.
const KEPT_MICROS: u64 = 60_000_000;

/// A way in which a program is started.
struct Start {
    name: &'static str,
    launch: Launch,
    /// Whether the kernel counts its threads. Otherwise the referee looks at them now and then.
    is_counted: bool,
}

impl Start {
    /// The number of processes and threads that it may have.
    fn most(&self) -> u32 {
        if self.launch.stranger.is_some() { STRANGER_THREADS } else { THREADS }
    }
}

/// Plain with namespaces, plain without, and as a stranger.
fn starts() -> Vec<Start> {
    let program = program().with_file_name("taker");
    let plain = |namespaces| Launch { namespaces, ..Launch::new(&program) };
    let name = |namespaces| if namespaces { "plain" } else { "without namespaces" };
    let plains = kernel_gives().map(|it| (name(it), plain(it)));
    let stranger = Launch { stranger: Some(Stranger::default()), ..plain(true) };
    let launches = plains.chain([("stranger", stranger)]);
    let starts =
        launches.filter_map(|(name, launch)| match ProcessPlayer::spawn("probe", &launch) {
            Ok(player) => {
                let is_counted = !player.in_force().unwrap().contains("thread-samples");
                Some(Start { name, launch, is_counted })
            }
            Err(error) => {
                skip_isolation(&format!("{error:#}"));
                None
            }
        });
    starts.collect()
}

/// Lets the program rest until it is thrown out, or until it has rested `times` times.
fn rest(game: &mut Match, times: usize) -> Option<Reply> {
    let mut replies = (0..times).map(|_| game.ask(0, "rest", LONG));
    replies.find(|reply| reply.answer.fault.is_some())
}

/// Ways to memory that the figures of no process show.
const HIDDEN: [&str; 11] = [
    "take-page-tables",
    "hide-in-a-ring",
    "hide-in-a-detached-disk",
    "hide-in-socket-pairs",
    "hide-in-pipes-of-many",
    "hide-in-transit",
    "hide-beneath-a-pipe",
    "hide-in-message-queues",
    "hide-in-semaphores",
    "hide-in-a-segment",
    "watch-files-a-million-times",
];

#[test]
fn memory_that_no_process_shows_is_refused_or_counted() {
    if !Need::linux_room() {
        return;
    }
    for start in starts() {
        let mut launch = start.launch;
        launch.limits.memory_bytes = Some(100 << 20);
        for deed in HIDDEN {
            let mut game = Match::of(&launch);
            let reply = game.ask(0, deed, LONG);
            let is_counted = reply.answer.fault == Some(Fault::OutOfMemory);
            let is_refused = reply.answer.lines == ["nothing"] && reply.micros < KEPT_MICROS;
            assert!(is_counted || is_refused, "{deed} ({}): {reply:?}", start.name);
            game.demand_innocent_unharmed(deed);
        }
    }
    also_unprivileged("takes::memory_that_no_process_shows_is_refused_or_counted");
}

#[test]
fn calls_that_no_bot_needs_are_refused() {
    if !Need::linux_room() {
        return;
    }
    for start in starts() {
        for deed in [
            "start-60000-timers",
            "make-a-namespace",
            "make-200-network-namespaces",
            "call-by-other-numbers",
            "use-odd-calls",
        ] {
            let mut game = Match::of(&start.launch);
            let reply = game.ask(0, deed, LONG);
            let is_refused = reply.answer.lines == ["nothing"] && reply.micros < KEPT_MICROS;
            assert!(is_refused, "{deed} ({}): {reply:?}", start.name);
        }
    }
    also_unprivileged("takes::calls_that_no_bot_needs_are_refused");
}

#[test]
fn no_bot_has_more_processes_and_threads_than_it_may() {
    if !Need::linux_room() {
        return;
    }
    for start in starts() {
        for deed in ["start-600-processes", "start-600-threads"] {
            let (most, case) = (start.most(), format!("{deed} ({})", start.name));
            let mut game = Match::of(&start.launch);
            let mut reply = game.ask(0, deed, LONG);
            if !start.is_counted && reply.answer.fault.is_none() {
                reply = rest(&mut game, 1000).expect("it is thrown out");
            }
            if start.is_counted {
                assert_eq!(reply.answer.lines, ["nothing"], "{case}: {reply:?}");
            } else {
                assert_eq!(reply.answer.fault, Some(Fault::Exit), "{case}: {reply:?}");
                let detail = format!(
                    "had more than the {most} processes and threads that are allowed; --threads \
                     allows more"
                );
                assert_eq!(reply.detail, Some(detail), "{case}");
            }
            game.demand_innocent_unharmed(&case);
        }
    }
    also_unprivileged("takes::no_bot_has_more_processes_and_threads_than_it_may");
}

#[test]
fn a_bot_has_200_threads_and_more_only_if_it_may() {
    if !Need::linux_room() {
        return;
    }
    for start in starts() {
        for most in [None, Some(100), Some(700)] {
            let case = format!("{} {most:?}", start.name);
            let mut launch = start.launch.clone();
            launch.limits.threads = most;
            let mut game = Match::of(&launch);
            let most = most.unwrap_or_else(|| start.most());
            for threads in [200, 400] {
                let reply = game.ask(0, "start-200-threads", LONG);
                let may = threads < most;
                if may || start.is_counted {
                    let expected = if may { "done" } else { "nothing" };
                    assert_eq!(reply.answer.lines, [expected], "{case}: {reply:?}");
                }
                let is_refused = reply.answer.fault.is_some();
                let times = if may || start.is_counted { 3 } else { 1000 };
                let is_refused = is_refused || rest(&mut game, times).is_some();
                assert_eq!(is_refused, !may && !start.is_counted, "{case}: {threads}");
            }
        }
    }
    also_unprivileged("takes::a_bot_has_200_threads_and_more_only_if_it_may");
}
