//! Mistakes with files that are to be written: they exist, their folder is missing, or the disk is full.

use super::table::{Row, make, row};

pub fn rows() -> Vec<Row> {
    let other = "choose another file with";
    let full = "the disk is full; free some space";
    vec![
        row(
            "play tron @random --record game.jsonl",
            "game.jsonl exists",
            "another --record, or --overwrite",
        ),
        row(
            "play tron @random --record sub",
            "sub is not an ordinary file",
            "choose another with --record",
        ),
        row(
            "play tron @random --record text.txt/x",
            "`text.txt` is a file",
            "choose with --record",
        ),
        row("play tron @random --record /proc/x/y", "/proc/x/y", "choose with --record"),
        row(
            "play tron @random --record /dev/full",
            "/dev/full is not an ordinary file",
            "--record",
        ),
        row("view game.jsonl -o sub", "sub exists and was not written by referee", other),
        row("view game.jsonl -o text.txt", "text.txt exists and was not written by referee", other),
        // It is refused before the recording is read, which may take minutes.
        row("view nothing -o text.txt", "text.txt exists and was not written by referee", other),
        row("view nothing --gif text.txt", "text.txt exists", "add --overwrite to replace it"),
        row("view nothing --overwrite", "--overwrite is for the file of --gif", "add one of them"),
        row("view game.jsonl -o none/x.html", "there is no folder `none`", "mkdir -p").code(1),
        row("view game.jsonl -o /proc/x.html", "takes no new files", "choose another path").code(1),
        row("report log.jsonl --html text.txt", "text.txt exists and was not written", other),
        row("report log.jsonl --html /proc/x.html", "/proc/x", "choose with --html")
            .code(1)
            .prints(),
        row("report log.jsonl --csv sub", "sub exists and was not written by referee", other),
        row("report log.jsonl --csv /dev/full", "/dev/full exists and was not written", other),
        row("report log.jsonl --csv text.txt/x", "`text.txt` is a file", "choose"),
        row("report log.jsonl --csv log.jsonl", "--csv log.jsonl is the same file as", "another"),
        row("report log.jsonl --csv bot.py", "bot.py exists and was not written", other),
        row("report log.jsonl --csv x --html x", "x is the same file as --html x", "another"),
        row("duel tron @random @filler --csv none/x.csv", "there is no folder `none`", "mkdir -p"),
        row("duel tron @random @filler --csv sub", "sub exists and was not written", other),
        row("ladder tron @random @filler --csv bot.py", "bot.py exists and was not", other),
        row(
            "board tron --files stem",
            "tron has no files for start positions",
            "leave --files out",
        ),
        row(
            "board courier --files empty --seed 1",
            "empty.map exists",
            "add --overwrite to replace it",
        ),
        row("board courier --overwrite", "--files <STEM> is missing", "--files <STEM>"),
        row("board courier --files none/x --seed 1", "there is no folder `none`", "mkdir -p")
            .code(1),
        row("board tron --seed 1", "to /dev/full", full).full(),
        row("show game.jsonl", "to /dev/full", full).full(),
        row("games", "to /dev/full", full).full(),
        row("--help", "to /dev/full", full).full(),
        row("--version", "to /dev/full", full).full(),
        row("report log.jsonl --json", "to /dev/full", full).full(),
        row("man text.txt", "text.txt: it is a file", "name a folder").code(1),
        row("man /proc/x", "/proc/x", "choose another path").code(1),
        row(
            "new bot tron -o bot.py",
            "bot.py exists already",
            "--output FILE gives the bot another name",
        ),
        row("new bot tron -o sub", "sub exists already", "--output FILE"),
        row("new bot tron -o none/bot.py", "there is no folder `none`", "mkdir -p"),
        row("new bot tron --language cobol", "--language takes python", "not 'cobol'"),
        row("init --game chess", "there is no game 'chess'", "the games are: alamode"),
        row(
            "init --game tron -o text.txt",
            "text.txt exists already",
            "name another file with --output",
        ),
        row("init --game tron -o none/x.toml", "there is no folder `none`", "mkdir -p"),
        row("init --game tron --engine lines", "--game cannot be used with --engine", "leave one"),
        row("init --game tron --command x", "--game cannot be used with --command", "leave one"),
        row("init --game tron --seats 3", "--game cannot be used with --seats", "leave one"),
        row("init --from text.txt --key x", "--from cannot be used with --key", "leave one"),
        row("init", "the kind of the contest is missing", "--engine lines|command|json"),
        row("init --engine foo", "--engine takes lines, command or json", "not 'foo'"),
        row(
            "init --engine lines --seats 5..=2",
            "--seats",
            "from 1 to 26, or a range such as 2..=4",
        ),
        row("init --command x", "--engine <ENGINE> is missing", "give `referee init --engine"),
        row("init --codingame sub", "sub has no pom.xml", "give the folder of an official project"),
        row("init --codingame none", "none", "give the folder of an official project"),
        row("init --from none", "cannot read none", "check the path"),
        row("init --from text.txt", "text.txt is neither a psyleague.cfg", "give one of them"),
        row("init --from binary", "it is not UTF-8 text", "should be a psyleague.cfg"),
        row("init --game tron", "botyard.toml exists already", "edit it, or name another file")
            .with("[contest]\ngame = \"tron\"\n"),
    ]
}

