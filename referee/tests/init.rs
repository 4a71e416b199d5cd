//! `referee init`: what it writes for built-in contests, official projects and the folders of other tools.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use referee::contest_file::{ContestFile, Engine, Mode, Negative, Scores};
use tempfile::TempDir;

use crate::common::{code, command, err, out, referee, refused, succeeds};

/// The contest file that a folder has got.
fn written(folder: &Path) -> ContestFile {
    ContestFile::load(&folder.join("botyard.toml")).unwrap()
}

/// A folder with a file.
fn folder_with(name: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), text).unwrap();
    folder
}

fn executable(file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The namespace of the engine, in a file of a project.
const GROUP: &str = "com.codingame.gameengine";

/// A project as the engine's contests have it, without classes.
fn project(version: &str, config: &str) -> (TempDir, PathBuf) {
    let outer = tempfile::tempdir().unwrap();
    let project = outer.path().join("ToyChallenge");
    fs::create_dir_all(project.join("config/level1")).unwrap();
    fs::create_dir_all(project.join("config/level2")).unwrap();
    fs::create_dir_all(outer.path().join("mine")).unwrap();
    let pom = format!(
        "<project><artifactId>Toy-Challenge</artifactId><properties><v>{version}</v></properties><dependencies>\
         <dependency><groupId>{GROUP}</groupId><artifactId>core</artifactId><version>${{v}}</version></dependency>\
         </dependencies></project>"
    );
    fs::write(project.join("pom.xml"), pom).unwrap();
    fs::write(project.join("config/config.ini"), config).unwrap();
    fs::write(
        project.join("config/statement_en.html.tpl"),
        "<!-- LEAGUES level1 level2 level3 -->",
    )
    .unwrap();
    let mine = outer.path().join("mine");
    (outer, mine)
}

/// `referee init --codingame` where the programs on the path are only those of a folder.
fn init_with_path(mine: &Path, programs: &Path) -> std::process::Output {
    let mut command = command(mine, &["init", "--codingame", "../ToyChallenge"]);
    command.env("PATH", programs).env_remove("JAVA_HOME").output().unwrap()
}

#[test]
fn a_built_in_contest_gets_named_bots() {
    for contest in referee::games::all() {
        let folder = tempfile::tempdir().unwrap();
        let output = succeeds(folder.path(), &["init", "--game", contest.key()]);
        assert!(
            out(&output).contains(&format!("referee new bot {}", contest.key())),
            "{}",
            out(&output)
        );
        let file = written(folder.path());
        assert_eq!(file.key(), contest.key());
        let kind = contest.about().house[0].name;
        assert_eq!(file.bots[kind].run.get_ref(), &format!("@{kind}"));
    }
}

#[test]
fn an_existing_file_is_left_as_it_is() {
    let folder = folder_with("botyard.toml", "mine");
    refused(&referee(folder.path(), &["init", "--game", "ocean"]), "botyard.toml exists already");
    assert_eq!(fs::read_to_string(folder.path().join("botyard.toml")).unwrap(), "mine");
    succeeds(folder.path(), &["init", "--game", "ocean", "-o", "other.toml"]);
    assert!(folder.path().join("other.toml").is_file());
}

#[test]
fn without_a_terminal_the_choices_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path(), &["init"]).stdin(Stdio::null()).output().unwrap();
    for option in
        ["--game alamode|courier", "--codingame DIR", "--from FILE", "--engine lines|command|json"]
    {
        refused(&output, option);
    }
    refused(&referee(folder.path(), &["init", "--game", "chess"]), "the games are: alamode");
}

#[test]
fn a_referee_of_ones_own_gets_a_template() {
    for (word, engine) in
        [("lines", Engine::Lines), ("command", Engine::Command), ("json", Engine::Json)]
    {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("My game");
        fs::create_dir(&folder).unwrap();
        let output = succeeds(&folder, &["init", "--engine", word, "--seats", "3..=4"]);
        let play = "referee play \"python3 a.py\" \"python3 b.py\" \"python3 c.py\"";
        assert!(out(&output).contains(play), "{}", out(&output));
        assert!(out(&output).contains("referee duel"), "{}", out(&output));
        // The program of the template is not there.
        assert!(out(&output).contains("`, an example: write your command there\n"));
        let file = written(&folder);
        assert_eq!((file.key(), file.contest.seats.get_ref().range()), ("my_game", [3, 4]));
        assert_eq!(*file.referee.unwrap().engine.get_ref(), engine);
    }
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["init", "--engine", "json", "--command", "play \"a b\" {players}", "--key", "x"];
    let output = succeeds(folder.path(), &arguments);
    assert!(out(&output).starts_with("botyard.toml: x, refereed by `play \"a b\" {players}`\n"));
    let file = written(folder.path());
    assert_eq!(file.referee.unwrap().command.unwrap().get_ref(), "play \"a b\" {players}");
}

