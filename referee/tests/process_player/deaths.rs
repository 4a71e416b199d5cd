//! Programs that end, and what they leave behind.

use super::*;

#[test]
fn an_exit_is_told_with_its_code_and_last_words() {
    for code in ["0", "3", "255"] {
        let reply = ask(&mut table(&[&["exit", code]]), "go", LONG);
        assert_eq!(fault(&reply, Fault::Exit), format!("exited with code {code}"));
        assert_eq!(reply.stderr, ["I am leaving"]);
    }
}

#[test]
fn a_signal_is_told_by_its_name() {
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
fn lines_left_by_a_dead_program_still_count() {
    let launch =
        Launch::new("sh").args(["-c", "i=0; while [ $i -lt 9000 ]; do i=$((i+1)); echo $i; done"]);
    let mut table = Table::new(vec![boxed(&launch), boxed(&super::launch(&["echo"]))]);
    for number in 1..=9000 {
        assert_eq!(answer(&ask(&mut table, "", LONG)), number.to_string());
        table.ask(&[request(1, &[""], expected(LONG))]).unwrap();
    }
    fault(&ask(&mut table, "", LONG), Fault::Exit);
}

/// Without the report of its death the referee would wait for the end of a pipe that never ends.
#[test]
fn a_child_that_holds_the_pipes_does_not_hide_the_death() {
    let reply = ask(&mut table(&[&["leave-a-child"]]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 4");
}

#[test]
fn all_that_a_program_started_dies_with_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let bot = spawn(&launch(&["breed-and-answer", &file]));
    let bot_pid = bot.pid().to_string();
    let mut table = Table::new(vec![Box::new(bot)]);
    assert_eq!(answer(&ask(&mut table, "x", LONG)), "x");
    let orphan = std::fs::read_to_string(&file).unwrap();
    assert!(exists(&orphan) && exists(&bot_pid));
    drop(table);
    assert!(!exists(&orphan) && !exists(&bot_pid));
}

#[test]
fn all_that_a_program_started_dies_at_its_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let mut table = table(&[&["breed-and-answer", &file]]);
    answer(&ask(&mut table, "x", LONG));
    let orphan = std::fs::read_to_string(&file).unwrap();
    fault(&ask(&mut table, &"x".repeat(2000), LONG), Fault::Garbage);
    assert!(!exists(&orphan));
}

#[test]
fn an_orphan_of_a_program_that_ended_first_dies_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    let script = format!(
        "{} leave-an-orphan {file} & while [ ! -e {file} ]; do :; done; exit 5",
        hostile().display()
    );
    let mut table = Table::new(vec![boxed(&Launch::new("sh").args(["-c", &script]))]);
    assert_eq!(fault(&ask(&mut table, "", LONG), Fault::Exit), "exited with code 5");
    assert!(!exists(&std::fs::read_to_string(&file).unwrap()));
}

#[test]
fn closing_twice_is_closing() {
    let mut bot = spawn(&launch(&["echo"]));
    let pid = bot.pid().to_string();
    bot.close();
    assert!(!exists(&pid));
    bot.close();
    bot.send(&["x".to_owned()], Some(&expected(LONG)));
    assert_eq!(fault(&bot.reply().unwrap(), Fault::Exit), "ended by the referee");
}

#[test]
fn whoever_kills_the_keeper_voids_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid").to_str().unwrap().to_owned();
    // The keeper is the bot's parent.
    let script = format!("sleep 600 & echo $! > {file}; read line; kill -9 $PPID; sleep 600");
    let mut table = Table::new(vec![boxed(&Launch::new("sh").args(["-c", &script]))]);
    let error = table.ask(&[request(0, &[""], expected(LONG))]).unwrap_err();
    assert_eq!(
        format!("{error:#}"),
        "the referee lost its hold on `bot`: the game is void: \
         somebody killed the process that watches over it"
    );
    wait_for_end(std::fs::read_to_string(&file).unwrap().trim());
}

/// A referee of its own, which the next test starts, in a process of its own, and kills. Started by
/// itself it has nothing to do.
#[test]
fn a_referee_to_be_killed() {
    let Ok(file) = std::env::var("HOSTILE_PID_FILE") else { return };
    let mut table = table(&[&["breed-and-answer", &file]]);
    answer(&ask(&mut table, "x", LONG));
    std::fs::write(format!("{file}.ready"), "").unwrap();
    std::thread::sleep(LONG);
}

#[test]
fn a_killed_referee_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let mut referee = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "deaths::a_referee_to_be_killed"])
        .env("HOSTILE_PID_FILE", &file)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("pid.ready").exists() {
        assert!(referee.try_wait().unwrap().is_none(), "the referee ended too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let orphan = std::fs::read_to_string(&file).unwrap();
    assert!(exists(&orphan));
    referee.kill().unwrap();
    referee.wait().unwrap();
    wait_for_end(&orphan);
}

#[test]
fn what_cannot_be_started_is_said_with_advice() {
    let error = |launch: &Launch| {
        let error = ProcessPlayer::spawn("bot", launch).map(|_| ()).unwrap_err();
        format!("{error:#}")
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // By another program: a file that this one has open for writing may live on in a child that
    // another test is just starting, and then cannot be run.
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
    assert_eq!(start("plain"), text("plain", "it is not executable; make it so with `chmod +x`"));
    write("text", "hello", "755");
    assert!(start("text").contains("it is no program for this machine"), "{}", start("text"));
    write("lost", "#!/no/such/interpreter", "755");
    assert!(start("lost").contains("the interpreter that its first line names"));
    assert!(error(&Launch::new(folder.path())).contains("it is a folder"));
    let nowhere = Launch { cwd: Some(path("nowhere").into()), ..Launch::new("sh") };
    assert!(error(&nowhere).starts_with("cannot start `sh` in the folder"), "{}", error(&nowhere));
}

#[test]
fn folder_and_environment_are_the_programs_own() {
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
