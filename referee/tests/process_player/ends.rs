//! Programs that end, and the processes that they leave behind.

use super::*;

#[test]
fn an_exit_is_reported_with_its_code_and_its_last_standard_error() {
    for code in ["0", "3", "255"] {
        let reply = ask(&mut table(&[&["exit", code]]), "go", LONG);
        assert_eq!(fault(&reply, Fault::Exit), format!("exited with code {code}"));
        assert_eq!(reply.stderr, ["I am leaving"]);
    }
}

#[test]
fn a_signal_is_reported_by_its_name() {
    let reply = ask(&mut table(&[&["signal", "11"]]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "killed by signal 11 (SIGSEGV)");
    let reply = ask(&mut table(&[&["abort"]]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "killed by signal 6 (SIGABRT)");
}

#[test]
fn the_answer_before_an_exit_counts() {
    let mut table = table(&[&["answer-and-exit", "0"]]);
    assert_eq!(answer(&ask(&mut table, "go", LONG)), "bye");
    assert_eq!(fault(&ask(&mut table, "go", LONG), Fault::Exit), "exited with code 0");
}

#[test]
fn an_incomplete_last_line_does_not_count() {
    let launch = Launch::new("sh").args(["-c", "printf 'MOVE'"]);
    let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0 in the middle of the line `MOVE`");
}

#[test]
fn lines_left_by_a_program_that_has_ended_still_count() {
    let launch =
        Launch::new("sh").args(["-c", "i=0; while [ $i -lt 9000 ]; do i=$((i+1)); echo $i; done"]);
    let mut table = Table::new(vec![boxed(&launch), boxed(&super::launch(&["echo"]))]);
    for number in 1..=9000 {
        assert_eq!(answer(&ask(&mut table, "", LONG)), number.to_string());
        table.ask(&[request(1, &[""], expected(LONG))]).unwrap();
    }
    fault(&ask(&mut table, "", LONG), Fault::Exit);
}

/// More than is read in advance: the rest is still in the pipe when the program has ended.
#[test]
fn lines_in_the_pipe_of_a_program_that_has_ended_still_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("done").to_str().unwrap().to_owned();
    let script = format!("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo $i; done; : > {file}");
    let writer = Launch::new("sh").args(["-c", &script]);
    let waiter = launch(&["wait-for-then-answer", &file]);
    let silent = silent(Duration::from_millis(300));
    let mut table = Table::new(vec![boxed(&writer), boxed(&waiter), boxed(&silent)]);
    let waited = table.ask(&[request(1, &["go"], expected(LONG))]).unwrap();
    assert_eq!(answer(&waited[0]), "last");
    // The writer ends now, and the referee notices it while it waits for another player.
    let silence = table.ask(&[request(2, &["go"], expected(SHORT))]).unwrap();
    fault(&silence[0], Fault::Timeout);
    for number in 1..=20000 {
        assert_eq!(answer(&ask(&mut table, "", LONG)), number.to_string());
    }
    fault(&ask(&mut table, "", LONG), Fault::Exit);
}

/// Seat 1 answers only when the process that seat 0 started has ended.
#[test]
fn a_program_is_killed_at_its_fault_while_others_think() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    // In namespaces seat 1 would not see the process.
    let seen = |action| Launch { namespaces: false, ..launch(&[action, &file]) };
    let programs = ["leave-an-orphan-then-echo", "wait-for-the-end-then-answer"].map(seen);
    let mut table = Table::new(programs.iter().map(boxed).collect());
    let long_line = "x".repeat(2000);
    let requests = [request(0, &[&long_line], expected(LONG)), request(1, &["go"], expected(LONG))];
    let replies = table.ask(&requests).unwrap();
    fault(&replies[0], Fault::Garbage);
    assert_eq!(answer(&replies[1]), "ended");
}

