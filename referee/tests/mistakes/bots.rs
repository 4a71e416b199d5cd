//! Mistakes with games and bots: misspelled, missing, not executable, and dead at once.

use super::table::{Row, make, row};

const HOUSE: &str = "did you mean @random?";

const PROGRAM: &str = "'python3 my_bot.py'";

const ROWS: &[Row] = &[
    row("play trn", "there is no game 'trn'", "did you mean tron?"),
    row("play Tron", "there is no game 'Tron'", "did you mean tron?"),
    row("play chess", "there is no game 'chess'", "the games are: alamode"),
    row("duel chess @a @b", "there is no game 'chess'", "the games are: alamode"),
    row("new bot oceans", "there is no game 'oceans'", "did you mean ocean?"),
    row("serve curier", "there is no game 'curier'", "did you mean courier?"),
    row("join curier", "there is no game 'curier'", "did you mean courier?"),
    row("board curier", "there is no game 'curier'", "did you mean courier?"),
    row("stats curier log.jsonl", "there is no game 'curier'", "did you mean courier?"),
    row("import kaor object.json", "there is no game 'kaor'", "did you mean karo?"),
    row("play tron @randm", "no house player '@randm'", HOUSE),
    row("play tron random", "no bot or program 'random'", HOUSE),
    row("duel tron @random @rndom", "no house player '@rndom'", HOUSE),
    row("play tron lightcicle", "'lightcicle'", "did you mean lightcycle?"),
    row("play tron ocean", "ocean plays ocean, not tron", "referee play ocean"),
    row("play tron nobody", "no bot or program 'nobody'", PROGRAM),
    row("play tron ./nobody", "no bot or program './nobody'", PROGRAM),
    row("play tron 'pyton3 bot.py'", "no bot or program 'pyton3'", PROGRAM),
    row("play tron 'DEBUG=1 sh bot.sh'", "a variable belongs behind `env`", "'env DEBUG=1 sh bot.sh'"),
    row("duel tron 'a=DEBUG=1 sh bot.sh' @random", "a variable belongs behind", "'env DEBUG=1 sh bot.sh'"),
    row("play tron bot.py", "'bot.py' is a file, but not a program", "'python3 bot.py'"),
    row("play tron ./bot.py", "`./bot.py`: it is not executable", "chmod +x"),
    row("play tron text.txt", "'text.txt' is a file, but not a program", "'./text.txt'"),
    row("play tron sub", "'sub' is a folder", "name the program in it, such as 'sub/my-bot'"),
    row("play tron ''", "the name of a bot is empty", PROGRAM),
    row("play tron \"sh -c 'x\"", "cannot understand the command line", "close the quotes"),
    row(
        "play tron @random @random @random --players 2",
        "--players 2 does not fit 3 bots",
        "give 2 bots",
    ),
    row("play courier @final @final --players 5", "--players 5 does not fit 2 bots", "give 5 bots, or one"),
    row("serve own", "own is a contest of your own", "`referee serve --help` lists them")
        .with("[contest]\nkey = \"own\"\n[referee]\nengine = \"lines\"\ncommand = \"true\"\n"),
    row("join own localhost 1 x", "own is a contest of your own", "only built-in games")
        .with("[contest]\nkey = \"own\"\n[referee]\nengine = \"lines\"\ncommand = \"true\"\n"),
    row("play own a b", "own takes 3 to 4 players, not 2", "give 3 bots, or one for all seats")
        .with("[contest]\nkey = \"own\"\nseats = [3, 4]\n[referee]\nengine = \"lines\"\ncommand = \"true\"\n[bots.a]\nrun = \"true\"\n[bots.b]\nrun = \"true\"\n"),
    row("play tron @random --players 9", "takes 2 to 4 players, not 9", "--players"),
    row("play tron tcp @random", "'tcp:20005'", "play courier, not tron"),
    row("play courier tcp:99999 @waiter", "'tcp:99999'", "such as tcp:20005"),
    row(
        "play courier tcp:1.2.3.4:5 @waiter",
        "cannot listen on 1.2.3.4:5",
        "127.0.0.1 is for this machine",
    ),
    row("play tron js:bot.js", "'js:bot.js'", "play fruit, not tron"),
    row("play fruit js:none.js", "no JavaScript file 'none.js'", "such as js:my_bot.js"),
    row("play fruit js:", "no JavaScript file ''", "such as js:my_bot.js"),
    row(
        "play tron stranger:@random",
        "'stranger:@random'",
        "only a command line can be a stranger",
    ),
    row("play tron stranger:nobody", "'nobody'", PROGRAM),
    row("duel tron @random @random", "two bots are called '@random'", "new=@random"),
    row(
        "duel tron a=@random a=@filler",
        "two bots are called 'a'",
        "give one of them another name",
    ),
    row("duel tron a= @random", "the name of a bot is empty", PROGRAM),
    row(
        "duel tron a=true @random",
        "'true' does not start: it exited with code 0",
        "start it by hand",
    ),
    row(
        "duel tron \"a=sh -c 'kill -11 $$'\" @random",
        "it was killed by signal 11 (SIGSEGV)",
        "start it by hand",
    ),
    row(
        "duel tron \"a=sh -c 'kill -9 $$'\" @random",
        "it was killed by signal 9 (SIGKILL)",
        "start it by hand",
    ),
    row(
        "duel tron \"a=sh -c 'echo alas >&2; exit 3'\" @random",
        "it exited with code 3",
        "its last words: alas",
    ),
    row("duel tron a=./bot.py @random", "`./bot.py`: it is not executable", "chmod +x"),
    row("join courier localhost 1 @final", "'@final' is not a program", PROGRAM),
    row("join courier localhost 1 true", "cannot connect to localhost:1", "start the server first")
        .code(1),
    row("ladder tron @random", "a ladder of tron needs at least two bots", "name another"),
    row("ladder tron @random 'v*'", "'v*'", PROGRAM),
    row("ladder tron a=@random b=@random --hero c", "the hero 'c'", "name one of them: a, b"),
    row(
        "ladder tron a=@random b=@random --players 5",
        "tron takes 2 to 4 players, not 5",
        "--players",
    ),
    row(
        "ladder tron a=@random b=@random --players 1",
        "tron takes 2 to 4 players, not 1",
        "--players",
    ),
    row("try tron @random", "@random has to beat a champion", "--champion BOT"),
    row("try tron a=@random --champion b=@filler", "a try needs opponents", "--pool BOT"),
    row(
        "try tron a=@random --champion a=@filler --pool @random",
        "a is the champion itself",
        "try another",
    ),
    row("try tron a=@random --champion b=@filler --pool @randon", "'@randon'", HOUSE),
    row(
        "try tron a=@random --champion b=@filler --pool @random --promote",
        "--promote",
        "botyard.toml",
    ),
    row("tune tron @random", "'@random' is a house player", "--set NAME=VALUE"),
    row("tune tron 'echo UP'", "line 1 is not a parameter", "should look like {\"name\":"),
];

pub fn rows() -> Vec<Row> {
    ROWS.to_vec()
}

#[test]
fn bots_that_cannot_play_are_named_with_what_can() {
    make(&rows());
}
