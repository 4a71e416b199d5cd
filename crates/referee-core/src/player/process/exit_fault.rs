//! The fault of a program that has ended before its answer was complete, and the messages about memory.

use super::exit_status::ExitStatus;
use super::lines::quote;
use super::memory::memory_message;
use crate::game::Fault;

/// The fault, and the message, of a program that has ended before its answer was complete.
///
/// `says_out_of_memory` is whether its standard error has a message of [`OUT_OF_MEMORY_MESSAGES`](super::memory::OUT_OF_MEMORY_MESSAGES),
/// `begun` the line that it has written without an end.
pub(super) fn exit_fault(
    status: ExitStatus,
    limit_bytes: Option<u64>,
    says_out_of_memory: bool,
    begun: &[u8],
) -> (Fault, String) {
    if let Some(limit) = limit_bytes {
        if let Some(peak) = status.peak_bytes.filter(|&peak| peak >= limit) {
            let message = format!("{}, then {status}", memory_message(peak, limit));
            return (Fault::OutOfMemory, message);
        }
        if says_out_of_memory && !status.is_success() {
            return (Fault::OutOfMemory, format!("could not allocate memory, then {status}"));
        }
    }
    match begun {
        [] => (Fault::Exit, status.to_string()),
        begun => (Fault::Exit, format!("{status} in the middle of the line {}", quote(begun))),
    }
}

/// The message for a program that the kernel ended because it took too much memory.
pub(super) fn group_message(limit: u64) -> String {
    format!("took more than the {} MB of memory that are allowed", limit.div_ceil(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Option<u64> = Some(64 << 20);

    fn exit(code: u32, peak_bytes: Option<u64>) -> ExitStatus {
        ExitStatus::exited(code, peak_bytes)
    }

    fn is_out_of_memory(status: ExitStatus, limit: Option<u64>, says_so: bool) -> bool {
        exit_fault(status, limit, says_so, b"").0 == Fault::OutOfMemory
    }

    #[test]
    fn a_peak_at_the_limit_is_out_of_memory() {
        assert!(is_out_of_memory(exit(0, LIMIT), LIMIT, false));
        assert!(!is_out_of_memory(exit(0, Some((64 << 20) - 1)), LIMIT, false));
        assert!(!is_out_of_memory(exit(0, None), LIMIT, false));
        assert!(!is_out_of_memory(exit(0, LIMIT), None, false));
        assert_eq!(
            exit_fault(exit(3, Some((200 << 20) + 1)), LIMIT, false, b"").1,
            "took 201 MB of memory, 64 are allowed, then exited with code 3"
        );
    }

    #[test]
    fn a_message_about_memory_counts_only_with_a_limit_and_a_failure() {
        assert!(is_out_of_memory(exit(1, None), LIMIT, true));
        assert!(!is_out_of_memory(exit(1, None), LIMIT, false));
        assert!(!is_out_of_memory(exit(0, None), LIMIT, true));
        assert!(!is_out_of_memory(exit(1, None), None, true));
    }

    #[test]
    fn a_begun_line_is_quoted() {
        let (fault, message) = exit_fault(exit(0, None), LIMIT, false, b"MOV");
        assert_eq!(fault, Fault::Exit);
        assert_eq!(message, "exited with code 0 in the middle of the line `MOV`");
    }
}
