//! Programs that the rules throw out while others play on: they are gone before anybody else is
//! asked, with all that they started.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use referee::contest::House;
use referee::game::{Expected, Fault, Game, Seat};
use referee::games::alamode::{self, AlamodeGame};
use referee::games::ocean::{self, OceanGame};
use referee::play::{Watcher, play};
use referee::player::Player;
use referee::player::house::HousePlayer;
use referee::player::process::{Launch, ProcessPlayer};
use referee::recording::Exchange;
use referee::table::Table;
use tempfile::TempDir;

/// Answers always the same, and looks each time whether the processes of a file live.
struct Witness {
    pids: PathBuf,
    says: &'static str,
    seen: Arc<Mutex<Vec<usize>>>,
}

impl House for Witness {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        let pids = std::fs::read_to_string(&self.pids).unwrap();
        self.seen.lock().unwrap().push(pids.lines().filter(|pid| lives(pid)).count());
        vec![self.says.to_owned()]
    }
}

/// Whether a process lives: one that is dead but not buried does not.
fn lives(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap().trim_start().starts_with(['Z', 'X']))
}

/// What seat 0 wrote to standard error.
struct LastWords(Vec<String>);

impl Watcher for LastWords {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        if exchange.seat == Seat(0) {
            self.0.extend_from_slice(&exchange.stderr);
        }
        Ok(())
    }
}

/// Plays a game in which a program in seat 0 says its lines, the last of which is an outrage, and
/// then stays with a child of its own; `others` say always the same. Gives how many processes of
/// seat 0 lived at each answer of the others.
fn living_at_each_answer(
    game: &mut dyn Game,
    lines: &[&str],
    others: &[&'static str],
) -> Vec<usize> {
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
    launch.limits.timeout_factor = 1e6; // A busy machine must not decide a game.
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(ProcessPlayer::spawn("bot", &launch).unwrap())];
    let seen = Arc::new(Mutex::new(Vec::new()));
    for says in others {
        let witness = Witness { pids: pids.clone(), says, seen: Arc::clone(&seen) };
        players.push(Box::new(HousePlayer::new("witness", Box::new(witness))));
    }
    let mut table = Table::new(players);
    let mut watcher = LastWords(Vec::new());
    let outcome = play(game, &mut table, &mut watcher).unwrap();
    let out = &outcome.thrown_out[0];
    assert_eq!((out.seat, out.fault, out.line.as_deref()), (Seat(0), Fault::Garbage, Some(*last)));
    assert_eq!(watcher.0, ["alas"]);
    let seen = seen.lock().unwrap();
    seen.clone()
}

#[test]
fn a_dead_chef_s_program_does_not_live_on_for_the_rest_of_the_match() {
    let mut game = AlamodeGame::new(1, alamode::League::new(4));
    let lines = ["WAIT", "WAIT", "USE 1 1"];
    let living = living_at_each_answer(&mut game, &lines, &["WAIT", "WAIT"]);
    // Two answers of its partner before its death, and all that come after it.
    assert_eq!(living[..4], [2, 2, 0, 0]);
    assert_eq!((living.len(), living.iter().sum::<usize>()), (400, 4));
}

#[test]
fn a_captain_who_has_no_starting_cell_is_gone_when_the_other_is_asked_for_its_own() {
    let mut game = OceanGame::new(1, ocean::League::new(4));
    assert_eq!(living_at_each_answer(&mut game, &["99 99"], &["0 0"]), [0]);
}
