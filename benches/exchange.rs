//! The time that the referee adds to the cost of asking a program.
//!
//! `cargo bench -p benches --bench exchange` asks the same program, which answers at once, over bare blocking
//! pipes and through the [`Table`], by turns in the same run, and prints the difference. A bare exchange is
//! two system calls on each side and two changes of process; no method of asking a program can cost less. The
//! last row is a whole game whose rules cost almost nothing.

mod processor;

use std::hint::black_box;
use std::io::{BufRead, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use processor::processor;
use referee::game::{Expected, Request, Seat};
use referee::play::play;
use referee::player::Player;
use referee::player::process::{Launch, ProcessPlayer};
use referee::table::Table;
use referee::testkit::nearest::NearestGame;

/// About as many bytes as a turn of a contest.
const REQUEST: [&str; 3] = ["7 3 6 5 0 2 4 1", "NA", "MOVE N|TORPEDO 5 2|SILENCE"];
/// Rounds of a whole game.
const ROUNDS: u32 = 150;
const ANSWER: &[u8] = b"MOVE E TORPEDO|MSG tracking 17 cells\n";

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bot") => return bot(),
        Some("five") => return five(),
        _ => {}
    }
    let (rounds, exchanges) = (31, 1000);

    let mut bare = Bare::start();
    let mut alone = seats("bot", 1);
    let mut pair = seats("bot", 2);
    let mut crowd = seats("bot", 20);
    let mut way_bare = Way::new("bare pipes", 1);
    let mut way_alone = Way::new("table, one seat", 1);
    let mut way_pair = Way::new("table, two seats in turn", 1);
    let mut way_crowd = Way::new("table, twenty seats at once", 20);
    let mut way_game = Way::new("a game of two seats at once", 2 * ROUNDS as usize);
    let requests: Vec<Request> = (0..20).map(request).collect();
    for _ in 0..rounds {
        way_bare.measure(exchanges, |_| bare.ask());
        way_alone.measure(exchanges, |_| ask(&mut alone, &requests[..1]));
        way_pair.measure(exchanges, |turn| ask(&mut pair, &requests[turn % 2..=turn % 2]));
        way_crowd.measure(exchanges / 20, |_| ask(&mut crowd, &requests));
        let mut players = seats("five", 2);
        way_game.measure(1, |_| game(&mut players));
    }
    bare.stop();

    println!("one exchange, median of {rounds} rounds of {exchanges}:\n");
    println!(
        "{:30}{:>10}{:>12}{:>8}{:>14}{:>13}",
        "", "µs", "more, µs", "ratio", "CPU µs here", "a second"
    );
    for way in [&way_bare, &way_alone, &way_pair, &way_crowd, &way_game] {
        let micros = way.median(|round| round.wall);
        let base = way_bare.median(|round| round.wall);
        println!(
            "{:30}{micros:10.2}{:12.2}{:8.2}{:14.2}{:13.0}",
            way.name,
            micros - base,
            micros / base,
            way.median(|round| round.processor),
            1e6 / micros,
        );
    }
}

/// One way to ask, and its time in each round.
struct Way {
    name: &'static str,
    answers: usize,
    rounds: Vec<Round>,
}

/// Microseconds for one exchange.
struct Round {
    wall: f64,
    /// Processor time of the referee alone.
    processor: f64,
}

impl Way {
    /// A way that gives this number of answers in one step.
    fn new(name: &'static str, answers: usize) -> Self {
        Self { name, answers, rounds: Vec::new() }
    }

    fn measure(&mut self, steps: usize, mut step: impl FnMut(usize)) {
        let (start, processor_start) = (Instant::now(), processor());
        for number in 0..steps {
            step(number);
        }
        let exchanges = (steps * self.answers) as f64;
        let each = |time: Duration| time.as_secs_f64() * 1e6 / exchanges;
        let processor = each(processor().saturating_sub(processor_start));
        self.rounds.push(Round { wall: each(start.elapsed()), processor });
    }

    fn median(&self, figure: impl Fn(&Round) -> f64) -> f64 {
        let mut figures: Vec<f64> = self.rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    }
}

/// The program that is asked: it reads three lines and writes one, at once.
fn bot() {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
    let mut buffer = [0; 4096];
    let mut lines = 0;
    loop {
        let bytes = input.read(&mut buffer).expect("read a request");
        if bytes == 0 {
            return;
        }
        for _ in buffer[..bytes].iter().filter(|&&byte| byte == b'\n') {
            lines += 1;
            if lines == REQUEST.len() {
                lines = 0;
                output.write_all(ANSWER).and_then(|()| output.flush()).expect("write an answer");
            }
        }
    }
}

/// A program that answers every line with the same number.
fn five() {
    let mut output = std::io::stdout();
    for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
        output.write_all(b"5\n").and_then(|()| output.flush()).expect("write an answer");
    }
}

/// Plays a whole game between two programs.
fn game(players: &mut Table) {
    let mut game = NearestGame::new(1, ROUNDS, 1000, 2);
    let outcome = play(&mut game, players, &mut ()).expect("a sound referee");
    assert_eq!((outcome.turns, outcome.thrown_out.len()), (ROUNDS, 0));
}

/// The fastest way to ask, for comparison.
struct Bare {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    request: Vec<u8>,
}

impl Bare {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().expect("know this program"))
            .arg("bot")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("start the bot");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output, request: (REQUEST.join("\n") + "\n").into_bytes() }
    }

    fn ask(&mut self) {
        self.input.write_all(&self.request).expect("ask");
        let mut buffer = [0; 4096];
        let mut bytes = 0;
        while bytes == 0 || buffer[bytes - 1] != b'\n' {
            bytes += self.output.read(&mut buffer[bytes..]).expect("hear");
        }
        black_box(&buffer);
    }

    fn stop(mut self) {
        drop(self.input);
        self.child.wait().expect("end the bot");
    }
}

fn seats(program: &str, number: usize) -> Table {
    let mut launch =
        Launch::new(std::env::current_exe().expect("know this program")).args([program]);
    // A busy machine must not end a measurement.
    launch.limits.timeout_factor = 1e6;
    let player = || ProcessPlayer::spawn("bot", &launch).expect("start the bot");
    Table::new((0..number).map(|_| Box::new(player()) as Box<dyn Player>).collect())
}

fn request(seat: usize) -> Request {
    let limit = Duration::from_mins(1);
    let expected = Some(Expected { lines: 1, limit, line_bytes: 10_000 });
    Request { seat: Seat(seat), lines: REQUEST.map(str::to_owned).to_vec(), expected }
}

fn ask(table: &mut Table, requests: &[Request]) {
    for reply in black_box(table.ask(requests).expect("a sound referee")) {
        assert_eq!(reply.answer.fault, None, "{reply:?}");
    }
}
