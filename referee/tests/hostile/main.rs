//! What a bot can do to its opponent, to the processes that supervise both, and to the referee: nothing. Each
//! deed of the program in `deeds.rs` is tried with namespaces and without, and, if the tests run as root,
//! also as a user without privileges.
//!
//! The table in `docs/book/src/security.md` names the same deeds.

// Signals, file modes and limits of Unix.
#![cfg(unix)]

mod clocks;
mod java;
mod loads;
mod memory;
mod page;
mod runs;
mod runtimes;
mod strangers;
mod takes;
mod time;
mod walls;

use std::io::ErrorKind;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use nix::libc;
use nix::unistd::{Pid, geteuid};
use referee::game::{Expected, Fault, Request, Seat};
use referee::player::process::{Launch, ProcessPlayer, Walls};
use referee::player::{Player, Reply};
use referee::table::Table;
use referee::testkit::cases::cases;
use referee::testkit::needs::{Need, report};
use referee::testkit::programs::compile;
use tempfile::TempDir;

/// A time limit that no working program reaches, even on a busy machine.
const LONG: Duration = Duration::from_secs(300);
/// A time limit that is always reached, so it may be short.
const SHORT: Duration = Duration::from_millis(200);

/// Deeds against other processes.
const ON_OTHERS: [&str; 21] = [
    "kill",
    "terminate",
    "stop",
    "kill-group",
    "kill-by-pidfd",
    "trace",
    "seize",
    "read-memory",
    "open-memory",
    "write-memory",
    "read-environment",
    "list-files",
    "open-files",
    "steal-files",
    "hold-the-lifeline",
    "renice",
    "renice-io",
    "move-to-a-core",
    "limit",
    "oom-score",
    "see-others",
];

/// Deeds that only namespaces prevent: to see the processes of others, and as root to count their files.
const NEEDS_NAMESPACES: [&str; 2] = ["see-others", "list-files"];

/// The program in `deeds.rs`, compiled on first use with the others, in a folder that every user can read.
fn deeds() -> &'static Path {
    static PROGRAM: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, program) = PROGRAM.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open).unwrap();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
        for name in ["deeds", "deeds_time", "intruder", "load", "taker"] {
            compile(&sources.join(name).with_extension("rs"), &folder.path().join(name));
        }
        let program = folder.path().join("deeds");
        (folder, program)
    });
    program
}

/// The harmful program in seat 0, and an innocent player in seat 1, which repeats what it is sent.
struct Match {
    table: Table,
    /// Innocent processes: the opponent, its supervisor, the referee.
    innocent: [Pid; 3],
    /// The priority of this process when the match began.
    priority: String,
}

impl Match {
    fn new(program: &Path, namespaces: bool) -> Self {
        // Tests find in /tmp what it leaves there.
        let walls = Some(Walls { shared_tmp: true, ..Walls::default() });
        Self::of(&Launch { namespaces, walls, ..Launch::new(program) })
    }

    fn of(doer: &Launch) -> Self {
        let namespaces = doer.namespaces;
        let doer = ProcessPlayer::spawn("doer", doer).unwrap();
        let opponent = Launch::new("sh").args(["-c", "while read line; do echo $line; done"]);
        let opponent = Launch { namespaces, ..opponent };
        let opponent = ProcessPlayer::spawn("opponent", &opponent).unwrap();
        let pid = Pid::from_raw(opponent.pid() as i32);
        let innocent = [pid, parent(pid), Pid::this()];
        let priority = stat(Pid::this())[PRIORITY].clone();
        let table = Table::new(vec![Box::new(doer), Box::new(opponent)]);
        Self { table, innocent, priority }
    }

    fn ask(&mut self, seat: usize, line: &str, limit: Duration) -> Reply {
        let expected = Expected { lines: 1, limit, line_bytes: 1000 };
        let request =
            Request { seat: Seat(seat), lines: vec![line.to_owned()], expected: Some(expected) };
        self.table.ask(&[request]).expect("no game is void by a deed").remove(0)
    }

