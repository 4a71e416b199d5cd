//! JavaScript bots: the contest's interface, the same answers as the same bot in Rust, hostile scripts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use referee::game::{Expected, Fault, Game, Outcome, Request, Seat, Step};
use referee::games::fruit::javascript::{JavaScriptPlayer, ScriptLimits};
use referee::games::fruit::{FruitGame, Rules, Sides, board_of_number};
use referee::play::{Watcher, play};
use referee::player::{Player, Reply};
use referee::recording::Exchange;
use referee::table::Table;
use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use referee::testkit::registered;
use referee::testkit::scripts::house_player;
use tempfile::TempDir;

use crate::common::{self, code, err, out, referee};

fn bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/fruit/bots")
}

fn javascript(file: &Path) -> Box<dyn Player> {
    Box::new(JavaScriptPlayer::load("js", file, 1, ScriptLimits::default()).unwrap())
}

fn house(name: &str, seat: usize) -> Box<dyn Player> {
    house_player(registered("fruit"), name, 1, Seat(seat))
}

/// Everything that a player wrote.
#[derive(Default)]
struct Said {
    answers: Vec<Vec<String>>,
    traces: Vec<String>,
    details: Vec<String>,
}

impl Watcher for Said {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> anyhow::Result<()> {
        self.answers.push(exchange.got.clone());
        self.traces.extend_from_slice(&exchange.stderr);
        self.details.extend(exchange.detail.clone());
        Ok(())
    }
}

fn game(number: u32, players: [Box<dyn Player>; 2], rules: Rules) -> (Outcome, Said) {
    let mut said = Said::default();
    let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), rules);
    let outcome = play(&mut game, &mut Table::new(players.into()), &mut said).unwrap();
    (outcome, said)
}

/// Compares two games move by move: the same bot in two languages.
#[test]
fn mo_in_javascript_is_mo_in_rust() {
    let mut answers = 0;
    for board in 0..cases(30, 250) {
        let number = board * 997 % 999_999;
        let opponent = ["nearest", "greedy", "mo", "random"][board as usize % 4];
        let rules = Rules::default();
        let script = javascript(&bots().join("mo.js"));
        let one = game(number, [script, house(opponent, 1)], rules);
        let other = game(number, [house("mo", 0), house(opponent, 1)], rules);
        assert_eq!(one.1.answers, other.1.answers, "board {number} against {opponent}");
        assert_eq!(one.0, other.0);
        answers += one.1.answers.len() / 2;
    }
    assert!(answers > cases(600, 5_000), "only {answers} answers");
}

#[test]
fn the_language_of_2012_is_understood() {
    let (outcome, said) =
        game(1, [javascript(&bots().join("quirks.js")), house("random", 1)], Rules::default());
    assert!(outcome.thrown_out.is_empty(), "{:?}", said.details);
    assert_eq!(said.traces[..2], ["new game 7x6 octal 8", "step 1 of 4,3,4,3"]);
    assert!(said.traces.len() > 10);
}

/// The first reply of a script on a board. The first answer has a tenth of a second of counted time and the
/// memory is small, so that the tests are quick.
fn first_reply(source: &str) -> Reply {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("bot.js");
    fs::write(&file, source).unwrap();
    let limits = ScriptLimits { memory: 16 << 20, ..ScriptLimits::default() };
    let player = JavaScriptPlayer::load("js", &file, 1, limits).unwrap();
    let rules = Rules { move_millis: 50, ..Rules::default() };
    let mut game = FruitGame::new(board_of_number(1, Sides::CONTEST), rules);
    let Step::Ask(requests) = game.advance(&[]) else { panic!("both are asked") };
    let requests: Vec<Request> = requests.into_iter().take(1).collect();
    Table::new(vec![Box::new(player)]).ask(&requests).unwrap().remove(0)
}

/// The answer of a bot whose `make_move` has this body.
fn answer(body: &str) -> String {
    let reply = first_reply(&format!("function make_move() {{ {body} }}"));
    assert_eq!(reply.answer.fault, None, "{body}: {:?}", reply.detail);
    reply.answer.lines.join("\n")
}