#[test]
fn an_official_project_is_read_and_built() {
    let (outer, mine) = project("4.5.0", "min_players=2\nmax_players=4\ntitle=Toys\n");
    let programs = outer.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let missing = init_with_path(&mine, &programs);
    assert_eq!(code(&missing), 1);
    assert!(err(&missing).contains("Maven is not here: install it"), "{}", err(&missing));
    executable(&programs.join("mvn"), "#!/bin/sh\necho a line of Maven\nexit 1\n");
    assert!(err(&init_with_path(&mine, &programs)).contains("no JDK is here"));
    executable(&programs.join("javac"), "#!/bin/sh\n");
    let failed = init_with_path(&mine, &programs);
    assert_eq!(code(&failed), 1);
    assert!(err(&failed).lines().any(|line| line == "a line of Maven"), "{}", err(&failed));
    for part in [
        "building ../ToyChallenge: ",
        "dependency:copy-dependencies",
        "a line of Maven",
        "Maven has failed",
    ] {
        assert!(err(&failed).contains(part), "{part}: {}", err(&failed));
    }
    assert!(!mine.join("botyard.toml").exists());
    // Only this one is said to have built something: it runs in the project's folder.
    executable(
        &programs.join("mvn"),
        "#!/bin/sh\n/bin/mkdir -p target/classes target/dependency\n",
    );
    let built = init_with_path(&mine, &programs);
    assert_eq!(code(&built), 0, "{}", err(&built));
    assert!(
        out(&built).contains("Toys: 2 to 4 players, engine 4.5.0, leagues 1 to 3"),
        "{}",
        out(&built)
    );
    let file = written(&mine);
    assert_eq!((file.key(), file.contest.title.as_deref()), ("toy-challenge", Some("Toys")));
    assert_eq!(file.contest.seats.get_ref().range(), [2, 4]);
    let referee = file.referee.as_ref().unwrap();
    assert_eq!((referee.grace_ms, referee.mode), (0, Mode::Multi));
    assert_eq!(referee.project.as_ref().unwrap().get_ref(), Path::new("../ToyChallenge"));
    let text = fs::read_to_string(mine.join("botyard.toml")).unwrap();
    assert!(text.contains("league = { default = 3, range = [1, 3]"), "{text}");
    assert!(text.contains("and statements for league 1, 2, 3."), "{text}");
}

#[test]
fn the_jar_tells_the_version_of_the_engine() {
    let (outer, mine) = project("master", "type=opti\ncriteria=Fuel\nsorting_order=asc\n");
    let target = outer.path().join("ToyChallenge/target");
    fs::create_dir_all(target.join("classes")).unwrap();
    fs::create_dir_all(target.join("dependency")).unwrap();
    fs::write(target.join("dependency/core-4.7.8.jar"), "").unwrap();
    for test in 1..=3 {
        fs::write(outer.path().join(format!("ToyChallenge/config/test{test}.json")), "{}").unwrap();
    }
    let output = succeeds(&mine, &["init", "--codingame", "../ToyChallenge"]);
    assert!(out(&output).contains("--seeds 1..=3"), "{}", out(&output));
    let file = written(&mine);
    assert_eq!((file.contest.measure.as_deref(), file.contest.scores), (Some("Fuel"), Scores::Low));
    let referee = file.referee.unwrap();
    assert_eq!((referee.grace_ms, referee.mode), (50, Mode::Solo));
}

/// From an empty folder with an official project beside it to the first verdict: three commands, no file edited.
#[test]
fn three_commands_lead_to_the_first_verdict() {
    let (outer, mine) = project("4.5.0", "min_players=2\nmax_players=2\n");
    let programs = outer.path().join("programs");
    fs::create_dir(&programs).unwrap();
    executable(&programs.join("mvn"), "#!/bin/sh\nmkdir -p target/classes target/dependency\n");
    executable(&programs.join("javac"), "#!/bin/sh\n");
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external");
    executable(&programs.join("java"), &fs::read_to_string(beside.join("engine.py")).unwrap());
    for (bot, number) in [("a.py", "6"), ("b.py", "4")] {
        let text = format!(
            "while True:\n    turn, number, league = input(), input(), input()\n    print({number}, flush=True)\n"
        );
        fs::write(mine.join(bot), text).unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let with_path = |arguments: &[&str]| {
        let output = command(&mine, arguments).env("PATH", &path).output().unwrap();
        assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
        out(&output)
    };
    let told = with_path(&["init", "--codingame", "../ToyChallenge"]);
    assert!(told.contains("referee duel \"python3 a.py\" \"python3 b.py\""), "{told}");
    with_path(&["play", "python3 a.py", "python3 b.py"]);
    let verdict = with_path(&["duel", "python3 a.py", "python3 b.py", "--sprt", "0,400"]);
    assert!(verdict.contains("stronger"), "{verdict}");
}

#[test]
fn a_folder_that_is_no_project_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    refused(&referee(folder.path(), &["init", "--codingame", "."]), "has no pom.xml");
    fs::write(folder.path().join("pom.xml"), "<project/>").unwrap();
    refused(&referee(folder.path(), &["init", "--codingame", "."]), "has no config.ini");
    fs::write(folder.path().join("pom.xml"), "<project").unwrap();
    refused(&referee(folder.path(), &["init", "--codingame", "."]), "is not XML");
}

