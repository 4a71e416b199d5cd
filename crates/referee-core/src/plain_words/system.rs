//! What the errors of the operating system mean.

use std::io::{self, ErrorKind};

use itertools::Itertools;

use crate::system::{NO_PERMISSION, error_in, error_words};

/// An error of the system in words, and what to do if that is clear without the operation that failed. The sentence
/// follows the name of a file, such as `cannot read my.jsonl: there is no such file or folder`.
///
/// An error that the system did not report has words of its own.
pub fn system_error(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    if let Some(words) = error.raw_os_error().and_then(error_words) {
        return words.to_owned();
    }
    of_kind(error.kind()).map_or_else(|| without_number(error), str::to_owned)
}

fn of_kind(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "there is no such file or folder; check the path",
        ErrorKind::PermissionDenied => NO_PERMISSION,
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::IsADirectory => "it is a folder; name a file",
        ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; free some space and run the same command again"
        }
        ErrorKind::FileTooLarge => {
            "the file may not grow any further; free some space or raise `ulimit -f`, and run the same command again"
        }
        ErrorKind::OutOfMemory => "there is not enough memory; end other programs",
        ErrorKind::InvalidFilename => "the name is too long or not allowed; choose another",
        ErrorKind::ExecutableFileBusy => "it is being written; try again when it is complete",
        ErrorKind::ArgumentListTooLong => "its arguments are too long",
        ErrorKind::AddrInUse => "another program uses this port; end it, or choose another port",
        ErrorKind::AddrNotAvailable => {
            "this machine does not have this address; 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses"
        }
        ErrorKind::ConnectionRefused => "no program listens there; start the server first",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            "the other side closed the connection"
        }
        ErrorKind::BrokenPipe => "the other side closed the stream",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => {
            "the machine cannot be reached; check the address and the network"
        }
        ErrorKind::TimedOut => "it took too long",
        ErrorKind::InvalidData => "it is not UTF-8 text",
        ErrorKind::UnexpectedEof => "it ended too early",
        _ => return None,
    })
}

/// The system's own words, which begin with a capital letter, without its number.
fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split_once(" (os error").map_or(&*text, |(words, _)| words);
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// An error and its causes in one sentence, with words for those that are errors of the system.
pub fn chain(error: &anyhow::Error) -> String {
    let cause = |cause: &(dyn std::error::Error + 'static)| {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            system_error(error)
        } else if let Some(error) = error_in(cause) {
            system_error(&error)
        } else {
            cause.to_string()
        }
    };
    // A wrapper has the same words as what it wraps.
    error.chain().map(cause).dedup().join(": ")
}

/// Whether an error says that a file cannot become longer.
pub fn has_no_room(error: &io::Error) -> bool {
    use ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn no_error_of_the_system_shows_its_number() {
        for number in 1..134 {
            let words = system_error(&io::Error::from_raw_os_error(number));
            assert!(!words.contains("os error") && !words.is_empty(), "{number}: {words}");
            assert!(!words.starts_with(char::is_uppercase), "{number}: {words}");
        }
    }

    #[test]
    fn causes_are_told_in_words_and_once() {
        let missing = || io::Error::from(ErrorKind::NotFound);
        let error = Err::<(), _>(missing()).context("cannot read a.txt").unwrap_err();
        assert_eq!(
            chain(&error),
            "cannot read a.txt: there is no such file or folder; check the path"
        );
        let own = io::Error::other("it is a folder, not an ordinary file; give another");
        assert_eq!(system_error(&own), "it is a folder, not an ordinary file; give another");
    }
}