#[test]
fn the_interface_is_that_of_the_contest() {
    for (number, word) in
        [(1, "EAST"), (2, "NORTH"), (3, "WEST"), (4, "SOUTH"), (5, "TAKE"), (6, "PASS")]
    {
        assert_eq!(answer(&format!("return {number};")), word);
        assert_eq!(answer(&format!("return {word};")), word);
    }
    let says = |expression: &str| answer(&format!("return '' + ({expression});"));
    assert_eq!(says("[WIDTH, HEIGHT, get_number_of_item_types()]"), "\"7,6,4\"");
    assert_eq!(says("[get_my_x(), get_my_y(), get_opponent_x(), get_opponent_y()]"), "\"4,3,4,3\"");
    assert_eq!(says("get_board()[4]"), "\"0,1,4,0,2,0\"", "a column, from the north");
    assert_eq!(says("[1,2,3,4].map(get_total_item_count)"), "\"1,3,5,7\"");
    assert_eq!(says("[1,2,3,4].map(get_my_item_count)"), "\"0,0,0,0\"");
    assert_eq!(says("[has_item(0), has_item(3)]"), "\"false,true\"");
    assert_eq!(
        says("typeof require + typeof process + typeof std + typeof fetch"),
        "\"undefinedundefinedundefinedundefined\""
    );
}

#[test]
fn console_writes_where_trace_does() {
    let reply = first_reply(
        "console.log('a', 1, [2, { b: 3 }]); console.error('no'); console.warn(); console.time('x');
         console.assert(true, 'well'); console.assert(false, 'bad'); console.table([1]);
         var ring = {}; ring.ring = ring; console.info(ring);
         function make_move() { console.debug(null, undefined); return PASS; }",
    );
    assert_eq!(reply.answer.lines, ["PASS"], "{:?}", reply.detail);
    let lines = ["a 1 [2,{\"b\":3}]", "no", "assertion failed: bad", "[object Object]"];
    assert_eq!(reply.stderr[..4], lines);
    assert_eq!(reply.stderr[4..], ["null undefined"]);
}

#[test]
fn the_frameworks_own_names_are_there() {
    let says = |expression: &str| answer(&format!("return '' + ({expression});"));
    assert_eq!(says("[Board.myX, Board.myY, Board.oppX, Board.oppY]"), "\"4,3,4,3\"");
    assert_eq!(says("Board.board === get_board()"), "\"true\"");
    assert_eq!(says("[Board.numberOfItemTypes, Board.totalItems]"), "\"4,1,3,5,7\"");
    assert_eq!(
        says("Board.myBotCollected.concat(Board.simpleBotCollected)"),
        "\"0,0,0,0,0,0,0,0\""
    );
    assert_eq!(says("Board.noMoreItems()"), "\"false\"");
    // There is fruit one step north of the start and one step south; north is tried first.
    assert_eq!(answer("return SimpleBot.makeMove();"), "NORTH");
    let step = answer("return RandomBot.makeMove();");
    assert!(["NORTH", "EAST", "SOUTH", "WEST"].contains(&step.as_str()), "{step}");
    assert_eq!(answer("Board = SimpleBot = null; return PASS;"), "PASS");
}

/// `SimpleBot.makeMove` is for the opponent's place; from there it is `@nearest`.
#[test]
fn the_frameworks_bot_foretells_its_like() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("seer.js");
    let script = "function make_move() { trace(SimpleBot.makeMove()); return PASS; }";
    fs::write(&file, script).unwrap();
    let words = ["", "EAST", "NORTH", "WEST", "SOUTH", "TAKE", "PASS"];
    let mut compared = 0;
    for number in [1, 5, 77, 4_711] {
        let (_, said) = game(number, [javascript(&file), house("nearest", 1)], Rules::default());
        for (told, made) in said.traces.iter().zip(said.answers.iter().skip(1).step_by(2)) {
            assert_eq!(words[told.parse::<usize>().unwrap()], made[0], "board {number}");
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
}

/// Editors of 2012 saved such files.
fn in_utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    ['\u{feff}'].into_iter().chain(text.chars()).flat_map(|it| bytes_of(it as u16)).collect()
}

