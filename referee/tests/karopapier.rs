//! The client of Karopapier against the server that simulates the site, with each kind of trouble.
#![cfg(feature = "live")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use gridkit::Rng;
use referee::bot::{Bot, Strangers};
use referee::games::contest;
use referee::games::karo::{TrackKind, drawn_track};
use referee::player::Player;
use referee::player::process::{Launch, ProcessPlayer};
use referee::sites::karo::client::conductor::Config;
use referee::sites::karo::client::log::replay;
use referee::sites::karo::client::race_file::RaceFile;
use referee::sites::karo::client::secret::Secret;
use referee::sites::karo::client::{Settings, Show, run};
use referee::sites::karo::server::{Faults, Logins, Server, Service, Tally};
use referee::testkit::needs::Need;
use referee::testkit::recordings::demand_replay;

/// How many times faster than the site the server runs.
const SPEED: f64 = 100.0;

/// The same for runs in which clients mostly wait, and a request that is given up too early does no harm.
const QUICK: f64 = 400.0;

/// A test that takes longer has missed a turn and would never end.
const WATCHDOG: Duration = Duration::from_secs(240);

const SECRET: &str = "a-word-that-nobody-may-see";

fn service(faults: &str) -> Service {
    let track = |seed| drawn_track(Some(TrackKind::Ring), Some((26, 15)), 3, &mut Rng::new(seed));
    Service {
        users: vec!["Maks".to_owned(), "Didi".to_owned()],
        secret: SECRET.to_owned(),
        logins: Logins::Both,
        races: 2,
        house: vec!["@sunday".to_owned()],
        options: serde_json::Map::new(),
        maps: vec![track(1).code(), track(2).code()],
        night_every: 0,
        seed: 7,
        speed: SPEED,
        house_delay: Duration::from_secs(2),
        patience: Duration::from_secs(100_000),
        faults: faults.parse().unwrap(),
        record: None,
    }
}

struct Client {
    folder: tempfile::TempDir,
    lines: Vec<String>,
}

impl Client {
    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("client.jsonl")).unwrap()
    }

    fn said(&self, part: &str) -> usize {
        self.lines.iter().filter(|line| line.contains(part)).count()
    }
}

/// Runs a client until this many games are over.
fn client(server: &Server, user: &str, speed: f64, games: u64, create: Vec<RaceFile>) -> Client {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("key");
    fs::write(&key, format!("{SECRET}\n")).unwrap();
    let bot = Bot::parse("@cruiser", contest("karo").unwrap()).unwrap();
    let bot = Bot::prepare_all(vec![bot], &Strangers::default()).unwrap().remove(0);
    let address = server.address();
    let config = Config { user: user.to_owned(), speed, create, follows_plans: false };
    let log: PathBuf = folder.path().join("client.jsonl");
    let settings = Settings {
        server: format!("http://{address}"),
        events: format!("ws://{address}/socket.io/?EIO=3&transport=websocket"),
        secret: Secret::read(Some(&key)).unwrap(),
        bot,
        config,
        think: Duration::from_secs(10),
        knowledge: Some(folder.path().to_owned()),
        log: Some(log),
        games: Some(games),
    };
    let (done, ended) = channel();
    thread::spawn(move || {
        let mut lines = Vec::new();
        let result = run(&settings, &mut |show| {
            if let Show::Line(line) = show {
                lines.push(line.to_owned());
            }
        });
        let _ = done.send((result, lines));
    });
    let (result, lines) = ended.recv_timeout(WATCHDOG).unwrap_or_else(|_| {
        panic!("{user} is stuck: {:?}", server.tally());
    });
    result.unwrap();
    Client { folder, lines }
}

