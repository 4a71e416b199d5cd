//! GNU parallel over ssh, with a daemon of ours on this machine.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

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
cp user.pub authorized
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
    fn start() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port().to_string();
        drop(free);
        let mut command = Command::new("sh");
        command.args(["-c", START, "sh"]).arg(folder.path()).arg(port);
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
    let Some(daemon) = Daemon::start() else { return };
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
