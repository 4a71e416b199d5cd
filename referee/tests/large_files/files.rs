//! Large files of many forms.

use std::fmt::Write as _;
use std::fs;

use referee::testkit::recordings::fixtures;
use serde_json::{Value, json};

/// Makes a text of about this many bytes.
pub type Make = Box<dyn Fn(usize) -> String>;

/// A file, and the commands that read it.
pub struct LargeFile {
    pub what: &'static str,
    pub name: &'static str,
    pub text: Make,
    pub commands: Vec<&'static str>,
}

/// Lines, the first of which is `begin`, until there are `size` bytes.
fn lines(begin: &str, size: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = begin.to_owned();
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        text += &line(number);
        text.push('\n');
    }
    text
}

/// A list in JSON of about `size` bytes.
fn list(size: usize, item: impl Fn(usize) -> String) -> String {
    let mut text = "[".to_owned();
    for number in 0.. {
        let _ = write!(text, "{}", item(number));
        if text.len() >= size {
            break;
        }
        text.push(',');
    }
    text + "]"
}

const LOG: &str = "{\"format\":\"botyard-log/1\",\"game\":\"fruit\",\"options\":{},\"base\":\"1\",\"timeout_factor\":1.0}\n";

fn bot(name: &str) -> String {
    format!("{{\"bot\":\"{name}\",\"command\":\"@mo\",\"fingerprint\":0}}\n")
}

/// The line of a game of two bots, with more fields.
fn game(seed: usize, bots: [&str; 2], more: &str) -> String {
    let [a, b] = bots;
    format!(
        "{{\"seed\":\"{seed}\",\"bots\":[\"{a}\",\"{b}\"],\"scores\":[2,1],\"ranks\":[1,2],\"turns\":1,\"times\":[],{more}\"again\":\"\"}}"
    )
}

fn sides(number: usize) -> [&'static str; 2] {
    if number.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] }
}

fn head() -> String {
    LOG.to_owned() + &bot("a") + &bot("b")
}

/// A log of a duel; 0 bytes for its beginning only.
pub fn plain_log(size: usize) -> String {
    lines(&head(), size, |number| game(number / 2, sides(number), ""))
}

