//! Files that somebody else may have written take a bounded amount of memory and work in every command that reads them,
//! however they are made: each file here has the same size, and the time is compared with that of an ordinary log.

mod cost;
mod files;

use std::fs::{self, File};
use std::thread;
use std::time::Duration;

use referee::testkit::cases::cases;
use tempfile::TempDir;

use cost::cost;
use files::{LargeFile, contest_files, imports, logs, plain_log, recordings};

/// Bytes of each file: the megabytes in `BOTYARD_LARGE_FILES`, or one, because there are many files.
fn size() -> usize {
    let asked = std::env::var("BOTYARD_LARGE_FILES").ok().and_then(|text| text.parse().ok());
    asked.map_or(1_000_000, |megabytes: usize| megabytes * 1_000_000)
}

/// The most bytes of memory for a file of some bytes: a gigabyte for ten megabytes.
fn most_memory(size: usize) -> u64 {
    (100 << 20) + 97 * size as u64
}

/// The most processor time of a command, as a multiple of that of a report on an ordinary log of the same size. It stands
/// for ten seconds of the program as it is built for users.
const MOST_TIMES: u32 = 60;

/// Runs each command on each file; a part of them, unless all cases run.
fn try_all(files: Vec<LargeFile>) {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plain"), plain_log(size())).unwrap();
    let plain = cost(folder.path(), &["report", "plain"], most_memory(size()));
    assert!(plain.status.success(), "{plain:?}");
    let plain = plain.time.max(Duration::from_millis(10));
    let mut wrong = Vec::new();
    for (number, LargeFile { what, name, text, commands }) in files.into_iter().enumerate() {
        let text = text(size());
        assert!(text.len() < size() + size() / 2 + 1000, "{what} has {} bytes", text.len());
        let every = cases(12, 1).min(commands.len());
        for command in commands.into_iter().skip(number % every).step_by(every) {
            // A command may have changed the file.
            fs::write(path(name), &text).unwrap();
            let words: Vec<&str> = command.split(' ').collect();
            let cost = cost(folder.path(), &words, most_memory(size()));
            let times = cost.time.as_secs_f64() / plain.as_secs_f64();
            println!("{what}: {command}: {} MB, {times:.1} times", cost.memory >> 20);
            let ended = cost.status.code().is_some_and(|code| code <= 2);
            let has_panicked = cost.said.contains("panicked");
            if !ended || has_panicked || times > MOST_TIMES.into() {
                wrong.push(format!("{what}: {command}: {times:.1} times, {cost:?}"));
            }
        }
        fs::remove_file(path(name)).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn logs_of_any_form_take_bounded_memory_and_work() {
    try_all(logs());
}

#[test]
fn recordings_of_any_form_take_bounded_memory_and_work() {
    try_all(recordings());
}

#[test]
fn contest_files_and_imports_of_any_form_take_bounded_memory_and_work() {
    try_all(contest_files().into_iter().chain(imports()).collect());
}

/// A line without an end takes no memory, and is not read to its end. The file takes no room on the disk.
#[test]
fn a_line_of_gigabytes_is_neither_kept_nor_read_to_its_end() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("log.jsonl");
    let header = plain_log(0);
    let lines = [
        &header[..],
        "{\"format\":\"botyard/1\",\"game\":\"fruit\",\"seed\":\"1\",\"players\":[]}\n",
    ];
    thread::scope(|scope| {
        for text in lines {
            let path = path.with_extension(text.len().to_string());
            fs::write(&path, text).unwrap();
            File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
            let folder = folder.path();
            scope.spawn(move || {
                let file = path.file_name().unwrap().to_str().unwrap();
                for command in ["report", "repair", "replay", "show", "view"] {
                    let cost = cost(folder, &[command, file], 400 << 20);
                    assert!(matches!(cost.status.code(), Some(1 | 2)), "{command}: {cost:?}");
                    assert!(
                        cost.said.contains("more than 256 MB") || cost.said.contains("not a log"),
                        "{command}: {cost:?}"
                    );
                }
            });
        }
    });
}