/// Two clients on a server until each has raced some games.
fn races(service: Service, games: u64) -> (Tally, Vec<Client>) {
    let speed = service.speed;
    let server = Server::start(service, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let clients: Vec<Client> = thread::scope(|scope| {
        let server = &server;
        let run = |user| scope.spawn(move || client(server, user, speed, games, Vec::new()));
        let both = ["Maks", "Didi"].map(run);
        both.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let tally = server.tally();
    server.stop();
    (tally, clients)
}

/// No turn was missed, no move was made twice, no impossible request was made, the logs replay, and they do
/// not contain the secret.
fn demand_order(tally: &Tally, clients: &[Client]) {
    assert!(tally.moves > 20, "{tally:?}");
    let wrong = [tally.double_moves, tally.impossible, tally.thrown_out, tally.missed];
    assert_eq!(wrong, [0; 4], "double, impossible, thrown out, missed: {tally:?}");
    for client in clients {
        let log = client.log();
        assert!(replay(&log).unwrap() > 20);
        for secret in [SECRET, "api_key", "karopapier_session", "X-Auth"] {
            assert!(!log.contains(secret), "the log has {secret}");
            assert_eq!(client.said(secret), 0);
        }
    }
}

#[test]
fn races_without_trouble_by_logins_of_either_generation() {
    for logins in [Logins::Old, Logins::New] {
        let (tally, clients) = races(Service { logins, ..service("") }, 1);
        demand_order(&tally, &clients);
        assert_eq!(clients.iter().map(|it| it.said("logged in as")).sum::<usize>(), 2, "once each");
        assert_eq!(tally.trouble, 0);
    }
}

/// Kinds of trouble; for each, a message of the clients, and a count that it must exceed.
const TROUBLE: [(&str, &str, usize); 7] = [
    // A request that is lost on its way is made again.
    ("lost-before=0.15", "the connection failed", 0),
    // A move is not made twice if its answer is lost.
    ("lost-after=0.2", "the connection failed", 0),
    // Slow answers delay no other client.
    ("slow=0.2", "is over: rank", 0),
    // If an answer is garbage, the request is made again.
    ("garbage=0.15", "cannot be read", 0),
    // A login that expires is renewed.
    ("expired=0.1", "logged in as", 2),
    // If somebody else has made the move first, the game is read again.
    ("faster=0.2", "the move was refused", 0),
    // Events that arrive twice cause no second move.
    ("double-event=0.5", "is over: rank", 0),
];

type Check = Box<dyn FnOnce() + Send>;

fn is_overcome((faults, part, more_than): (&str, &str, usize)) {
    let (tally, clients) = races(service(faults), 2);
    demand_order(&tally, &clients);
    assert!(tally.trouble > 0, "no trouble happened: {tally:?}");
    let said = clients.iter().map(|client| client.said(part)).sum::<usize>();
    assert!(said > more_than, "`{part}` was said {said} times: {tally:?}");
}

fn without_events_the_list_of_turns_is_enough() {
    let (tally, clients) = races(Service { speed: QUICK, ..service("lost-event=1") }, 1);
    demand_order(&tally, &clients);
}

fn a_web_socket_that_is_lost_is_opened_again() {
    let (tally, clients) = races(service("lost-socket=0.3"), 2);
    demand_order(&tally, &clients);
    let said = |part| clients.iter().map(|client| client.said(part)).sum::<usize>();
    let lost = said("no events come in");
    let opened = said("events come in") - lost;
    assert!(lost > 0 && opened > clients.len(), "lost {lost}, opened {opened}: {tally:?}");
}

/// All kinds of trouble together.
fn all_kinds_in_one_race() {
    let (tally, clients) =
        races(Service { night_every: 2, speed: QUICK, ..service("all=0.03") }, 3);
    demand_order(&tally, &clients);
}

/// All run at the same time, each with its own server, because clients mostly wait. A failure names the
/// thread.
#[test]
fn each_kind_of_trouble_is_overcome() {
    thread::scope(|scope| {
        let start = |name: &str, check: Check| {
            thread::Builder::new().name(name.to_owned()).spawn_scoped(scope, check).unwrap();
        };
        start("lost-event", Box::new(without_events_the_list_of_turns_is_enough));
        start("lost-socket", Box::new(a_web_socket_that_is_lost_is_opened_again));
        start("all", Box::new(all_kinds_in_one_race));
        for trouble in TROUBLE {
            start(trouble.0, Box::new(move || is_overcome(trouble)));
        }
    });
}

#[test]
fn recordings_of_the_server_replay() {
    let folder = tempfile::tempdir().unwrap();
    let record = Some(folder.path().to_owned());
    let (tally, clients) = races(Service { record, races: 1, ..service("") }, 1);
    demand_order(&tally, &clients);
    let server_is_done =
        |path: &Path| fs::read_to_string(path).is_ok_and(|it| it.contains("\"result\""));
    let files: Vec<PathBuf> =
        fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    for file in files.iter().filter(|file| server_is_done(file)) {
        demand_replay(file);
    }
}

#[test]
fn a_race_is_created_from_a_file_and_the_chat_is_read() {
    let service = Service { races: 0, ..service("") };
    let server = Server::start(service, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let file = "name = \"Um den See\"\nmap = 2\nplayers = [\"sunday-1\"]\nzzz = 3\ncrashallowed = \"allowed\"\n";
    let race = RaceFile::parse(file).unwrap();
    let chatter = server.clone();
    let (stop, stopped) = channel::<()>();
    let talk = thread::spawn(move || {
        while stopped.recv_timeout(Duration::from_millis(50)).is_err() {
            chatter.chat("Didi", "moin\u{1b}[2J");
        }
    });
    let maks = client(&server, "Maks", SPEED, 1, vec![race]);
    let _ = stop.send(());
    talk.join().unwrap();
    assert_eq!(maks.said("created game 130001: Um den See"), 1, "{:?}", maks.lines);
    assert!(maks.said("is over: rank") == 1, "{:?}", maks.lines);
    assert!(maks.said("chat: Didi: moin") > 0);
    assert!(maks.log().contains("moin\\u001b[2J"), "the chat is in the log");
    assert_eq!(server.tally().begun, 1);
    replay(&maks.log()).unwrap();
    server.stop();
}

#[test]
fn a_log_that_was_changed_does_not_replay() {
    let (_, clients) = races(Service { races: 1, ..service("") }, 1);
    let log = clients[0].log();
    let place = log.find("{\"Move\":{\"game\"").expect("it has moved");
    let place = place + log[place..].find("\"to\":[").unwrap() + 6;
    let changed = format!("{}9{}", &log[..place], &log[place..]);
    let error = replay(&changed).unwrap_err().to_string();
    assert!(error.starts_with("line ") && error.contains("the client would"), "{error}");
    assert!(replay("").is_err() && replay("{\"format\":1}\n").is_err());
}

#[test]
fn trouble_is_typed_by_name() {
    assert!("slow=2".parse::<Faults>().is_err() && "slow".parse::<Faults>().is_err());
}

fn referee(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(folder).env_remove("KAROPAPIER_KEY");
    command
}

/// The programs, run as a user runs them.
#[test]
fn a_bot_races_on_the_stand_in_and_its_log_replays() {
    race_on_the_stand_in(tempfile::tempdir().unwrap().path(), "@cruiser");
}

/// A bot may write in the folder in which it runs, but not to the log and the knowledge that its client keeps there.
#[test]
fn a_bot_changes_neither_the_log_nor_the_knowledge_of_its_client() {
    let probe = ProcessPlayer::spawn("probe", &Launch::new("true")).unwrap();
    if !Need::Python.program_runs() || !probe.in_force().unwrap().contains("namespaces") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/karo/bots/driver.py");
    let deeds = "for path in ['night/mark', 'log/a.jsonl', 'own']:\n    \
        try: open(path, 'a').write('changed')\n    \
        except OSError: pass\n";
    for name in ["bot", "night"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("night/mark"), "").unwrap();
    let bot = deeds.to_owned() + &fs::read_to_string(fixture).unwrap();
    fs::write(folder.path().join("bot/bot.py"), bot).unwrap();
    race_on_the_stand_in(folder.path(), "python3 bot/bot.py");
    assert_eq!(fs::read_to_string(folder.path().join("night/mark")).unwrap(), "");
    let own = fs::read_to_string(folder.path().join("own"));
    assert!(own.unwrap().starts_with("changed"), "the bot ran and tried it");
}

/// Lets a bot play one game on the stand-in, with knowledge in the folder `night`, and checks the client's log.
fn race_on_the_stand_in(folder: &Path, bot: &str) {
    fs::write(folder.join("key"), SECRET).unwrap();
    let serve = ["serve", "karo", "--port", "0", "--user", "A", "--key-file", "key"];
    let more = ["--house", "@sunday", "--speed", "100", "--option", "size=26x15", "--report", "9"];
    let mut server = referee(folder, &[&serve[..], &more].concat());
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let place = first.trim().strip_prefix("Listening on ").expect("it says where").to_owned();
    let url = format!("http://{place}");
    let join = ["join", "karo", "--server", &url, "--user", "A", "--test-speed", "100"];
    let more = ["--games", "1", "--log", "log/a.jsonl", "--knowledge", "night", bot];
    let mut join = referee(folder, &[&join[..], &more].concat());
    let joined = join.env("KAROPAPIER_KEY", SECRET).output().unwrap();
    let said = String::from_utf8_lossy(&joined.stdout).into_owned();
    let _ = server.kill();
    let _ = server.wait();
    assert!(joined.status.success(), "{said}{}", String::from_utf8_lossy(&joined.stderr));
    assert!(said.contains("logged in as A") && said.contains("is over: rank"), "{said}");
    let replayed = referee(folder, &["join", "karo", "--replay", "log/a.jsonl"]).output();
    let replayed = String::from_utf8(replayed.unwrap().stdout).unwrap();
    assert!(replayed.contains("inputs, no difference"), "{replayed}");
    let log = fs::read_to_string(folder.join("log/a.jsonl")).unwrap();
    assert!(!log.contains(SECRET) && !said.contains(SECRET));
    races_of_the_log_are_shown(folder);
}

/// The log has the race that is over. It becomes a page and a recording that the rules confirm.
fn races_of_the_log_are_shown(folder: &Path) {
    let run = |arguments: &[&str]| {
        let output = referee(folder, arguments).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = run(&["view", "log/a.jsonl", "-o", "race.html"]);
    assert_eq!((code, said.contains("game 130001 of 1 in log/a.jsonl")), (Some(0), true), "{said}");
    let page = fs::read_to_string(folder.join("race.html")).unwrap();
    let page = referee::pages::data_of(&page).unwrap().to_string();
    assert!(page.contains("Race 130001 of the stand-in"));
    let (code, said) = run(&["view", "log/a.jsonl", "--number", "7"]);
    assert_eq!((code, said.contains("has no game 7; it has 130001")), (Some(2), true), "{said}");
    let (code, said) = run(&["import", "karo", "log/a.jsonl", "--record", "race.jsonl"]);
    assert_eq!((code, said.contains("answers, no difference")), (Some(0), true), "{said}");
    demand_replay(&folder.join("race.jsonl"));
}

/// A server with one user, `A`, and the address on which it listens.
fn stand_in(folder: &Path) -> (Child, BufReader<ChildStdout>, String) {
    fs::write(folder.join("key"), SECRET).unwrap();
    let serve = ["serve", "karo", "--port", "0", "--user", "A", "--key-file", "key"];
    let mut server = referee(folder, &serve).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    let place = first.trim().strip_prefix("Listening on ").expect("it says where").to_owned();
    (server, output, place)
}

#[cfg(unix)]
#[test]
fn the_totals_are_printed_at_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, mut output, _) = stand_in(folder.path());
    let id = server.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(130));
    let mut totals = String::new();
    output.read_to_string(&mut totals).unwrap();
    let totals: serde_json::Value = serde_json::from_str(&totals).unwrap();
    assert_eq!((&totals["missed"], &totals["double_moves"]), (&0.into(), &0.into()), "{totals}");
}

/// A wrong password and a user whom the site does not know.
#[test]
fn a_first_login_that_is_refused_ends_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, _output, place) = stand_in(folder.path());
    let url = format!("http://{place}");
    for (user, key) in [("A", "wrong"), ("B", SECRET)] {
        let join = ["join", "karo", "--server", &url, "--user", user, "@cruiser"];
        let mut join = referee(folder.path(), &join);
        let mut join = join.env("KAROPAPIER_KEY", key).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        let status = loop {
            match join.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if begin.elapsed() > Duration::from_secs(30) => break None,
                None => thread::sleep(Duration::from_millis(20)),
            }
        };
        let _ = join.kill();
        let mut said = String::new();
        join.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.expect("it ends").code(), Some(1), "{said}");
        let part = format!("does not accept the login '{user}' with this password; check --user");
        assert!(said.contains(&part) && !said.contains(SECRET), "{said}");
    }
    let _ = server.kill();
    let _ = server.wait();
}