/// Without the supervisor's report the referee would wait for the end of a pipe that never ends.
#[test]
fn a_child_that_holds_the_pipes_does_not_hide_the_exit() {
    let reply = ask(&mut table(&[&["leave-a-child"]]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 4");
}

#[test]
fn all_that_a_program_started_is_killed_with_the_table() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let bot = spawn(&launch(&["leave-an-orphan-then-echo", &file]));
    let bot_pid = bot.pid().to_string();
    let mut table = Table::new(vec![Box::new(bot)]);
    assert_eq!(answer(&ask(&mut table, "x", LONG)), "x");
    assert!(runs_with(&file) && exists(&bot_pid));
    drop(table);
    assert!(!runs_with(&file) && !exists(&bot_pid));
}

/// Seat 1 is started later, so its supervisor is forked from a referee that has the pipes of seat 0
/// open. It must not keep them open.
#[test]
fn all_that_a_program_started_is_killed_at_its_fault() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let mut table = table(&[&["leave-an-orphan-then-echo", &file], &["echo"]]);
    answer(&ask(&mut table, "x", LONG));
    assert!(runs_with(&file));
    fault(&ask(&mut table, &"x".repeat(2000), LONG), Fault::Garbage);
    assert!(!runs_with(&file));
}

#[test]
fn an_orphan_of_a_program_that_has_ended_is_killed() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let script = format!(
        "{} leave-an-orphan {file} & while [ ! -e {file} ]; do :; done; exit 5",
        hostile().display()
    );
    let mut table = Table::new(vec![boxed(&Launch::new("sh").args(["-c", &script]))]);
    assert_eq!(fault(&ask(&mut table, "", LONG), Fault::Exit), "exited with code 5");
    assert!(!runs_with(&file));
}

#[test]
fn a_player_can_be_closed_twice() {
    let mut bot = spawn(&launch(&["echo"]));
    let pid = bot.pid().to_string();
    bot.close();
    assert!(!exists(&pid));
    bot.close();
    bot.send(&["x".to_owned()], Some(&expected(LONG)));
    assert_eq!(fault(&bot.reply().unwrap(), Fault::Exit), "ended by the referee");
}

/// A void game is replayed, so a losing program could choose to make a game void.
#[test]
fn a_program_whose_supervisor_is_killed_loses() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid").to_str().unwrap().to_owned();
        // Only namespaces end processes that have left their parent.
        let action: &[&str] =
            if namespaces { &["leave-an-orphan-then-echo", &file] } else { &["echo"] };
        let bot = spawn(&Launch { namespaces, ..launch(action) });
        let status = std::fs::read_to_string(format!("/proc/{}/status", bot.pid())).unwrap();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap();
        let supervisor = Pid::from_raw(parent.trim().parse().unwrap());
        let mut table = Table::new(vec![Box::new(bot)]);
        assert_eq!(answer(&ask(&mut table, "x", LONG)), "x");
        kill(supervisor, Signal::SIGKILL).unwrap();
        // It may have time for a few answers.
        let mut reply = ask(&mut table, "", LONG);
        while reply.answer.fault.is_none() {
            reply = ask(&mut table, "", LONG);
        }
        let message = "brought the process that supervises it to its end";
        assert_eq!(fault(&reply, Fault::Exit), message);
        drop(table);
        wait_for_end_of_all_with(&file);
    }
}

#[test]
fn the_system_kills_a_program_when_its_supervisor_ends() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in [true, false] {
        let launch = Launch { namespaces, ..launch(&["say-death-signal"]) };
        let mut table = Table::new(vec![boxed(&launch)]);
        assert_eq!(answer(&ask(&mut table, "go", LONG)), (Signal::SIGKILL as i32).to_string());
    }
}

#[test]
fn a_program_cannot_kill_its_supervisor() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in [true, false] {
        let script = "kill -9 $PPID 2> /dev/null; read line; echo $line; exit 6";
        let launch = Launch { namespaces, ..Launch::new("sh").args(["-c", script]) };
        let mut table = Table::new(vec![boxed(&launch)]);
        assert_eq!(answer(&ask(&mut table, "x", LONG)), "x");
        assert_eq!(fault(&ask(&mut table, "", LONG), Fault::Exit), "exited with code 6");
    }
}

