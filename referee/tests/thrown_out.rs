//! A program that is disqualified while others play on is gone, with all its processes, before the next seat
//! is asked.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use referee::contest::House;
use referee::game::{Expected, Fault, Seat};
use referee::play::{Watcher, play};
use referee::player::Player;
use referee::player::house::HousePlayer;
use referee::player::process::{Launch, ProcessPlayer};
use referee::recording::Exchange;
use referee::table::Table;
use referee::testkit::nearest::NearestGame;
use tempfile::TempDir;

/// Always answers 5, and each time counts the living processes of a file.
struct Witness {
    pids: PathBuf,
    seen: Arc<Mutex<Vec<usize>>>,
}

impl House for Witness {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        let pids = std::fs::read_to_string(&self.pids).unwrap();
        self.seen.lock().unwrap().push(pids.lines().filter(|pid| lives(pid)).count());
        vec!["5".to_owned()]
    }
}

/// Whether a process lives. A process that has ended but is not yet waited for does not.
fn lives(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap().trim_start().starts_with(['Z', 'X']))
}

/// The text that seat 0 wrote to standard error.
struct LastWords(Vec<String>);

impl Watcher for LastWords {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        if exchange.seat == Seat(0) {
            self.0.extend_from_slice(&exchange.stderr);
        }
        Ok(())
    }
}

/// Plays a game of five rounds in which three seats are asked in turn. The program in seat 0 writes its
/// lines, the last of which is illegal, and then stays, with a child of its own; the others answer 5. Returns
/// how many processes of seat 0 lived at each answer of the others.
fn living_at_each_answer(lines: &[&str]) -> Vec<usize> {
    let folder = TempDir::new().unwrap();
    let pids = folder.path().join("pids");
    let (last, before) = lines.split_last().unwrap();
    let before = before.join("\n");
    let script = format!(
        "sleep 600 & echo $$ > {0}; echo $! >> {0}; [ -z '{before}' ] || echo '{before}'; \
         echo alas >&2; echo '{last}'; while :; do sleep 600; done",
        pids.display()
    );
    let mut launch = Launch::new("sh").args(["-c", &script]);
    // Without namespaces, because the process ids that the program writes would not be those that others see.
    launch.namespaces = false;
    launch.limits.timeout_factor = 1e6; // A busy machine must not decide a game.
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(ProcessPlayer::spawn("bot", &launch).unwrap())];
    let seen = Arc::new(Mutex::new(Vec::new()));
    for _ in 1..3 {
        let witness = Witness { pids: pids.clone(), seen: Arc::clone(&seen) };
        players.push(Box::new(HousePlayer::new("witness", Box::new(witness))));
    }
    let mut table = Table::new(players);
    let mut watcher = LastWords(Vec::new());
    let mut game = NearestGame::new(1, 5, 1000, 3).in_turn();
    let outcome = play(&mut game, &mut table, &mut watcher);
    let out = &outcome.unwrap().thrown_out[0];
    assert_eq!((out.seat, out.fault, out.line.as_deref()), (Seat(0), Fault::Garbage, Some(*last)));
    assert_eq!(watcher.0, ["alas"]);
    let seen = seen.lock().unwrap();
    seen.clone()
}

#[test]
fn a_program_that_is_thrown_out_does_not_live_on_for_the_rest_of_the_game() {
    // Two answers of the others in each round: two rounds before it is thrown out, three after.
    assert_eq!(living_at_each_answer(&["5", "5", "10"]), [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_program_whose_first_answer_is_illegal_is_gone_when_the_next_seat_is_asked() {
    assert_eq!(living_at_each_answer(&["no number"]), [0; 10]);
}
