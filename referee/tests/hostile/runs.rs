//! Whole runs of the real program with a harmful bot: the run goes on, and its results are not changed.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Output, Stdio};
use std::thread;

use serde_json::Value;

use super::*;

/// Plays `nearest`, and does one deed each time that it is asked.
const BOT: &str = r#"
while read -r line; do
  case $1 in
    kill) kill -9 $PPID 2>/dev/null ;;
    survive) setsid sleep $2 >/dev/null 2>&1 & printf '\033[2Jcleared\n' >&2 ;;
    truncate) : > $2 ;;
    empty-the-other) cp /dev/null other.sh ;;
    freeze)
      mkdir -p groups
      mount -t cgroup2 none groups && echo 1 > groups/$2/cgroup.freeze
      unshare -Urm sh -c "mount -t cgroup2 none groups && echo 1 > groups/$2/cgroup.freeze"
      echo 1 > $3/cgroup.freeze ;;
    fill) dd if=/dev/zero of=filler bs=65536 count=99 2>/dev/null ;;
  esac
  echo 5
done
"#;

fn folder_with_bot() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), BOT).unwrap();
    folder
}

/// Runs the real program to its end, with namespaces, or without them because the system forbids them; `None`
/// if that is impossible here.
fn run(namespaces: bool, folder: &Path, arguments: &[&str]) -> Option<Output> {
    let referee = env!("CARGO_BIN_EXE_referee-toys");
    let without = "echo 0 > /proc/sys/user/max_pid_namespaces && exec \"$0\" \"$@\"";
    let mut command = Command::new(if namespaces { referee } else { "unshare" });
    if !namespaces {
        command.args(["-Ur", "sh", "-c", without, referee]);
    }
    match command.args(arguments).current_dir(folder).output() {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Need::OpenBuild.skip(format_args!("{referee}: {error}"));
            None
        }
        output => {
            let output = output.unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_refused = !namespaces && (said.contains("unshare:") || said.contains("sh: "));
            if is_refused {
                Need::Namespaces.skip(format_args!("they cannot be forbidden: {said}"));
            }
            (!is_refused).then_some(output)
        }
    }
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The games of a log.
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line.get("seed").is_some()).collect()
}

const LADDER: [&str; 11] = [
    "ladder",
    "nearest",
    "@five",
    "x=@random",
    "--games",
    "3",
    "--option",
    "rounds=3",
    "--log",
    "log",
    "--timeout-factor=100",
];

#[test]
fn no_bot_stops_a_ladder_or_makes_another_lose_in_it() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = folder_with_bot();
        let marker = format!("4{}", std::process::id());
        let survive = format!("survives=sh bot.sh survive {marker}");
        let more = ["kills=sh bot.sh kill", &survive];
        let Some(output) = run(namespaces, folder.path(), &[&LADDER[..], &more].concat()) else {
            continue;
        };
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let gap = "each bot shares /tmp with other programs";
        assert!(report.contains("isolated") && report.contains(gap) != namespaces, "{report}");
        let games = games(&folder.path().join("log"));
        assert!(games.len() >= 18, "{}", games.len());
        for game in games {
            for thrown_out in game["thrown_out"].as_array().into_iter().flatten() {
                let seat = thrown_out["seat"].as_u64().unwrap() as usize;
                let bot = game["bots"][seat].as_str().unwrap();
                assert!(["kills", "survives"].contains(&bot), "{game}");
            }
        }
        assert_eq!(running(&marker), 0, "survivors (namespaces: {namespaces})");
    }
    also_unprivileged("runs::no_bot_stops_a_ladder_or_makes_another_lose_in_it");
}

#[test]
fn a_bot_that_truncates_the_log_of_its_own_duel_changes_no_result() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = folder_with_bot();
        let duel = [
            "duel",
            "nearest",
            "sh bot.sh truncate log",
            "@five",
            "--games",
            "40",
            "--log",
            "log",
            "--keep-going",
        ];
        let Some(output) = run(namespaces, folder.path(), &duel) else { continue };
        if namespaces {
            // The log can only be read, although it is in the bot's own folder.
            assert_eq!(output.status.code(), Some(0), "{}", err(&output));
            assert_eq!(games(&folder.path().join("log")).len(), 40);
            continue;
        }
        let said = err(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("error: the log log has 0 bytes and not the"), "{said}");
        let saved =
            "all results so far are in log-saved; move it there, or go on with --log log-saved";
        assert!(said.contains(saved), "{said}");
        assert!(!games(&folder.path().join("log-saved")).is_empty());
    }
    also_unprivileged("runs::a_bot_that_truncates_the_log_of_its_own_duel_changes_no_result");
}