#[test]
fn a_byte_order_mark_is_understood() {
    let source = "function make_move() { return 'é' === '\\u00e9' ? TAKE : PASS; }";
    let files = [
        source.as_bytes().to_vec(),
        format!("\u{feff}{source}").into_bytes(),
        in_utf_16(source, u16::to_le_bytes),
        in_utf_16(source, u16::to_be_bytes),
    ];
    let folder = TempDir::new().unwrap();
    for (index, bytes) in files.into_iter().enumerate() {
        fs::write(folder.path().join("bot.js"), bytes).unwrap();
        let file = folder.path().join("bot.js");
        let (outcome, said) = game(1, [javascript(&file), house("east", 1)], Rules::default());
        assert!(outcome.thrown_out.is_empty(), "file {index}: {:?}", said.details);
        assert_eq!(said.answers[0], ["TAKE"], "file {index}");
        if Need::Node.program_runs() {
            let output = referee(folder.path(), &["play", "fruit", "node:bot.js", "@east", "-q"]);
            assert!(!out(&output).contains("thrown out"), "file {index}: {}", out(&output));
        }
    }
}

#[test]
fn a_bot_that_calls_jquery_is_told_that_there_is_none() {
    for call in ["$('#board').hide()", "jQuery.each([], null)", "$.each([1], make_move)"] {
        let reply = first_reply(&format!("function make_move() {{ {call}; }}"));
        let detail = reply.detail.unwrap();
        assert!(detail.contains("is not defined"), "{detail}");
        assert!(
            detail.ends_with(
                "; there is no jQuery: it was on the framework's page, not in the contest"
            ),
            "{detail}"
        );
    }
    assert_eq!(answer("return typeof $ + typeof jQuery;"), "\"undefinedundefined\"");
}

#[test]
fn an_answer_that_is_not_a_move_is_named() {
    for (value, word) in [
        ("", "undefined"),
        ("0", "0"),
        ("7", "7"),
        ("1.5", "1.5"),
        ("NaN", "NaN"),
        ("null", "null"),
        ("'NORTH'", "\"NORTH\""),
        ("'a\\nb'", "\"a\\nb\""),
        ("true", "true"),
        ("{ valueOf: function () { return 1; } }", "object"),
    ] {
        assert_eq!(answer(&format!("return {value};")), word);
    }
}

#[test]
fn a_bots_own_message_is_shown() {
    let detail = |source: &str| {
        let reply = first_reply(source);
        assert_eq!(reply.answer.fault, Some(Fault::Exit), "{source}");
        reply.detail.unwrap()
    };
    let thrown = detail("function make_move() {\n  missing();\n}");
    assert!(thrown.contains("ReferenceError: missing is not defined"), "{thrown}");
    assert!(thrown.contains("bot.js:2"), "{thrown}");
    assert!(detail("function make_move( {").contains("SyntaxError"));
    assert!(detail("var x = 1;").contains("make_move is not defined"));
    assert_eq!(detail("throw 'alas'"), "threw alas");
    assert!(detail("function new_game() { throw new Error('not today'); }").contains("not today"));
}

