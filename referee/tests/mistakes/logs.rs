//! Mistakes with logs: files of the wrong kind, bots that are not in them, and conditions that cannot be read.

use super::table::{Row, make, row};

pub fn rows() -> Vec<Row> {
    let duel = "`referee duel` writes logs, into games/";
    let view = "`referee view` and `referee show` read it";
    vec![
        row("report nothing", "cannot read the log nothing", "check the path"),
        row("repair nothing", "cannot read the log nothing", "check the path"),
        row(
            "merge log.jsonl nothing -o new.jsonl",
            "cannot read the log nothing",
            "check the path",
        ),
        row("report game.jsonl", "game.jsonl is not a log; it is the recording of one game", view),
        row("repair game.jsonl", "game.jsonl is not a log; it is the recording of one game", view),
        row("merge game.jsonl -o new.jsonl", "game.jsonl is not a log", view),
        row("report bot.py", "bot.py is not a log", duel),
        row("repair text.txt", "text.txt is not a log", duel),
        row("report empty.jsonl", "empty.jsonl is not a log; it is empty", duel),
        row("report binary", "binary is not a log; it is not text", duel),
        row("report sub", "the log sub: it is a folder", "give another"),
        row("report /dev/null", "/dev/null: it is a device", "give another"),
        row(
            "report log.jsonl a",
            "takes 2 values, not 1",
            "referee report [OPTIONS] <LOG> [A] [B]",
        ),
        row("report log.jsonl a x", "no bot 'x' in the log", "there are: a, b"),
        row("report log.jsonl a a", "'a' cannot be compared with itself", "name two bots"),
        row("report log.jsonl a b --others c", "no bot 'c' in the log", "there are: a, b"),
        row("report log.jsonl --lost x", "no bot 'x' in the log", "there are: a, b"),
        row("report log.jsonl --where 'turns <'", "'turns <' cannot be read", "compare with =="),
        row("report log.jsonl --where ''", "the condition '' cannot be read", "compare with =="),
        row("report log.jsonl --where 'trns < 20'", "names 'trns'", "the names are: end"),
        row("report log.jsonl --where 'turns > 99999'", "holds in 0 of 2 games", "choose another"),
        row(
            "report log.jsonl --by-turn depth",
            "no value 'depth'",
            "`@value depth=7` on standard error",
        ),
        row(
            "report log.jsonl --sprt foo",
            "--sprt foo",
            "two numbers with a comma between, such as 0,10",
        ),
        row("report log.jsonl --recordings 3", "--html <FILE> is missing", "--html <FILE>"),
        row(
            "report log.jsonl --lost a --recordings 3",
            "--lost cannot be used with --recordings",
            "leave one",
        ),
        row("report log.jsonl --lost a --csv x", "--lost cannot be used with --csv", "leave one"),
        row(
            "report log.jsonl --log-key text.txt",
            "--log-key text.txt: a key has at least 16 bytes",
            "head -c 32",
        ),
        row("report log.jsonl --log-key nothing", "--log-key nothing", "check the path"),
        row("merge log.jsonl -o log.jsonl", "log.jsonl exists", "name a file that does not"),
        row(
            "merge log.jsonl log.jsonl -o new.jsonl",
            "log.jsonl is given twice",
            "give each log once",
        ),
        row("merge log.jsonl -o none/new.jsonl", "there is no folder `none`", "mkdir -p"),
        row("merge log.jsonl -o new.jsonl --as-same q", "--as-same q", "there are: a, b"),
        row(
            "merge -o new.jsonl",
            "<LOG>... is missing",
            "give `referee merge --output <LOG> <LOG>...`",
        ),
        row("merge log.jsonl", "--output <LOG> is missing", "give `referee merge --output"),
        row(
            "repair log.jsonl text.txt",
            "no further argument, but got 'text.txt'",
            "`referee repair --help`",
        ),
        row(
            "duel ocean @wanderer @random --log log.jsonl",
            "games with the game tron, not ocean",
            "another --log",
        ),
        row("duel tron a=@filler b=@random --log log.jsonl", "'a' has changed", "a-2=@filler"),
        row(
            "duel tron a=@random b=@random --log log.jsonl --seed 2",
            "seeds from 1, not from 2",
            "another --log",
        ),
        row("duel tron @random @filler --log text.txt", "text.txt is not a log", duel),
        row("duel tron @random @filler --log game.jsonl", "game.jsonl is not a log", view),
        row("duel tron @random @filler --log sub", "the log sub: it is a folder", "give another"),
        row("duel tron @random @filler --log text.txt/x", "`text.txt` is a file", "rename it"),
        row("duel tron @random @filler --log /proc/x", "takes no new files", "choose another path"),
        row(
            "duel tron @random @filler --log-key sub",
            "--log-key sub: it is a folder",
            "give another",
        ),
    ]
}

#[test]
fn logs_that_are_none_and_bots_that_are_not_in_them_are_named() {
    make(&rows());
}
