use super::*;
use crate::lines::Lines;
use std::cell::RefCell;

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Says in its remark how long it was to think, and in its answer what it read: a line is the
/// number of milliseconds for which the program does not run in that turn, or what is wrong.
struct Echo {
    lines: Lines<Input>,
    line: String,
    time: Option<Duration>,
}

thread_local! {
    /// The time that each call of `after_answer` was given.
    static AFTER: RefCell<Vec<Option<Duration>>> = RefCell::default();
}

impl Bot for Echo {
    type Params = ();
    type Turn = String;

    const ABOUT: About = About::new("echo", "1.0.0", "Echoes.");

    const TIMING: Timing = Timing {
        first_limit: millis(2_000_000),
        limit: millis(900_000),
        first: millis(1_000_000),
        most: millis(300_000),
        least: millis(1_000),
        room: millis(300_100),
        look_every: 5,
    };

    fn bench(_: &Flags<()>) -> Report {
        Report { signature: 0, nodes: 0, speed: 0.0, remarks: Vec::new() }
    }

    fn start(input: Input, _: &Flags<()>) -> Result<Option<Self>, Failure> {
        let mut lines = Lines::new(input, 100);
        let greeting = lines.first("a greeting")?;
        Ok(greeting.map(|line| Echo { lines, line, time: None }))
    }

    fn opening(&self) -> Option<String> {
        Some(self.line.clone())
    }

    fn listen(&mut self) -> Result<Option<Message<String>>, Failure> {
        let line = self.lines.first("a line")?;
        Ok(line.map(|turn| Message { turn, arrived: self.lines.arrived() }))
    }

    fn answer(&mut self, line: &String, deadline: &mut Deadline) -> Result<String, Failure> {
        self.line = line.clone();
        self.time = deadline.time();
        if line == "wrong" {
            return Err("that is wrong".into());
        }
        Ok(format!("{line}!"))
    }

    fn remark(&self, _: &String) -> String {
        format!("{:?}", self.time)
    }

    fn sketch(&self, turn: &String, sketch: &mut Sketch) {
        sketch.text((0, 0), turn);
    }

    fn after_answer(&mut self, deadline: Deadline) {
        AFTER.with(|after| after.borrow_mut().push(deadline.time()));
    }

    fn stall(&self) -> Duration {
        millis(self.line.parse().unwrap_or(0))
    }
}

/// The answers, the times to think, the lines for a viewer, the times after the answers, and the error.
struct Game {
    answers: String,
    times: Vec<String>,
    sketched: Vec<String>,
    after: Vec<Option<Duration>>,
    error: Option<String>,
}

fn game(flags: &Flags<()>, input: &'static str) -> Game {
    AFTER.with(|after| after.borrow_mut().clear());
    let (mut answers, mut log) = (Vec::new(), Vec::new());
    let result = play::<Echo>(flags, Box::new(input.as_bytes()), &mut answers, &mut log);
    let log = String::from_utf8(log).unwrap();
    let remarks = log.lines().filter(|line| !line.starts_with('@'));
    let sketched = log.lines().filter(|line| line.starts_with('@'));
    Game {
        answers: String::from_utf8(answers).unwrap(),
        times: remarks.map(|line| line.split(',').next().unwrap().to_owned()).collect(),
        sketched: sketched.map(str::to_owned).collect(),
        after: AFTER.with(|after| after.borrow().clone()),
        error: result.err().map(|error| error.to_string()),
    }
}

fn verbose() -> Flags<()> {
    Flags { verbose: true, ..Flags::default() }
}

#[test]
fn every_message_is_answered() {
    let quiet = game(&Flags::default(), "hello\na\nb\n");
    assert_eq!((&*quiet.answers, quiet.error), ("hello\na!\nb!\n", None));
    assert!(quiet.times.is_empty() && quiet.sketched.is_empty(), "a quiet bot says nothing");
    let none = game(&verbose(), "");
    assert_eq!((&*none.answers, none.error), ("", None));
}

#[test]
fn a_viewer_is_told_what_the_bot_thinks() {
    assert_eq!(game(&verbose(), "hello\na\nb\n").sketched, ["@text 0 0 a", "@text 0 0 b"]);
}