/// What scripts may try, and how each ends: with a fault, or with an answer of one line.
const HOSTILE: &[(&str, &str)] = &[
    ("timeout", "while (true) {}"),
    ("timeout", "function make_move() { for (;;) {} }"),
    ("timeout", "function new_game() { for (;;) {} }"),
    ("timeout", "while (true) { try { while (true) {} } catch (e) {} finally { continue; } }"),
    ("timeout", "function make_move() { try { for (;;) {} } finally { for (;;) {} } }"),
    ("timeout", "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')"),
    ("timeout", "[3, 1, 2].sort(function () { for (;;) {} })"),
    ("timeout", "eval('for (;;) {}')"),
    ("timeout", "var o = { get make_move() { for (;;) {} } }; o.make_move"),
    (
        "timeout",
        "function make_move() { throw { get message() { for (;;) {} }, toString: 1 } } \
                 for (var i = 0; i < 1e9; i++) {}",
    ),
    ("out of memory", "var a = []; while (true) a.push(new Array(1000).join('x') + a.length)"),
    ("exit", "var s = 'x'; while (true) s += s + s.length"),
    ("out of memory", "new Uint8Array(1 << 30)"),
    ("out of memory", "var a = []; for (;;) a = [a, a, 'x' + a.length, {}]"),
    ("exit", "(function f() { f(); })()"),
    ("exit", "function make_move() { return make_move(); }"),
    ("exit", "var o = []; for (var i = 0; i < 1e5; i++) o = [o]; JSON.stringify(o)"),
    ("exit", "eval(new Array(100000).join('('))"),
    ("exit", "Object.defineProperty(this, 'make_move', { get: function () { throw 'no' } })"),
    ("exit", "Object.prototype.__defineGetter__('message', function () { throw 1 }); throw {}"),
    (
        "exit",
        "throw { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 } }",
    ),
    (
        "exit",
        "var e = new Error('x'); \
              Object.defineProperty(e, 'stack', { get: function () { for (;;) {} } }); throw e",
    ),
    (
        "exit",
        "Array.prototype.__defineSetter__('0', function () { throw 'set' }); \
              Math.random = null; make_move = 7",
    ),
    ("exit", "get_board = get_my_x = trace = undefined; function make_move() { trace('x'); }"),
    ("exit", "for (var name in this) try { delete this[name] } catch (e) {}; make_move()"),
    ("exit", "Object.freeze(this); undeclared.x = 1"),
    ("exit", "throw new Array(1e6).join('long')"),
    ("out of memory", "throw null"),
    (
        "line",
        "Array.prototype.push = Array.prototype.map = Object.keys = null; \
              Function.prototype.call = null; function make_move() { return 7 }",
    ),
    ("line", "function make_move() { return new Array(1e6).join('long') }"),
    ("line", "function make_move() { return { toString: function () { for (;;) {} } } }"),
    ("line", "WIDTH = HEIGHT = EAST = 1e9; function make_move() { return EAST }"),
    ("line", "for (var i = 0; i < 1e4; i++) trace('spam ' + i); function make_move() {}"),
    ("line", "trace({ toString: null }); trace(); trace(Infinity); function make_move() {}"),
    ("line", "var b; function make_move() { b = get_board(); b[0] = b; b.length = 0; return 'x' }"),
];

#[test]
fn hostile_scripts_lose_and_harm_nobody() {
    for (end, script) in HOSTILE {
        let reply = first_reply(script);
        let found = reply.answer.fault.map_or("line".to_owned(), |fault| fault.to_string());
        assert_eq!(found, *end, "{script}: {:?} {:?}", reply.detail, reply.answer.lines);
        if let Some(detail) = &reply.detail {
            assert!(!detail.is_empty() && detail.len() < 1000, "{script}: {detail}");
        }
        assert!(reply.answer.lines.iter().all(|line| line.len() < 900 && !line.contains('\n')));
        assert!(reply.stderr.iter().map(String::len).sum::<usize>() <= 16 << 10);
    }
}

#[test]
fn a_bot_is_read_from_an_ordinary_file_and_nothing_else_is_opened() {
    let limits = ScriptLimits::default();
    let error = JavaScriptPlayer::load("js", Path::new("/dev/null"), 1, limits).err().unwrap();
    let error = format!("{error:#}");
    assert!(error.contains("it is a device, not an ordinary file"), "{error}");
}

/// The same script is stopped at the same place every time, however busy the machine is.
#[test]
fn time_is_counted_not_measured() {
    let stopped = || {
        let script = "function make_move() { for (var i = 0; ; i++) if (i % 1000 == 0) trace(i); }";
        let reply = first_reply(script);
        assert_eq!(reply.answer.fault, Some(Fault::Timeout));
        reply.stderr.last().cloned()
    };
    assert_eq!(stopped(), stopped());
}

