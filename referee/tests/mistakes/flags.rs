//! Mistakes with commands, flags and values.

use super::table::{Row, make, row};

const NUMBER: &str = "a whole number from 0 is wanted";

const ROWS: &[Row] = &[
    row("dance", "there is no `referee dance`", "`referee --help` lists the commands"),
    row("plai tron", "there is no `referee plai`", "did you mean play?"),
    row("new bto tron", "there is no `referee new bto`", "did you mean bot?"),
    row("play", "<GAME> is missing", "give `referee play <GAME> [BOTS]...`"),
    row("duel tron", "<A> and <B> are missing", "give `referee duel <GAME> <A> <B>`"),
    row("join courier", "<HOST>, <PORT> and <BOT> are missing", "give `referee join courier"),
    row(
        "redrive game.jsonl",
        "--seat <SEAT> and <BOT> are missing",
        "give `referee redrive --seat",
    ),
    row("new bot", "<GAME> is missing", "give `referee new bot <GAME>`"),
    row("games x", "no further argument, but got 'x'", "`referee games --help`"),
    row("play tron --seeds 1..5", "no option --seeds", "did you mean --seed?"),
    row("play tron -z", "no option -z", "`referee play --help` lists the options"),
    row("duel tron a b --trust", "no option --trust", "`referee duel --help` lists the options"),
    row("play tron --players x", "--players x", NUMBER),
    row("play tron --pace -4", "--pace -4", NUMBER),
    row("play tron --seed x", "the seed 'x' is not a whole number", "--seed"),
    row("play tron --seed ''", "the seed '' is not a whole number", "--seed"),
    row("play tron --seed 1 --seed 2", "--seed is given more than once", "give it once"),
    row(
        "play tron --option size=5x5 --option league=1 --option=size=any",
        "--option size is given more than once",
        "give it once",
    ),
    row(
        "duel tron @random @filler --timeout-factor 2 --timeout-factor 3",
        "--timeout-factor is given more than once",
        "give it once",
    ),
    row(
        "play tron --time-margin 1 --time-margin A=2 --time-margin A=3",
        "--time-margin A is given more than once",
        "give it once",
    ),
    row("serve alamode --option x=1 --option x=2", "--option x is given more than once", "give it"),
    row(
        "duel tron @random @filler --on slurm --on-option batches=1 --on-option batches=2",
        "--on-option batches is given more than once",
        "give it once",
    ),
    row(
        "duel tron @random @filler --on local --detach",
        "--detach leaves batches running on other machines, but 'local' plays the games here",
        "leave it out",
    ),
    row("duel tron @random @filler --on local --image x", "--image is for tasks", "leave it out"),
    row(
        "duel tron @random @filler --on local --on-option batches=3",
        "--on-option is for games on other machines",
        "leave it out",
    ),
    row("play tron --option size", "--option size", "NAME=VALUE is wanted"),
    row("play tron --option =1", "--option '=1'", "NAME=VALUE is wanted"),
    row("play tron --option siz=any", "no option 'siz'", "did you mean size?"),
    row("play tron --option size=0x0", "option size=0x0", "wanted any or a size from 5x5 to 15x15"),
    row("play ocean --option league=high", "option league=high", "a whole number from 1 to 4"),
    row(
        "play karo --option map=track.txt",
        "option map",
        "give its text: --option map=\"$(cat track.txt)\"",
    ),
    row("play tron --json --watch", "--json cannot be used with --watch", "leave one of them out"),
    row(
        "play tron --overwrite",
        "--record <FILE> is missing",
        "give `referee play --record <FILE>",
    ),
    row("play tron --record", "--record needs a value", "<FILE>"),
    row("play tron --clock sun", "--clock takes wall or cpu", "not 'sun'"),
    row("play tron --clock wal", "not 'wal'", "did you mean wall?"),
    row("play tron --port 99999", "--port 99999", "a whole number from 0 to 65535 is wanted"),
    row("play tron --timeout-factor 0", "--timeout-factor 0", "a number above 0 is wanted"),
    row("play tron --timeout-factor =2", "--timeout-factor '=2'", "a name is missing"),
    row("play tron @random --timeout-factor x=2", "no bot is called 'x'", "there are: A, B"),
    row("play tron --time-margin 1s", "--time-margin 1s", "a whole number of milliseconds"),
    row("play tron --startup 5s", "--startup 5s", "a number of seconds is wanted"),
    row("play tron --threads 0", "--threads 0", "a whole number from 1 to 1000000"),
    row("play tron --strangers=most", "--strangers takes all or best", "not 'most'"),
    row("play tron --syscalls foo", "'foo' is not a group of system calls", "there are io_uring"),
    row("play tron @random --env A=B", "--env 'A=B'", "only its name is wanted"),
    row("play tron @random --env NOT_SET_HERE", "this variable is not set", "set it, or leave"),
    row(
        "play tron 'stranger:python3 bot.py' @random --syscalls sysv",
        "--syscalls sysv is not for strangers",
        "leave it out",
    ),
    row(
        "duel tron 'python3 bot.py' @random --strangers --syscalls bpf,sysv",
        "--syscalls bpf,sysv is not for strangers",
        "leave it out",
    ),
    row("play tron @random --readable none", "--readable none", "there is no such file or folder"),
    row("play tron @random @filler --env PATH", "--env PATH is for strangers only", "stranger:"),
    row(
        "duel tron @random @filler --readable .",
        "--readable . is for strangers only",
        "leave it out, or write stranger:COMMAND",
    ),
    row("duel tron a b --seed 1..5", "--seed 1..5", "`--seeds 1..5` plays these seeds"),
    row("duel tron a b --seed x", "--seed x", "--seeds takes the seeds themselves"),
    row("duel tron @random @filler --seeds 5..1", "--seeds 5..1 is empty", "a range such as 0..50"),
    row("play courier @waiter --players 0", "1 to 200 players, not 0", "with --players"),
    row("duel tron @random @filler --seeds -2..4", "no option -2..4", "--seeds=-2..4"),
    row("duel tron @random @filler --seeds --games 4", "--seeds", "needs a value"),
    row(
        "duel tron @random @filler --seeds=-2..4",
        "--seeds -2..4 is not",
        "negative seeds need a file",
    ),
    row("duel tron @random @filler --seeds a..b", "--seeds a..b is not", "such as 0..50"),
    row("duel tron @random @filler --seeds 1..", "--seeds 1.. is not", "such as 0..50"),
    row(
        "duel tron @random @filler --seeds ../none",
        "--seeds ../none: there is no",
        "such as 0..50",
    ),
    row("duel tron @random @filler --seeds 5", "--seeds 5", "a range such as 0..50"),
    row("duel tron @random @filler --seeds none", "--seeds none", "a file with one seed per line"),
    row(
        "duel tron @random @filler --seeds sub",
        "--seeds sub: it is a folder",
        "a range such as 0..50",
    ),
    row(
        "duel tron @random @filler --seeds empty.jsonl",
        "the file has no seeds",
        "write one per line",
    ),
    row("duel tron @random @filler --seeds text.txt", "'hello'", "a whole number from"),
    row(
        "duel tron @random @filler --seeds 0..4 --seed 7",
        "--seeds cannot be used with --seed",
        "leave one",
    ),
    row("duel tron a b --games 0", "--games 0", "a whole number from 1"),
    row("duel tron a b --parallel x", "--parallel x", "a whole number from 1 to 10000"),
    row(
        "duel tron @random @filler --sprt 10,0",
        "--sprt 10,0",
        "the first number must be below the second",
    ),
    row("duel tron @random @filler --sprt 0,99999", "not 99999", "0,10 is usual"),
    row("duel tron @random @filler --alpha 2", "--alpha is the risk", "0.05 is usual"),
    row("duel tron @random @filler --alpha x", "--alpha x", "a number is wanted"),
    row("duel tron a b --by goals", "--by takes points or score", "not 'goals'"),
    row("duel tron a b --keep some", "--keep takes all, faults, losses or none", "not 'some'"),
    row(
        "duel tron true @random --pin --parallel 9999",
        "--pin needs a core for each",
        "a smaller --parallel",
    ),
    row(
        "duel tron @random @filler --timeout-factor c=2",
        "no bot is called 'c'",
        "there are: @random, @filler",
    ),
    row(
        "tune tron true --timeout-factor true=2",
        "the time of 'true' alone cannot be set",
        "leave the name out",
    ),
    row("completions tcsh", "<SHELL> takes bash", "did you mean zsh?"),
    row(
        "init --engine command --command 'python3 play.py'",
        "--command 'python3 play.py': the command line names no bot",
        "write {p1}, {p2} and so on, or {players}",
    ),
    row(
        "init --engine command --command 'python3 play.py {p1}'",
        "the command line has no {p2}",
        "write {players}",
    ),
    row(
        "serve courier --players 2 --refill 3",
        "--refill belongs to a continuous game",
        "leave out --players",
    ),
    row("serve courier --port x", "--port x", NUMBER),
    row("serve courier --map none.map", "cannot read none.map", "check the path"),
    row(
        "serve courier --address 1.2.3.4 --map empty.map",
        "empty.map is empty",
        "another file with --map",
    ),
    row(
        "serve courier --address 1.2.3.4 --packages empty.jsonl",
        "empty.jsonl is empty",
        "file with --packages",
    ),
    row("dashboard none", "none does not exist", "name the folder of logs and recordings"),
    row("dashboard text.txt", "text.txt is not a folder", "name the folder of logs and recordings"),
    row("dashboard sub --bot nosuch", "there is no bot or program 'nosuch'", "./my-bot"),
    row("dashboard sub --bot @nosuch", "no house player '@nosuch'", "there are: @"),
    row("dashboard sub --host home", "--host home", "such as 127.0.0.1"),
    row(
        "dashboard sub --host 1.2.3.4",
        "cannot serve sub on 1.2.3.4",
        "127.0.0.1 is for this machine",
    ),
];

