//! Programs that cannot answer in time because the machine has no core for them.
//!
//! An outsider, a process of nobody's bot, keeps the program's core busy: then the program gets half of it,
//! or less if the machine is busier.

use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use referee::player::process::Clock;
use referee::testkit::busy::holds_at_last;
use referee::testkit::needs::Need;

use super::*;

/// Only one test runs at a time, because two would overload each other.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An outsider that keeps the first core busy.
struct Outsider(Child);

impl Outsider {
    fn start() -> Self {
        Self(Command::new(hostile()).arg("think-for-ever").spawn().expect("start a program"))
    }
}

impl Drop for Outsider {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program that thinks for longer than half of its limit, and so needs more than the limit beside an
/// outsider. Its answer comes late, but counts.
fn gets_its_time_back(launch: &Launch) {
    let _alone = alone();
    let _outsider = Outsider::start();
    let mut table = Table::new(vec![boxed(launch)]);
    // The first answer may wait for the program's start.
    ask(&mut table, "start", LONG);
    for _ in 0..5 {
        let reply = ask(&mut table, "go", THINKING * 4 / 3);
        if reply.answer.fault == Some(Fault::Timeout) && reply.overloaded {
            Need::QuietMachine.skip(format_args!("{reply:?}"));
            return;
        }
        assert_eq!(answer(&reply), "thought");
        if reply.late_micros > 0 {
            assert!(reply.delay_micros > 0, "{reply:?}");
            return;
        }
    }
    panic!("an outsider does not make it late");
}

const THINKING: Duration = Duration::from_millis(150);

#[test]
fn a_program_gets_back_what_others_take_of_its_core() {
    if !Need::linux_room() {
        return;
    }
    gets_its_time_back(&launch(&["think", "150"]));
}

#[test]
fn a_program_that_thinks_in_another_thread_gets_it_back() {
    if !Need::linux_room() {
        return;
    }
    gets_its_time_back(&launch(&["think-in-a-thread", "150"]));
}

#[test]
fn a_program_in_a_script_gets_it_back() {
    if !Need::linux_room() {
        return;
    }
    let script = format!("{} think 150; true", hostile().display());
    gets_its_time_back(&Launch::new("sh").args(["-c", &script]));
}

/// A table with a program that has started, because starting takes time in which it does not run.
fn started(action: &[&str]) -> Table {
    let mut table = table(&[action]);
    ask(&mut table, "start", LONG);
    table
}

#[test]
fn a_program_that_has_had_its_time_is_to_blame_however_busy_the_machine() {
    let _alone = alone();
    holds_at_last(|| {
        // The program gets half of the core, so it needs twice the limit.
        let _outsider = Outsider::start();
        // Much longer than the few milliseconds before the first look, which are not counted.
        let limit = Duration::from_millis(300);
        let reply = ask(&mut started(&["answer-once"]), "go", limit);
        fault(&reply, Fault::Timeout);
        let waited = reply.micros > 7 * limit.as_micros() as u64 / 4;
        (waited && !reply.overloaded).then_some(()).ok_or(format!("{reply:?}"))
    });
}

#[test]
fn a_program_that_takes_its_core_itself_is_not_excused() {
    let _alone = alone();
    holds_at_last(|| {
        let limit = Duration::from_millis(100);
        let reply = ask(&mut started(&["compete-for-a-core"]), "go", limit);
        fault(&reply, Fault::Timeout);
        let excused = reply.delay_micros > reply.micros / 4 || reply.overloaded;
        (!excused).then_some(()).ok_or(format!("{reply:?}"))
    });
}

#[test]
fn a_program_that_sleeps_until_after_its_limit_is_late() {
    let _alone = alone();
    holds_at_last(|| {
        let reply = ask(&mut started(&["sleep-then-answer", "300"]), "go", SHORT);
        let is_late = reply.detail.as_deref().is_some_and(|it| it.starts_with("no answer within"));
        is_late.then_some(()).ok_or(format!("{reply:?}"))
    });
}

/// The time that the program itself spent on a core, without the time that others took.
fn by_cpu(action: &[&str]) -> Table {
    let mut launch = launch(action);
    launch.limits.clock = Clock::Cpu;
    let mut table = Table::new(vec![boxed(&launch)]);
    ask(&mut table, "start", LONG);
    table
}

#[test]
fn by_the_cpu_clock_only_the_programs_own_time_counts() {
    let _alone = alone();
    let _outsider = Outsider::start();
    let limit = THINKING * 4 / 3;
    let reply = ask(&mut by_cpu(&["think", "150"]), "go", limit);
    assert_eq!(answer(&reply), "thought");
    // The system reports the time of a running thread up to some milliseconds late.
    assert!((100_000..limit.as_micros() as u64).contains(&reply.micros), "{reply:?}");
    assert_eq!(answer(&ask(&mut by_cpu(&["sleep-then-answer", "300"]), "go", limit)), "slept");
}

#[test]
fn by_the_cpu_clock_the_time_of_threads_and_children_counts() {
    for action in ["think", "think-in-a-thread", "think-in-children"] {
        let reply = ask(&mut by_cpu(&[action, "300"]), "go", Duration::from_millis(100));
        assert!(fault(&reply, Fault::Timeout).contains("of CPU time"), "{action}: {reply:?}");
    }
}

#[test]
fn starting_is_not_thinking() {
    let reply = ask(&mut table(&[&["start-slowly", "300"]]), "go", SHORT);
    assert_eq!(answer(&reply), "go");
}

#[test]
fn the_time_to_start_ends() {
    let mut launch = launch(&["never-read"]);
    launch.limits.startup = SHORT;
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", SHORT);
    fault(&reply, Fault::Timeout);
}

#[test]
fn a_margin_is_added_to_the_limit() {
    let mut launch = launch(&["sleep-then-answer", "150"]);
    launch.limits.time_margin = LONG;
    let mut table = Table::new(vec![boxed(&launch)]);
    assert_eq!(answer(&ask(&mut table, "start", LONG)), "slept");
    let reply = ask(&mut table, "go", SHORT);
    assert_eq!((answer(&reply), reply.late_micros), ("slept", 0));
}
