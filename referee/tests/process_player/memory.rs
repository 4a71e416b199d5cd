//! Programs that take more memory than allowed, and programs that only seem to.

use super::*;

fn limited(megabytes: u64, action: &[&str]) -> Table {
    let mut launch = launch(action);
    launch.limits.memory_bytes = Some(megabytes << 20);
    Table::new(vec![boxed(&launch)])
}

#[test]
fn a_program_that_takes_too_much_memory_is_stopped() {
    let reply = ask(&mut limited(64, &["take-memory"]), "", LONG);
    let detail = fault(&reply, Fault::OutOfMemory);
    assert!(detail.starts_with("took ") && detail.contains(", 64 are allowed"), "{detail}");
}

#[test]
fn the_memory_of_all_descendants_counts() {
    if !Need::linux_room() {
        return;
    }
    for action in ["take-memory-in-a-child", "take-memory-in-a-grandchild"] {
        let reply = ask(&mut limited(64, &[action]), "", LONG);
        fault(&reply, Fault::OutOfMemory);
    }
}

/// Neither process reaches the limit alone.
#[test]
fn the_memory_of_processes_is_added_up() {
    let reply = ask(&mut limited(64, &["hold-megabytes-twice", "40"]), "go", LONG);
    assert!(taken(&reply) > 64);
}

/// The number of megabytes in a message about memory.
fn taken(reply: &Reply) -> u64 {
    let text = fault(reply, Fault::OutOfMemory);
    text.split(' ')
        .nth(1)
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn a_hundred_children_are_stopped_before_they_have_a_tenth_too_much() {
    let began = std::time::Instant::now();
    // On a busy machine the referee may look late.
    loop {
        let reply = ask(&mut limited(400, &["take-memory-in-a-crowd"]), "go", LONG);
        let taken = taken(&reply);
        if taken <= 440 {
            break;
        }
        assert!(began.elapsed() < LONG, "{taken} MB");
    }
}

#[test]
fn memory_that_no_process_has_mapped_counts() {
    if !Need::linux_room() {
        return;
    }
    let reply = ask(&mut limited(64, &["hold-a-file-in-memory"]), "go", LONG);
    assert!(taken(&reply) > 64);
}

#[test]
fn memory_that_was_given_back_at_once_counts() {
    if !Need::linux_room() {
        return;
    }
    let reply = ask(&mut limited(64, &["take-a-spike", "200"]), "go", LONG);
    assert!(taken(&reply) > 64);
}

#[test]
fn memory_that_processes_map_together_counts() {
    if !Need::linux_room() {
        return;
    }
    let reply = ask(&mut limited(64, &["share-a-mapping", "100"]), "go", LONG);
    assert!(taken(&reply) > 64);
}

/// Only seat 0 is asked, and it never answers; meanwhile seat 1 takes memory.
#[test]
fn a_program_that_takes_too_much_memory_out_of_turn_is_stopped() {
    let mut greedy = launch(&["take-memory"]);
    greedy.limits.memory_bytes = Some(64 << 20);
    let silent = silent(Duration::from_millis(300));
    let mut table = Table::new(vec![boxed(&silent), boxed(&greedy)]);
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
fn a_program_that_ends_between_two_samples_is_found_by_its_peak() {
    let reply = ask(&mut limited(64, &["take-megabytes-and-exit", "200"]), "go", LONG);
    fault(&reply, Fault::OutOfMemory);
}

#[test]
fn an_allocation_that_fails_is_out_of_memory() {
    let reply = ask(&mut limited(64, &["reserve-too-much"]), "go", LONG);
    let detail = "could not allocate memory, then killed by signal 6 (SIGABRT)";
    assert_eq!(fault(&reply, Fault::OutOfMemory), detail);
    assert!(reply.stderr[0].starts_with("memory allocation of 68719476736 bytes failed"));
}

#[test]
fn memory_within_the_limit_is_no_fault() {
    let reply = ask(&mut limited(400, &["take-megabytes-and-exit", "100"]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0");
}

#[test]
fn without_a_limit_all_memory_is_allowed() {
    let mut launch = launch(&["take-megabytes-and-exit", "800"]);
    launch.limits.memory_bytes = None;
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0");
}

/// Four processes share the same 100 MB: resident memory would count them four times.
#[test]
fn memory_that_processes_share_counts_once() {
    if !Need::linux_room() {
        return;
    }
    let reply = ask(&mut limited(250, &["share-megabytes-then-answer", "100"]), "go", LONG);
    assert_eq!(answer(&reply), "100");
}

#[test]
fn a_message_about_memory_counts_only_for_a_program_that_fails() {
    for (code, message, limit, expected) in [
        ("1", "MemoryError", Some(768), Fault::OutOfMemory),
        ("0", "MemoryError", Some(768), Fault::Exit),
        ("1", "ValueError", Some(768), Fault::Exit),
        ("1", "MemoryError", None, Fault::Exit),
    ] {
        let mut launch = launch(&["complain-and-exit", code, message]);
        launch.limits.memory_bytes = limit.map(|megabytes| megabytes << 20);
        let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
        fault(&reply, expected);
    }
}