#[test]
fn wrong_calls_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty"), "\n").unwrap();
    fs::write(folder.path().join("key"), "word").unwrap();
    fs::write(folder.path().join("race.toml"), "name = \"A\"").unwrap();
    let join = ["join", "karo", "--user", "A", "--server"];
    let cases: [(&[&str], &str); 8] = [
        (&["http://127.0.0.1:1", "@cruiser"], "KAROPAPIER_KEY"),
        (&["http://127.0.0.1:1", "--key-file", "empty", "@cruiser"], "the password is empty"),
        (
            &["http://127.0.0.1:1", "--key-file", "none", "@cruiser"],
            "cannot read the key file none",
        ),
        (&["127.0.0.1:1", "--key-file", "key", "@cruiser"], "begins with https:// or http://"),
        (
            &["ftp://127.0.0.1:1", "--key-file", "key", "@cruiser"],
            "begins with https:// or http://",
        ),
        (&["http://127.0.0.1:1", "--key-file", "key", "@nobody"], "no house player"),
        (&["http://127.0.0.1:1", "--key-file", "key", "--create", "race.toml", "@cruiser"], "map"),
        (&["http://127.0.0.1:1", "--replay", "race.toml"], "not a log of a client"),
    ];
    for (more, part) in cases {
        let output = referee(folder.path(), &[&join[..], more].concat()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(part), "{more:?}: {said}");
    }
    let serve = ["serve", "karo", "--port", "0", "--user", "A", "--key-file", "key"];
    for (more, part) in [
        (["--house", "@nobody"], "@cruiser"),
        (["--option", "cars=3"], "no option 'cars'"),
        (["--faults", "rain=1"], "lost-before"),
        (["--hours", "nan"], "a number above 0"),
        (["--report", "-1"], "a number above 0"),
        (["--map", "key"], "map"),
        (["--map", "empty"], "empty is empty; choose another file with --map"),
    ] {
        let output = referee(folder.path(), &[&serve[..], &more].concat()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains(part), "{more:?}: {said}");
    }
}
