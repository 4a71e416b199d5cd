//! Memory that the kernel limits, in a control group that is delegated to the referee.
//!
//! The tests run in such a group if they may make one. They skip if control groups of version 2 have no memory
//! controller or belong to another user.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use referee::testkit::needs::Need;

use super::*;

/// A new group for this test program, which may pass its memory controller on.
struct Group(PathBuf);

impl Group {
    fn make() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?;
        let root = PathBuf::from(mount.split(' ').nth(4)?);
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap();
        let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let name = format!("botyard-test-{}", std::process::id());
        // A group with members cannot pass controllers on; the groups above it may.
        root.join(own).ancestors().take_while(|folder| folder.starts_with(&root)).find_map(
            |folder| {
                let folder = folder.join(&name);
                fs::create_dir(&folder).ok()?;
                let group = Self(folder);
                group.0.join("memory.max").is_file().then_some(group)
            },
        )
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let beneath = fs::read_dir(&self.0).into_iter().flatten().flatten();
        for entry in beneath.filter(|entry| entry.path().is_dir()) {
            let _ = fs::remove_dir(entry.path());
        }
        let _ = fs::remove_dir(&self.0);
    }
}

/// Whether this process is the only one in a group that it owns. Otherwise the test of this name is run in
/// such a group, if one can be made.
fn is_in_a_group(test: &str) -> bool {
    if std::env::var_os("IN_A_GROUP").is_some() {
        return true;
    }
    let Some(group) = Group::make() else {
        Need::ControlGroups.skip("no group with a memory controller can be made");
        return false;
    };
    let enter = format!("echo $$ > {}/cgroup.procs && exec \"$0\" \"$@\"", group.0.display());
    let status = Command::new("sh")
        .args(["-c", &enter])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env("IN_A_GROUP", "1")
        .status()
        .unwrap();
    assert!(status.success(), "{test} fails in {}", group.0.display());
    let left = fs::read_dir(&group.0).unwrap().flatten();
    let left = left.filter(|it| it.file_name().to_string_lossy().starts_with("bot-"));
    assert_eq!(left.count(), 0, "groups of programs that have ended");
    false
}

fn limited(action: &[&str]) -> ProcessPlayer {
    let mut launch = launch(action);
    launch.limits.memory_bytes = Some(64 << 20);
    let player = spawn(&launch);
    let in_force = player.in_force().unwrap();
    assert!(in_force.ends_with(" memory-group"), "{in_force}");
    player
}

#[test]
fn the_kernel_limits_the_memory_of_all_that_a_program_holds() {
    if !is_in_a_group("control_group::the_kernel_limits_the_memory_of_all_that_a_program_holds") {
        return;
    }
    for action in [
        &["take-memory"][..],
        &["take-memory-in-a-grandchild"],
        &["take-memory-in-a-crowd"],
        &["hold-a-file-in-memory"],
        &["take-a-spike", "200"],
        &["share-a-mapping", "100"],
        &["take-megabytes-and-exit", "200"],
    ] {
        let mut table = Table::new(vec![Box::new(limited(action)), boxed(&launch(&["echo"]))]);
        let reply = ask(&mut table, "go", LONG);
        let detail = fault(&reply, Fault::OutOfMemory);
        assert_eq!(detail, "took more than the 64 MB of memory that are allowed", "{action:?}");
        let other = table.ask(&[request(1, &["still here"], expected(LONG))]).unwrap().remove(0);
        assert_eq!(answer(&other), "still here", "{action:?}");
    }
    let fits: Box<dyn Player> = Box::new(limited(&["take-megabytes-and-exit", "40"]));
    let reply = ask(&mut Table::new(vec![fits]), "go", LONG);
    assert_eq!(fault(&reply, Fault::Exit), "exited with code 0");
}

#[test]
fn a_program_cannot_leave_its_group_or_change_its_limit() {
    if !is_in_a_group("control_group::a_program_cannot_leave_its_group_or_change_its_limit") {
        return;
    }
    let script = "read line; find /sys/fs/cgroup -name cgroup.procs -o -name memory.max | {
        while read file; do { echo 0 > $file || echo max > $file; } 2>/dev/null && got=$file; done
        echo \"got $got\"; }";
    let player: Box<dyn Player> = boxed(&Launch::new("sh").args(["-c", script]));
    assert!(player.in_force().unwrap().ends_with(" memory-group"));
    assert_eq!(answer(&ask(&mut Table::new(vec![player]), "go", LONG)), "got ");
}
