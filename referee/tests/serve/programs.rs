//! The programs: `referee serve`, `referee play` with a client in a seat, `referee join`, and the plain
//! client in Python.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use referee::testkit::needs::Need;
use referee::testkit::recordings::fixtures_folder;

fn referee(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(folder);
    command
}

/// The plain client, if Python is installed.
fn client() -> Option<PathBuf> {
    let file = fixtures_folder().join("courier/bots/client.py");
    Need::Python.program_runs().then(|| file.canonicalize().unwrap())
}

/// The port in the first line of a program's output.
fn port(output: impl Read) -> (String, BufReader<impl Read>) {
    let mut output = BufReader::new(output);
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let words = line.split_whitespace().find_map(|word| word.strip_prefix("127.0.0.1:"));
    (words.unwrap_or_else(|| panic!("no port in {line:?}")).to_owned(), output)
}

fn all(mut output: impl Read) -> String {
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    text
}

const BOARD: [&str; 8] =
    ["--option", "board=open", "--option", "size=9x9", "--seed", "3", "--option", "count=4"];

fn serve(folder: &Path, more: &[&str]) -> Child {
    let arguments = [&["serve", "courier", "--port", "0"], more, &BOARD].concat();
    referee(folder, &arguments).stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn the_plain_client_plays_over_tcp_and_over_standard_input() {
    let Some(client) = client() else { return };
    assert_eq!(fs::read_to_string(&client).unwrap().lines().count(), 40, "a plain client is short");
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(folder.path(), &["--players", "2", "--money", "300"]);
    let (port, output) = port(server.stdout.take().unwrap());
    let mut over_tcp = Command::new("python3");
    let mut over_tcp = over_tcp.arg(&client).args(["127.0.0.1", &port]).spawn().unwrap();
    let bot = format!("python3 {}", client.display());
    let joined = referee(folder.path(), &["join", "courier", "127.0.0.1", &port, &bot]).output();
    let joined = joined.unwrap();
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
    assert!(over_tcp.wait().unwrap().success());
    let text = all(output);
    assert!(server.wait().unwrap().success());
    assert!(!text.contains('('), "nobody was thrown out: {text}");
    assert!(folder.path().join("games/courier-3.jsonl").is_file(), "{text}");
    let arguments = [&["play", "courier", &bot, "--players", "1", "--json"][..], &BOARD].concat();
    let played = referee(folder.path(), &arguments).output().unwrap();
    let result: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(result["result"]["end"], "no-packages", "{result}");
    assert!(result["result"]["scores"][0].as_i64() > Some(0), "{result}");
    assert_eq!(result["result"]["thrown_out"], serde_json::Value::Null);
}

#[test]
fn a_bot_that_ends_before_its_game_fails() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(folder.path(), &["--players", "1"]);
    let (port, _output) = port(server.stdout.take().unwrap());
    let join = ["join", "courier", "127.0.0.1", &port, "echo Player"];
    let joined = referee(folder.path(), &join).output().unwrap();
    let said = String::from_utf8_lossy(&joined.stderr);
    assert_eq!(joined.status.code(), Some(1), "{said}");
    assert!(said.contains("the bot ended before the game was over"), "{said}");
    assert!(server.wait().unwrap().success());
}

/// A bot that knows the end of its game may end a moment before the server closes the connection.
#[test]
fn a_bot_that_ends_with_its_game_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port().to_string();
    let server = thread::spawn(move || {
        let (mut bot, _) = server.accept().unwrap();
        let mut lines = BufReader::new(bot.try_clone().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "last");
        thread::sleep(Duration::from_millis(50));
        bot.write_all(b"the game is over\n").unwrap();
    });
    let join = ["join", "courier", "127.0.0.1", &port, "echo last"];
    let joined = referee(folder.path(), &join).output().unwrap();
    assert!(joined.status.success(), "{}", String::from_utf8_lossy(&joined.stderr));
    server.join().unwrap();
}

#[test]
fn a_bot_above_a_limit_is_ended() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let bots = [
        (
            "64",
            "import time; held = b'x' * (200 << 20); time.sleep(60)",
            "of memory, 64 are allowed",
        ),
        (
            "4000",
            "import os, time; [os.fork() for _ in range(6)]; time.sleep(60)",
            "had more than the 40 processes",
        ),
    ];
    for (megabytes, bot, words) in bots {
        let contest = format!("contest.game = \"courier\"\nlimits.memory-mb = {megabytes}\n");
        fs::write(folder.path().join("botyard.toml"), contest).unwrap();
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = server.local_addr().unwrap().port().to_string();
        fs::write(folder.path().join("bot.py"), bot).unwrap();
        let join = ["join", "courier", "127.0.0.1", &port, "python3 bot.py", "--threads", "40"];
        let joined = referee(folder.path(), &join).output().unwrap();
        let said = String::from_utf8_lossy(&joined.stderr);
        assert!(joined.status.code() == Some(1) && said.contains(words), "{said}");
    }
}

