//! Mistakes with recordings: files of the wrong kind, and games and seats that are not in them.

use super::table::{Row, make, row};

pub fn rows() -> Vec<Row> {
    let log = "it is a log of many games";
    let report = "`referee report` reads it";
    let play = "`referee play` writes recordings, into games/";
    vec![
        row("view log.jsonl", log, report),
        row("show log.jsonl", log, report),
        row("redrive log.jsonl --seat 0 @random", log, report),
        row("replay log.jsonl", log, report).code(1).prints(),
        row("view bot.py", "bot.py is not a recording", play),
        row("show bot.py", "bot.py is not a recording", play),
        row("replay text.txt", "text.txt is not a recording", play).code(1).prints(),
        row("stats ocean text.txt", "text.txt is not a recording", play),
        row("stats ocean cut.jsonl", "cut.jsonl ends after line 5", "`referee view` shows"),
        row("redrive bot.py --seat 0 @random", "bot.py is not a recording", play),
        row("view list.json", "list.json is not a recording; it is JSON", play),
        row("view object.json", "object.json is not a recording; it is JSON", play),
        row("view empty.jsonl", "empty.jsonl is not a recording; it is empty", play),
        row("show binary", "binary is not a recording; it is not text", play),
        row("view page.html", "it is a page", "open it in a browser"),
        row("view checkpoint.json", "it is a checkpoint", "`referee tune` with --checkpoint"),
        row("view nothing", "nothing cannot be read", "check the path"),
        row("show nothing", "nothing cannot be read", "check the path"),
        row("replay nothing", "cannot read nothing", "check the path"),
        row("replay game.jsonl nothing", "cannot read nothing", "check the path"),
        row("view sub", "sub cannot be read: it is a folder", "give another"),
        row("view /dev/zero", "/dev/zero cannot be read: it is a device", "give another"),
        row("replay sub", "no file ends in .jsonl under sub", "`referee play` writes"),
        row("view next.jsonl", "of format \"botyard/2\"", "use the referee that wrote it"),
        row("view torn.jsonl", "torn.jsonl is a damaged recording: line", "restore the file"),
        row("replay cut.jsonl", "cut.jsonl ends after line 5", "`referee view` shows")
            .code(1)
            .prints(),
        row("show game.jsonl --turn 99999", "game.jsonl has no such turn", "the last turn is"),
        row("show game.jsonl --turn x", "--turn x", "a number, or a range such as 5..=8"),
        row("show game.jsonl --turn 5..=3", "--turn", "a range such as 5..=8"),
        row("show game.jsonl --seat E", "game.jsonl has the seats A to B (0 to 1)", "not E (4)"),
        row("show game.jsonl --seat 99", "game.jsonl has the seats A to B (0 to 1)", "not 99"),
        row("redrive game.jsonl --seat 9 @random", "has the seats A to B (0 to 1)", "not 9"),
        row("redrive game.jsonl --seat 0 nobody", "'nobody'", "give the workspace's bot"),
        row(
            "redrive game.jsonl --seat 0 true",
            "the bot 'true' has failed",
            "(exit, exited with code 0)",
        )
        .code(1)
        .prints(),
        row("stats tron game.jsonl", "no statistics for games of tron", "`referee report`"),
        row("stats ocean game.jsonl", "game.jsonl is a game of tron", "give `referee stats tron`"),
        row("watch game.jsonl", "`referee watch` needs a terminal", "`referee show` prints"),
        row("play tron @random --watch", "--watch needs a terminal", "without --watch"),
        row("view game.jsonl --number 3", "game.jsonl is not such a log", "leave it out"),
        row(
            "view game.jsonl --turn 3 -o x.html",
            "--turn cannot be used with --output",
            "leave one",
        ),
        row("view game.jsonl --turn 3 --open", "--turn cannot be used with --open", "leave one"),
        row("view game.jsonl --per-second 5", "--gif <FILE> is missing", "--gif <FILE>"),
        row(
            "view game.jsonl --per-second 5 --pair game.jsonl",
            "--per-second cannot be used with --pair",
            "leave one",
        ),
        row("view game.jsonl --official", "--official needs the contest file", "--contest"),
        row("import tron game.jsonl", "games of tron cannot be imported", "`referee play` records")
            .code(1),
        row("import karo bot.py", "bot.py: it is not a game of the site", "/api/").code(1),
        row("import karo game.jsonl", "it is the recording of one game", "`referee view`").code(1),
        row("import karo object.json", "object.json", "mapcode=1").code(1),
        row("import karo nothing", "cannot read nothing", "check the path"),
    ]
}

#[test]
fn files_of_the_wrong_kind_are_named_with_the_command_that_reads_them() {
    make(&rows());
}
