//! What a program tries against its clock: nothing gives it more time than it has.

use referee::testkit::busy::holds_at_last;

use super::*;

/// The reply of a program that has started, and whether it is late and to blame.
fn is_late(namespaces: bool, deed: &str) -> Result<(), String> {
    let mut game = Match::new(&program(), namespaces);
    game.deed("find-files-of-others");
    let reply = game.ask(0, deed, SHORT);
    game.demand_innocent_unharmed(deed);
    let blamed = reply.answer.fault == Some(Fault::Timeout) && !reply.overloaded;
    if blamed { Ok(()) } else { Err(format!("{deed}: {reply:?}")) }
}

#[test]
fn an_answer_a_fraction_past_the_limit_is_late() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        holds_at_last(|| is_late(namespaces, "sleep 205"));
    }
    also_unprivileged("clocks::an_answer_a_fraction_past_the_limit_is_late");
}

#[test]
fn a_program_that_stops_the_clock_by_stopping_itself_is_late() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        is_late(namespaces, "stop-for-a-while").unwrap();
    }
    also_unprivileged("clocks::a_program_that_stops_the_clock_by_stopping_itself_is_late");
}

#[test]
fn an_answer_a_fraction_before_the_limit_counts() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        holds_at_last(|| {
            let mut game = Match::new(&program(), namespaces);
            game.deed("find-files-of-others");
            let reply = game.ask(0, "sleep 180", SHORT);
            let counts = reply.answer.lines == ["done"] && reply.late_micros == 0;
            if counts { Ok(()) } else { Err(format!("{reply:?}")) }
        });
    }
    also_unprivileged("clocks::an_answer_a_fraction_before_the_limit_counts");
}

#[test]
fn a_program_starved_by_its_own_children_is_not_excused() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        holds_at_last(|| is_late(namespaces, "starve-itself"));
    }
    also_unprivileged("clocks::a_program_starved_by_its_own_children_is_not_excused");
}