#[allow(clippy::too_many_lines)] // A list.
pub fn logs() -> Vec<LargeFile> {
    fn of(make: impl Fn(usize) -> String + 'static) -> Make {
        Box::new(make)
    }
    let with = |more: fn(usize) -> String| {
        of(move |size| head() + &game(1, ["a", "b"], &more(size)) + "\n")
    };
    let each = |more: fn(usize) -> String| {
        of(move |size| lines(&head(), size, |at| game(at / 2, sides(at), &more(at))))
    };
    let all: Vec<(&str, Make)> = vec![
        ("an ordinary log", of(plain_log)),
        (
            "new names in each game",
            of(|size| lines(LOG, size, |at| game(at, [&format!("a{at}"), "b"], ""))),
        ),
        (
            "bots without games",
            of(|size| lines(LOG, size, |at| bot(&format!("n{at}")).trim().to_owned())),
        ),
        (
            "many bots that meet",
            of(|size| {
                // The work for a rating does not depend on the size of the file.
                let count = if size < 10_000_000 { 30 } else { 200 };
                let bots: String = (0..count).map(|at| bot(&format!("n{at}"))).collect();
                lines(&(LOG.to_owned() + &bots), size, |at| {
                    game(
                        at / (count * count),
                        [&format!("n{}", at % count), &format!("n{}", at / count % count)],
                        "",
                    )
                })
            }),
        ),
        (
            "a game of many seats",
            of(|size| {
                let seats = size / 16;
                let bots: Vec<String> = (0..seats).map(|at| format!("n{at}")).collect();
                LOG.to_owned() + &json!({
                "seed": "1", "bots": bots, "scores": vec![1; seats], "ranks": vec![1; seats], "turns": 1, "times": [], "again": "",
            }).to_string() + "\n"
            }),
        ),
        ("lines of one letter", of(|size| LOG.to_owned() + &"x\n".repeat(size / 2))),
        ("empty lines", of(|size| LOG.to_owned() + &"\n".repeat(size))),
        ("a long line", of(|size| LOG.to_owned() + &"x".repeat(size) + "\n")),
        ("a line without an end", of(|size| LOG.to_owned() + &"x".repeat(size))),
        ("a line of zeros", of(|size| LOG.to_owned() + &"\0".repeat(size) + "\n")),
        ("brackets", of(|size| LOG.to_owned() + &"[".repeat(size) + "\n")),
        ("beginnings of games", of(|size| LOG.to_owned() + &"x{\"seed\":".repeat(size / 9) + "\n")),
        (
            "objects in a line",
            of(|size| LOG.to_owned() + "{\"x\":" + &list(size, |_| "{\"\":0}".to_owned()) + "}\n"),
        ),
        (
            "objects in the header",
            of(|size| {
                let objects =
                    format!("\"options\":{{\"x\":{}}}", list(size, |_| "{\"\":0}".to_owned()));
                LOG.replace("\"options\":{}", &objects) + &bot("a")
            }),
        ),
        (
            "lines of objects",
            of(|size| {
                lines(LOG, size, |_| {
                    format!("{{\"x\":{}}}", list(100_000, |_| "{\"\":0}".to_owned()))
                })
            }),
        ),
        ("a long number", of(|size| LOG.to_owned() + "{\"seed\":" + &"9".repeat(size) + "}\n")),
        (
            "a long seed",
            of(|size| {
                head()
                    + &game(1, ["a", "b"], "")
                        .replace("\"1\"", &format!("\"{}\"", "9".repeat(size)))
                    + "\n"
            }),
        ),
        (
            "a long name",
            of(|size| {
                LOG.to_owned()
                    + &bot(&"a".repeat(size / 2))
                    + &game(1, [&"a".repeat(size / 2), "b"], "")
                    + "\n"
            }),
        ),
        ("a value in each game", each(|at| format!("\"values\":{{\"v{at}\":{at}}},"))),
        (
            "many values of each seat",
            each(|at| {
                let values: Vec<String> = (0..30).map(|name| format!("\"v{name}\":{at}")).collect();
                format!("\"seat_values\":[{{{}}},{{}}],", values.join(","))
            }),
        ),
        ("an end of its own for each game", each(|at| format!("\"end\":\"e{at}\","))),
        ("a recording for each game", each(|at| format!("\"recording\":\"r{at}.jsonl\","))),
        (
            "many values of a game",
            with(|size| {
                format!(
                    "\"values\":{{{}}},",
                    (0..size / 12).map(|at| format!("\"v{at}\":1")).collect::<Vec<_>>().join(",")
                )
            }),
        ),
        (
            "many rounds",
            with(|size| {
                format!("\"rounds\":{},", list(size, |_| "{\"seats\":[0],\"points\":0}".to_owned()))
            }),
        ),
        (
            "many faults",
            with(|size| {
                format!(
                    "\"thrown_out\":{},",
                    list(size, |_| "{\"seat\":0,\"fault\":\"exit\",\"cause\":\"x\"}".to_owned())
                )
            }),
        ),
        (
            "many measures",
            with(|size| format!("\"in_force\":{},", list(size, |_| "\"\"".to_owned()))),
        ),
        (
            "many overloads",
            with(|size| format!("\"overloaded\":{},", list(size, |_| "0".to_owned()))),
        ),
        (
            "many histograms",
            of(|size| {
                let times =
                    list(size, |_| "{\"max\":1,\"strain\":0,\"counts\":{\"1\":1}}".to_owned());
                head()
                    + &game(1, ["a", "b"], "")
                        .replace("\"times\":[]", &format!("\"times\":{times}"))
                    + "\n"
            }),
        ),
        (
            "questions",
            of(|size| {
                lines(&head(), size, |_| {
                    "{\"duel\":[\"a\",\"b\"],\"test\":{\"points\":{\"elo0\":0.0,\"elo1\":40.0,\"alpha\":0.05,\"beta\":0.05}}}".to_owned()
                })
            }),
        ),
    ];
    let commands =
        ["report log", "report log --html page.html", "repair log", "report log --lost a"];
    let file = |(what, text)| LargeFile { what, name: "log", text, commands: commands.to_vec() };
    all.into_iter().map(file).collect()
}

fn header(game: &str, players: &str, options: &Value) -> String {
    format!(
        "{{\"format\":\"botyard/1\",\"game\":\"{game}\",\"seed\":\"1\",\"options\":{options},\"players\":{players}}}\n"
    )
}

const TWO: &str = "[{\"name\":\"a\"},{\"name\":\"b\"}]";

