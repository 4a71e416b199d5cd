//! What a bot can reach in the file system and through services: its own folder, and little else. The deeds are those of
//! `intruder.rs`.

use std::fs;

use referee::player::process::{Stranger, keep_from_bots};

use super::*;

/// A bot in a folder of its own, which is also where it runs, and things beside it that are not the bot's.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        // A private /tmp would hide what the bot is to try to change.
        let folder = tempfile::Builder::new().tempdir_in(outside_tmp()).unwrap();
        for name in ["bot", "other", "bot/results"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for name in ["other/bot.py", "bot/results/log", "bot/log"] {
            fs::write(folder.path().join(name), "results").unwrap();
        }
        copy_intruder(&folder.path().join("bot/intruder"));
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    fn launch(&self, namespaces: bool) -> Launch {
        let cwd = Some(self.path("bot"));
        Launch { namespaces, cwd, ..Launch::new(self.path("bot/intruder")) }
    }

    /// Plain with namespaces, plain without, and as a stranger. Each has a bot and says whether it has namespaces.
    fn starts(&self) -> Vec<(Launch, bool)> {
        let mut starts: Vec<_> = kernel_gives().map(|it| (self.launch(it), it)).collect();
        let stranger = Launch { stranger: Some(Stranger::default()), ..self.launch(true) };
        match ProcessPlayer::spawn("probe", &stranger) {
            Ok(_) => starts.push((stranger, true)),
            Err(error) => skip_isolation(&format!("{error:#}")),
        }
        starts
    }
}

/// A folder for tests that is not in `/tmp`, and that this user may write to.
fn outside_tmp() -> PathBuf {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let is_ours = tempfile::tempdir_in(&target).is_ok() && !target.starts_with("/tmp");
    if is_ours { target } else { PathBuf::from("/var/tmp") }
}

fn intruder() -> PathBuf {
    program().with_file_name("intruder")
}

/// Another program writes the copy. A child that another test starts at the same time could hold a file of this process
/// open for writing, and the copy could not be run.
fn copy_intruder(to: &Path) {
    let copied = Command::new("cp").args([&*intruder(), to]).status();
    assert!(copied.unwrap().success());
}

#[test]
fn a_bot_changes_nothing_outside_its_own_folder() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    let (file, folder) = (scene.path("other/bot.py"), scene.path("other"));
    let (file, folder) = (file.display(), folder.display());
    for (launch, namespaces) in scene.starts() {
        let mut game = Match::of(&launch);
        for deed in [
            format!("change-file {file}"),
            format!("replace-file {file}"),
            format!("write-file-in {folder}"),
            format!("move-folder {folder}"),
            format!("take-rights {folder}"),
            format!("write-by-another-path {file}"),
            format!("open-by-handle {file}"),
            format!("unmount {file}"),
            format!("mount-over {file}"),
            "write-to-terminals".to_owned(),
            "open-the-disk".to_owned(),
        ] {
            // Landlock does not know the rights of files. Where there are no namespaces, nothing protects them.
            if deed.starts_with("take-rights") && !namespaces {
                continue;
            }
            let case = format!("{deed} (namespaces: {namespaces}, {:?})", launch.stranger);
            assert_eq!(game.deed(&deed), "nothing", "{case}");
        }
        game.demand_innocent_unharmed("walls");
        assert_eq!(fs::read_to_string(scene.path("other/bot.py")).unwrap(), "results");
        // Its own folder is its own, unless it is a stranger's.
        let own = scene.path("bot");
        let expected = if launch.stranger.is_some() { "nothing" } else { "done" };
        assert_eq!(game.deed(&format!("write-file-in {}", own.display())), expected);
    }
    also_unprivileged("walls::a_bot_changes_nothing_outside_its_own_folder");
}

#[test]
fn a_bot_changes_no_result_although_it_runs_beside_it() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    let (beside, below) = (scene.path("bot/log"), scene.path("bot/results/log"));
    for (launch, namespaces) in scene.starts() {
        if !namespaces {
            // Its own folder is writable, and nothing is mounted there.
            let words = ProcessPlayer::spawn("probe", &launch).unwrap().in_force().unwrap();
            assert!(!words.contains("results"), "{words}");
            continue;
        }
        keep_from_bots(&beside);
        keep_from_bots(&below);
        let mut game = Match::of(&launch);
        let below_folder = below.parent().unwrap();
        let deeds = [
            "change-file",
            "replace-file",
            "take-rights",
            "write-by-another-path",
            "open-by-handle",
            "unmount",
            "mount-over",
        ];
        let on_files = deeds.iter().flat_map(|deed| [(deed, &*beside), (deed, &*below)]);
        let on_folder = ["write-file-in", "move-folder", "take-rights"];
        let on_folder = on_folder.iter().map(|deed| (deed, below_folder));
        for (deed, path) in on_files.chain(on_folder) {
            let deed = format!("{deed} {}", path.display());
            assert_eq!(game.deed(&deed), "nothing", "{deed} ({:?})", launch.stranger);
        }
        for path in [&beside, &below] {
            assert_eq!(fs::read_to_string(path).unwrap(), "results");
        }
    }
    also_unprivileged("walls::a_bot_changes_no_result_although_it_runs_beside_it");
}

