//! Starting programs.

use super::*;

#[test]
fn a_program_that_cannot_be_started_gets_a_message_with_advice() {
    let error = |launch: &Launch| {
        let error = ProcessPlayer::spawn("bot", launch).map(|_| ()).unwrap_err();
        format!("{error:#}")
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Another program writes the files. If this process wrote them, a child that another test starts at the
    // same time could hold them open for writing, and they could not be run.
    let write = |name: &str, text: &str, mode: &str| {
        let script = r#"printf '%s\n' "$2" > "$1" && chmod "$3" "$1""#;
        let status =
            Command::new("sh").args(["-c", script, "sh", &path(name), text, mode]).status();
        assert!(status.unwrap().success());
    };
    let start = |name: &str| error(&Launch::new(path(name)));

    assert_eq!(
        error(&Launch::new("no-such-program-anywhere")),
        "cannot start `no-such-program-anywhere`: no folder of PATH has such a program; build or \
         install it, or give its path, such as ./no-such-program-anywhere"
    );
    let text = |name: &str, reason: &str| format!("cannot start `{}`: {reason}", path(name));
    let reason = "there is no such file; build it first, or correct the path";
    assert_eq!(start("missing"), text("missing", reason));
    write("plain", "#!/bin/sh", "644");
    assert_eq!(
        start("plain"),
        text("plain", "it is not executable; make it executable with `chmod +x`")
    );
    // POSIX has such a file run by the shell.
    if Need::linux_room() {
        write("text", "hello", "755");
        let said = start("text");
        assert!(said.contains("it is not a program for this machine"), "{said}");
    }
    write("lost", "#!/no/such/interpreter", "755");
    assert!(start("lost").contains("the interpreter that its first line names"));
    assert!(error(&Launch::new(folder.path())).contains("it is a folder"));
    let nowhere = Launch { cwd: Some(path("nowhere").into()), ..Launch::new("sh") };
    assert!(error(&nowhere).starts_with("cannot start `sh` in the folder"), "{}", error(&nowhere));
}

#[test]
fn a_start_is_watched_until_the_program_is_at_rest() {
    let starts = |programs: [&Launch; 2], most| {
        let began = Instant::now();
        let mut table = Table::new(programs.map(boxed).into());
        let replies = table.watch_starts(most).expect("the referee has no error");
        let faults = replies.into_iter().map(|reply| reply.and_then(|it| it.answer.fault));
        (faults.collect::<Vec<_>>(), began.elapsed())
    };
    // Both wait for input, so nothing is gained by watching them for long.
    let (faults, took) = starts([&launch(&["echo"]), &launch(&["never-read"])], LONG);
    assert_eq!(faults, [None, None]);
    assert!(took < LONG / 2, "{took:?}");
    // A busy program may still end by itself.
    let (faults, took) = starts([&launch(&["echo"]), &launch(&["think-for-ever"])], 5 * SHORT);
    assert_eq!(faults, [None, Some(Fault::Timeout)]);
    assert!(took >= 5 * SHORT, "{took:?}");
    let leaves = Launch::new("sh").args(["-c", "exit 3"]);
    let (faults, _) = starts([&leaves, &launch(&["echo"])], LONG);
    assert_eq!(faults, [Some(Fault::Exit), None]);
}

#[test]
fn a_program_starts_in_its_folder_with_its_environment() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch {
        cwd: Some(folder.path().to_owned()),
        env: vec![("MOOD".into(), "cheerful".into())],
        ..Launch::new("sh").args(["-c", "echo $(pwd -P) $MOOD; exit 1"])
    };
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "", LONG);
    let folder = folder.path().canonicalize().unwrap();
    assert_eq!(answer(&reply), format!("{} cheerful", folder.display()));
}

/// The program's report on its own process.
fn says(script: &str) -> String {
    let launch = Launch::new("sh").args(["-c", script]);
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "", LONG);
    answer(&reply).to_owned()
}

/// The referee ignores SIGPIPE, and blocks all signals while it starts a program.
#[test]
fn a_program_starts_with_no_signal_blocked_and_dies_of_a_broken_pipe() {
    let signals = says("echo $(grep -E 'Sig(Blk|Ign)' /proc/self/status)");
    let [blocked, ignored] = [1, 3].map(|word| {
        let mask = signals.split(' ').nth(word).unwrap();
        u64::from_str_radix(mask, 16).unwrap()
    });
    let [broken_pipe, child_ended] = [13, 17].map(|signal| 1 << (signal - 1));
    assert_eq!((blocked, ignored & (broken_pipe | child_ended)), (0, 0), "{signals}");
}

#[test]
fn a_program_starts_with_limits_on_its_memory_and_without_core_files() {
    let limits = says("echo $(grep -E 'Max (data|core file) size' /proc/self/limits)");
    let data = 4 * referee::player::process::SITE_MEMORY_BYTES;
    let expected = format!("Max data size {data} {data} bytes Max core file size 0 0 bytes");
    assert_eq!(limits, expected);
}

#[test]
fn a_program_is_kept_on_its_cores() {
    if !Need::linux_room() {
        return;
    }
    let core = referee::system::own_cores()[0];
    for namespaces in [true, false] {
        let launch = Launch { cores: Some(vec![core]), namespaces, ..launch(&["leave-the-core"]) };
        let player = spawn(&launch);
        let in_force = player.in_force().unwrap();
        assert!(in_force.split(' ').any(|word| word == "cores"), "{in_force}");
        let mut table = Table::new(vec![Box::new(player)]);
        assert_eq!(answer(&ask(&mut table, "", LONG)), format!("{core} false"));
    }
}

#[test]
fn only_files_that_can_be_run_are_found_in_the_folders_of_path() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mkdir -p a/bot b c && printf '#!/bin/sh\\necho b' > b/bot && \
                  printf '#!/bin/sh\\necho c' > c/bot && chmod 644 b/bot && chmod 755 c/bot";
    let status = Command::new("sh").args(["-c", script]).current_dir(&folder).status();
    assert!(status.unwrap().success());
    let path = ["a", "b", "c"].map(|name| folder.path().join(name));
    let path = std::env::join_paths(path).unwrap();
    let launch = Launch { env: vec![("PATH".into(), path)], ..Launch::new("bot") };
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "", LONG);
    assert_eq!(answer(&reply), "c");
}

#[test]
fn a_program_starts_with_few_open_files_and_without_rights_of_the_referee() {
    if !Need::linux_room() {
        return;
    }
    let script = "read line; echo $(ulimit -Hn) \
                  $(grep -E '^(CapEff|NoNewPrivs):' /proc/self/status)";
    for namespaces in [true, false] {
        let launch = Launch { namespaces, ..Launch::new("sh").args(["-c", script]) };
        let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
        let words: Vec<&str> = answer(&reply).split_ascii_whitespace().collect();
        let [files, "CapEff:", rights, "NoNewPrivs:", "1"] = &words[..] else {
            panic!("{words:?}")
        };
        assert!(files.parse::<u64>().unwrap() <= 4096, "{words:?}");
        // Only the rights that files need, and no rights unless the tests run as root.
        let rights = u64::from_str_radix(rights, 16).unwrap();
        assert_eq!(rights & !0b1101_1111, 0, "{words:?}");
    }
}