const PSYLEAGUE: &str = r#"
version = "0.4.1"
n_workers = 3
n_players = 2
model = "trueskill"
dir_bots = "bots"
cmd_bot_setup = "g++ -std=c++17 %SRC%.cpp -o %DIR%/%NAME%.exe"
cmd_play_game = "python play_game.py %DIR%/%ALL_PLAYERS%.exe"
file_db = "psyleague.db"
"#;

#[test]
fn a_folder_of_psyleague_is_converted() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("League");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("psyleague.cfg"), PSYLEAGUE).unwrap();
    let list = "v1 : first : 25.0 : 8.3 : 0 : 0 : 1 : 2024-01-01 10-00-00\n\
                v.2 : None : 25.0 : 8.3 : 0 : 0 : 0 : 2024-01-01 10-00-00\n";
    fs::write(folder.join("psyleague.db"), list).unwrap();
    let output = succeeds(&folder, &["init", "--from", "psyleague.cfg"]);
    assert!(out(&output).contains("referee duel v1 v.2"), "{}", out(&output));
    let file = written(&folder);
    assert_eq!((file.key(), file.contest.scores), ("league", Scores::Ranks));
    assert_eq!(file.contest.negative, Negative::Points);
    let referee = file.referee.as_ref().unwrap();
    assert_eq!(*referee.engine.get_ref(), Engine::Json);
    assert_eq!(referee.command.as_ref().unwrap().get_ref(), "python play_game.py {players}");
    assert_eq!(file.bots["v1"].run.get_ref(), "bots/v1.exe");
    assert_eq!(file.bots["v.2"].run.get_ref(), "bots/v.2.exe");
    assert_eq!((file.duel.parallel, file.ladder.parallel), (Some(3), Some(3)));
    let text = fs::read_to_string(folder.join("botyard.toml")).unwrap();
    assert!(text.contains("# It was stopped in psyleague.\n[bots.\"v.2\"]"), "{text}");
    assert!(text.contains("# first\n[bots.v1]"), "{text}");
    assert!(text.contains("# build = \"g++ -std=c++17 NAME.cpp -o bots/NAME.exe\""), "{text}");
}

#[test]
fn without_psyleagues_list_the_programs_are_its_bots() {
    let folder = folder_with("psyleague.cfg", PSYLEAGUE);
    fs::create_dir(folder.path().join("bots")).unwrap();
    for name in ["b.exe", "a.exe", "a.cpp"] {
        fs::write(folder.path().join("bots").join(name), "").unwrap();
    }
    succeeds(folder.path(), &["init", "--from", "psyleague.cfg"]);
    let names: Vec<String> = written(folder.path()).bots.into_keys().collect();
    assert_eq!(names, ["a", "b"]);
}

const CGARENA: &str = r#"
[game]
min_players = 2
max_players = 3
symmetric = true
[ranking]
algorithm = "BradleyTerry"
[[workers]]
type = "embedded"
threads = 2
cmd_play_match = "python3 play_game.py {SEED} {PLAYERS}"
cmd_watch_replay = "watch"
cmd_build = "sh build.sh {DIR} {LANG}"
cmd_run = "./{DIR}/a"
"#;

/// Executes SQL in a new database.
fn database(file: &Path, sql: &str) {
    let code = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])";
    let status = Command::new("python3").args(["-c", code]).arg(file).arg(sql).status().unwrap();
    assert!(status.success());
}

const BOTS: &str = "create table bots (id integer primary key, name text, source_code text, language text, role text);\
    insert into bots values (4, 'my bot', '', 'cpp', 'benchmark'), (7, 'v2', '', 'py', 'archived_benchmark');";

