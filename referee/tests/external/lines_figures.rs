//! Speed of the line protocol, as ratios within one run.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use referee::contest::{Contest, Setup};
use referee::contest_file::ContestFile;
use referee::external;
use referee::play::play;
use referee::table::Table;
use referee::testkit::cases::cases;
use referee::testkit::needs::Need;
use referee::testkit::scripts::{lines, scripted};
use serde_json::json;

use super::beside;
use super::lines::auction;

fn contest(folder: &Path) -> &'static dyn Contest {
    let file = ContestFile::load(&folder.join("botyard.toml")).unwrap();
    external::of_file(&file).unwrap().expect("a contest of its own")
}

/// The time of `games` games of two scripted players, who are asked one after the other.
fn time_of(contest: &dyn Contest, games: usize, rounds: usize) -> Duration {
    let options = json!({"rounds": rounds, "together": "false"}).as_object().unwrap().clone();
    let options = contest.with_defaults(options);
    let began = Instant::now();
    for seed in 0..games {
        let setup = Setup { seed: seed.to_string(), options: options.clone(), seats: 2 };
        let mut game = contest.start(&setup).unwrap();
        let players = [5, 6].map(|bid| scripted(lines(vec![&*bid.to_string(); rounds])));
        let outcome = play(game.as_mut(), &mut Table::new(players.into()), &mut ()).unwrap();
        assert_eq!(outcome.scores, [5 * rounds as i64, 6 * rounds as i64]);
    }
    began.elapsed()
}

#[test]
fn a_shared_process_plays_many_short_games_at_least_twenty_times_as_fast() {
    if !Need::Python.program_runs() {
        return;
    }
    let (shared, alone) = (auction("", ""), auction("--alone", ""));
    let (shared, alone) = (contest(shared.path()), contest(alone.path()));
    let games = cases(300, 1000);
    let of_shared = time_of(shared, games, 1).as_secs_f64() / games as f64;
    let of_alone = time_of(alone, games / 30, 1).as_secs_f64() / (games / 30) as f64;
    let ratio = of_alone / of_shared;
    println!(
        "a game takes {:.2} ms alone, {:.3} ms shared: {ratio:.0}",
        of_alone * 1e3,
        of_shared * 1e3
    );
    assert!(ratio >= 20.0, "only {ratio:.1} times as fast");
}

/// The referee behind bare pipes.
struct Bare {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bare {
    fn start() -> Self {
        let mut child = Command::new("python3")
            .arg(beside("auction.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    /// The time of a game of two players who are asked one after the other.
    fn time_of(&mut self, rounds: usize) -> Duration {
        let began = Instant::now();
        self.input.write_all(b"###Seed 1\n###Start 2\n").unwrap();
        let mut line = String::new();
        let mut seat = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).unwrap();
            if line.starts_with("###Protocol") {
                let start = format!("###Option rounds {rounds}\n###Option together false\n###Go\n");
                self.input.write_all(start.as_bytes()).unwrap();
            } else if let Some(question) = line.strip_prefix("###Output ") {
                question[..1].clone_into(&mut seat);
            } else if line.starts_with("###Wait") {
                self.input.write_all(format!("###Answer {seat} 1 0\n5\n").as_bytes()).unwrap();
            } else if line.starts_with("###End") {
                return began.elapsed();
            }
        }
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program is not optimised in tests and the machine may be busy, so the bound is wide: it finds a wait or a look at
/// the threads of the referee in each exchange.
#[test]
fn an_exchange_takes_little_longer_than_over_bare_pipes() {
    const ROUNDS: usize = 300;
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let contest = contest(folder.path());
    let mut bare = Bare::start();
    // The first games warm both up.
    time_of(contest, 1, 10);
    bare.time_of(10);
    let least = |mut time: Box<dyn FnMut() -> Duration + '_>| {
        (0..10).map(|_| time()).min().unwrap().as_secs_f64() * 1e6 / (2 * ROUNDS) as f64
    };
    let ours = least(Box::new(|| time_of(contest, 1, ROUNDS)));
    let bare = least(Box::new(|| bare.time_of(ROUNDS)));
    println!("an exchange takes {bare:.1} us over bare pipes, {ours:.1} us through the referee");
    assert!(ours < 60.0 * bare, "{ours:.1} us in place of {bare:.1} us");
}