/// A bot that runs where the path of a log has a symbolic link lets it lead elsewhere in one game, and tries the log in the
/// next.
#[test]
fn a_bot_changes_no_result_behind_a_link_that_it_swaps() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    for (launch, namespaces) in scene.starts() {
        if !namespaces || launch.stranger.is_some() {
            continue;
        }
        let links = [("folder", "results"), ("file", "log")].map(|(name, target)| {
            let link = scene.path("bot").join(name);
            std::os::unix::fs::symlink(target, &link).unwrap();
            link
        });
        keep_from_bots(&links[0].join("log"));
        keep_from_bots(&links[1]);
        let mut first = Match::of(&launch);
        let swapped =
            links.each_ref().map(|link| first.deed(&format!("swap-link {}", link.display())));
        // The link to the folder is no result itself.
        assert_eq!(swapped[0], "done");
        drop(first);
        let mut next = Match::of(&launch);
        for path in ["bot/results/log", "bot/log"] {
            for deed in ["change-file", "replace-file"] {
                let deed = format!("{deed} {}", scene.path(path).display());
                assert_eq!(next.deed(&deed), "nothing", "{deed} ({swapped:?})");
            }
            assert_eq!(fs::read_to_string(scene.path(path)).unwrap(), "results");
        }
    }
    also_unprivileged("walls::a_bot_changes_no_result_behind_a_link_that_it_swaps");
}

#[test]
fn what_the_user_declares_is_writable() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    let (folder, file) = (scene.path("other"), scene.path("other/bot.py"));
    for namespaces in kernel_gives() {
        let walls = Walls { writable: vec![folder.clone()], ..Walls::default() };
        let launch = Launch { walls: Some(walls), ..scene.launch(namespaces) };
        let mut game = Match::of(&launch);
        for deed in ["write-file-in ", "write-file-in /tmp", "write-file-in /dev/shm"] {
            let path = if deed.ends_with(' ') { folder.to_str().unwrap() } else { "" };
            assert_eq!(game.deed(&format!("{deed}{path}")), "done", "{deed}{path}");
        }
        assert_eq!(game.deed(&format!("change-file {}", file.display())), "done");
        // Without namespaces it has written to the machine's own.
        for place in ["/tmp/new", "/dev/shm/new"] {
            assert_eq!(fs::remove_file(place).is_ok(), !namespaces, "{place}");
        }
    }
    also_unprivileged("walls::what_the_user_declares_is_writable");
}

/// An honest bot that keeps a cache elsewhere ends, and its fault names the flag.
#[test]
fn a_bot_that_ends_after_a_refused_write_gets_advice() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    let folder = scene.path("other");
    let script = "read line; echo 1 > \"$1/new\" || exit 3; echo $line; read line";
    fs::write(scene.path("bot/bot.sh"), script).unwrap();
    for namespaces in kernel_gives() {
        // A folder that is an argument alone is the bot's own.
        let launch = |walls: Walls| {
            let start = format!(
                "cd /; exec sh {} {}",
                scene.path("bot/bot.sh").display(),
                folder.display()
            );
            let launch = Launch::new("sh").args(["-c", &start]);
            Match::of(&Launch {
                namespaces,
                walls: Some(walls),
                cwd: Some(scene.path("bot")),
                ..launch
            })
        };
        let reply = launch(Walls::default()).ask(0, "hello", LONG);
        let folder = folder.display();
        let expected = format!(
            "exited with code 3; a bot may not write to {folder}/new; if this one may, give \
             --writable {folder}"
        );
        assert_eq!(reply.detail, Some(expected), "{reply:?} (namespaces: {namespaces})");
        let writable = vec![scene.path("other")];
        let mut allowed = launch(Walls { writable, ..Walls::default() });
        assert_eq!(allowed.deed("hello"), "hello");
        fs::remove_file(scene.path("other/new")).unwrap();
    }
    also_unprivileged("walls::a_bot_that_ends_after_a_refused_write_gets_advice");
}