#[test]
fn files_that_cannot_be_written_are_named_with_what_is_in_the_way() {
    make(&rows());
}

/// A page is written even if there is no browser to open it.
#[test]
fn a_page_that_no_browser_shows_is_there() {
    use crate::common::{command, err, out, succeeds};

    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["play", "tron", "@random", "-q", "--record", "game.jsonl"]);
    let mut view = command(folder.path(), &["view", "game.jsonl", "--open"]);
    let output = view.env("PATH", "/none").env_remove("BROWSER").output().unwrap();
    let said = err(&output);
    assert!(output.status.success(), "{said}");
    assert_eq!(out(&output), "game.html\n");
    assert_eq!(said, "No browser could be started; open game.html yourself\n");
    assert!(folder.path().join("game.html").is_file());
}

/// A file called `games` is where the folder of recordings and logs should be.
#[test]
fn a_file_in_the_place_of_the_folder_of_games_is_named() {
    use crate::common::{referee, refused};

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games"), "").unwrap();
    let played = referee(folder.path(), &["play", "tron", "@random", "-q"]);
    refused(&played, "`games` is a file");
    let fought = referee(folder.path(), &["duel", "tron", "@random", "@filler"]);
    refused(&fought, "`games` is a file, not a folder; rename it");
}

/// A folder of recordings that takes no files is not a wrong name.
#[cfg(unix)]
#[test]
fn a_folder_of_games_that_takes_no_files_is_not_called_a_folder() {
    use crate::common::{referee, refused};

    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/proc", folder.path().join("games")).unwrap();
    let played = referee(folder.path(), &["play", "tron", "@random", "-q"]);
    refused(&played, "cannot write a recording to games: its folder takes no new files");
}

/// The rest of a file would be in the way of the same command, which the answer advises.
#[test]
fn a_file_that_is_not_written_whole_does_not_stay() {
    use crate::common::{err, succeeds, written};

    let folder = tempfile::tempdir().unwrap();
    let play = ["play", "ocean", "@wanderer", "--seed", "1", "-q", "--record", "game.jsonl"];
    succeeds(folder.path(), &play);
    let before = written(folder.path());
    for call in [
        "redrive game.jsonl @wanderer --seat 0 --turn 5 --keep kept.jsonl",
        "view game.jsonl",
        #[cfg(feature = "pictures")]
        "view game.jsonl --gif game.gif",
        #[cfg(feature = "pictures")]
        "view game.jsonl --png game.png",
        "board courier --seed 1 --files board",
        "new bot ocean --language java",
        "init --game ocean",
    ] {
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {call}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_referee")]).current_dir(folder.path());
        let output = command.output().unwrap();
        let said = err(&output);
        assert_eq!(output.status.code(), Some(1), "{call}: {said}");
        assert!(said.contains("and run the same command again"), "{call}: {said}");
        assert!(written(folder.path()) == before, "{call}");
    }
}

/// The empty file would be in the way of the same command, too. The folder of games may stay.
#[test]
fn a_recording_that_cannot_begin_leaves_no_file() {
    use crate::common::err;

    for more in ["", "--record games/game.jsonl"] {
        let folder = tempfile::tempdir().unwrap();
        let play = format!("play tron @random --seed 1 -q {more}");
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {play}");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_referee")]).current_dir(folder.path());
        let output = command.output().unwrap();
        let said = err(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("and run the same command again"), "{said}");
        assert_eq!(folder.path().join("games").read_dir().unwrap().count(), 0, "{more}");
    }
}
