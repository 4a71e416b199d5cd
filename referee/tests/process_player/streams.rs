//! Programs that misuse their standard streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use referee::player::{Interest, Ready};

use super::*;

#[test]
fn more_output_than_asked_for_is_kept_in_order() {
    let mut table = table(&[&["count-to", "200000"]]);
    for number in 0..200 {
        assert_eq!(answer(&ask(&mut table, "", LONG)), number.to_string());
    }
}

#[test]
fn a_program_that_writes_without_end_does_not_delay_the_others() {
    let mut table = table(&[&["endless-lines"], &["echo"]]);
    for _ in 0..50 {
        let both = [request(0, &[""], expected(LONG)), request(1, &["x"], expected(LONG))];
        let replies = table.ask(&both).unwrap();
        assert_eq!((answer(&replies[0]), answer(&replies[1])), ("spam", "x"));
    }
}

#[test]
fn a_line_without_end_is_garbage_and_is_not_stored() {
    let mut table = table(&[&["endless-line"]]);
    let reply = ask(&mut table, "", LONG);
    let quoted = format!("a line of more than 1000 bytes: `{}…`", "x".repeat(60));
    assert_eq!(fault(&reply, Fault::Garbage), quoted);
    assert!(reply.answer.lines.is_empty());

    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak_kib: u64 = peak.trim_end_matches("kB").trim().parse().unwrap();
    assert!(peak_kib < 256 * 1024, "the tests took {peak_kib} KiB");
}

#[test]
fn a_complete_line_that_is_too_long_is_garbage() {
    let fits = "x".repeat(1000);
    let mut echo = table(&[&["echo"]]);
    assert_eq!(answer(&ask(&mut echo, &fits, LONG)), fits);
    fault(&ask(&mut echo, &format!("{fits}x"), LONG), Fault::Garbage);
}

#[test]
fn the_last_bytes_of_much_standard_error_are_kept() {
    let mut table = table(&[&["write-stderr-then-echo", "5000000"]]);
    let reply = ask(&mut table, "x", LONG);
    assert_eq!(answer(&reply), "x");
    assert_eq!(reply.stderr.last().unwrap(), "last line");
    let notice = &reply.stderr[0];
    assert!(notice.ends_with(" bytes of standard error left out]"), "{notice}");
    let kept: usize = reply.stderr[1..].iter().map(|line| line.len() + 1).sum();
    assert_eq!(kept, 64 * 1024);
}

/// Seat 1 is not asked. Its standard error must be read anyway, or seat 0 would wait for ever.
#[test]
fn a_player_that_is_not_asked_does_not_block_on_its_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let done = folder.path().join("done").to_str().unwrap().to_owned();
    let mut table = table(&[&["wait-for-then-answer", &done], &["write-stderr-then-touch", &done]]);
    assert_eq!(answer(&ask(&mut table, "go", LONG)), "last");
}

/// The second answer arrives before it is asked for, so the referee waits for nothing and no pipe has news.
#[test]
fn what_was_said_before_an_answer_is_asked_for_comes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let [speak, spoken] = ["speak", "spoken"].map(|name| folder.path().join(name));
    let [wait_for, touch] = [&speak, &spoken].map(|path| path.to_str().unwrap());
    let mut table = table(&[&["answer-twice-wait-for-then-words-then-touch", wait_for, touch]]);
    let first = ask(&mut table, "go", LONG);
    assert_eq!((answer(&first), &first.stderr), ("one", &vec![]));
    std::fs::write(&speak, "").unwrap();
    while !spoken.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = ask(&mut table, "go", LONG);
    assert_eq!((answer(&second), &*second.stderr), ("two", &["words".to_owned()][..]));
}

/// On a busy machine a program may write its last words later than the referee waits for them.
#[test]
fn what_a_program_says_after_its_last_answer_arrives() {
    let said = |_| {
        let mut table = table(&[&["answer-then-words"], &["echo"]]);
        assert_eq!(answer(&ask(&mut table, "go", LONG)), "answer");
        let words = table.last_words();
        assert!(words[1].is_empty());
        words[0].clone()
    };
    assert!((0..100).map(said).any(|words| words == ["last words"]));
}

#[test]
fn input_that_is_not_read_costs_the_time_of_one_answer() {
    let line = "x".repeat(1000);
    let much = vec![&*line; 2000];
    let mut table = table(&[&["say", "ready\n"]]);
    assert_eq!(answer(&ask(&mut table, "", LONG)), "ready");
    let reply = table.ask(&[request(0, &much, expected(SHORT))]).unwrap().remove(0);
    let detail = "no answer within 100ms, and its input not read";
    assert_eq!(fault(&reply, Fault::Timeout), detail);
}

#[test]
fn input_that_is_not_read_does_not_matter_while_answers_come() {
    let line = "x".repeat(1000);
    let much = vec![&*line; 2000];
    let mut table = table(&[&["count-to", "100"]]);
    for number in 0..100 {
        let reply = table.ask(&[request(0, &much, expected(LONG))]).unwrap().remove(0);
        assert_eq!(answer(&reply), number.to_string());
    }
}

/// The program reads nothing for 300 ms, and the sending cannot end before it reads.
#[test]
fn time_runs_from_the_end_of_the_sending() {
    let line = "x".repeat(999);
    let much = vec![&*line; 2000];
    let mut table = table(&[&["read-late", "2000000"]]);
    let start = Instant::now();
    let reply = table.ask(&[request(0, &much, expected(LONG))]).unwrap().remove(0);
    let total = start.elapsed();
    assert_eq!(answer(&reply), "read");
    let own = Duration::from_micros(reply.micros);
    assert!(own + Duration::from_millis(300) <= total, "{own:?} of {total:?}");
}