pub fn rows() -> Vec<Row> {
    ROWS.to_vec()
}

#[test]
fn flags_and_values_that_do_not_fit_are_named_with_those_that_do() {
    make(&rows());
}

#[test]
fn a_port_in_use_is_named_with_its_remedy() {
    use std::net::TcpListener;

    use crate::common::{code, err, referee};

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("tcp:{port}");
    for call in [
        vec!["serve", "courier", "--port", &port],
        vec!["dashboard", ".", "--port", &port],
        vec!["play", "courier", &bot, "@waiter"],
    ] {
        let output = referee(folder.path(), &call);
        let said = err(&output);
        assert!(code(&output) > 0 && said.contains(&port), "{call:?}: {said}");
        assert!(
            said.contains("another program uses this port; end it, or choose"),
            "{call:?}: {said}"
        );
        let once = ["cannot", "choose another"].map(|words| said.matches(words).count());
        assert_eq!(once, [1, 1], "{call:?}: {said}");
        assert_eq!(super::table::stumble(&said), None, "{call:?}: {said}");
    }
}

#[test]
fn an_option_of_the_contest_file_can_be_given_once_more() {
    use std::fs;

    use crate::common::{code, err, out, referee};

    let folder = tempfile::tempdir().unwrap();
    let file = "[contest]\ngame = \"tron\"\n\n[options]\nsize = \"5x5\"\n";
    fs::write(folder.path().join("botyard.toml"), file).unwrap();
    let play = ["play", "@random", "@filler", "--seed", "1", "--json", "--option", "size=9x9"];
    let output = referee(folder.path(), &play);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let result: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(result["options"]["size"], "9x9", "{result}");
    let twice = [&play[..], &["--option=size=7x7"]].concat();
    assert!(err(&referee(folder.path(), &twice)).contains("--option size is given more than once"));
}
