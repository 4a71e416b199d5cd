//! Mistakes in `botyard.toml`, and around it.

use super::table::{Row, make, row};

pub fn rows() -> Vec<Row> {
    let play = "play tron @random";
    let toml = "a contest file is TOML, as `referee init` writes it";
    let named = "[contest]\ngame = \"tron\"\n[bots.night]\nrun = \"@random\"\n[bots.day]\nrun = \"@filler\"\n";
    vec![
        row("play tron @random --contest none.toml", "none.toml", "check the path"),
        row("play tron @random --contest text.txt", "text.txt, line 1, column", toml),
        row("play tron @random --contest sub", "sub: it is a folder", "give another"),
        row("play tron @random --contest", "--contest needs a value", "<FILE>"),
        row(play, "line 1, column", toml).with("contest"),
        row(play, "line 1, column 12: unknown field `gmae`", "did you mean game?")
            .with("contest = {gmae = \"tron\"}\n"),
        row(play, "line 2, column 8", "where a text in quotes is expected")
            .with("[contest]\ngame = 7\n"),
        row("play chss @random", "no built-in game 'chss'", "there are: alamode")
            .with("[contest]\ngame = \"chss\"\n"),
        row(play, "`contest` is missing", "write [contest] with game = \"ocean\"")
            .with("[bots.a]\nrun = \"x\"\n"),
        row(play, "[contest]", "needs `game` (a built-in contest) or `key`")
            .with("[contest]\nseats = 2\n"),
        row(play, "line 2, column 8", "remove the other keys of [contest]")
            .with("[contest]\ngame = \"tron\"\nseats = 2\n"),
        row("play x a", "line 3", "from 1 to 86400000 milliseconds")
            .with("contest.key = \"x\"\n[limits]\nturn-ms = 0\n"),
        row(play, "line 2, column 7", "a table [referee]").with("[contest]\nkey = \"own\"\n"),
        row(play, "line 4, column 1: unknown field `rnu`", "did you mean run?")
            .with("[contest]\ngame = \"tron\"\n[bots.a]\nrnu = \"x\"\n"),
        row("play tron a", "the bot a runs './none', which is not in", "correct `run`")
            .with("[contest]\ngame = \"tron\"\n[bots.a]\nrun = \"./none\"\n"),
        row("play tron a", "the bot a runs an empty command line", "give `run`")
            .with("[contest]\ngame = \"tron\"\n[bots.a]\nrun = \"\"\n"),
        row("play tron nigt", "'nigt'", "did you mean night?").with(named),
        row("ladder tron 'x*'", "matches 'x*'", "there are: day, night").with(named),
        row("play x a", "engine codingame needs `project`", "`classpath`")
            .with("[contest]\nkey = \"x\"\n[referee]\nengine = \"codingame\"\n"),
        row("play tron a", "contest.key is 'tron', which is a built-in contest", "another key")
            .with("[contest]\nkey = \"tron\"\n[referee]\nengine = \"lines\"\ncommand = \"x\"\n"),
        row("play x a", "this engine needs `command`", "command = \"python3 referee.py\"")
            .with("[contest]\nkey = \"x\"\n[referee]\nengine = \"lines\"\n"),
        row("play tron a", "a does not build", "printed the lines above")
            .with("[contest]\ngame = \"tron\"\n[bots.a]\nrun = \"./a\"\nbuild = \"false\"\n")
            .code(1),
        row("play tron a", "timeout-factor must be above 0", "line 4")
            .with("[contest]\ngame = \"tron\"\n[bots.a]\nrun = \"@random\"\ntimeout-factor = 0\n"),
        row(
            "ladder tron a b",
            "botyard.toml, line 4, column 10: [ladder] takes no `others`",
            "remove the line",
        )
        .with("[contest]\ngame = \"tron\"\n[ladder]\nothers = [\"@random\"]\n"),
        row(
            "try tron a",
            "line 4, column 10: [try] takes no `others`",
            "`pool` names the other bots",
        )
        .with("[contest]\ngame = \"tron\"\n[try]\nothers = [\"@random\"]\n"),
        row("ladder tron a b", "line 4, column 8: [ladder] takes no `sprt`", "remove the line")
            .with("[contest]\ngame = \"tron\"\n[ladder]\nsprt = \"gain\"\n"),
        row("duel tron a b", "line 4, column 11: [duel] takes no `players`", "remove the line")
            .with("[contest]\ngame = \"tron\"\n[duel]\nplayers = 3\n"),
        row("play tron a", "line 4, column 10: game-s must be from 0.001 to 86400", "600 is usual")
            .with("[contest]\ngame = \"tron\"\n[limits]\ngame-s = -1\n"),
        row("play tron a", "line 4, column 13: memory-mb of a bot must be from 1 to 16777216", "768 is")
            .with("[contest]\ngame = \"tron\"\n[limits]\nmemory-mb = 0\n"),
        row("play tron a", "the game tron has its own turn-ms", "remove it from [limits]")
            .with("[contest]\ngame = \"tron\"\n[limits]\nturn-ms = 80\n"),
        row("duel tron a @random", "--parallel 70000: a whole number from 1 to 10000", "is wanted")
            .with("contest.game = \"tron\"\nbots.a.run = \"@random\"\nduel.parallel = 70000\n"),
        row("play x a", "line 4, column 10: answer-s must be from 0.001 to 86400", "30 is usual")
            .with("[contest]\nkey = \"x\"\n[referee]\nengine = \"lines\"\ncommand = \"x\"\nanswer-s = 0\n"),
        row("play x @random", "there is no '@random', because x has no house players", "'./my-bot'")
            .with("[contest]\nkey = \"x\"\n[referee]\nengine = \"lines\"\ncommand = \"true\"\n"),
        row("play tron a", "line 3, column 9: seats must be from 1 to 26", "the least first")
            .with("[contest]\ngame = \"tron\"\nseats = 99\n"),
        row("play tron a", "line 2, column 25: seats must be from 1 to 26", "the least first")
            .with("\ncontest = {seats =      [4, 2], game = \"tron\"}\n"),
        row("play tron a", "line 3, column 9: seats wants a number, or the least", "[2, 4]")
            .with("[contest]\ngame = \"tron\"\nseats = \"2\"\n"),
    ]
}

#[test]
fn mistakes_in_a_contest_file_are_named_with_their_place() {
    make(&rows());
}