    /// Lets the program do a deed; returns its answer.
    fn deed(&mut self, deed: &str) -> String {
        let reply = self.ask(0, deed, LONG);
        assert_eq!(reply.answer.fault, None, "{deed}: {reply:?}");
        reply.answer.lines[0].clone()
    }

    /// Demands that the opponent plays on as if nothing had happened.
    fn demand_innocent_unharmed(&mut self, deed: &str) {
        let reply = self.ask(1, "still here", LONG);
        assert_eq!(reply.answer.lines, ["still here"], "{deed}: {reply:?}");
        for pid in self.innocent {
            let fields = stat(pid);
            assert_ne!(fields[STATE], "T", "{deed}: {pid} is stopped");
            assert_eq!(fields[PRIORITY], self.priority, "{deed}: {pid} has another priority");
            let limits = std::fs::read_to_string(format!("/proc/{pid}/limits"));
            let few_files = |text: String| text.contains("open files            3 ");
            assert!(!limits.is_ok_and(few_files), "{deed}: {pid} has another limit");
        }
    }
}

// Fields of `/proc/PID/stat` after the name.
const STATE: usize = 0;
const SESSION: usize = 3;
const PRIORITY: usize = 16;

fn stat(pid: Pid) -> Vec<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit(") ").next().unwrap().split(' ').map(str::to_owned).collect()
}

/// Whether this kernel's Landlock is new enough to restrict signals and sockets.
fn has_scopes() -> bool {
    const TELL_VERSION: u32 = 1;
    const WITH_SCOPES: i64 = 6;
    let none = std::ptr::null::<u8>();
    // SAFETY: with this flag the system reads no memory.
    unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, none, 0, TELL_VERSION) >= WITH_SCOPES
    }
}

/// Whether a tool of the system can make the namespaces that isolation needs.
fn namespaces_work() -> bool {
    let as_user: &[&str] = if geteuid().is_root() { &[] } else { &["--map-root-user"] };
    let args = ["--pid", "--mount", "--ipc", "--fork", "--mount-proc", "true"];
    Command::new("unshare").args(as_user).args(args).output().is_ok_and(|it| it.status.success())
}

/// Skips a test because the kernel cannot isolate a stranger. It asserts that the kernel really cannot:
/// otherwise a fault of the isolation would look like an old kernel.
fn skip_isolation(said: &str) {
    if has_scopes() {
        assert!(!said.contains("Landlock"), "the kernel has it: {said}");
        assert!(!namespaces_work(), "the kernel has namespaces: {said}");
    }
    Need::Isolation.skip(said);
}

/// Whether to use namespaces, for each of the two runs of a test. A run that this kernel cannot do is skipped.
fn kernel_gives() -> impl Iterator<Item = bool> {
    let needs = [(true, Need::Namespaces), (false, Need::Scopes)];
    needs.into_iter().filter_map(|(namespaces, need)| {
        let launch = Launch { namespaces, ..Launch::new("true") };
        let player = ProcessPlayer::spawn("probe", &launch).unwrap();
        let in_force = player.in_force().unwrap();
        let gives = in_force.split(' ').any(|word| word == need.name());
        if !gives {
            let lacks = if namespaces { !namespaces_work() } else { !has_scopes() };
            assert!(lacks, "the kernel has {}, but the player does not use it", need.name());
            need.skip(format_args!("the kernel provides only: {in_force}"));
        }
        gives.then_some(namespaces)
    })
}

fn parent(pid: Pid) -> Pid {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")).unwrap();
    Pid::from_raw(parent.trim().parse().unwrap())
}

