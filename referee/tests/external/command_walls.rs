//! What bots cannot do where the referee program starts them.

use std::fs;

use referee::testkit::needs::Need;
use serde_json::{Value, json};

use super::command::{engines, json_of, lines, numbers, running};
use crate::common::{code, command, err, out, referee, succeeds};

#[test]
fn everything_that_the_referee_started_ends_with_the_game() {
    // One of them makes a session of its own, which only Linux finds.
    if !Need::Python.program_runs() || !Need::linux_room() {
        return;
    }
    let folder = numbers("command", "");
    let sleepers = || running("sleep\x001000\x00");
    let before = sleepers();
    succeeds(
        folder.path(),
        &["play", "five", "six", "--seed", "3", "--option", "odd=fork", "--quiet"],
    );
    assert!(sleepers() <= before);
}

#[test]
fn a_stranger_stays_isolated() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = numbers("command", "");
    let bots = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.txt");
    fs::write(&secret, "the secret").unwrap();
    let spy = format!(
        "if (read word < '{}') 2>/dev/null; then echo 'read it' >&2; else echo refused >&2; fi\n\
         echo processes $(ls -d /proc/[0-9]* | wc -l) >&2\n\
         while read line; do case $line in l*) echo 5;; esac; done\n",
        secret.display()
    );
    let spy_file = bots.path().join("spy.sh");
    fs::write(&spy_file, spy).unwrap();
    let stranger = format!("stranger:sh {}", spy_file.display());
    let output = referee(folder.path(), &["play", &stranger, "six", "--seed", "3", "--json"]);
    if err(&output).contains("cannot isolate a stranger") {
        eprintln!("skipped: {}", err(&output));
        return;
    }
    let game: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(game["result"]["scores"], json!([50, 60]));
    let recorded = lines(&folder, game["recording"].as_str().unwrap());
    let said: Vec<&str> =
        recorded[1]["stderr"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(said[0], "refused");
    let processes = said.iter().find_map(|line| line.strip_prefix("processes ")).unwrap();
    let processes: u32 = processes.parse().unwrap();
    assert!(processes < 8, "it sees only its own processes: {said:?}");
    assert!(recorded[0]["players"][0]["in_force"].as_str().unwrap().contains("scratch"));
}

/// In the folder of a bot they would be the bot's to write, and the games that follow would have other rules.
#[test]
fn a_bot_cannot_change_the_referee_that_is_in_its_own_folder() {
    if !Need::linux_room() || !Need::Python.program_runs() {
        return;
    }
    let writer = "import os\n\
                  def tries(what, *words):\n    try: what(*words)\n    except OSError: pass\n\
                  for file in ['patched.py', 'botyard.toml', 'own.txt']:\n    \
                  tries(lambda: open(file, 'a').write('# mine\\n'))\n    \
                  if file != 'own.txt':\n        tries(os.rename, file, file + '.old')\n        tries(os.remove, file)\n\
                  exec(open('number.py').read())\n";
    let folder = numbers("command", "writer.run = \"python3 writer.py\"\n");
    fs::write(folder.path().join("writer.py"), writer).unwrap();
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let before = ["patched.py", "botyard.toml"].map(text);
    let game = json_of(&folder, &["play", "writer", "six", "--seed", "7", "--json"]);
    assert_eq!(game["result"]["scores"], json!([50, 60]));
    assert_eq!(["patched.py", "botyard.toml"].map(text), before);
    assert_eq!(text("own.txt"), "# mine\n", "its own files it may write");
}

/// A bot that connects in the place of its opponent takes the lines of the referee program from it.
const THIEF: &str = "import glob, os, socket, sys, threading, time
held = []
def steal():
    known = set()
    while True:
        for place in glob.glob(os.environ['TMPDIR'] + '/*/s*') + glob.glob(os.environ['TMPDIR'] + '/*/*/s*'):
            if place in known:
                continue
            known.add(place)
            held.append(socket.socket(socket.AF_UNIX))
            try:
                held[-1].connect(place)
                print('stolen', file=open('stolen.txt', 'a'))
            except OSError:
                pass
        time.sleep(0.0002)
threading.Thread(target=steal, daemon=True).start()
time.sleep(0.2)
exec(open('number.py').read())
";

#[test]
fn a_bot_cannot_connect_in_the_place_of_its_opponent() {
    if !Need::linux_room() || !Need::Python.program_runs() {
        return;
    }
    for engine in engines() {
        let folder = numbers(engine, "[limits]\ngame-s = 30\n");
        fs::write(folder.path().join("thief.py"), THIEF).unwrap();
        let temporary = folder.path().join("t");
        fs::create_dir(&temporary).unwrap();
        let play = ["play", "python3 thief.py", "six", "--seed", "7", "--json"];
        let output = command(folder.path(), &play).env("TMPDIR", &temporary).output().unwrap();
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert!(!folder.path().join("stolen.txt").exists(), "{engine}");
        assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "{engine}");
    }
}
