//! What the referee adds to the time of a start and of an exchange, on every operating system.
//!
//! `exchanges` starts itself as a bot that answers at once, over bare pipes and as a player, by turns, and prints the
//! least times and their ratios as JSON. `benches/exchange.rs` looks closer, on Linux.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use referee::game::{Expected, Request, Seat};
use referee::player::Player;
use referee::player::process::{Launch, ProcessPlayer};
use referee::table::Table;

/// Measurements of each way of a start.
const STARTS: usize = 15;
/// Measurements of each way of an exchange. They are short, so that on a busy machine some are not disturbed.
const ROUNDS: usize = 100;
/// Exchanges of a measurement.
const EXCHANGES: usize = 15;

fn main() {
    if env::args().nth(1).as_deref() == Some("bot") {
        return bot();
    }
    let (mut starts, mut exchanges) = ([vec![], vec![]], [vec![], vec![]]);
    let (mut bare, mut player) = (Bare::start(), seat());
    for _ in 0..ROUNDS {
        exchanges[0].push(time(|| (0..EXCHANGES).for_each(|_| bare.ask())));
        exchanges[1].push(time(|| (0..EXCHANGES).for_each(|_| ask(&mut player))));
    }
    for _ in 0..STARTS {
        starts[0].push(time(|| {
            let mut bare = Bare::start();
            bare.ask();
            bare.end();
        }));
        starts[1].push(time(|| ask(&mut seat())));
    }
    bare.end();
    let [bare, referee] = exchanges.map(|times| least(&times) / EXCHANGES as f64);
    println!("{{\"exchange\":{}}}", figures(bare, referee));
    let [bare, referee] = starts.map(|times| least(&times));
    println!("{{\"start\":{}}}", figures(bare, referee));
}

/// Answers each line at once.
fn bot() {
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()).unwrap();
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The least time in microseconds. Other programs only add to a time, and not to both ways alike.
fn least(times: &[Duration]) -> f64 {
    times.iter().min().expect("a measurement").as_secs_f64() * 1e6
}

fn figures(bare: f64, referee: f64) -> String {
    let (ratio, a_second) = (referee / bare, 1e6 / referee);
    format!(
        "{{\"bare_micros\":{bare:.0},\"referee_micros\":{referee:.0},\"ratio\":{ratio:.2},\"a_second\":{a_second:.0}}}"
    )
}

/// The bot over pipes that the standard library makes.
struct Bare {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bare {
    fn start() -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .arg("bot")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("start the bot");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    fn ask(&mut self) {
        self.input.write_all(b"7 3 6 5\n").expect("ask the bot");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("hear the bot");
        assert_eq!(answer, "7 3 6 5\n");
    }

    fn end(mut self) {
        let _ = self.child.kill();
        self.child.wait().expect("end the bot");
    }
}

/// The bot as a player.
fn seat() -> Table {
    let mut launch = Launch::new(env::current_exe().unwrap()).args(["bot"]);
    // A busy machine must not end a measurement.
    launch.limits.timeout_factor = 1e6;
    let player = ProcessPlayer::spawn("bot", &launch).expect("start the bot");
    Table::new(vec![Box::new(player) as Box<dyn Player>])
}

fn ask(table: &mut Table) {
    let limit = Duration::from_secs(60);
    let expected = Some(Expected { lines: 1, limit, line_bytes: 100 });
    let request = Request { seat: Seat(0), lines: vec!["7 3 6 5".to_owned()], expected };
    let replies = table.ask(&[request]).expect("ask the player");
    assert_eq!(replies[0].answer.lines, ["7 3 6 5"], "{:?}", replies[0]);
}
