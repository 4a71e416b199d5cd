//! Which bot a file belongs to, where each bot has a folder of its own.

use std::fs;
use std::path::Path;
use std::process::Output;

use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, command, err};

/// A referee program that asks one seat, or nobody.
const REFEREE: &str = "import sys, time\n\
    def read():\n    return sys.stdin.readline().strip()\n\
    def say(line):\n    print(line, flush=True)\n\
    read()\nread()\nsay('###Protocol 2')\n\
    while read() != '###Go':\n    pass\n\
    if sys.argv[1] == 'nobody':\n    time.sleep(1)\n\
    else:\n    for line in ['###Input 0', 'go', '###Output 0 1 20000', '###Wait']:\n        say(line)\n    read()\n    read()\n\
    for line in ['###Score 0 1', '###Score 1 2', '###End']:\n    say(line)\n";

/// A bot that reads its module after the referee takes it for started, and that may be asked nothing.
const BOT: &str = "import time\ntime.sleep(0.4)\nimport core\nwhile input():\n    time.sleep(0.4)\n    \
    print(core.NUMBER, flush=True)\n";

/// A folder with `v1/bot.py` and `v2/bot.py`, each with a module `core.py`, and a contest that asks `who`.
fn two_folders(who: &str, bot: &str) -> Option<TempDir> {
    if !Need::Python.program_runs() {
        return None;
    }
    let folder = TempDir::new().unwrap();
    let contest = format!(
        "[contest]\nkey = \"asks\"\nseats = 2\n\n[referee]\nengine = \"lines\"\ncommand = \"python3 referee.py {who}\"\n"
    );
    write(folder.path(), "botyard.toml", &contest);
    write(folder.path(), "referee.py", REFEREE);
    for version in ["v1", "v2"] {
        write(folder.path(), &format!("{version}/bot.py"), bot);
        write(folder.path(), &format!("{version}/core.py"), "NUMBER = 1\n");
    }
    Some(folder)
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Two games between the bots, one in each order of the seats.
fn duel(folder: &Path) -> Output {
    let bots = ["v1=python3 v1/bot.py", "v2=python3 v2/bot.py"];
    let more = ["--games", "2", "--seed", "1", "--parallel", "1"];
    let output = command(folder, &[&["duel"], &bots[..], &more].concat()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", err(&output));
    output
}

/// What the only log has about a bot.
fn identity(folder: &Path, bot: &str) -> Value {
    let games = fs::read_dir(folder.join("games")).unwrap();
    let log = games.map(|entry| entry.unwrap().path()).find(|path| path.is_file()).unwrap();
    let text = fs::read_to_string(log).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.rfind(|line| line["bot"] == bot).unwrap()["identity"].clone()
}

/// Neither bot's module is taken for that of the other, and a change of it is seen.
#[track_caller]
fn each_has_its_own_module(folder: &Path) {
    duel(folder);
    for bot in ["v1", "v2"] {
        let identity = identity(folder, bot);
        let files = identity["files"].as_array().unwrap();
        let names: Vec<&str> = files.iter().map(|it| it["file"].as_str().unwrap()).collect();
        assert_eq!(names, ["bot.py", "core.py"], "{bot}: {identity}");
        assert_eq!(identity["others"], Value::Null, "{bot}: {identity}");
    }
    write(folder, "v2/core.py", "NUMBER = 2\n");
    let after = err(&duel(folder));
    assert!(after.contains("v2 has changed since its last games: its file core.py"), "{after}");
    assert!(!after.contains("v1 has changed"), "{after}");
}

/// In the first game only the bot in the first seat is asked, so that game does not show what the other bot opens.
#[test]
fn a_module_belongs_to_a_bot_that_is_not_asked_in_its_first_game() {
    let Some(folder) = two_folders("one", BOT) else { return };
    each_has_its_own_module(folder.path());
}

#[test]
fn a_module_belongs_to_a_bot_that_is_never_asked() {
    let Some(folder) = two_folders("nobody", BOT) else { return };
    each_has_its_own_module(folder.path());
}

/// Here the bot opens its module in its first game alone, so nobody knows whose file that is.
#[test]
fn a_file_of_the_same_name_in_another_folder_is_another_file() {
    let Some(folder) = two_folders("one", BOT) else { return };
    let once = "import os, time\ntime.sleep(0.2)\nhere = os.path.dirname(__file__)\nif not os.path.exists('begun'):\n    \
                open('begun', 'w').close()\n    open(here + '/core.py').close()\n\
                while input():\n    time.sleep(0.4)\n    print(1, flush=True)\n";
    write(folder.path(), "v2/bot.py", &once.replace("'begun'", "here + '/begun'"));
    // The start of the bot is over before it opens anything.
    duel(folder.path());
    assert!(folder.path().join("v2/begun").exists());
    let identity = identity(folder.path(), "v2");
    assert_eq!(identity["others"], Value::Null, "{identity}");
}

/// A bot that saves its module, as its author may, in the processes of these numbers. The first two are starts before the
/// games, then come two games, then it may play alone.
fn saving(processes: &str) -> String {
    format!(
        "import os\nhere = os.path.dirname(os.path.abspath(__file__))\nos.makedirs(here + '/.count', exist_ok=True)\n\
         number = len(os.listdir(here + '/.count')) + 1\nopen(f'{{here}}/.count/{{number}}', 'w').close()\nimport core\n\
         if number in [{processes}]:\n    text = open(here + '/core.py').read()\n    \
         open(here + '/core.py', 'w').write(text)\nwhile input():\n    print(core.NUMBER, flush=True)\n"
    )
}

/// The system does not say who changed a file.
#[test]
fn a_file_that_is_saved_while_the_bot_runs_is_its_own_unless_it_happens_again() {
    let Some(_) = two_folders("one", BOT) else { return };
    for (processes, count, is_own, is_told) in [
        ("1", 4, true, false),
        ("1, 2", 4, false, false),
        ("3, 5", 6, true, true),
        ("3, 4, 5, 6", 6, false, false),
    ] {
        let folder = two_folders("one", BOT).unwrap();
        write(folder.path(), "v1/bot.py", &saving(processes));
        let said = err(&duel(folder.path()));
        let identity = identity(folder.path(), "v1");
        let names: Vec<&Value> =
            identity["files"].as_array().unwrap().iter().map(|it| &it["file"]).collect();
        let started = fs::read_dir(folder.path().join("v1/.count")).unwrap().count();
        assert_eq!(started, count, "{processes}");
        assert_eq!(names.contains(&&"core.py".into()), is_own, "{processes}: {identity}");
        assert_eq!(identity["writes"] == Value::Null, is_own, "{processes}: {identity}");
        let note = "v1: the file core.py was changed while games were played";
        assert_eq!(said.contains(note), is_told, "{processes}: {said}");
    }
}