/// If all cases run, and as root, runs the test of this name once more as a user without privileges.
fn also_unprivileged(test: &str) {
    const NOBODY: u32 = 65_534;
    if !geteuid().is_root() || !cases(false, true) {
        return;
    }
    let own = std::env::current_exe().unwrap();
    // Other users may not be allowed to enter the build folder.
    let folder = TempDir::new().unwrap();
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    let skipped = folder.path().join("skipped");
    std::fs::write(&skipped, "").unwrap();
    std::fs::set_permissions(&skipped, std::fs::Permissions::from_mode(0o666)).unwrap();
    let copy = folder.path().join("tests");
    std::fs::copy(own, &copy).unwrap();
    let program = deeds();
    let start = || {
        Command::new(&copy)
            .args(["--exact", test, "--nocapture"])
            .env("DEEDS", program)
            .env("BOTYARD_SKIPPED", &skipped)
            .current_dir(folder.path())
            .uid(NOBODY)
            .gid(NOBODY)
            .status()
    };
    // Another test may have forked while the copy was written, and may hold that file open for a moment.
    let mut status = start();
    while status.as_ref().is_err_and(|error| error.kind() == ErrorKind::ExecutableFileBusy) {
        status = start();
    }
    let status = status.unwrap();
    assert!(status.success(), "{test} fails without privileges");
    for line in std::fs::read_to_string(skipped).unwrap().lines() {
        report(&format!("{line} (without privileges)"));
    }
}

/// The program that does the deeds, compiled by the parent test, in a process without privileges.
fn program() -> PathBuf {
    std::env::var_os("DEEDS").map_or_else(|| deeds().to_owned(), PathBuf::from)
}

#[test]
fn no_deed_reaches_another_process() {
    if !Need::linux_room() {
        return;
    }
    let program = program();
    for namespaces in kernel_gives() {
        for deed in ON_OTHERS {
            if !namespaces && NEEDS_NAMESPACES.contains(&deed) {
                continue;
            }
            let mut game = Match::new(&program, namespaces);
            let victims = game.innocent.map(|pid| pid.to_string()).join(" ");
            let done = game.deed(&format!("{deed} {victims}"));
            // In namespaces a program may reach its own supervisor, which is process 1 there.
            let own_supervisor = if namespaces { "1" } else { "" };
            assert!(
                done == "nothing" || (namespaces && done == own_supervisor),
                "{deed} (namespaces: {namespaces}): {done}; innocent are {victims}"
            );
            game.demand_innocent_unharmed(deed);
        }
    }
    also_unprivileged("no_deed_reaches_another_process");
}

#[test]
fn nothing_that_all_processes_share_is_reached() {
    if !Need::linux_room() {
        return;
    }
    let name = format!("botyard-{}", std::process::id());
    let _listener =
        UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        for deed in [
            format!("call-an-abstract-socket {name}"),
            "type-into-the-terminal".to_owned(),
            "gain-privileges".to_owned(),
        ] {
            assert_eq!(game.deed(&deed), "nothing", "{deed} (namespaces: {namespaces})");
        }
        // The terminal belongs to a session. Neither the opponent nor its supervisor is in this one.
        let [opponent, supervisor, referee] = game.innocent.map(|pid| stat(pid)[SESSION].clone());
        assert!(opponent != referee && supervisor != referee && opponent != supervisor);
        game.demand_innocent_unharmed("shared");
    }
    also_unprivileged("nothing_that_all_processes_share_is_reached");
}

/// System V memory of the test, which any process of the user can address by a number.
struct SharedMemory(i32);