/// Built-in functions that run for minutes or hours, or take all memory, and how each ends: by a kill,
/// because nothing can be counted between their steps; by the interrupt; or by the engine's own limits.
const STUCK: &[(&str, &str)] = &[
    ("held on", "Array.prototype.reverse.call({ length: 2e15 })"),
    ("longer than its time", "Array.prototype.indexOf.call({ length: 2e15 }, 1)"),
    ("held on", "Array(4e9).join()"),
    ("held on", "Array.prototype.sort.call({ length: 2e9 })"),
    ("longer than its time", "Array.prototype.lastIndexOf.call({ length: 2e15 }, 1)"),
    ("held on", "Array.prototype.unshift.call({ length: 2e15 }, 1)"),
    ("held on", "Array.prototype.splice.call({ length: 2e15 }, 0, 1)"),
    ("held on", "(3n ** 9999999n) ** 99n"),
    ("longer than its time", "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')"),
    ("RangeError", "'x'.repeat(1e12)"),
    ("memory", "for (var a = []; ; ) a.push('x'.repeat(1e7) + a.length)"),
    ("RangeError", "var o = []; for (var i = 0; i < 1e5; i++) o = [o]; JSON.stringify(o)"),
    ("RangeError", "JSON.parse('['.repeat(1e6))"),
];

/// Each script is ended, and its player is closed when its process is gone.
#[test]
fn a_stuck_built_in_loses_and_ends_with_the_script() {
    for (end, stuck) in STUCK {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("bot.js");
        fs::write(&file, format!("{stuck}; make_move = 1")).unwrap();
        let patience = Duration::from_millis(if *end == "held on" { 20 } else { 60_000 });
        let limits = ScriptLimits { patience, ..ScriptLimits::default() };
        let player = JavaScriptPlayer::load("js", &file, 1, limits).unwrap();
        let rules = Rules { move_millis: 20, ..Rules::default() };
        let (outcome, said) = game(1, [Box::new(player), house("east", 1)], rules);
        assert_eq!(outcome.scores, [-1, 0]);
        assert!(said.details[0].contains(end), "{stuck}: {}", said.details[0]);
    }
}

/// The engine's process ends itself after the processor time of the limit and a second. Nothing is asserted of the
/// time itself, because the machine may be busy.
#[test]
fn a_stuck_built_in_costs_a_second_beyond_its_limit() {
    let reply = first_reply("Array(4e9).join(); function make_move() { return 1 }");
    let detail = reply.detail.unwrap();
    assert_eq!(reply.answer.fault, Some(Fault::Timeout), "{detail}");
    assert_eq!(detail, "a built-in function held on, 1 s beyond the limit");
}

