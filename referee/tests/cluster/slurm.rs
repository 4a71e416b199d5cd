//! Slurm, with its daemons on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use std::{env, fs};

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use tempfile::TempDir;

use super::{DUEL, games, games_here};
use crate::common::{code, err, toy_command};

/// The daemons; they are ended when it is dropped.
struct Daemons {
    folder: TempDir,
}

impl Daemons {
    /// Starts them; `None` if they are not here.
    fn start() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let output = script("start", folder.path()).output().unwrap();
        if output.status.success() {
            return Some(Self { folder });
        }
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        Need::Slurm.skip(said + &String::from_utf8_lossy(&output.stderr));
        None
    }

    fn conf(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    /// Kills slurmd and starts it again.
    fn restart_slurmd(&self) {
        let pids = fs::read_dir(self.folder.path()).unwrap().flatten().map(|entry| entry.path());
        let pid = pids.filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.strip_prefix("d-").is_some_and(|rest| rest.strip_suffix(".pid").is_some())
        });
        for pid in pid.filter_map(|path| fs::read_to_string(path).ok()) {
            let _ = Command::new("kill").args(["-9", pid.trim()]).status();
        }
        thread::sleep(Duration::from_millis(50));
        let started = self.command("slurmd").arg("-f").arg(self.conf()).status();
        assert!(started.unwrap().success());
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
        command.env("SLURM_CONF", self.conf()).env("PATH", path);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

impl Drop for Daemons {
    fn drop(&mut self) {
        let _ = self.command("scancel").args(["--me", "--signal=KILL"]).status();
        let _ = script("stop", self.folder.path()).output();
    }
}

fn script(action: &str, folder: &Path) -> Command {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut command = Command::new(top.join("scripts/slurm-here"));
    command.arg(action).arg(folder);
    command
}

const ON: [&str; 8] = [
    "--on",
    "slurm",
    "--on-option",
    "batch-s=0.5",
    "--on-option",
    "batches=6",
    "--on-option",
    "lost-after-s=4",
];

#[test]
fn job_arrays_leave_the_log_of_a_run_without_them_and_nothing_in_the_queue() {
    let Some(daemons) = Daemons::start() else { return };
    let folder = TempDir::new().unwrap();
    let duel = [&DUEL[..], &["--sprt", "0,10", "--games", cases("600", "4000")]].concat();
    demand_reason(&daemons, folder.path(), &[&duel[..], &ON].concat());
    let mut command = toy_command(folder.path(), &[&duel[..], &ON].concat());
    let output = command.env("SLURM_CONF", daemons.conf()).output().unwrap();
    assert_eq!(code(&output), 3, "{}", err(&output));
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
    // Tasks that were cancelled may still be ending.
    let mut left = String::new();
    for _ in 0..100 {
        left = String::from_utf8_lossy(&queue_output(&daemons)).into_owned();
        if left.is_empty() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(left, "");
}

/// Tasks that Slurm does not start: the progress of the run says why.
fn demand_reason(daemons: &Daemons, folder: &Path, duel: &[&str]) {
    let on_hold = ["--on-option", "options=--hold"];
    let mut command = toy_command(folder, &[duel, &on_hold].concat());
    command.env("SLURM_CONF", daemons.conf()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut front_end = command.spawn().unwrap();
    let file = folder.join("log.jsonl.on/progress.json");
    let mut said = String::new();
    for _ in 0..600 {
        said = fs::read_to_string(&file).unwrap_or_default();
        if said.contains("waits_for") {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    front_end.kill().unwrap();
    front_end.wait().unwrap();
    let _ = daemons.command("scancel").arg("--me").status();
    fs::remove_dir_all(folder.join("log.jsonl.on")).unwrap();
    let _ = fs::remove_file(folder.join("log.jsonl"));
    assert!(said.contains(r#""waits_for":"JobHeldUser""#), "{said}");
}

fn queue_output(daemons: &Daemons) -> Vec<u8> {
    let mut command = daemons.command("squeue");
    command.args(["-h", "--me", "-t", "PD,R"]).stdout(Stdio::piped()).output().unwrap().stdout
}

/// Kills a task, which names its process in its sign of life. Waits a little for one.
fn kill_a_task(folder: &Path) -> bool {
    for _ in 0..2000 {
        let signs = fs::read_dir(folder.join("log.jsonl.on/running"));
        let signs = signs.into_iter().flatten().flatten().map(|entry| entry.path());
        for text in signs.filter_map(|path| fs::read_to_string(path).ok()) {
            let Ok(sign) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
            let Some(process) = sign["process"].as_u64() else { continue };
            let killed = Command::new("kill").args(["-9", &process.to_string()]).output();
            if killed.is_ok_and(|it| it.status.success()) {
                return true;
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    false
}

/// Twenty kills in one run: of tasks, of slurmd, and of the front end. Slurm takes half a minute for it, so it is done with
/// all cases only.
#[test]
fn kills_of_tasks_of_slurmd_and_of_the_front_end_lose_nothing() {
    if cases(true, false) {
        return;
    }
    let Some(daemons) = Daemons::start() else { return };
    let folder = TempDir::new().unwrap();
    let duel = [&DUEL[..], &["--games", "600"]].concat();
    let arguments = [&duel[..], &ON].concat();
    let start = || {
        let mut command = toy_command(folder.path(), &arguments);
        command.env("SLURM_CONF", daemons.conf());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut front_end = start();
    let mut kills = [0; 3];
    for round in 0..20_usize {
        thread::sleep(Duration::from_millis(150 + round as u64 * 7919 % 350));
        if front_end.try_wait().unwrap().is_some() {
            break;
        }
        match [0, 2, 0, 1][round % 4] {
            0 => {
                if kill_a_task(folder.path()) {
                    kills[0] += 1;
                }
            }
            1 => {
                daemons.restart_slurmd();
                kills[1] += 1;
            }
            _ => {
                front_end.kill().unwrap();
                front_end.wait().unwrap();
                kills[2] += 1;
                front_end = start();
            }
        }
    }
    let status = front_end.wait().unwrap();
    eprintln!("kills of tasks, slurmd and the front end: {kills:?}");
    assert_eq!(status.code(), Some(0));
    assert!(kills.iter().all(|kills| *kills > 0), "{kills:?}");
    super::demand_equal(&games(&folder.path().join("log.jsonl")), &games_here(&duel));
}
