//! Memory that a program hides from a check of each process alone.

use super::*;

#[test]
fn memory_counts_wherever_it_is_and_costs_the_doer_alone() {
    if !Need::linux_room() {
        return;
    }
    let program = program();
    for namespaces in kernel_gives() {
        for deed in
            ["take-a-file-in-memory", "share-a-mapping", "take-memory-in-a-crowd", "take-a-spike"]
        {
            let mut launch = Launch { namespaces, ..Launch::new(&program) };
            launch.limits.memory_bytes = Some(100 << 20);
            let mut game = Match::of(&launch);
            let reply = game.ask(0, deed, LONG);
            assert_eq!(reply.answer.fault, Some(Fault::OutOfMemory), "{deed}: {reply:?}");
            game.demand_innocent_unharmed(deed);
        }
    }
    also_unprivileged("memory::memory_counts_wherever_it_is_and_costs_the_doer_alone");
}