#[test]
fn a_bot_that_empties_the_program_of_its_opponent_changes_no_result() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = folder_with_bot();
        fs::copy(folder.path().join("bot.sh"), folder.path().join("other.sh")).unwrap();
        let bots = ["duel", "nearest", "sh bot.sh empty-the-other", "sh other.sh"];
        let more = ["--games", "10", "--log", "log", "--keep-going", "--timeout-factor=100"];
        let Some(output) = run(namespaces, folder.path(), &[&bots[..], &more].concat()) else {
            continue;
        };
        let said = err(&output);
        if namespaces {
            // The program can only be read, although it is in the bot's own folder.
            assert_eq!(output.status.code(), Some(0), "{said}");
            let games = games(&folder.path().join("log"));
            assert_eq!(games.len(), 10, "{said}");
            let thrown_out = games.iter().filter(|game| game.get("thrown_out").is_some()).count();
            assert_eq!(thrown_out, 0, "{said}");
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("other.sh was changed while games were played"), "{said}");
    }
    also_unprivileged("runs::a_bot_that_empties_the_program_of_its_opponent_changes_no_result");
}

/// A control group of version 2 of its own for a run, made by root. Dropping it removes the group.
struct Group(PathBuf);

impl Group {
    /// `None` if this user cannot make one.
    fn new() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
        let mut places = mounts.lines().filter_map(|line| line.split_once(" cgroup2 "));
        let place = places.next()?.0.split(' ').nth(1)?;
        let group = Path::new(place).join(format!("botyard-test-{}", std::process::id()));
        fs::create_dir(&group).ok()?;
        let group = Self(group);
        group.0.join("cgroup.freeze").exists().then_some(group)
    }

    fn freeze(&self) -> PathBuf {
        self.0.join("cgroup.freeze")
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What is left of a run that was frozen ends as soon as it runs again.
        for _ in 0..50 {
            let _ = fs::write(self.freeze(), "0");
            if fs::remove_dir(&self.0).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_bot_does_not_freeze_the_group_of_its_run() {
    if !Need::linux_room() {
        return;
    }
    let Some(group) = Group::new() else {
        return Need::Mounting.skip("no control group can be made");
    };
    let place = group.0.to_str().unwrap();
    let name = group.0.file_name().unwrap().to_str().unwrap();
    for (kind, isolation) in [("plain", &[][..]), ("stranger", &["--strangers=best"])] {
        let folder = folder_with_bot();
        let bot = format!("sh bot.sh freeze {name} {place}");
        let play = ["play", "nearest", &bot, "@five", "--timeout-factor=1000", "--quiet"];
        let enter = format!("echo $$ > {place}/cgroup.procs; exec \"$0\" \"$@\"");
        let mut run = Command::new("sh")
            .args(["-c", &enter, env!("CARGO_BIN_EXE_referee-toys")])
            .args([&play[..], &["--option", "rounds=3"], isolation].concat())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let status = loop {
            if let Some(status) = run.try_wait().unwrap() {
                break status;
            }
            let is_frozen = fs::read_to_string(group.freeze()).unwrap().starts_with('1');
            if is_frozen {
                // Such a run never ends.
                run.kill().unwrap();
                while run.try_wait().unwrap().is_none() {
                    fs::write(group.freeze(), "0").unwrap();
                }
                panic!("{kind}: the run was frozen");
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "{kind}: {status}");
        assert_eq!(fs::read_to_string(group.freeze()).unwrap(), "0\n", "{kind}");
    }
}

#[test]
fn a_stranger_cannot_touch_the_log_of_its_own_duel() {
    if !Need::linux_room() {
        return;
    }
    let folder = folder_with_bot();
    let duel = [
        "duel",
        "nearest",
        "stranger:sh bot.sh truncate log",
        "@five",
        "--games",
        "6",
        "--log",
        "log",
    ];
    let Some(output) = run(true, folder.path(), &duel) else { return };
    let said = err(&output);
    if said.contains("cannot isolate a stranger") {
        skip_isolation(&said);
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(games(&folder.path().join("log")).len(), 6);
    also_unprivileged("runs::a_stranger_cannot_touch_the_log_of_its_own_duel");
}

#[test]
fn where_a_stranger_cannot_be_isolated_the_run_does_not_start_and_says_what_is_missing() {
    if !Need::linux_room() {
        return;
    }
    let folder = folder_with_bot();
    let play = ["play", "nearest", "sh bot.sh", "@five", "--seed", "1", "--quiet"];
    let Some(refused) = run(false, folder.path(), &[&play[..], &["--strangers"]].concat()) else {
        return;
    };
    let said = err(&refused);
    assert_ne!(refused.status.code(), Some(0), "{said}");
    if said.contains("Landlock is too old") {
        skip_isolation(&said);
        return;
    }
    let missing = "this system cannot isolate a stranger: it does not give namespaces, proc";
    assert!(said.contains(missing) && said.contains("--strangers=best"), "{said}");
    let best = run(false, folder.path(), &[&play[..], &["--strangers=best"]].concat()).unwrap();
    assert_eq!(best.status.code(), Some(0), "{}", err(&best));
    also_unprivileged(
        "runs::where_a_stranger_cannot_be_isolated_the_run_does_not_start_and_says_what_is_missing",
    );
}

/// Writes two lines to a client, and returns its answer.
fn serve(listener: &TcpListener) -> Vec<String> {
    let (mut client, _) = listener.accept().unwrap();
    // A client that ends at once reads nothing.
    let _ = client.write_all(b"one\ntwo\n");
    let _ = client.shutdown(Shutdown::Write);
    BufReader::new(client).lines().map_while(Result::ok).collect()
}

#[test]
fn a_bot_that_joins_a_server_leaves_nothing_and_writes_nothing_raw_to_the_terminal() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = folder_with_bot();
        let marker = format!("6{}", std::process::id());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let join = |bot: &str| {
            run(namespaces, folder.path(), &["join", "nearest", "127.0.0.1", &port, bot])
        };
        let (output, said) = thread::scope(|scope| {
            let server = scope.spawn(|| serve(&listener));
            let output = join(&format!("sh bot.sh survive {marker}"));
            if output.as_ref().is_none_or(|output| output.status.code() == Some(2)) {
                // If no client has connected, the server must not wait for ever.
                let _ = TcpStream::connect(("127.0.0.1", listener.local_addr().unwrap().port()));
            }
            (output, server.join().unwrap())
        });
        let Some(output) = output else { continue };
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(said, ["5", "5"]);
        assert!(
            err(&output).contains("cleared") && !err(&output).contains('\u{1b}'),
            "{}",
            err(&output)
        );
        assert_eq!(running(&marker), 0, "survivors (namespaces: {namespaces})");
        let failed = thread::scope(|scope| {
            scope.spawn(|| serve(&listener));
            join("sh -c 'exit 3'").unwrap()
        });
        assert_eq!(failed.status.code(), Some(1));
        assert!(err(&failed).contains("the bot: exited with code 3"), "{}", err(&failed));
        drop(listener);
        let refused = join("sh bot.sh").unwrap();
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains("start the server first"), "{}", err(&refused));
    }
    also_unprivileged(
        "runs::a_bot_that_joins_a_server_leaves_nothing_and_writes_nothing_raw_to_the_terminal",
    );
}

/// A small disk, if this user may mount one.
struct Disk(TempDir);

impl Disk {
    fn mount() -> Option<Self> {
        let folder = folder_with_bot();
        let mount = ["-t", "tmpfs", "-o", "size=2m", "tmpfs"];
        let mounted = Command::new("mount").args(mount).arg(folder.path()).output();
        let is_mounted = mounted.is_ok_and(|output| output.status.success());
        is_mounted.then(|| {
            fs::write(folder.path().join("bot.sh"), BOT).unwrap();
            Self(folder)
        })
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

/// If the log's disk is full, the run stops and loses nothing: it continues when there is room.
#[test]
fn a_bot_that_fills_the_disk_of_the_log_loses_no_result() {
    if !Need::linux_room() {
        return;
    }
    let Some(disk) = Disk::mount() else {
        Need::Mounting.skip("no disk can be mounted");
        return;
    };
    let folder = disk.0.path();
    let duel = [
        "duel",
        "nearest",
        "sh bot.sh fill",
        "@five",
        "--games",
        "40",
        "--log",
        "log",
        "--keep-going",
    ];
    let full = run(true, folder, &duel).unwrap();
    let said = err(&full);
    assert_eq!(full.status.code(), Some(1), "{said}");
    assert!(said.contains("the disk is full"), "{said}");
    // A folder cannot be written like a file, so the same bot no longer fills the disk.
    fs::remove_file(folder.join("filler")).unwrap();
    fs::create_dir(folder.join("filler")).unwrap();
    let output = run(true, folder, &duel).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(games(&folder.join("log")).len(), 40);
}

/// A bot that kills itself, as a bot does that is losing and wants the game again: its fault counts after one replay. It is
/// named, and ends a strict run.
#[test]
fn a_bot_that_kills_itself_annuls_no_game_and_is_named() {
    if !Need::linux_room() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let bot = "read -r line; echo 5; read -r line; kill -9 $$";
    fs::write(folder.path().join("bot.sh"), bot).unwrap();
    let duel = [
        "duel",
        "nearest",
        "x=sh bot.sh",
        "@five",
        "--games",
        "40",
        "--log",
        "log",
        "--keep-going",
    ];
    let Some(output) = run(true, folder.path(), &duel) else { return };
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(report.contains("losses 40\n") && report.contains("40 exit"), "{report}");
    assert!(report.contains("0 games undecided"), "{report}");
    assert!(
        report
            .contains("x was late while the machine may have been to blame, or ended by a signal"),
        "{report}"
    );
    // After the excess was found no game is played twice.
    let games = games(&folder.path().join("log"));
    let replayed = games.iter().filter(|game| game["replayed"] == 1).count();
    assert!((11..20).contains(&replayed), "{replayed} of {} games were replayed", games.len());
    assert!(
        games.iter().all(|game| game["flag_stands"].as_array().is_some_and(|it| it.len() == 1))
    );
    let strict = [&duel[..6], &["--log", "strict", "--strict", "--keep-going"]].concat();
    let strict = run(true, folder.path(), &strict).unwrap();
    let said = err(&strict);
    assert_eq!(strict.status.code(), Some(1), "{said}");
    assert!(said.contains("error: the run ends, as --strict demands: x was late"), "{said}");
    also_unprivileged("runs::a_bot_that_kills_itself_annuls_no_game_and_is_named");
}