#[allow(clippy::too_many_lines)] // A list.
pub fn recordings() -> Vec<LargeFile> {
    fn of(make: impl Fn(usize) -> String + 'static) -> Make {
        Box::new(make)
    }
    /// Exchanges of a contest that is not known.
    fn unknown(line: fn(usize) -> String) -> Make {
        of(move |size| lines(&header("nowhere", TWO, &json!({})), size, line))
    }
    /// An option that is as long as the file.
    fn option(game: &'static str, name: &'static str, part: &'static str) -> Make {
        of(move |size| {
            let mut options = json!({});
            options[name] = part.repeat(size / part.len() / 2).into();
            header(game, TWO, &options) + "{\"seat\":0,\"sent\":[],\"got\":[\"x\"]}\n"
        })
    }
    let objects = |size| list(size, |_| "{\"\":0}".to_owned());
    let all: Vec<(&str, Make)> = vec![
        (
            "a recording with its exchanges many times",
            of(|size| {
                let longest =
                    fixtures("fruit").into_iter().max_by_key(|it| fs::metadata(it).unwrap().len());
                let text = fs::read_to_string(longest.unwrap()).unwrap();
                let all: Vec<&str> = text.lines().collect();
                lines(&format!("{}\n", all[0]), size, |at| all[1 + at % (all.len() - 2)].to_owned())
            }),
        ),
        (
            "short exchanges",
            unknown(|at| {
                format!("{{\"seat\":{},\"sent\":[],\"got\":[\"NORTH\"],\"micros\":5}}", at % 2)
            }),
        ),
        (
            "long exchanges",
            unknown(|_| {
                format!("{{\"seat\":0,\"sent\":[\"{0}\"],\"got\":[\"{0}\"]}}", "x".repeat(1000))
            }),
        ),
        (
            "empty sent lines",
            unknown(|_| {
                format!(
                    "{{\"seat\":0,\"sent\":{},\"got\":[]}}",
                    list(1_000_000, |_| "\"\"".to_owned())
                )
            }),
        ),
        (
            "unknown fields",
            unknown(move |_| {
                format!(
                    "{{\"seat\":0,\"sent\":[],\"got\":[],\"x\":{}}}",
                    list(500_000, |_| "{\"\":0}".to_owned())
                )
            }),
        ),
        (
            "short unknown fields",
            unknown(|_| {
                "{\"seat\":0,\"sent\":[],\"got\":[],\"a\":{},\"b\":{},\"c\":{}}".to_owned()
            }),
        ),
        (
            "standard error",
            unknown(|_| {
                format!(
                    "{{\"seat\":0,\"sent\":[],\"got\":[],\"stderr\":{}}}",
                    list(500_000, |_| "\"x\"".to_owned())
                )
            }),
        ),
        (
            "values",
            unknown(|at| {
                format!(
                    "{{\"seat\":0,\"sent\":[],\"got\":[\"x\"],\"stderr\":[\"value v{at} = {at}\"]}}"
                )
            }),
        ),
        ("players", of(|size| header("nowhere", &list(size, |_| "{}".to_owned()), &json!({})))),
        (
            "named players",
            of(|size| {
                let players = list(size / 2, |at| format!("{{\"name\":\"n{at}\"}}"));
                let head = header("nowhere", &players, &json!({}));
                lines(&head, size, |at| format!("{{\"seat\":{at},\"sent\":[],\"got\":[\"x\"]}}"))
            }),
        ),
        (
            "objects in the options",
            of(move |size| {
                header("nowhere", TWO, &json!({}))
                    .replace("\"options\":{}", &format!("\"options\":{{\"x\":{}}}", objects(size)))
            }),
        ),
        ("brackets", of(|size| header("nowhere", TWO, &json!({})) + &"[".repeat(size) + "\n")),
        ("a long line", of(|size| header("nowhere", TWO, &json!({})) + &"x".repeat(size) + "\n")),
        ("empty lines", of(|size| header("nowhere", TWO, &json!({})) + &"\n".repeat(size) + "x\n")),
        ("a long map of one row", option("courier", "map", ".")),
        ("a long map of short rows", option("courier", "map", ".\n")),
        ("packages", option("courier", "packages", "((1,1),[Mk {uid=1, dest=(1,1), weight=1}]),")),
        ("starts", option("courier", "starts", "1,1 ")),
        ("a long track of one row", option("karo", "map", "O")),
        ("a long track of short rows", option("karo", "map", "SO\n")),
        ("orders of rounds", option("karo", "orders", "0 1;")),
        ("a long title", option("karo", "title", "$ x")),
        ("rules", option("karo", "rule", "axis ")),
        ("a sea", option("ocean", "map", "...............\n")),
        ("a kitchen", option("alamode", "kitchen", "#####\n")),
        (
            "a long seed",
            of(|size| {
                header("fruit", TWO, &json!({}))
                    .replace("\"1\"", &format!("\"{}\"", "9".repeat(size)))
            }),
        ),
        (
            "a long result",
            of(|size| {
                header("fruit", TWO, &json!({}))
                    + "{\"result\":{\"scores\":"
                    + &list(size, |_| "1".to_owned())
                    + ",\"ranks\":[1,2],\"turns\":1}}\n"
            }),
        ),
    ];
    let commands = [
        "replay f.jsonl",
        "show f.jsonl",
        "view f.jsonl -o page.html",
        "redrive f.jsonl --seat 0 @random",
    ];
    let file =
        |(what, text)| LargeFile { what, name: "f.jsonl", text, commands: commands.to_vec() };
    all.into_iter().map(file).collect()
}