/// The next test starts this one in a process of its own, as a referee that it kills. Without that
/// test it does nothing.
#[test]
fn a_referee_to_be_killed() {
    let Ok(file) = std::env::var("HOSTILE_PID_FILE") else { return };
    let mut table = table(&[&["leave-an-orphan-then-echo", &file]]);
    answer(&ask(&mut table, "x", LONG));
    std::fs::write(format!("{file}.ready"), "").unwrap();
    std::thread::sleep(LONG);
}

/// The next test starts this one in its own process, because every child of that process may be killed.
#[test]
fn a_referee_that_adopts_orphans() {
    let Ok(folder) = std::env::var("ORPHAN_FOLDER") else { return };
    referee::player::process::adopt_orphans();
    let echo = Launch { namespaces: false, ..launch(&["echo"]) };
    let mut innocent = Table::new(vec![boxed(&echo)]);
    // The supervisor ends, and its orphan gets a new parent a little later, so not every run shows a fault.
    for time in 0..20 {
        let file = format!("{folder}/pid-{time}-");
        let bot =
            spawn(&Launch { namespaces: false, ..launch(&["leave-an-orphan-then-echo", &file]) });
        let status = std::fs::read_to_string(format!("/proc/{}/status", bot.pid())).unwrap();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap();
        let supervisor = Pid::from_raw(parent.trim().parse().unwrap());
        let mut table = Table::new(vec![Box::new(bot)]);
        assert_eq!(answer(&ask(&mut table, "x", LONG)), "x");
        assert!(runs_with(&file));
        kill(supervisor, Signal::SIGKILL).unwrap();
        while ask(&mut table, "", LONG).answer.fault.is_none() {}
        wait_for_end_of_all_with(&file);
        assert_eq!(answer(&ask(&mut innocent, "x", LONG)), "x");
    }
}

#[test]
fn orphans_of_a_killed_supervisor_are_killed_without_namespaces() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "ends::a_referee_that_adopts_orphans"])
        .env("ORPHAN_FOLDER", folder.path())
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_killed_referee_leaves_no_process() {
    if !Need::linux_room() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let mut referee = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "ends::a_referee_to_be_killed"])
        .env("HOSTILE_PID_FILE", &file)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("pid.ready").exists() {
        assert!(referee.try_wait().unwrap().is_none(), "the referee ended too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let file = file.to_str().unwrap();
    assert!(runs_with(file));
    referee.kill().unwrap();
    referee.wait().unwrap();
    wait_for_end_of_all_with(file);
}

/// The referee sends no signal before the fault, and does not know who did. The flag is for replays: the fault stays.
#[test]
fn a_program_that_a_signal_ended_or_stopped_is_marked() {
    if !Need::linux_room() {
        return;
    }
    let marked = |script: &str, limit| {
        let launch = Launch::new("sh").args(["-c", script]);
        let reply = ask(&mut Table::new(vec![boxed(&launch)]), "go", limit);
        (reply.answer.fault, reply.signalled)
    };
    let reads = |then: &str| format!("read line; {then}");
    for signal in ["KILL", "TERM", "SEGV"] {
        // By itself, and a child of a shell, whose end the shell reports as a code.
        for script in [format!("kill -{signal} $$"), format!("sh -c 'kill -{signal} $$'; exit $?")]
        {
            assert_eq!(marked(&reads(&script), LONG), (Some(Fault::Exit), true), "{script}");
        }
    }
    for script in ["exit 3", "exit 0", "exec >&-; sleep 60"] {
        assert_eq!(marked(&reads(script), LONG), (Some(Fault::Exit), false), "{script}");
    }
    // The program itself, and a child for which it waits.
    for script in ["kill -STOP $$", "sh -c 'kill -STOP $$'"] {
        assert_eq!(marked(&reads(script), SHORT), (Some(Fault::Timeout), true), "{script}");
    }
    // It was stopped, and goes on before the limit.
    let brief = "(sleep 0.1; kill -CONT $$) & kill -STOP $$; sleep 60";
    assert_eq!(marked(&reads(brief), 20 * SHORT), (Some(Fault::Timeout), true));
    assert_eq!(marked(&reads("sleep 60"), SHORT), (Some(Fault::Timeout), false));
}
