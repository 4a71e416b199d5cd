//! A control group for each program, if a part of the tree of control groups is delegated to this process: the kernel
//! then limits the memory of the program and of all that it starts.
//!
//! This uses version 2 of control groups (`Documentation/admin-guide/cgroup-v2.rst` of the kernel). A part of the tree is
//! delegated if the own group of this process contains no other process, can be written to and has the memory
//! controller, as after
//!
//! ```text
//! systemd-run --user --scope -p Delegate=yes referee duel …
//! ```
//!
//! A group that has members cannot give the controller to groups beneath it. So this process moves to a
//! group `referee` beneath its own, and each program gets one beside that:
//!
//! ```text
//! own group ──► referee       this process and its supervisors
//!          └──► bot-PID-1     memory.max, memory.swap.max = 0, memory.oom.group = 1
//!          └──► bot-PID-2     …
//! ```
//!
//! The file `memory.events` of a group says whether the kernel has ended it. The tree is read-only for the program, so it
//! can neither leave its group nor change the limit.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use nix::libc;

use super::family::own_children;
use super::mounts::{Mount, mounts};

/// The group that this process moves to.
const OWN: &str = "referee";
/// How the name of a program's group begins.
const BOT: &str = "bot-";
/// How long the removal of a group is retried after its processes have ended.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// The part of the tree of control groups that is delegated to this process.
#[derive(Debug)]
pub(super) struct Delegated {
    folder: PathBuf,
}

/// Counts the groups of this process.
static NUMBER: AtomicU32 = AtomicU32::new(1);

impl Delegated {
    /// The part that is delegated to this process, if any. The first call moves this process to a group beneath.
    pub fn get() -> Option<&'static Self> {
        static DELEGATED: LazyLock<Option<Delegated>> = LazyLock::new(|| {
            let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
            let folder = own_group(&groups, mounts())?;
            let mut ours: Vec<u32> = own_children().iter().map(|pid| pid.as_raw() as u32).collect();
            ours.push(std::process::id());
            Delegated::take(folder, &ours)
        });
        DELEGATED.as_ref()
    }

    /// Uses a group whose only members are the processes `ours`; `None` if it has other members or no memory
    /// controller.
    fn take(folder: PathBuf, ours: &[u32]) -> Option<Self> {
        let controllers = fs::read_to_string(folder.join("cgroup.controllers")).ok()?;
        let members = fs::read_to_string(folder.join("cgroup.procs")).ok()?;
        let members: Vec<u32> = members.lines().filter_map(|line| line.parse().ok()).collect();
        let are_ours = !members.is_empty() && members.iter().all(|pid| ours.contains(pid));
        if !are_ours || !controllers.split_ascii_whitespace().any(|name| name == "memory") {
            return None;
        }
        let own = folder.join(OWN);
        if fs::create_dir(&own).is_err() && !own.is_dir() {
            return None;
        }
        let move_all = |to: &Path| {
            let file = to.join("cgroup.procs");
            members.iter().try_for_each(|pid| set(&file, &pid.to_string()))
        };
        let given =
            move_all(&own).and_then(|()| set(&folder.join("cgroup.subtree_control"), "+memory"));
        let delegated = Self { folder };
        // The kernel may accept a setting without effect.
        if given.is_err() || delegated.group(u64::MAX).is_err() {
            let _ = move_all(&delegated.folder);
            let _ = fs::remove_dir(&own);
            return None;
        }
        delegated.remove_old_groups();
        Some(delegated)
    }

    /// Removes the groups of a killed run, except those with processes.
    fn remove_old_groups(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(BOT) {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// Makes a group for a program that may use `limit_bytes` of memory.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn group(&self, limit_bytes: u64) -> io::Result<ControlGroup> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!("{BOT}{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        match ControlGroup::set_up(&folder, limit_bytes) {
            Ok(members) => Ok(ControlGroup { folder, members }),
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                Err(error)
            }
        }
    }
}