#[test]
fn a_javascript_bot_plays_on_the_command_line() {
    let folder = TempDir::new().unwrap();
    let mo = format!("js:{}", bots().join("mo.js").display());
    let output = referee(folder.path(), &["play", "fruit", &mo, "@nearest", "--seed", "5", "-q"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!out(&output).contains("thrown out"), "{}", out(&output));
    let redriven =
        referee(folder.path(), &["redrive", "games/fruit-5.jsonl", "--seat", "0", "@mo"]);
    assert_eq!(code(&redriven), 0, "{}", out(&redriven));

    fs::write(folder.path().join("bad.js"), "function make_move() { throw new Error('alas') }")
        .unwrap();
    let output = referee(folder.path(), &["play", "fruit", "js:bad.js", "@east", "-q"]);
    assert!(out(&output).contains("was thrown out, exit: threw Error: alas"), "{}", out(&output));

    for (game, bot, advice) in [
        ("fruit", "js:none.js", "there is no JavaScript file"),
        ("ocean", "js:bad.js", "'js:bad.js': bots that begin with 'js:' play fruit, not ocean"),
    ] {
        let output = referee(folder.path(), &["play", game, bot]);
        assert_eq!(code(&output), 2);
        assert!(err(&output).contains(advice), "{}", err(&output));
    }
}

#[test]
fn without_node_the_message_names_the_built_in_engine() {
    let folder = TempDir::new().unwrap();
    let bot = format!("node:{}", bots().join("mo.js").display());
    let mut command = common::command(folder.path(), &["play", "fruit", &bot]);
    let output = command.env("PATH", folder.path()).output().unwrap();
    assert_eq!(code(&output), 2);
    let advice = "needs the program 'node', which is not on the path; install it, or give js:FILE";
    assert!(err(&output).contains(advice), "{}", err(&output));
}

#[test]
fn the_list_of_games_says_how_to_name_a_javascript_bot() {
    let folder = TempDir::new().unwrap();
    let text = out(&referee(folder.path(), &["games"]));
    assert!(text.contains("\n  also     js:FILE     a JavaScript bot of 2012"), "{text}");
}

/// The same games in Node.js, if it is installed.
#[test]
fn node_plays_the_same_files() {
    if !Need::Node.program_runs() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| referee(folder.path(), arguments);
    let bot = |name: &str| format!("node:{}", bots().join(name).display());
    for name in ["mo.js", "quirks.js"] {
        let file = format!("{name}.jsonl");
        let played =
            run(&["play", "fruit", &bot(name), "@greedy", "--seed", "8", "--record", &file]);
        assert!(!out(&played).contains("thrown out"), "{}", out(&played));
        let engine = format!("js:{}", bots().join(name).display());
        let redriven = run(&["redrive", &file, "--seat", "0", &engine]);
        assert_eq!(code(&redriven), 0, "{}{}", out(&redriven), err(&redriven));
    }
    fs::write(folder.path().join("bad.js"), "function make_move() { throw new Error('alas') }")
        .unwrap();
    let output = run(&["play", "fruit", "node:bad.js", "@east", "-q"]);
    assert!(out(&output).contains("stderr: Error: alas"), "{}", out(&output));
    // The reason is in the line of the fault, as with the built-in engine.
    let fault =
        "was thrown out, exit: exited with code 1 in the middle of the line `threw Error: alas`";
    assert!(out(&output).contains(fault), "{}", out(&output));
    for (script, reason) in [
        ("function make_move() { $('x'); }", "there is no jQuery"),
        ("function make_move() { throw 'why'; }", "`threw why`"),
        ("function make_move( {", "`threw SyntaxError: "),
        ("throw null", "`threw an object`"),
    ] {
        fs::write(folder.path().join("bad.js"), script).unwrap();
        let output = run(&["play", "fruit", "node:bad.js", "@east", "-q"]);
        assert!(out(&output).contains(reason), "{}", out(&output));
    }
    // A bot that changes what every object has changes nothing for its host.
    let meddler = "Array.prototype.push = Array.prototype.map = String.prototype.trim = null;
                   Object.prototype.extra = 1; JSON = String = Number = null; var process, require, input, line;
                   function make_move() { console.log('still', typeof process); return PASS; }";
    fs::write(folder.path().join("bad.js"), meddler).unwrap();
    let output = run(&["play", "fruit", "node:bad.js", "@east", "-q"]);
    assert!(!out(&output).contains("thrown out"), "{}", out(&output));
    fs::write(folder.path().join("bad.js"), "function make_move() { return 'NORTH' }").unwrap();
    let output = run(&["play", "fruit", "node:bad.js", "@east", "-q"]);
    assert!(out(&output).contains("got \"\\\"NORTH\\\"\" (not-a-move)"), "{}", out(&output));
    let escape = "function make_move() { \
                  return typeof get_board().constructor.constructor('return process')() }";
    fs::write(folder.path().join("bad.js"), escape).unwrap();
    let output = run(&["play", "fruit", "node:bad.js", "@east", "-q"]);
    assert!(out(&output).contains("process is not defined"), "{}", out(&output));
}
