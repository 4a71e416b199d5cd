//! What the referee adds to the cost of asking a program.
//!
//! `cargo bench -p referee --bench exchange` asks the same program, which answers at once, over bare
//! blocking pipes and through the [`Table`], by turns in the same run, and prints the difference.
//! A bare exchange is two system calls on each side and two changes of process; nothing that asks
//! a program can cost less. A game of Ocean of Code adds what the rules cost; its last request finds
//! a program that has ended.

mod walk;

use std::hint::black_box;
use std::io::{BufRead, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use referee::game::{Expected, Request, Seat};
use referee::games::ocean::{League, OceanGame};
use referee::play::play;
use referee::player::Player;
use referee::player::process::{Launch, ProcessPlayer};
use referee::table::Table;

/// What a turn of Ocean of Code says.
const REQUEST: [&str; 3] = ["7 3 6 5 0 2 4 1", "NA", "MOVE N|TORPEDO 5 2|SILENCE"];
const ANSWER: &[u8] = b"MOVE E TORPEDO|MSG tracking 17 cells\n";

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bot") => return bot(),
        Some("walker") => return walker(),
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
    let mut way_ocean = Way::new("a game of ocean", walk::TURNS as usize + 2);
    let requests: Vec<Request> = (0..20).map(request).collect();
    for _ in 0..rounds {
        way_bare.measure(exchanges, |_| bare.ask());
        way_alone.measure(exchanges, |_| ask(&mut alone, &requests[..1]));
        way_pair.measure(exchanges, |turn| ask(&mut pair, &requests[turn % 2..=turn % 2]));
        way_crowd.measure(exchanges / 20, |_| ask(&mut crowd, &requests));
        let mut walkers = seats("walker", 2);
        way_ocean.measure(1, |_| ocean(&mut walkers));
    }
    bare.stop();

    println!("one exchange, median of {rounds} rounds of {exchanges}:\n");
    println!(
        "{:30}{:>10}{:>12}{:>8}{:>14}{:>13}",
        "", "µs", "more, µs", "ratio", "CPU µs here", "a second"
    );
    for way in [&way_bare, &way_alone, &way_pair, &way_crowd, &way_ocean] {
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

/// One way to ask, and how long it took in each round.
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
    /// A way that gives so many answers in one step.
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

/// Processor time that this thread has used.
fn processor() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_THREAD).expect("ask for the time used");
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(micros as u64)
}

/// The program asked: three lines in, one out, at once.
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

/// A program that plays a known game of Ocean of Code without a thought.
fn walker() {
    let lines = walk::walk();
    let mut answers = std::iter::once(walk::START).chain(lines.iter().map(String::as_str));
    let mut output = std::io::stdout();
    // The map has a line of sizes and 15 rows, a turn has three lines.
    let mut wanted = 16;
    for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
        wanted -= 1;
        if wanted == 0 {
            wanted = 3;
            let Some(answer) = answers.next() else { return };
            let line = format!("{answer}\n");
            output.write_all(line.as_bytes()).and_then(|()| output.flush()).expect("answer");
        }
    }
}

/// Plays the known game between two walkers under the rules, until the first has no more to say.
fn ocean(walkers: &mut Table) {
    let mut game = OceanGame::new(1, League::new(4));
    let outcome = play(&mut game, walkers, &mut ()).expect("a sound referee");
    assert_eq!(outcome.turns, walk::TURNS + 1);
}

/// The least that asking can cost.
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
    let launch = Launch::new(std::env::current_exe().expect("know this program")).args([program]);
    let player = || ProcessPlayer::spawn("bot", &launch).expect("start the bot");
    Table::new((0..number).map(|_| Box::new(player()) as Box<dyn Player>).collect())
}

fn request(seat: usize) -> Request {
    let limit = Duration::from_secs(60);
    let expected = Some(Expected { lines: 1, limit, line_bytes: 10_000 });
    Request { seat: Seat(seat), lines: REQUEST.map(str::to_owned).to_vec(), expected }
}

fn ask(table: &mut Table, requests: &[Request]) {
    for reply in black_box(table.ask(requests).expect("a sound referee")) {
        assert_eq!(reply.answer.fault, None, "{reply:?}");
    }
}