#[test]
fn a_bot_has_its_own_folders_for_temporary_files() {
    if !Need::linux_room() {
        return;
    }
    if !kernel_gives().any(|namespaces| namespaces) {
        return;
    }
    let scene = Scene::new();
    let marks = ["/tmp", "/dev/shm"].map(|place| {
        let mark = tempfile::Builder::new().prefix("mark-").tempfile_in(place).unwrap();
        fs::set_permissions(mark.path(), fs::Permissions::from_mode(0o644)).unwrap();
        mark
    });
    let mut game = Match::of(&scene.launch(true));
    for mark in &marks {
        let place = mark.path().parent().unwrap().display();
        assert_eq!(game.deed(&format!("find-file {}", mark.path().display())), "nothing");
        assert_eq!(game.deed(&format!("fill-folder {place}")), "nothing");
        assert_eq!(game.deed(&format!("write-file-in {place}")), "done");
    }
    // The next bot does not find what this one has written.
    let mut next = Match::of(&scene.launch(true));
    assert_eq!(next.deed("find-file /tmp/new"), "nothing");
    assert_eq!(next.deed("find-file /dev/shm/new"), "nothing");
    let shared = Walls { shared_tmp: true, ..Walls::default() };
    let mut sharing = Match::of(&Launch { walls: Some(shared), ..scene.launch(true) });
    assert_eq!(sharing.deed(&format!("find-file {}", marks[0].path().display())), "done");
    also_unprivileged("walls::a_bot_has_its_own_folders_for_temporary_files");
}

/// A program, its folder and further files that lie in places which are hidden stay visible, also by symbolic links.
#[test]
fn what_a_bot_needs_is_not_hidden_from_it() {
    if !Need::linux_room() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::set_permissions(here, fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["real", "data", "cwd"] {
        fs::create_dir(here.join(name)).unwrap();
    }
    copy_intruder(&here.join("real/intruder"));
    fs::write(here.join("data/weights"), "").unwrap();
    std::os::unix::fs::symlink(here.join("real"), here.join("link")).unwrap();
    let launch = Launch {
        cwd: Some(here.join("cwd")),
        ..Launch::new(here.join("link/intruder")).args([here.join("data/weights")])
    };
    let mut game = Match::of(&launch);
    for path in ["real/intruder", "link/intruder", "data/weights", "cwd"] {
        assert_eq!(game.deed(&format!("find-file {}", here.join(path).display())), "done");
    }
    assert_eq!(game.deed(&format!("write-file-in {}", here.join("cwd").display())), "done");
    assert!(here.join("cwd/new").exists());
    also_unprivileged("walls::what_a_bot_needs_is_not_hidden_from_it");
}

#[test]
fn a_bot_calls_no_service() {
    if !Need::linux_room() {
        return;
    }
    if !kernel_gives().any(|namespaces| namespaces) {
        return;
    }
    let scene = Scene::new();
    let elsewhere = scene.path("other/agent");
    let in_tmp = TempDir::new().unwrap();
    let mut sockets = vec![elsewhere.clone(), in_tmp.path().join("service")];
    if geteuid().is_root() {
        sockets.push(format!("/run/botyard-{}", std::process::id()).into());
    }
    let services: Vec<_> = sockets.iter().map(|path| UnixListener::bind(path).unwrap()).collect();
    for (launch, namespaces) in scene.starts().into_iter().filter(|(_, it)| *it) {
        let mut game = Match::of(&launch);
        for socket in &sockets {
            for deed in ["call-a-service", "move-a-service"] {
                let deed = format!("{deed} {}", socket.display());
                assert_eq!(game.deed(&deed), "nothing", "{deed} (namespaces: {namespaces})");
            }
        }
    }
    drop(services);
    if geteuid().is_root() {
        fs::remove_file(&sockets[2]).unwrap();
    }
    also_unprivileged("walls::a_bot_calls_no_service");
}

/// The lock of a log is taken by the run that writes it. A bot that locks another log keeps it only until it ends.
#[test]
fn a_lock_ends_with_its_bot() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    for namespaces in kernel_gives() {
        let log = scene.path("bot/log");
        let mut game = Match::of(&scene.launch(namespaces));
        assert_eq!(game.deed(&format!("lock-for-ever {}", log.display())), "done");
        drop(game);
        fs::File::open(&log).unwrap().try_lock().unwrap();
    }
}

/// A user makes namespaces of its own and mounts there; root has lost the right to.
#[test]
fn a_bot_mounts_no_control_groups() {
    if !Need::linux_room() {
        return;
    }
    let scene = Scene::new();
    for (launch, namespaces) in scene.starts() {
        let mut game = Match::of(&launch);
        assert_eq!(game.deed("mount-control-groups"), "nothing", "{namespaces} {launch:?}");
    }
}
