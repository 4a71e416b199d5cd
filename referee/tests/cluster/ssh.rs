//! GNU parallel over ssh, with a daemon of ours on this machine.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use super::{DUEL, demand_equal, games, games_here};
use crate::common::{code, err, toy_command, toy_referee};

/// Starts a daemon with keys of its own in a folder, in which the program `ssh` then reaches it.
const START: &str = r#"
set -e
PATH=$PATH:/usr/sbin
sshd=$(command -v sshd)
[ "$(id -u)" = 0 ]
cd "$1"
ssh-keygen -q -t ed25519 -N '' -f host
ssh-keygen -q -t ed25519 -N '' -f user
printf '%s' "$3" >authorized
cat user.pub >>authorized
mkdir -p /run/sshd
"$sshd" -p "$2" -h "$1/host" -f /dev/null -E "$1/log" -o PidFile="$1/pid" -o ListenAddress=127.0.0.1 \
    -o AuthorizedKeysFile="$1/authorized" -o StrictModes=no -o PermitRootLogin=yes -o UsePAM=no
printf '#!/bin/sh\nexec ssh -p %s -i %s/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o KexAlgorithms=curve25519-sha256 "$@"\n' \
    "$2" "$1" >ssh
chmod +x ssh
for i in $(seq 50); do
    ./ssh 127.0.0.1 true && exit 0
    sleep 0.1
done
exit 1
"#;

/// The daemon; it is ended when this is dropped.
struct Daemon {
    folder: TempDir,
}

impl Daemon {
    /// Starts it. `words` are before the key in the list of authorized ones.
    fn start(words: impl FnOnce(&Path) -> String) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let words = words(folder.path());
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port().to_string();
        drop(free);
        let mut command = Command::new("sh");
        command.args(["-c", START, "sh"]).arg(folder.path()).arg(port).arg(words);
        let output = command.output().unwrap();
        let daemon = Self { folder };
        if output.status.success() {
            return Some(daemon);
        }
        Need::Sshd.skip(format!("sshd does not start: {}", err(&output)));
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if let Ok(process) = fs::read_to_string(self.path().join("pid")) {
            let _ = Command::new("kill").arg(process.trim()).status();
        }
    }
}

