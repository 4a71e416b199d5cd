//! Programs that take more memory than they may.

use super::*;

fn limited(megabytes: u64, deed: &[&str]) -> Table {
    let mut launch = launch(deed);
    launch.limits.memory_bytes = Some(megabytes << 20);
    Table::new(vec![boxed(&launch)])
}

#[test]
fn a_program_that_eats_memory_is_stopped() {
    let reply = ask(&mut limited(64, &["devour"]), "", LONG);
    let detail = fault(&reply, Fault::OutOfMemory);
    assert!(detail.starts_with("took ") && detail.contains(", 64 are allowed"), "{detail}");
}

#[test]
fn the_memory_of_its_children_counts() {
    let reply = ask(&mut limited(64, &["devour-in-a-child"]), "", LONG);
    fault(&reply, Fault::OutOfMemory);
}

/// Seat 0 waits for a file that only its own end would bring: it is the other one that must fall.
#[test]
fn a_program_that_eats_memory_out_of_turn_is_stopped() {
    let mut glutton = launch(&["devour"]);
    glutton.limits.memory_bytes = Some(64 << 20);
    let mut table = Table::new(vec![boxed(&launch(&["say", ""])), boxed(&glutton)]);
    loop {
        fault(&ask(&mut table, "", SHORT), Fault::Timeout);
        let reply = table.ask(&[request(1, &[""], expected(LONG))]).unwrap().remove(0);
        if reply.answer.fault.is_some() {
            fault(&reply, Fault::OutOfMemory);
            break;
        }
    }
}

#[test]
fn a_program_that_ends_before_it_is_seen_is_given_away_by_its_peak() {
    let reply = ask(&mut limited(64, &["gulp-and-exit", "200"]), "go", LONG);
    fault(&reply, Fault::OutOfMemory);
}

#[test]
fn an_allocation_that_fails_is_out_of_memory() {
    let reply = ask(&mut limited(64, &["ask-for-too-much"]), "go", LONG);
    let detail = "could not allocate memory, then killed by signal 6 (SIGABRT)";
    assert_eq!(fault(&reply, Fault::OutOfMemory), detail);
    assert!(reply.stderr[0].starts_with("memory allocation of 68719476736 bytes failed"));
}

#[test]
fn memory_within_the_limit_is_no_fault() {
    let reply = ask(&mut limited(400, &["gulp-and-exit", "100"]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0");
}

#[test]
fn without_a_limit_any_memory_will_do() {
    let mut launch = launch(&["gulp-and-exit", "1000"]);
    launch.limits.memory_bytes = None;
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0");
}
