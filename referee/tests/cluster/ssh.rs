//! GNU parallel over ssh, with a daemon of ours on this machine.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use tempfile::TempDir;

use super::{DUEL, demand_equal, games, games_here};
use crate::common::{code, err, toy_referee};

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
printf '#!/bin/sh\nexec ssh -p %s -i %s/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "$@"\n' \
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

/// A machine without a common folder: the place of all temporary files is another folder there.
const OTHER_ROOT: &str = r#"#!/bin/sh
exec unshare -m sh -c 'mount --bind "$1" "$2" && cd / && exec sh -c "$3"' sh "$1" "$2" "$SSH_ORIGINAL_COMMAND"
"#;

#[test]
fn a_machine_without_a_common_folder_gets_copies_and_sends_results_back() {
    let has_rsync = Command::new("rsync").arg("--version").output().is_ok();
    // Each file takes a connection of its own, and some seconds in all.
    if !cases(false, true) || !super::parallel::is_here() || !has_rsync {
        return;
    }
    // Here are the log, the bot and a copy of the referee; there is nothing in it.
    let folder = TempDir::new().unwrap();
    let there = TempDir::new().unwrap();
    let (here, other) = (folder.path().display(), there.path().display());
    let daemon = Daemon::start(|own| {
        let script = own.join("other-root");
        fs::write(&script, OTHER_ROOT).unwrap();
        format!("command=\"sh {} {other} {here}\" ", script.display())
    });
    let Some(daemon) = daemon else { return };
    fs::write(
        folder.path().join("bot.sh"),
        "read line <answer; while read x; do echo $line; done\n",
    )
    .unwrap();
    fs::write(folder.path().join("answer"), "1\n").unwrap();
    let login = format!("sshlogin=2/{} 127.0.0.1", daemon.path().join("ssh").display());
    let on = ["--on", "parallel", "--on-option", &login, "--on-option", "batch-s=0.5"];
    let duel = [
        "duel",
        "nearest",
        "mine=sh bot.sh",
        "@five",
        "--option",
        "rounds=20",
        "--log",
        "log.jsonl",
    ];
    let games_of = |more: &[&str]| {
        let output = toy_referee(folder.path(), &[&duel[..], &on, more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        games(&folder.path().join("log.jsonl"))
    };
    let played = games_of(&["--on-option", "copy=true", "--games", "20"]);
    assert_eq!(played.len(), 20);
    // They were played there: the files have arrived, and its own results are there.
    for file in ["bot.sh", "answer", "log.jsonl.on/plan.json"] {
        assert!(there.path().join(file).exists(), "{file}");
    }
    // A copy that was changed there is replaced before it plays; what is the same is not copied again.
    let kept = there.path().join("answer");
    let before = fs::metadata(&kept).unwrap().modified().unwrap();
    fs::write(there.path().join("bot.sh"), "while read x; do echo 2; done\n").unwrap();
    assert_eq!(games_of(&["--on-option", "copy=true", "--games", "30"]).len(), 30);
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), before);
    let copied = fs::read(there.path().join("bot.sh")).unwrap();
    assert_eq!(copied, fs::read(folder.path().join("bot.sh")).unwrap());
    let here = [
        "duel",
        "nearest",
        "mine=sh bot.sh",
        "@five",
        "--option",
        "rounds=20",
        "--games",
        "30",
        "--parallel",
        "1",
    ];
    let local = TempDir::new().unwrap();
    for file in ["bot.sh", "answer"] {
        fs::copy(folder.path().join(file), local.path().join(file)).unwrap();
    }
    let output = toy_referee(local.path(), &[&here[..], &["--log", "log.jsonl"]].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    // What isolates the bots depends on the machine and on the command.
    let without = |folder: &Path| {
        let mut all = games(&folder.join("log.jsonl"));
        for game in &mut all {
            game.as_object_mut().unwrap().remove("in_force");
        }
        all
    };
    demand_equal(&without(folder.path()), &without(local.path()));
}
