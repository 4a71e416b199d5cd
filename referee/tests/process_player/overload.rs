//! Programs that cannot answer in time because the machine has no core for them.

use super::*;

/// A program that shares one core with another never gets much more than half of it. On a busy
/// machine it gets less, so this holds there as well.
#[test]
fn the_time_that_a_program_waits_for_a_core_is_measured() {
    let limit = Duration::from_millis(300);
    let attempts = (0..20).map(|_| {
        let reply = ask(&mut table(&[&["compete-for-a-core"]]), "go", limit);
        fault(&reply, Fault::Timeout);
        (reply.delay_micros, reply.micros)
    });
    let tried: Vec<_> = attempts
        .scan(false, |done, (delay, time)| {
            (!std::mem::replace(done, delay > time / 4)).then_some((delay, time))
        })
        .collect();
    let (delay, time) = tried[tried.len() - 1];
    assert!(delay > time / 4, "{tried:?}");
    assert!(delay <= time, "{tried:?}");
}