/// The control group of one program. Dropping it removes it if all its processes have ended.
#[derive(Debug)]
pub(super) struct ControlGroup {
    folder: PathBuf,
    /// A process that writes `0` to this file becomes a member.
    members: OwnedFd,
}

impl ControlGroup {
    fn set_up(folder: &Path, limit_bytes: u64) -> io::Result<OwnedFd> {
        let limit =
            if limit_bytes == u64::MAX { "max".to_owned() } else { limit_bytes.to_string() };
        set(&folder.join("memory.max"), &limit)?;
        // At the limit all processes end together, as with samples.
        set(&folder.join("memory.oom.group"), "1")?;
        // A system without swap has no such file.
        let _ = set(&folder.join("memory.swap.max"), "0");
        Ok(write_only(&folder.join("cgroup.procs"))?.into())
    }

    /// The file through which a process becomes a member.
    pub fn members_fd(&self) -> libc::c_int {
        self.members.as_raw_fd()
    }

    /// Whether the kernel has ended the program because it took too much memory.
    pub fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.folder.join("memory.events")).unwrap_or_default();
        let kills = events.lines().find_map(|line| line.strip_prefix("oom_kill "));
        kills.is_some_and(|kills| kills.trim() != "0")
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        let until = Instant::now() + LONGEST_WAIT;
        while let Err(error) = fs::remove_dir(&self.folder) {
            if error.kind() != io::ErrorKind::ResourceBusy || Instant::now() >= until {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The folder of this process's own group, by `/proc/self/cgroup` and the mounts.
fn own_group(groups: &str, mounts: &[Mount]) -> Option<PathBuf> {
    // Version 2 has the number 0 and no names of controllers.
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let is_above =
        |mount: &&Mount| mount.kind == "cgroup2" && Path::new(group).starts_with(&mount.root);
    let mount = mounts.iter().find(is_above)?;
    Some(mount.place.join(Path::new(group).strip_prefix(&mount.root).ok()?))
}

/// Opens an existing file of the kernel.
fn write_only(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(cfg!(test)).truncate(false).open(path)
}

fn set(path: &Path, text: &str) -> io::Result<()> {
    write_only(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::game::{Expected, Fault};
    use crate::player::process::{Launch, ProcessPlayer};
    use crate::player::{Player, Reply};
    use crate::table::Table;
    use crate::testkit::needs::Need;

    const OURS: [u32; 2] = [70, 71];

    /// A folder that looks like a group with these members and controllers.
    fn pretended(members: &str, controllers: &str) -> TempDir {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("cgroup.procs"), members).unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        folder
    }

    fn taken(folder: &TempDir) -> Option<Delegated> {
        Delegated::take(folder.path().to_owned(), &OURS)
    }

    fn text(folder: &Path, file: &str) -> String {
        fs::read_to_string(folder.join(file)).unwrap()
    }

    #[test]
    fn a_group_of_ours_alone_with_the_memory_controller_is_taken_into_use() {
        let folder = pretended("70\n71\n", "cpu memory pids\n");
        let delegated = taken(&folder).unwrap();
        // A file of the kernel takes one number at a time; this one keeps what was written last.
        assert_eq!(text(folder.path(), "referee/cgroup.procs"), "71");
        assert_eq!(text(folder.path(), "cgroup.subtree_control"), "+memory");
        let group = delegated.group(5000).unwrap();
        assert_eq!(text(&group.folder, "memory.max"), "5000");
        assert_eq!(text(&group.folder, "memory.swap.max"), "0");
        assert_eq!(text(&group.folder, "memory.oom.group"), "1");
        let other = delegated.group(5000).unwrap();
        assert_ne!(group.folder, other.folder);
    }

    #[test]
    fn the_group_of_others_and_one_without_the_controller_are_left_alone() {
        for (members, controllers) in
            [("70\n72\n", "memory"), ("", "memory"), ("70\n", "cpu memory-like"), ("70\n", "")]
        {
            let folder = pretended(members, controllers);
            assert!(taken(&folder).is_none(), "{members:?} {controllers:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
            assert_eq!(text(folder.path(), "cgroup.procs"), members);
        }
    }

    #[test]
    fn a_group_that_does_not_give_its_controller_is_left_as_it_was() {
        let folder = pretended("70\n", "memory");
        fs::create_dir(folder.path().join("cgroup.subtree_control")).unwrap();
        assert!(taken(&folder).is_none());
        assert_eq!(text(folder.path(), "cgroup.procs"), "70\n");
    }

    #[test]
    fn the_own_group_is_found_by_the_mounts() {
        let mount = |kind: &str, root: &str, place: &str| Mount {
            kind: kind.to_owned(),
            root: root.into(),
            place: place.into(),
        };
        let mounts = [
            mount("cgroup", "/", "/sys/fs/cgroup/memory"),
            mount("cgroup2", "/box", "/sys/groups"),
        ];
        let found = own_group("4:memory:/a\n0::/box/app/one\n", &mounts);
        assert_eq!(found, Some("/sys/groups/app/one".into()));
        assert_eq!(own_group("0::/other\n", &mounts), None);
        assert_eq!(own_group("4:memory:/box\n", &mounts), None);
    }

    #[test]
    fn the_kernel_says_whether_it_ended_a_group() {
        let folder = pretended("70\n", "memory");
        let group = taken(&folder).unwrap().group(5000).unwrap();
        assert!(!group.ran_out_of_memory());
        for (events, expected) in
            [("low 0\nmax 9\noom 1\noom_kill 0\n", false), ("oom 1\noom_kill 2\n", true)]
        {
            fs::write(group.folder.join("memory.events"), events).unwrap();
            assert_eq!(group.ran_out_of_memory(), expected, "{events}");
        }
    }

    /// What a program in a pretended group answers, and how its memory is limited.
    fn reply_of(script: &str, events: &str) -> (Reply, String) {
        let folder = pretended("70\n", "memory");
        let launch = Launch::new("sh").args(["-c", script]);
        let mut prepared = super::super::prepared::prepare(&launch).unwrap();
        let group = taken(&folder).unwrap().group(1 << 29).unwrap();
        let place = group.folder.clone();
        fs::write(place.join("memory.events"), events).unwrap();
        prepared.group = Some(group);
        let player = {
            let started = super::super::start_prepared(prepared, &launch).unwrap();
            ProcessPlayer::with("bot", launch.limits, started)
        };
        let in_force = player.in_force().unwrap();
        let mut table = Table::new(vec![Box::new(player)]);
        let expected = Some(Expected { lines: 1, limit: Duration::from_secs(60), line_bytes: 99 });
        let request =
            crate::game::Request { seat: crate::game::Seat(0), lines: vec!["go".into()], expected };
        let reply = table.ask(&[request]).unwrap().remove(0);
        let entered = text(&place, "cgroup.procs");
        assert_eq!(entered == "0", in_force.contains("memory-group"), "{in_force}");
        (reply, in_force)
    }

    #[test]
    fn a_program_enters_its_group_and_loses_when_the_kernel_ends_that() {
        let (reply, in_force) = reply_of("read line; echo $line", "oom_kill 0\n");
        assert_eq!(reply.answer.lines, ["go"]);
        if in_force.contains("memory-samples") {
            Need::Namespaces.skip(format_args!("the kernel provides only: {in_force}"));
            return;
        }
        assert!(in_force.contains("memory-group"), "{in_force}");
        let (reply, _) = reply_of("read line; kill -9 $$", "oom_kill 1\n");
        assert_eq!(reply.answer.fault, Some(Fault::OutOfMemory), "{reply:?}");
        assert_eq!(
            reply.detail.as_deref(),
            Some("took more than the 768 MB of memory that are allowed")
        );
        let (reply, _) = reply_of("read line; kill -9 $$", "oom_kill 0\n");
        assert_eq!(reply.answer.fault, Some(Fault::Exit), "{reply:?}");
    }
}