#[test]
fn much_input_arrives_complete() {
    let lines: Vec<String> = (0..20_000).map(|n| format!("{n} {}", "y".repeat(100))).collect();
    let mut table = table(&[&["echo"]]);
    let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
    let expected = Expected { lines: lines.len(), ..expected(LONG) };
    let reply = table.ask(&[request(0, &lines, expected)]).unwrap().remove(0);
    assert_eq!(reply.answer.fault, None, "{:?}", reply.detail);
    assert!(reply.answer.lines == lines);
}

#[test]
fn a_closed_input_is_no_fault_while_answers_come() {
    let mut table = table(&[&["close-input"]]);
    assert_eq!(answer(&ask(&mut table, "a", LONG)), "one");
    assert_eq!(answer(&ask(&mut table, "b", LONG)), "two");
    let silence = ask(&mut table, "c", SHORT);
    fault(&silence, Fault::Timeout);
}

#[test]
fn a_closed_output_is_noticed_before_the_time_is_up() {
    let mut launch = launch(&["close-output"]);
    // Samples of the memory would wake the referee.
    launch.limits.memory_bytes = None;
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "closed its output");
    assert!(u128::from(reply.micros) < LONG.as_micros());
}

/// Counts how often the table looks at a player.
struct Counted(ProcessPlayer, Arc<AtomicUsize>);

impl Player for Counted {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        self.0.send(lines, expected);
    }

    fn reply(&mut self) -> Option<Reply> {
        self.0.reply()
    }

    fn interests<'a>(&'a self, into: &mut Vec<Interest<'a>>) {
        self.0.interests(into);
    }

    fn wake_at(&self) -> Option<Instant> {
        self.0.wake_at()
    }

    fn attend(&mut self, now: Instant, ready: Ready) -> anyhow::Result<()> {
        self.1.fetch_add(1, Relaxed);
        self.0.attend(now, ready)
    }
}

/// A player that is not asked has written more than is read in advance, has closed its output, or
/// has ended. None of that may wake the table again and again while it waits for another player. On an
/// idle machine each line of a program that writes endless lines may wake it, until 64 KiB are read; a
/// table that does not sleep is awake a hundred thousand times.
#[test]
fn the_table_sleeps_until_something_happens() {
    let actions = [
        &["count-to", "200000"][..],
        &["endless-lines"],
        &["say", "unasked"],
        &["close-output"],
        &["exit", "0"],
    ];
    let sleeps = |action: &[&str]| {
        let attended = Arc::new(AtomicUsize::new(0));
        let mut launch = launch(action);
        launch.limits.memory_bytes = None;
        let counted = Counted(spawn(&launch), Arc::clone(&attended));
        // The table sleeps for the program's time to start.
        let silent = silent(Duration::from_secs(1));
        let mut table = Table::new(vec![boxed(&silent), Box::new(counted)]);
        let notice = Request { seat: Seat(1), lines: vec!["go".to_owned()], expected: None };
        table.ask(&[notice]).unwrap();
        fault(&ask(&mut table, "", SHORT), Fault::Timeout);
        let attended = attended.load(Relaxed);
        assert!(attended < 10_000, "attended {attended} times to {action:?}");
    };
    std::thread::scope(|scope| {
        for action in actions {
            scope.spawn(move || sleeps(action));
        }
    });
}

/// A program gets its three standard streams, and no other file that the referee has open.
#[test]
fn a_program_gets_no_other_files() {
    if !Need::linux_room() {
        return;
    }
    let open = std::fs::File::open("/dev/null").unwrap();
    let flags = nix::fcntl::FcntlArg::F_SETFD(nix::fcntl::FdFlag::empty());
    nix::fcntl::fcntl(&open, flags).unwrap();
    let mut table = Table::new(vec![boxed(&Launch::new("sh").args(["-c", "echo /proc/$$/fd/*"]))]);
    let reply = ask(&mut table, "", LONG);
    let files: Vec<_> = answer(&reply).split(' ').map(|it| it.rsplit('/').next()).collect();
    for fd in files.iter().flatten().filter_map(|fd| fd.parse::<i32>().ok()) {
        // The shell itself may open a file for its own use.
        assert!(fd <= 2 || fd >= 10 || files.len() <= 4, "{files:?}");
    }
    assert!(files.len() <= 4, "{files:?}");
    drop(open);
}

/// The last line of standard error has no end, so it is reported only if the stream is read to its end.
#[test]
fn words_before_a_fault_are_reported_with_it() {
    let script = "read line; printf words >&2; printf '%2000s\\n' x; read line";
    let launch = Launch::new("sh").args(["-c", script]);
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
    fault(&reply, Fault::Garbage);
    assert_eq!(reply.stderr, ["words"]);
}

/// A million bytes are more than the referee reads in advance and the pipe holds, so the program waits.
#[test]
fn output_that_nobody_has_asked_for_stays_in_the_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("written");
    let script = format!("yes $(printf %0999d 0) | head -c 1000000; : > {}", file.display());
    let writer = Launch::new("sh").args(["-c", &script]);
    let other = launch(&["sleep-then-answer", "300"]);
    let mut table = Table::new(vec![boxed(&writer), boxed(&other)]);
    let reply = table.ask(&[request(1, &["go"], expected(LONG))]).unwrap().remove(0);
    assert_eq!(answer(&reply), "slept");
    assert!(!file.exists());
    for _ in 0..1000 {
        assert_eq!(answer(&ask(&mut table, "", LONG)).len(), 999);
    }
    while !file.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
}
