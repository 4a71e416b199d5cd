//! Two Java virtual machines have the same process id in their namespaces, and so the same file name for their measurements:
//! `/tmp/hsperfdata_USER/PID`. The second one that finds the file locked writes a warning to its standard output.

use std::fs;

use referee::testkit::needs::Need;

use super::*;

/// Plays `nearest`.
const BOT: &str = "class Bot { public static void main(String[] a) {
    var lines = new java.util.Scanner(System.in);
    while (lines.hasNextLine()) { lines.nextLine(); System.out.println(5); } } }";

#[test]
fn java_bots_do_not_meet_in_tmp() {
    if !Need::linux_room() {
        return;
    }
    if !Need::Javac.program_runs() || !kernel_gives().any(|namespaces| namespaces) {
        return;
    }
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::set_permissions(here, fs::Permissions::from_mode(0o755)).unwrap();
    for bot in ["a", "b"] {
        fs::create_dir(here.join(bot)).unwrap();
        fs::write(here.join(bot).join("Bot.java"), BOT).unwrap();
        let source = format!("{bot}/Bot.java");
        let built = Command::new("javac").args(["-d", bot, &source]).current_dir(here).output();
        assert!(built.as_ref().is_ok_and(|built| built.status.success()), "{built:?}");
    }
    let (a, b) = ("a=java -cp a Bot", "b=java -cp b Bot");
    let rounds = ["--option", "rounds=20", "--timeout-factor=100"];
    let stranger = ["--strangers"];
    for isolation in [&[][..], &stranger].into_iter().skip(cases(1, 0)) {
        let play = ["play", "nearest", &a[2..], &b[2..], "--json", "--record", "recording"];
        let several = ["duel", "nearest", a, b, "--games", "6", "--parallel", "3", "--log", "log"];
        for words in [&play[..], &several] {
            let run = Command::new(env!("CARGO_BIN_EXE_referee-toys"))
                .args([words, &rounds, isolation].concat())
                .current_dir(here)
                .output();
            let output = match run {
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                    return Need::OpenBuild.skip(error);
                }
                output => output.unwrap(),
            };
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if !isolation.is_empty() && said.contains("isolate a stranger") {
                return skip_isolation(&said);
            }
            assert_eq!(output.status.code(), Some(0), "{said}");
        }
        let recording = fs::read_to_string(here.join("recording")).unwrap();
        assert!(!recording.contains("\"fault\""), "{isolation:?}: {recording}");
        let log = fs::read_to_string(here.join("log")).unwrap();
        let games = log.lines().filter(|line| line.contains("\"seed\"")).count();
        assert!(games >= 6 && !log.contains("thrown_out"), "{isolation:?}: {log}");
        for file in ["recording", "log"] {
            fs::remove_file(here.join(file)).unwrap();
        }
    }
}
