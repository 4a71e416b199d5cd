//! Time that cannot be taken, and a lack of cores that cannot be feigned: each deed of the program in `deeds_time.rs`
//! makes an answer late, and the program alone is to blame.

use referee::player::process::{Clock, Stranger};
use referee::testkit::busy::all_hold_at_last;

use super::*;

/// The time limit of the deeds.
const LIMIT: Duration = Duration::from_millis(150);

/// Deeds by which a program seems to lack a core: it thinks for 40 ms and answers after 220.
const FEIGNED: [&str; 12] = [
    "wait-idle",
    "wait-batch",
    "wait-niced",
    "wait-pinned",
    "wait-in-a-child",
    "wait-in-a-vm-clone",
    "wait-and-move",
    "wait-in-turn",
    "take-over-a-long-wait",
    "flood-the-errors",
    "drip-into-the-errors",
    "start-3000-threads",
];

/// The program in `deeds_time.rs`.
fn keeper() -> PathBuf {
    program().with_file_name("deeds_time")
}

/// The program with namespaces and, with all cases, without them and as a stranger, as far as the kernel can.
fn launches(clock: Clock) -> Vec<(&'static str, Launch)> {
    let plain = |namespaces| Launch { namespaces, ..Launch::new(keeper()) };
    let mut all: Vec<(&str, Launch)> = kernel_gives()
        .map(|namespaces| (if namespaces { "namespaces" } else { "plain" }, plain(namespaces)))
        .collect();
    let stranger = Launch { stranger: Some(Stranger::default()), ..plain(true) };
    if ProcessPlayer::spawn("probe", &stranger).is_ok() {
        all.push(("stranger", stranger));
    }
    all.truncate(cases(1, all.len()));
    for (_, launch) in &mut all {
        launch.limits.clock = clock;
    }
    all
}

/// The reply to the first line that a program is sent.
fn first_reply(launch: &Launch, limit: Duration) -> Reply {
    let mut table = Table::new(vec![Box::new(ProcessPlayer::spawn("doer", launch).unwrap())]);
    let expected = Some(Expected { lines: 1, limit, line_bytes: 1000 });
    let request = Request { seat: Seat(0), lines: vec!["sleep-only".to_owned()], expected };
    table.ask(&[request]).expect("no game is void by a deed").remove(0)
}

/// One exchange with a program that has answered before.
fn after_the_first(launch: &Launch, line: &str) -> Reply {
    let mut table = Table::new(vec![Box::new(ProcessPlayer::spawn("doer", launch).unwrap())]);
    let expected = Expected { lines: 1, limit: LONG, line_bytes: 1000 };
    for (line, limit) in [("sleep-only", LONG), (line, LIMIT)] {
        let expected = Some(Expected { limit, ..expected });
        let request = Request { seat: Seat(0), lines: vec![line.to_owned()], expected };
        let reply = table.ask(&[request]).expect("no game is void by a deed").remove(0);
        if limit == LIMIT {
            return reply;
        }
        assert_eq!(reply.answer.fault, None, "{reply:?}");
    }
    unreachable!()
}

/// Whether a reply is late and nobody but the program is to blame.
fn is_blamed(what: &str, reply: &Reply) -> Result<(), String> {
    let blamed = reply.answer.fault == Some(Fault::Timeout) && !reply.overloaded;
    if blamed { Ok(()) } else { Err(format!("{what}: {reply:?}")) }
}

#[test]
fn a_lack_of_cores_is_not_feigned() {
    if !Need::linux_room() {
        return;
    }
    for (kind, mut launch) in launches(Clock::Wall) {
        // A look at few threads takes no time.
        launch.limits.threads = Some(100_000);
        all_hold_at_last(&FEIGNED, |deed| {
            let reply = after_the_first(&launch, &format!("{deed} 40 220"));
            is_blamed(&format!("{deed} ({kind})"), &reply)
        });
    }
    also_unprivileged("time::a_lack_of_cores_is_not_feigned");
}

/// It knows the line before its clock runs, if it can read it unnoticed.
#[test]
fn the_clock_starts_however_the_first_line_is_read() {
    if !Need::linux_room() {
        return;
    }
    for (kind, launch) in launches(Clock::Wall) {
        all_hold_at_last(&["copy-the-input", "put-the-input-back"], |deed| {
            let launch = launch.clone().args([deed]);
            is_blamed(&format!("{deed} ({kind})"), &first_reply(&launch, LIMIT))
        });
        let reply = first_reply(&launch.args(["start-slowly"]), 3 * LIMIT);
        assert_eq!(reply.answer.lines, ["done"], "{kind}: {reply:?}");
    }
    also_unprivileged("time::the_clock_starts_however_the_first_line_is_read");
}

#[test]
fn cpu_time_counts_whoever_spends_it() {
    if !Need::linux_room() {
        return;
    }
    for (kind, launch) in launches(Clock::Cpu) {
        all_hold_at_last(&["start-short-workers", "start-orphaned-workers"], |deed| {
            let reply = after_the_first(&launch, &format!("{deed} 400 0"));
            is_blamed(&format!("{deed} ({kind})"), &reply)
        });
        // Nobody knows their time. Others may have used the cores meanwhile.
        all_hold_at_last(&["start-forgotten-workers", "start-workers-without-wait"], |deed| {
            let reply = after_the_first(&launch, &format!("{deed} 400 0"));
            let is_late = reply.answer.fault == Some(Fault::Timeout);
            is_late.then_some(()).ok_or(format!("{deed} ({kind}): {reply:?}"))
        });
    }
    also_unprivileged("time::cpu_time_counts_whoever_spends_it");
}

#[test]
fn an_honest_program_of_many_processes_has_its_cpu_time() {
    if !Need::linux_room() {
        return;
    }
    let script = format!("while read line; do echo $line | {}; done", keeper().display());
    for namespaces in kernel_gives() {
        let mut launch = Launch { namespaces, ..Launch::new("sh").args(["-c", &script]) };
        launch.limits.clock = Clock::Cpu;
        let mut game = Match::of(&launch);
        assert_eq!(game.deed("sleep-only"), "done");
        for _ in 0..5 {
            let reply = game.ask(0, "think 60 0", LIMIT);
            assert_eq!(reply.answer.lines, ["done"], "namespaces: {namespaces}: {reply:?}");
        }
    }
}