#[test]
fn an_error_ends_the_game_after_the_answers_before_it() {
    let game = game(&verbose(), "hello\na\nwrong\nb\n");
    assert_eq!(&*game.answers, "hello\na!\n");
    assert_eq!(game.error.as_deref(), Some("that is wrong"));
}

#[test]
fn the_first_turn_has_its_own_time() {
    let game = game(&verbose(), "hello\n0\n0\n0\n");
    assert_eq!(game.times, ["Some(1000s)", "Some(300s)", "Some(300s)"]);
    assert_eq!(game.after, [Some(millis(300_000)); 3]);
}

#[test]
fn after_a_stall_the_next_turns_are_shorter() {
    // 300.1 s hold 300 s and four stalls of 25 ms.
    let game = game(&verbose(), "hello\n0\n25\n35\n0\n");
    assert_eq!(game.times, ["Some(1000s)", "Some(300s)", "Some(300s)", "Some(299.96s)"]);
    assert_eq!(game.after[3], Some(millis(299_960)));
}

#[test]
fn a_time_or_a_node_budget_replaces_the_bots_own_times() {
    let timed = game(&Flags { time: Some(millis(7)), ..verbose() }, "hello\n0\n35\n0\n");
    assert_eq!(timed.times, ["Some(7ms)"; 3]);
    assert_eq!(timed.after, [Some(millis(7)); 3]);
    let counted = game(&Flags { nodes: Some(7), ..verbose() }, "hello\n0\n35\n0\n");
    assert_eq!(counted.times, ["None"; 3]);
    assert_eq!(counted.after, [None; 3]);
}

#[test]
fn a_timing_leaves_half_of_the_sites_time() {
    let good = Echo::TIMING;
    assert!(good.leaves_half());
    let bad = [
        Timing { first: millis(1_000_001), ..good },
        Timing { most: millis(450_001), ..good },
        Timing { least: millis(300_001), ..good },
        Timing { room: millis(900_000), ..good },
    ];
    assert!(!bad.iter().any(Timing::leaves_half));
}

/// Reads no input. Turns 1 to 3 were all sent before the game began; turn 4 arrives after a pause.
struct Backlog {
    sent: Instant,
    turn: u8,
    answered: Option<Instant>,
}

impl Bot for Backlog {
    type Params = ();
    type Turn = Instant;

    const ABOUT: About = About { name: "backlog", ..Echo::ABOUT };
    const TIMING: Timing = Echo::TIMING;

    fn bench(flags: &Flags<()>) -> Report {
        Echo::bench(flags)
    }

    fn start(_: Input, _: &Flags<()>) -> Result<Option<Self>, Failure> {
        let sent = Instant::now();
        std::thread::sleep(millis(5));
        Ok(Some(Backlog { sent, turn: 0, answered: None }))
    }

    fn listen(&mut self) -> Result<Option<Message<Instant>>, Failure> {
        self.turn += 1;
        let arrived = match self.turn {
            1..=3 => self.sent,
            4 => {
                std::thread::sleep(millis(50));
                Instant::now()
            }
            _ => return Ok(None),
        };
        Ok(Some(Message { turn: arrived, arrived }))
    }

    fn answer(&mut self, arrived: &Instant, deadline: &mut Deadline) -> Result<String, Failure> {
        // Each of these reads the clock once, in this order, so `used` is at most the time since the
        // later of the two instants, however slow the machine is.
        let used = deadline.elapsed();
        let (since_arrival, since_answer) =
            (arrived.elapsed(), self.answered.map(|answered| answered.elapsed()));
        match since_answer {
            Some(since_answer) => {
                assert!(used <= since_answer, "turn {} is charged for the one before", self.turn);
                assert!(used <= since_arrival, "turn {} is charged for the wait", self.turn);
            }
            None => assert!(used >= millis(5), "the first turn has its time from its arrival on"),
        }
        std::thread::sleep(millis(50));
        self.answered = Some(Instant::now());
        Ok(String::new())
    }

    fn remark(&self, _: &Instant) -> String {
        String::new()
    }
}

#[test]
fn the_clock_of_a_turn_starts_at_its_arrival_or_at_the_last_answer() {
    let input = Box::new(&b""[..]);
    play::<Backlog>(&Flags::default(), input, &mut io::sink(), &mut io::sink()).unwrap();
}