#[test]
fn a_client_from_outside_takes_a_seat_of_play() {
    let Some(client) = client() else { return };
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [&["play", "courier", "@waiter", "tcp", "--listen", "0", "--json"][..], &BOARD].concat();
    let mut play =
        referee(folder.path(), &arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let play = play.as_mut().unwrap();
    let (port, _errors) = port(play.stderr.take().unwrap());
    let mut client =
        Command::new("python3").arg(client).args(["127.0.0.1", &port]).spawn().unwrap();
    let result: serde_json::Value =
        serde_json::from_str(&all(play.stdout.take().unwrap())).unwrap();
    assert!(play.wait().unwrap().success());
    assert!(client.wait().unwrap().success());
    assert_eq!(result["result"]["end"], "no-packages", "{result}");
    assert!(result["result"]["scores"][1].as_i64() > Some(0), "{result}");
}

/// Says `Player` and three commands, and returns everything that is sent back.
fn three_turns(port: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.write_all(b"Player\n1 Drop\n1 Drop\n1 Drop\n").unwrap();
    all(stream)
}

/// Writes a drawn board as files of the contest, and returns their text.
fn board_files(folder: &Path) -> [String; 2] {
    let arguments = [&["board", "courier", "--files", "lakes"][..], &BOARD].concat();
    let output = referee(folder, &arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "Written: lakes.map\nWritten: lakes.packages\n");
    ["lakes.map", "lakes.packages"].map(|file| fs::read_to_string(folder.join(file)).unwrap())
}

#[test]
fn files_of_a_board_are_replaced_only_with_overwrite() {
    let folder = tempfile::tempdir().unwrap();
    board_files(folder.path());
    // Only the second file is there, and the first is not written either.
    fs::remove_file(folder.path().join("lakes.map")).unwrap();
    let board = |more: &[&str]| {
        let arguments = [&["board", "courier", "--files", "lakes"], more].concat();
        let output = referee(folder.path(), &arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = board(&[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("lakes.packages exists; add --overwrite"), "{said}");
    assert!(!folder.path().join("lakes.map").exists());
    assert_eq!(board(&["--overwrite"]).0, Some(0));
    assert!(folder.path().join("lakes.map").exists());
}

#[test]
fn the_files_of_a_drawn_board_give_the_same_start() {
    let folder = tempfile::tempdir().unwrap();
    let [map, packages] = board_files(folder.path());
    let play = |options: &[String]| {
        let mut arguments = vec!["play", "courier", "@final", "--seed", "3", "--json"];
        let options: Vec<[&str; 2]> = options.iter().map(|it| ["--option", it.as_str()]).collect();
        arguments.extend(options.iter().flatten());
        let output = referee(folder.path(), &arguments).output().unwrap();
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        result["result"].clone()
    };
    let start = "starts=1,1".to_owned();
    let given = play(&[format!("map={map}"), format!("packages={packages}"), start.clone()]);
    let drawn = BOARD.chunks(2).filter(|two| two[0] == "--option").map(|two| two[1].to_owned());
    let drawn = play(&drawn.chain([start]).collect::<Vec<_>>());
    assert_eq!(given["end"], "no-packages", "{given}");
    assert_eq!(given, drawn);
    let output = referee(folder.path(), &["board", "ocean", "--files", "x"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "it has no such files");
}

#[test]
fn serve_plays_map_and_package_files_with_starts_and_quirks_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let [map, packages] = board_files(folder.path());
    let files = ["--map", "lakes.map", "--packages", "lakes.packages", "--start", "2,1;3,1"];
    let rules = ["--quirks", "--money", "77", "--capacity", "33", "--timeout", "0"];
    let games = ["--players", "1", "--again", "--games", "2", "--option", "turns=3"];
    let seed = ["serve", "courier", "--port", "0", "--seed", "8"];
    let arguments = [&seed[..], &files, &rules, &games].concat();
    let mut server = referee(folder.path(), &arguments).stdout(Stdio::piped()).spawn().unwrap();
    let (port, output) = port(server.stdout.take().unwrap());
    let rows: Vec<&str> = map.lines().rev().collect();
    let start = format!("9 9\n{}\n1 33 77\n#1 X 2 Y 1\n", rows.join("\n"));
    for _ in 0..2 {
        let heard = three_turns(&port);
        let turns = heard.strip_prefix(&start).unwrap_or_else(|| panic!("{heard}\n{start}"));
        assert_eq!(turns, "\n#1 X 2 Y 1 \n\n#1 \n\n#1 \n", "blanks and places of the judges");
    }
    assert!(server.wait().unwrap().success());
    let text = all(output);
    for seed in [8, 9] {
        let file = folder.path().join(format!("games/courier-{seed}.jsonl"));
        let recording = referee::testkit::recordings::demand_replay(&file);
        assert_eq!(recording.header.options["map"], map, "{text}");
        assert_eq!(recording.header.options["packages"], packages);
    }
}

#[test]
fn wrong_options_are_reported_before_a_client_connects() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, problem) in [
        (&["--map", "none.map"][..], "cannot read none.map"),
        (&["--start", "9999,1"], "option starts=9999,1: no robot can stand on 9999,1"),
        (&["--option", "sauce=1"], "there is no option 'sauce'"),
        (&["--money", "0", "--players", "3"], "option money=0: wanted"),
        (&["--players", "2", "--games", "5"], "give --again for --games 5"),
        (&["--games", "0"], "a whole number from 1 to"),
    ] {
        let arguments = [&["serve", "courier", "--port", "0"], arguments].concat();
        let output = referee(folder.path(), &arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(problem), "{error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
    }
    let output = referee(folder.path(), &["serve", "ocean", "--port", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