pub fn contest_files() -> Vec<LargeFile> {
    let make: Vec<(&str, Make)> = vec![
        ("many numbers", Box::new(|size| format!("x = [{}]\n", "1,".repeat(size / 2)))),
        ("many keys", Box::new(|size| lines("", size, |at| format!("k{at} = 1")))),
        ("many tables", Box::new(|size| lines("", size, |at| format!("[t{at}]")))),
        (
            "many bots",
            Box::new(|size| {
                lines("[contest]\ngame = \"fruit\"\n", size, |at| {
                    format!("[[bots]]\nname = \"n{at}\"\nrun = \"./n{at}\"")
                })
            }),
        ),
        (
            "many bots by name",
            Box::new(|size| {
                lines("[contest]\ngame = \"fruit\"\n[bots]\n", size, |at| {
                    format!("n{at} = \"./n{at}\"")
                })
            }),
        ),
        ("nested lists", Box::new(|size| format!("x = {}\n", "[".repeat(size)))),
        ("a long key", Box::new(|size| format!("{} = 1\n", "k".repeat(size)))),
        ("dotted keys", Box::new(|size| format!("{}x = 1\n", "k.".repeat(size / 2)))),
        ("a long text", Box::new(|size| format!("x = \"{}\"\n", "x".repeat(size)))),
        ("a long comment", Box::new(|size| format!("# {}\n", "x".repeat(size)))),
        ("empty lines", Box::new(|size| "\n".repeat(size))),
        ("a long number", Box::new(|size| format!("x = {}\n", "9".repeat(size)))),
    ];
    let commands = ["games --contest botyard.toml", "init --from botyard.toml -o draft.toml"];
    let file =
        |(what, text)| LargeFile { what, name: "botyard.toml", text, commands: commands.to_vec() };
    make.into_iter().map(file).collect()
}

pub fn imports() -> Vec<LargeFile> {
    /// A game of the site with these moves of each of its players.
    fn site(map: &str, players: &[String]) -> String {
        let players: Vec<String> = players
            .iter()
            .map(|moves| format!("{{\"id\":1,\"name\":\"A\",\"moves\":{moves}}}"))
            .collect();
        format!(
            "{{\"id\":80000,\"name\":\"x\",\"cps\":false,\"zzz\":2,\"map\":{{\"code\":{}}},\"players\":[{}]}}",
            json!(map),
            players.join(",")
        )
    }
    const MAP: &str = "PXXXX\nPSOOX\nXOOOX\nXXFXX\n";
    let make: Vec<(&str, Make)> = vec![
        (
            "many moves",
            Box::new(|size| {
                site(MAP, &[list(size, |at| format!("{{\"x\":{},\"y\":1}}", 1 + at % 2))])
            }),
        ),
        (
            "a race to and fro",
            Box::new(|_| {
                site(
                    MAP,
                    &[list(600_000, |at| {
                        format!(
                            "{{\"x\":{},\"y\":1,\"xv\":{}}}",
                            1 + at % 2,
                            if at == 0 {
                                0
                            } else if at % 2 == 1 {
                                1
                            } else {
                                -1
                            }
                        )
                    })],
                )
            }),
        ),
        (
            "crashes",
            Box::new(|size| {
                site(MAP, &[list(size, |_| "{\"x\":1,\"y\":1,\"crash\":1}".to_owned())])
            }),
        ),
        ("many players", Box::new(|size| site(MAP, &vec!["[]".to_owned(); size / 40]))),
        ("a large map", Box::new(|size| site(&"O".repeat(size), &[]))),
        ("short rows", Box::new(|size| site(&"SO\n".repeat(size / 4), &["[]".to_owned()]))),
        (
            "objects",
            Box::new(|size| format!("{{\"x\":{}}}", list(size, |_| "{\"\":0}".to_owned()))),
        ),
        ("brackets", Box::new(|size| "[".repeat(size))),
        ("a long text", Box::new(|size| format!("\"{}\"", "x".repeat(size)))),
    ];
    let file = |(what, text)| LargeFile {
        what,
        name: "game.json",
        text,
        commands: vec!["import karo game.json --record r.jsonl --overwrite"],
    };
    make.into_iter().map(file).collect()
}
