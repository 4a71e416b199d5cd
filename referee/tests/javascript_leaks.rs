//! Hundreds of games of JavaScript bots leave nothing behind in the referee. This test is a program of its
//! own, because it counts the files, children, threads and memory of the whole process.
#![cfg(feature = "javascript")]

use std::path::Path;
use std::time::Duration;
use std::{array, fs, thread};

use referee::games::fruit::javascript::{JavaScriptPlayer, ScriptLimits};
use referee::games::fruit::{FruitGame, Rules, Sides, board_of_number};
use referee::play::play;
use referee::player::Player;
use referee::table::Table;
use referee::testkit::cases::cases;

/// The resources of this process: open files, children, threads. The least of twenty looks counts, since a thread of
/// the last game may not have ended yet.
fn held() -> [usize; 3] {
    let looks = (0..20).map(|_| {
        thread::sleep(Duration::from_millis(10));
        held_now()
    });
    looks.reduce(|least, now| array::from_fn(|i| least[i].min(now[i]))).unwrap()
}

fn held_now() -> [usize; 3] {
    let count = |folder| fs::read_dir(folder).unwrap().count();
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let children = tasks.map(|task| {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        list.split_ascii_whitespace().count()
    });
    [count("/proc/self/fd"), children.sum(), count("/proc/self/task")]
}

fn resident_pages() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Scripts that keep playing, that never end, that take all memory, and that throw.
const SCRIPTS: [&str; 4] = [
    "function make_move() { return 1 } new Array(1e5).join('x')",
    "Array.prototype.reverse.call({ length: 2e15 })",
    "var a = []; while (true) a.push(new Array(1000).join('x') + a.length)",
    "throw 'at once'",
];

#[test]
fn many_games_leave_no_process_no_file_and_no_memory() {
    let folder = tempfile::TempDir::new().unwrap();
    for (number, script) in SCRIPTS.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.js")), script).unwrap();
    }
    let load = |script: usize| -> Box<dyn Player> {
        let file = folder.path().join(format!("{script}.js"));
        let patience = Duration::from_millis(1);
        let limits = ScriptLimits { patience, memory: 4 << 20, ..ScriptLimits::default() };
        Box::new(JavaScriptPlayer::load("js", Path::new(&file), 1, limits).unwrap())
    };
    let play = |number: usize| {
        let rules = Rules { move_millis: 2, ..Rules::default() };
        let mut game = FruitGame::new(board_of_number(number as u32, Sides::CONTEST), rules);
        let mut table = Table::new(vec![load(number % 4), load(0)]);
        play(&mut game, &mut table, &mut ()).unwrap();
    };
    (0..100).for_each(play);
    let (before, pages) = (held(), resident_pages());
    let games = cases(200, 1000);
    (100..games).for_each(play);
    assert_eq!(held(), before, "files, children, threads");
    let ratio = resident_pages() as f64 / pages as f64;
    assert!(ratio < 1.2, "after {games} games the memory is {ratio:.2} times that after a hundred");
}
