//! A stranger's bot can do nothing to the user: it can only think and answer.

use std::fs;
use std::net::{TcpListener, UdpSocket};

use referee::player::process::Stranger;

use super::*;

/// A stranger in seat 0, if this kernel can isolate one.
fn stranger(program: &Path) -> Option<Match> {
    let launch = Launch { stranger: Some(Stranger::default()), ..Launch::new(program) };
    match ProcessPlayer::spawn("stranger", &launch) {
        Ok(player) => {
            let innocent = [Pid::this(); 3];
            let priority = stat(Pid::this())[PRIORITY].clone();
            Some(Match { table: Table::new(vec![Box::new(player)]), innocent, priority })
        }
        Err(error) => {
            let text = format!("{error:#}");
            assert!(text.contains("isolate a stranger"), "{text}");
            skip_isolation(&text);
            None
        }
    }
}

#[test]
fn a_stranger_reads_and_writes_nothing_of_the_user() {
    if !Need::linux_room() {
        return;
    }
    let program = program();
    let Some(mut game) = stranger(&program) else { return };
    let folder = TempDir::new().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let (secret, folder) = (secret.to_str().unwrap(), folder.path().to_str().unwrap());
    for deed in [
        format!("read-file {secret}"),
        format!("write-file {secret}"),
        format!("remove-file {secret}"),
        format!("write-file {folder}/new"),
        format!("list-folder {folder}"),
        format!("write-file {}", program.with_file_name("own").display()),
        format!("remove-file {}", program.display()),
        "list-folder /".to_owned(),
        "list-folder /home".to_owned(),
        "list-folder /root".to_owned(),
        "list-folder /tmp".to_owned(),
        "list-folder /var".to_owned(),
        "read-file /etc/hostname".to_owned(),
        "read-file /etc/shadow".to_owned(),
        "write-file /proc/self/oom_score_adj".to_owned(),
        "read-variable CARGO_MANIFEST_DIR".to_owned(),
        "read-variable USER".to_owned(),
        "gain-privileges".to_owned(),
        "type-into-the-terminal".to_owned(),
        "see-others".to_owned(),
        "open-control-groups".to_owned(),
        "change-the-machine".to_owned(),
    ] {
        assert_eq!(game.deed(&deed), "nothing", "{deed}");
    }
    assert_eq!(fs::read_to_string(secret).unwrap(), "secret");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    // It can read its own program, and write to a home folder of its own.
    assert_eq!(game.deed(&format!("read-file {}", program.display())), "done");
    assert_eq!(game.deed("use-the-home"), "done");
    also_unprivileged("strangers::a_stranger_reads_and_writes_nothing_of_the_user");
}

#[test]
fn a_stranger_has_no_network() {
    if !Need::linux_room() {
        return;
    }
    let program = program();
    let Some(mut game) = stranger(&program) else { return };
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("socket");
    let _unix = UnixListener::bind(&path).unwrap();
    for deed in [
        format!("call-tcp {}", tcp.local_addr().unwrap()),
        "listen-tcp".to_owned(),
        format!("send-udp {}", udp.local_addr().unwrap()),
        format!("call-a-unix-socket {}", path.display()),
    ] {
        assert_eq!(game.deed(&deed), "nothing", "{deed}");
    }
    also_unprivileged("strangers::a_stranger_has_no_network");
}

#[test]
fn a_stranger_takes_no_more_than_its_share() {
    if !Need::linux_room() {
        return;
    }
    let program = program();
    let Some(mut game) = stranger(&program) else { return };
    assert_eq!(game.deed("fill-the-home"), "nothing");
    assert_eq!(game.deed("open-10000-files"), "files");
    // The referee counts those of root, see `takes.rs`.
    if !geteuid().is_root() {
        assert_eq!(game.deed("start-500-processes"), "nothing");
    }
    also_unprivileged("strangers::a_stranger_takes_no_more_than_its_share");
}

/// The interpreter is one of the system's, and the script is in its own folder.
#[test]
fn an_honest_stranger_plays() {
    if !Need::linux_room() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("bot.sh");
    fs::write(&script, "while read line; do echo \"$line $HOME\" > $HOME/f; cat $HOME/f; done")
        .unwrap();
    let launch = Launch::new("sh").args([&script]);
    let launch = Launch { stranger: Some(Stranger::default()), ..launch };
    let player = match ProcessPlayer::spawn("stranger", &launch) {
        Ok(player) => player,
        Err(error) => return skip_isolation(&format!("{error:#}")),
    };
    // The kernel does not count the threads of root.
    let threads = if geteuid().is_root() {
        "memory-samples thread-samples"
    } else {
        "threads memory-samples"
    };
    assert_eq!(
        player.in_force().unwrap(),
        format!(
            "session namespaces proc sys landlock scopes filter writes results tmp shm services \
             files scratch {threads}"
        )
    );
    let mut table = Table::new(vec![Box::new(player)]);
    let expected = Expected { lines: 1, limit: LONG / 10, line_bytes: 1000 };
    let request =
        Request { seat: Seat(0), lines: vec!["hello".to_owned()], expected: Some(expected) };
    let reply = table.ask(&[request]).unwrap().remove(0);
    assert_eq!(reply.answer.fault, None, "{reply:?}");
    assert!(reply.answer.lines[0].starts_with("hello /"), "{reply:?}");
    let home = PathBuf::from(reply.answer.lines[0].split_once(' ').unwrap().1);
    assert!(home.exists());
    drop(table);
    assert!(!home.exists(), "the scratch folder is gone");
}