#[test]
fn games_over_ssh_are_those_of_this_machine() {
    if !super::parallel::is_here() {
        return;
    }
    let Some(daemon) = Daemon::start(|_| String::new()) else { return };
    let folder = TempDir::new().unwrap();
    let login = format!("sshlogin=2/{} 127.0.0.1", daemon.path().join("ssh").display());
    let on = ["--on", "parallel", "--on-option", &login, "--on-option", "batch-s=0.5"];
    let duel = [&DUEL[..], &["--games", "40"]].concat();
    let output = toy_referee(folder.path(), &[&duel[..], &on].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
    let connections = fs::read_to_string(daemon.path().join("log")).unwrap();
    assert!(connections.matches("Accepted publickey").count() > 1, "{connections}");
}

/// A machine without a common folder: what is in that of the test is something else there, and its user has another folder.
const OTHER_ROOT: &str = r#"#!/bin/sh
exec unshare -m sh -c 'mount --bind "$1/else" "$2" && cd "$1/home" && exec sh -c "$3"' sh "$1" "$2" "$SSH_ORIGINAL_COMMAND"
"#;

/// A folder here and another machine that does not have it.
struct Apart {
    here: TempDir,
    there: TempDir,
    daemon: Daemon,
}

impl Apart {
    /// `None` if that cannot be tried. Each file takes a connection of its own, and some seconds in all.
    fn start() -> Option<Self> {
        let has_rsync = Command::new("rsync").arg("--version").output().is_ok();
        if !cases(false, true) || !super::parallel::is_here() || !has_rsync {
            return None;
        }
        let (here, there) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        for folder in ["home", "else"] {
            fs::create_dir(there.path().join(folder)).unwrap();
        }
        let daemon = Daemon::start(|own| {
            let script = own.join("other-root");
            fs::write(&script, OTHER_ROOT).unwrap();
            let (there, here) = (there.path().display(), here.path().display());
            format!("command=\"sh {} {there} {here}\" ", script.display())
        })?;
        Some(Self { here, there, daemon })
    }

    fn path(&self, file: &str) -> PathBuf {
        self.here.path().join(file)
    }

    /// Plays a duel of the bot there.
    fn duel(&self, bot: &str, log: &str, games: &str) -> Command {
        let login = format!("sshlogin=2/{} 127.0.0.1", self.daemon.path().join("ssh").display());
        let on = ["--on", "parallel", "--on-option", &login, "--on-option", "copy=true"];
        let more = ["--on-option", "batch-s=0.5", "--log", log, "--games", games];
        let duel = ["duel", "nearest", bot, "@five", "--option", "rounds=20"];
        toy_command(self.here.path(), &[&duel[..], &on, &more].concat())
    }

    /// The games of such a duel.
    fn games(&self, bot: &str, log: &str, games_there: &str) -> Vec<Value> {
        let output = self.duel(bot, log, games_there).output().unwrap();
        assert_eq!(code(&output), 0, "{}", err(&output));
        games(&self.path(log))
    }

    /// The folders of copies there.
    fn folders(&self) -> Vec<PathBuf> {
        let all = fs::read_dir(self.there.path().join("home/.cache/botyard")).unwrap();
        all.map(|entry| entry.unwrap().path()).collect()
    }

    /// The copy of a file in a folder there.
    fn copy(&self, folder: &Path, file: &str) -> PathBuf {
        folder.join(self.path(file).strip_prefix("/").unwrap())
    }
}

/// The games without what isolates the bots, which depends on the machine and on the command.
fn without_walls(mut games: Vec<Value>) -> Vec<Value> {
    for game in &mut games {
        game.as_object_mut().unwrap().remove("in_force");
    }
    games
}

const BOT: &str = "read line <answer; while read x; do echo $line; done\n";

#[test]
fn a_machine_without_a_common_folder_gets_copies_and_sends_results_back() {
    let Some(apart) = Apart::start() else { return };
    fs::write(apart.path("bot.sh"), BOT).unwrap();
    fs::write(apart.path("answer"), "1\n").unwrap();
    assert_eq!(apart.games("mine=sh bot.sh", "log.jsonl", "20").len(), 20);
    // They were played there: the files have arrived, in a folder of this version.
    let folders = apart.folders();
    assert_eq!(folders.len(), 1);
    for file in ["bot.sh", "answer", "log.jsonl.on/plan.json"] {
        assert!(apart.copy(&folders[0], file).exists(), "{file}");
    }
    assert_eq!(fs::read_dir(apart.there.path().join("else")).unwrap().count(), 0);
    // A copy that was changed there is replaced before it plays; what is the same is not copied again.
    let (kept, changed) = (apart.copy(&folders[0], "answer"), apart.copy(&folders[0], "bot.sh"));
    let before = fs::metadata(&kept).unwrap().modified().unwrap();
    fs::write(&changed, "while read x; do echo 2; done\n").unwrap();
    let away = apart.games("mine=sh bot.sh", "log.jsonl", "30");
    assert_eq!(apart.folders(), folders);
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), before);
    assert_eq!(fs::read_to_string(changed).unwrap(), BOT);
    let here = ["duel", "nearest", "mine=sh bot.sh", "@five", "--option", "rounds=20"];
    let more = ["--games", "30", "--log", "here.jsonl", "--parallel", "1"];
    let output = toy_referee(apart.here.path(), &[&here[..], &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let here = games(&apart.path("here.jsonl"));
    demand_equal(&without_walls(away), &without_walls(here));
}

#[test]
fn a_run_goes_on_with_its_version_of_a_bot_while_another_run_plays_a_new_one() {
    let Some(apart) = Apart::start() else { return };
    let bot = "sleep 0.1; read line <\"${0%/*}/answer\"; while read x; do echo $line; done\n";
    fs::write(apart.path("bot.sh"), bot).unwrap();
    fs::write(apart.path("answer"), "1\n").unwrap();
    // The bot is named by its whole path, which is another one there.
    let bot = format!("mine=sh {}", apart.path("bot.sh").display());
    let mut old = apart.duel(&bot, "old.jsonl", "32");
    let mut old = old.args(["--keep", "all"]).stdout(Stdio::null()).spawn().unwrap();
    let has_begun =
        || fs::read_to_string(apart.path("old.jsonl")).is_ok_and(|it| it.contains("\"seed\""));
    while !has_begun() && old.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    fs::write(apart.path("answer"), "2\n").unwrap();
    let output = apart.duel(&bot, "new.jsonl", "4").args(["--keep", "all"]).output().unwrap();
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(old.try_wait().unwrap().is_none(), "both are played at the same time");
    assert!(old.wait().unwrap().success());
    assert_eq!(apart.folders().len(), 2);
    for (log, count, answer) in [("old.jsonl", 32, 1), ("new.jsonl", 4, 2)] {
        let played = games(&apart.path(log));
        assert_eq!(played.len(), count);
        for game in played {
            let recording = apart.path(game["recording"].as_str().unwrap());
            let text = fs::read_to_string(recording).unwrap();
            assert!(text.contains(&format!("\"got\":[\"{answer}\"]")), "{log}: {text}");
            assert!(!text.contains(&format!("\"got\":[\"{}\"]", 3 - answer)), "{log}: {text}");
            // The command that plays it again is that for this machine.
            let again = game["again"].as_str().unwrap();
            assert!(again.contains(apart.path("bot.sh").to_str().unwrap()), "{again}");
        }
    }
}

#[test]
fn a_referee_program_of_ones_own_is_copied_with_its_contest_and_the_bots() {
    let Some(apart) = Apart::start() else { return };
    if !Need::Python.program_runs() {
        return;
    }
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external");
    let text = |name: &str| fs::read_to_string(beside.join(name)).unwrap();
    fs::create_dir(apart.path("rules")).unwrap();
    // It needs a module that no command line names, and is named by its whole path, which is another one there.
    fs::write(apart.path("rules/heap.py"), "import answer\n".to_owned() + &text("heap.py"))
        .unwrap();
    fs::write(apart.path("rules/answer.py"), "").unwrap();
    fs::write(apart.path("taker.py"), text("taker.py")).unwrap();
    let contest = format!(
        "[contest]\nkey = \"heap\"\nseats = 2\n\n[referee]\nengine = \"lines\"\ncommand = \"python3 {}\"\n\n\
         [bots]\none.run = \"python3 taker.py\"\nbest.run = \"sh -c 'exec python3 {} best'\"\n",
        apart.path("rules/heap.py").display(),
        apart.path("taker.py").display(),
    );
    fs::write(apart.path("botyard.toml"), contest).unwrap();
    let duel = |log: &str| {
        let words = ["duel", "best", "one", "--games", "8", "--parallel", "1", "--log", log];
        words.map(str::to_owned).to_vec()
    };
    let login = format!("sshlogin=2/{} 127.0.0.1", apart.daemon.path().join("ssh").display());
    let on = ["--on", "parallel", "--on-option", &login, "--on-option", "copy=true"];
    let words: Vec<String> = duel("away.jsonl").into_iter().chain(on.map(str::to_owned)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = toy_referee(apart.here.path(), &words);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let folders = apart.folders();
    for file in ["botyard.toml", "rules/heap.py", "rules/answer.py", "taker.py"] {
        assert!(apart.copy(&folders[0], file).exists(), "{file}");
    }
    let words = duel("here.jsonl");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = toy_referee(apart.here.path(), &words);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let [away, here] = ["away.jsonl", "here.jsonl"].map(|log| games(&apart.path(log)));
    assert_eq!(away.len(), 8);
    demand_equal(&without_walls(away), &without_walls(here));
}