#[test]
fn an_arena_of_cgarena_is_converted() {
    let folder = folder_with("cgarena_config.toml", CGARENA);
    database(&folder.path().join("cgarena.db"), BOTS);
    succeeds(folder.path(), &["init", "--from", "cgarena_config.toml"]);
    let file = written(folder.path());
    assert_eq!(file.contest.seats.get_ref().range(), [2, 3]);
    let command = file.referee.unwrap().command.unwrap();
    assert_eq!(command.get_ref(), "python3 play_game.py {seed} {players}");
    assert_eq!(file.bots["my_bot"].run.get_ref(), "./bots/4/a");
    assert_eq!(file.bots["v2"].build.as_deref(), Some("sh build.sh bots/7 py"));
    assert_eq!(file.duel.parallel, Some(2));
}

#[test]
fn a_newer_arena_has_its_configuration_in_the_database() {
    let folder = folder_with("cgarena_config.toml", "[server]\nport = 1234\n");
    refused(
        &referee(folder.path(), &["init", "--from", "cgarena_config.toml"]),
        "cgarena.db is missing",
    );
    let worker = r#"{"type":"embedded","threads":4,"cmd_build":"b {DIR}","cmd_run":"./{DIR}/a","referee":
        {"type":"command","play_match":"play {SEED} {P1} {P2} {REPLAY_PATH}","watch_replay":"w"}}"#;
    let config = format!(
        r#"{{"game":{{"min_players":2,"max_players":2,"symmetric":true}},"workers":[{worker}]}}"#
    );
    let sql = format!(
        "{BOTS} create table arena_configuration (id, config_json text); insert into arena_configuration values (1, '{config}');"
    );
    database(&folder.path().join("cgarena.db"), &sql);
    succeeds(folder.path(), &["init", "--from", "cgarena_config.toml"]);
    let file = written(folder.path());
    assert_eq!(file.referee.unwrap().command.unwrap().get_ref(), "play {seed} {p1} {p2} {log}");
    assert_eq!((file.bots.len(), file.ladder.parallel), (2, Some(4)));
}

#[test]
fn an_arena_with_a_managed_referee_names_its_project() {
    let (outer, _) = project("4.5.0", "min_players=2\nmax_players=2\n");
    let arena = outer.path().join("arena");
    fs::create_dir(&arena).unwrap();
    let (head, worker) = CGARENA.split_once("cmd_play_match").unwrap();
    let worker = worker.split_once("cmd_build").unwrap().1;
    let referee_table = "[workers.referee]\ntype = \"managed_codingame\"\nrepository_url = \"u\"\n";
    fs::write(arena.join("cgarena_config.toml"), format!("{head}cmd_build{worker}{referee_table}"))
        .unwrap();
    refused(
        &referee(&arena, &["init", "--from", "cgarena_config.toml"]),
        "not in the folder `referee`",
    );
    fs::rename(outer.path().join("ToyChallenge"), arena.join("referee")).unwrap();
    succeeds(&arena, &["init", "--from", "cgarena_config.toml"]);
    let file = written(&arena);
    assert_eq!((file.key(), file.duel.parallel), ("toy-challenge", Some(2)));
    assert_eq!(file.referee.unwrap().project.unwrap().get_ref(), Path::new("referee"));
}

#[test]
fn another_file_is_not_converted() {
    let folder = folder_with("x.toml", "a = 1");
    refused(&referee(folder.path(), &["init", "--from", "x.toml"]), "neither a psyleague.cfg");
    refused(&referee(folder.path(), &["init", "--from", "y.toml"]), "cannot read y.toml");
    fs::write(folder.path().join("x.toml"), "=").unwrap();
    refused(&referee(folder.path(), &["init", "--from", "x.toml"]), "is not TOML");
}

#[test]
fn a_file_with_another_name_is_an_option_of_the_next_commands() {
    let folder = tempfile::tempdir().unwrap();
    let output = succeeds(folder.path(), &["init", "--game", "ocean", "-o", "my q.toml"]);
    assert!(out(&output).contains("my_bot.py\" random --contest 'my q.toml' "), "{}", out(&output));
}

#[test]
fn the_commands_of_another_tool_stay_in_its_folder() {
    let outer = folder_with("psyleague.cfg", "cmd_play_game = \"play %P1% %P2%\"\n");
    let mine = outer.path().join("mine");
    fs::create_dir(&mine).unwrap();
    let words = ["init", "--from", "../psyleague.cfg"];
    refused(&referee(&mine, &words), "add --output ../botyard.toml");
    succeeds(&mine, &[&words[..], &["--output", "../botyard.toml"]].concat());
    assert_eq!(written(outer.path()).bots.len(), 0);
}