impl SharedMemory {
    fn make(key: i32) -> Self {
        // SAFETY: always allowed; nothing is mapped.
        Self(unsafe { libc::shmget(key, 4096, libc::IPC_CREAT | 0o600) })
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: the segment belongs to this test.
        unsafe { libc::shmctl(self.0, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

#[test]
fn shared_memory_of_others_is_not_found() {
    if !Need::linux_room() {
        return;
    }
    let key = std::process::id() as i32;
    let memory = SharedMemory::make(key);
    assert!(memory.0 >= 0);
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        assert_eq!(game.deed(&format!("find-shared-memory {key}")), "nothing");
    }
    drop(memory);
    also_unprivileged("shared_memory_of_others_is_not_found");
}

#[test]
fn the_machine_and_its_control_groups_are_not_changed() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        for deed in ["open-control-groups", "change-the-machine"] {
            assert_eq!(game.deed(deed), "nothing", "{deed} (namespaces: {namespaces})");
        }
        game.demand_innocent_unharmed("open-control-groups");
    }
    also_unprivileged("the_machine_and_its_control_groups_are_not_changed");
}

#[test]
fn whatever_a_program_starts_ends_with_it() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = TempDir::new().unwrap();
        // A unique name, by which its processes are found.
        let own = folder.path().join("deeds");
        std::os::unix::fs::symlink(program(), &own).unwrap();
        let own_name = own.to_str().unwrap();
        let survivors = TempDir::new().unwrap();
        let word = survivors.path().join("survivor");
        let mut game = Match::new(&own, namespaces);
        assert_eq!(running(own_name), 1);
        assert_eq!(game.deed(&format!("survive {}", word.display())), "survivors");
        assert!(running(own_name) >= 6);
        assert_eq!(game.deed("fork-chain"), "chain");
        let reply = game.ask(0, "die", LONG);
        assert_eq!(reply.detail.as_deref(), Some("exited with code 7"));
        game.demand_innocent_unharmed("survive");
        drop(game);
        assert_eq!(running(own_name), 0, "survivors (namespaces: {namespaces})");
    }
    also_unprivileged("whatever_a_program_starts_ends_with_it");
}

/// How many processes run that were called with this word.
fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().into_string().ok());
    let pids = pids.filter(|pid| pid.starts_with(|first: char| first.is_ascii_digit()));
    pids.filter(|pid| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(word)
    })
    .count()
}

#[test]
fn no_report_can_be_forged_and_no_limit_raised() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        for deed in ["find-files-of-others", "forge-a-report", "raise-own-limits"] {
            assert_eq!(game.deed(deed), "nothing", "{deed} (namespaces: {namespaces})");
        }
        assert_eq!(game.deed("hide-shared-memory"), "nothing");
        game.demand_innocent_unharmed("forge");
    }
    also_unprivileged("no_report_can_be_forged_and_no_limit_raised");
}

/// Time that one bot's busy children take from the other bot is added to the other's limit. If the machine
/// has too little time for both, the game is not counted.
#[test]
fn busy_children_cost_the_opponent_no_game() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        game.ask(1, "start", LONG);
        assert_eq!(game.deed("leave-busy-children"), "busy");
        for _ in 0..5 {
            let reply = game.ask(1, "hello", SHORT);
            if let Some(fault) = reply.answer.fault {
                assert!(fault == Fault::Timeout && reply.overloaded, "{reply:?}");
                break;
            }
        }
    }
    also_unprivileged("busy_children_cost_the_opponent_no_game");
}

#[test]
fn many_processes_end_with_the_game() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let folder = TempDir::new().unwrap();
        let own = folder.path().join("deeds");
        std::os::unix::fs::symlink(program(), &own).unwrap();
        let mut game = Match::new(&own, namespaces);
        assert!(["done", "nothing"].contains(&&*game.deed("start-500-processes")));
        game.demand_innocent_unharmed("start-500-processes");
        assert!(running(own.to_str().unwrap()) > 50);
        drop(game);
        assert_eq!(running(own.to_str().unwrap()), 0, "namespaces: {namespaces}");
    }
    also_unprivileged("many_processes_end_with_the_game");
}

#[test]
fn a_program_that_hampers_itself_loses_alone() {
    if !Need::linux_room() {
        return;
    }
    for namespaces in kernel_gives() {
        let mut game = Match::new(&program(), namespaces);
        assert!(["files", "few"].contains(&&*game.deed("open-10000-files")));
        let reply = game.ask(0, "stop-itself", SHORT);
        assert_eq!(reply.answer.fault, Some(Fault::Timeout));
        game.demand_innocent_unharmed("stop-itself");
    }
    also_unprivileged("a_program_that_hampers_itself_loses_alone");
}
