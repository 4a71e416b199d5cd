//! Runs on workers that are simulated in this process, in virtual time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Map;
use tempfile::TempDir;

use super::folder::RunFolder;
use super::front_end::{AtInterrupt, FrontEnd};
use super::life::Sign;
use super::plan::Task;
use super::result_file::{BatchGame, BatchHeader, text};
use crate::arena::{
    BotProgram, ChainCheck, DuelStanding, Elsewhere, Job, Jobs, Log, LogHeader, Logged,
    OtherMachine, Pairing, PlayedOn, Progress, RunElsewhere, Test, Times, logged,
};
use crate::contest_file::OnTable;
use crate::on::{Engine, TaskArray};
use crate::stats::sprt::{Sprt, TestVerdict};
use crate::system::own_thread_time;

/// A simulated cluster. The result of a game and its time are functions of its seed.
struct Simulated {
    folder: RunFolder,
    /// The speed of each worker.
    speeds: Vec<f64>,
    idle: Vec<usize>,
    queue: VecDeque<u64>,
    /// Batches that are played, by their end in microseconds.
    playing: BinaryHeap<Reverse<(u64, usize, u64)>>,
    /// Whether the worker of the next task hangs after its first sign of life.
    hangs: bool,
    hung: Option<u64>,
    begin: Instant,
    micros: u64,
    game: fn(&Job) -> (Logged, f64),
    /// What it shares with the test.
    seen: Arc<Mutex<Seen>>,
}

/// What a simulation has seen.
#[derive(Default)]
struct Seen {
    /// The seeds in the order in which their units ended.
    ended: Vec<String>,
    /// The tasks that hung and were cancelled.
    cancelled: Vec<u64>,
    /// CPU time of the simulation itself.
    cpu: Duration,
}

/// The most memory that this process has had, in MiB.
fn most_memory() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

impl Simulated {
    fn new(log: &Path, speeds: Vec<f64>, game: fn(&Job) -> (Logged, f64)) -> Self {
        Self {
            folder: RunFolder::of_log(log),
            idle: (0..speeds.len()).collect(),
            speeds,
            queue: VecDeque::new(),
            playing: BinaryHeap::new(),
            hangs: false,
            hung: None,
            begin: Instant::now(),
            micros: 0,
            game,
            seen: Arc::default(),
        }
    }

    fn batch(&self, task: u64) -> Task {
        Task::load(&self.folder.task(task)).unwrap()
    }

    fn start_tasks(&mut self) {
        while !self.queue.is_empty() {
            let Some(worker) = self.idle.pop() else { break };
            let task = self.queue.pop_front().unwrap();
            if std::mem::take(&mut self.hangs) {
                let sign = serde_json::to_vec(&Sign::default()).unwrap();
                fs::write(self.folder.running(task), sign).unwrap();
                self.hung = Some(task);
                continue;
            }
            let seconds: f64 = self.batch(task).games.iter().map(|job| (self.game)(job).1).sum();
            let micros = (seconds / self.speeds[worker] * 1e6) as u64;
            self.playing.push(Reverse((self.micros + micros, worker, task)));
        }
        let workers = self.idle.len() + self.playing.len() + usize::from(self.hung.is_some());
        assert_eq!(workers, self.speeds.len(), "a worker is lost");
    }

    fn end(&mut self, worker: usize, task: u64) {
        let batch = self.batch(task);
        let mut seconds = 0.0;
        let games = batch.games.iter().map(|job| {
            let (game, took) = (self.game)(job);
            seconds += took / self.speeds[worker];
            let (seed, bots) = (job.seed.clone(), job.bots.clone());
            BatchGame { seed, bots, game: Some(game), ..BatchGame::default() }
        });
        let games: Vec<BatchGame> = games.collect();
        let host = format!("n{worker}");
        let header = BatchHeader::new(&batch.plan, task, &host, "cpu".to_owned(), seconds);
        fs::write(self.folder.results(task), text(&header, &games).unwrap()).unwrap();
        self.seen.lock().unwrap().ended.extend(batch.games.into_iter().map(|job| job.seed));
    }
}

impl Engine for Simulated {
    fn name(&self) -> &'static str {
        "the simulation"
    }

    fn submit(&mut self, tasks: &TaskArray) -> Result<String> {
        let before = own_thread_time();
        self.queue.extend(tasks.tasks());
        self.start_tasks();
        self.seen.lock().unwrap().cpu += own_thread_time().saturating_sub(before);
        Ok(tasks.first.to_string())
    }

    fn held(&mut self, _: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        let playing = self.playing.iter().map(|Reverse((_, _, task))| *task);
        Ok(Some(playing.chain(self.queue.iter().copied()).chain(self.hung).collect()))
    }

    fn cancel(&mut self, _: &[(String, u64, u64)], _: &Path) {
        self.queue.clear();
        self.seen.lock().unwrap().cancelled.extend(self.hung);
        self.idle.extend(self.playing.drain().map(|Reverse((_, worker, _))| worker));
    }

    fn last_words(&self, _: &(String, u64, u64), _: u64, _: &Path) -> Option<String> {
        None
    }

    fn now(&self) -> Instant {
        self.begin + Duration::from_micros(self.micros)
    }

    fn pause(&mut self, time: Duration) {
        let before = own_thread_time();
        let until = self.micros + time.as_micros() as u64;
        while let Some(Reverse((end, worker, task))) = self.playing.peek().copied() {
            if end > until {
                break;
            }
            self.playing.pop();
            self.micros = end;
            self.end(worker, task);
            self.idle.push(worker);
            self.start_tasks();
        }
        self.micros = until;
        self.seen.lock().unwrap().cpu += own_thread_time().saturating_sub(before);
    }
}

/// A number from 0 to 1 that follows from a seed.
fn chance(seed: &str, salt: u64) -> f64 {
    let hash = blake3::keyed_hash(&[salt as u8; 32], seed.as_bytes());
    let bytes: [u8; 8] = hash.as_bytes()[..8].try_into().unwrap();
    (u64::from_le_bytes(bytes) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A game of two equal bots. Games that `a` loses take a hundred times as long.
fn even_game(job: &Job) -> (Logged, f64) {
    let number = u64::from(job.bots[0] == "a");
    let a_wins = chance(&job.seed, number) < 0.5;
    let a_first = job.bots[0] == "a";
    let ranks = if a_wins == a_first { [1, 2] } else { [2, 1] };
    let bots: Vec<&str> = job.bots.iter().map(String::as_str).collect();
    (logged(&job.seed, &bots, &ranks), if a_wins { 1.0 } else { 100.0 })
}

fn jobs(pairing: &Pairing, run: u64, units: u64) -> Jobs {
    let seeds = (0..units).map(|unit| format!("{run}-{unit}"));
    let games = seeds.flat_map(|seed| {
        pairing.orders().iter().map(move |order| Job::new(seed.clone(), order.clone()))
    });
    games.collect()
}

/// How a simulated run ended.
struct End {
    log: Log,
    verdict: Option<TestVerdict>,
    seen: Arc<Mutex<Seen>>,
    progress: Progress,
    /// The last line about the batches.
    news: String,
}

fn play(
    folder: &Path,
    jobs: Jobs,
    pairing: &Pairing,
    test: Option<Test>,
    engine: Simulated,
    table: OnTable,
) -> End {
    let header = LogHeader::new("ocean", Map::new(), "1".to_owned(), 1.0);
    let path = folder.join("log");
    let mut log = Log::open(&path, header.clone(), None).unwrap();
    let program = |bot: &str| BotProgram {
        bot: bot.to_owned(),
        command: "@random".to_owned(),
        fingerprint: 0,
        identity: None,
    };
    // A report shows the bots that the log describes.
    log.enter(&["a", "b"].map(program)).unwrap();
    let seen = Arc::clone(&engine.seen);
    let end =
        FrontEnd::new(Box::new(engine), table, Vec::new(), vec!["referee".to_owned()], || {
            AtInterrupt::Cancel
        });
    let never = AtomicBool::new(false);
    let stop = [&never, &never];
    let run = RunElsewhere {
        header,
        bots: Vec::new(),
        hero: "a",
        speeds: None,
        files: Vec::new(),
        log: &path,
        cores: 1,
        stop,
    };
    let mut standing = DuelStanding::new(pairing.clone(), test);
    let mut news = String::new();
    let progress = end.play(&run, jobs, &mut |played| {
        let line = end.news().line();
        if !line.is_empty() {
            news = line;
        }
        let game = played.result?.game;
        log.add(&game)?;
        standing.see(log.so_far(), &game);
        Ok(standing.verdict.map(|_| Progress::Enough))
    });
    assert_eq!(end.news().line(), "", "the run is over");
    End { verdict: standing.verdict, progress: progress.unwrap(), log, seen, news }
}

fn pairing() -> Pairing {
    Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::cases::cases;

    /// The order of the plan keeps the risk of a test whatever the speeds of workers and games are. The order in which games
    /// end does not: there short games come first, and here these are the games that `a` wins.
    #[test]
    fn late_games_are_not_under_counted_at_a_look() {
        let runs: u64 = cases(8, 40);
        let test = Test::Points(Sprt::new(0.0, 150.0, 0.05, 0.05).unwrap());
        let (mut wrong, mut wrong_by_end, mut other_order) = (0, 0, 0);
        for run in 0..runs {
            let folder = TempDir::new().unwrap();
            let jobs = jobs(&pairing(), run, 400);
            let plan: Vec<String> = jobs.iter().map(|job| job.seed).collect();
            let speeds = [vec![100.0; 8], vec![2.5; 8]].concat();
            let engine = Simulated::new(&folder.path().join("log"), speeds, even_game);
            let table = OnTable { batches: Some(48), batch_s: Some(0.01), ..OnTable::default() };
            let end = play(folder.path(), jobs, &pairing(), Some(test), engine, table);
            wrong += u64::from(end.verdict == Some(TestVerdict::AcceptedH1));
            // The log has the first games of the plan, in its order.
            let logged: Vec<&str> = end.log.games().map(|game| &*game.seed).collect();
            assert!(plan.iter().zip(&logged).all(|(plan, logged)| plan == *logged));
            assert_eq!(end.progress, Progress::Enough);
            // The same test at the same looks, by the order in which games ended.
            let mut other =
                Log::open(&folder.path().join("other"), end.log.header().clone(), None).unwrap();
            let mut by_end = DuelStanding::new(pairing(), Some(test));
            let ended = end.seen.lock().unwrap().ended.clone();
            other_order += u64::from(ended.iter().zip(&plan).any(|(ended, plan)| ended != plan));
            'ended: for unit in ended.chunks(2) {
                for order in pairing().orders() {
                    let (game, _) = even_game(&Job::new(unit[0].clone(), order.clone()));
                    other.add(&game).unwrap();
                    by_end.see(other.so_far(), &game);
                    if by_end.verdict.is_some() {
                        break 'ended;
                    }
                }
            }
            wrong_by_end += u64::from(by_end.verdict == Some(TestVerdict::AcceptedH1));
        }
        eprintln!(
            "wrong verdicts of {runs}: {wrong} in the order of the plan, {wrong_by_end} in that of the ends"
        );
        assert_eq!(other_order, runs, "the workers end games in another order");
        // 5 %, and three standard deviations.
        let most = 0.05 * runs as f64 + 3.0 * (0.05 * 0.95 * runs as f64).sqrt();
        assert!((wrong as f64) < most, "{wrong}");
        assert!(wrong_by_end as f64 > most, "{wrong_by_end}: the simulation shows no bias");
    }

    /// The engine does not see that a worker hangs, as GNU parallel does not if the machine at the other end of `ssh` is gone.
    #[test]
    fn a_task_that_hangs_is_played_once_more_and_cancelled_in_the_end() {
        let folder = TempDir::new().unwrap();
        let jobs = jobs(&pairing(), 1, 20);
        let mut engine = Simulated::new(&folder.path().join("log"), vec![1.0; 3], even_game);
        engine.hangs = true;
        let end = play(folder.path(), jobs, &pairing(), None, engine, OnTable::default());
        assert_eq!((end.progress, end.log.games().count()), (Progress::Done, 40));
        assert_eq!(end.seen.lock().unwrap().cancelled, [1]);
    }

    /// The front end of 1,000 workers. For the figures: `BOTYARD_SIMULATED_GAMES=1000000 cargo test --release -p referee --lib
    /// -- thousand_workers --nocapture`. With `BOTYARD_SIMULATED_LOG=PATH` it leaves a copy of its log there.
    #[test]
    fn a_thousand_workers_are_kept_busy() {
        let games = std::env::var("BOTYARD_SIMULATED_GAMES").ok().and_then(|it| it.parse().ok());
        let units = games.unwrap_or(cases(8_000_u64, 20_000)) / 2;
        let folder = TempDir::new().unwrap();
        let game = |job: &Job| {
            let (mut game, _) = even_game(job);
            let mut times = Times::default();
            for answer in 0..20 {
                times.add(
                    (40.0 + 20.0 * chance(&job.seed, answer)) as u64,
                    Duration::from_millis(1),
                );
            }
            game.times = vec![times.clone(), times].into();
            let host = (chance(&job.seed, 77) * 1000.0) as u64;
            let machine = OtherMachine {
                name: format!("n{host}"),
                processor: "a processor".into(),
                ..OtherMachine::default()
            };
            game.host = Some(PlayedOn { machine: machine.into(), starved_micros: Some(7) });
            let bots = job.bots.join(" ");
            game.again = format!("referee play game {bots} '--seed={}'", job.seed).as_str().into();
            (game, 0.5 + chance(&job.seed, 9))
        };
        let engine = Simulated::new(&folder.path().join("log"), vec![1.0; 1000], game);
        let table = OnTable { batches: Some(2000), ..OnTable::default() };
        let jobs = jobs(&pairing(), 0, units);
        let before = own_thread_time();
        let end = play(folder.path(), jobs, &pairing(), None, engine, table);
        let all = own_thread_time().saturating_sub(before);
        let own = all.saturating_sub(end.seen.lock().unwrap().cpu);
        assert_eq!((end.log.games().count() as u64, end.progress), (2 * units, Progress::Done));
        let is_told = |words: &str| end.news.contains(words);
        assert!(
            is_told("batches: ") && is_told(" queued, 0 running, ") && is_told("; 996 more"),
            "{}",
            end.news
        );
        let memory = most_memory();
        if let Some(copy) = std::env::var_os("BOTYARD_SIMULATED_LOG") {
            fs::copy(folder.path().join("log"), copy).unwrap();
        }
        let bytes = fs::metadata(folder.path().join("log")).unwrap().len() >> 20;
        eprintln!(
            "{} games: {:.1} s of CPU for the front end and its log, {memory} MiB at most, log of {bytes} MiB",
            2 * units,
            own.as_secs_f64()
        );
        // The log takes further games.
        let header = end.log.header().clone();
        drop(end);
        let path = folder.path().join("log");
        let before = Instant::now();
        let mut log = Log::open(&path, header, None).unwrap();
        let opened = before.elapsed().as_secs_f64();
        let before = Instant::now();
        log.add(&logged("another", &["a", "b"], &[1, 2])).unwrap();
        let added = 1000.0 * before.elapsed().as_secs_f64();
        eprintln!("opened again in {opened:.1} s; one more game took {added:.2} ms");
        drop(log);
        let again = Log::read(&path, &ChainCheck::default()).unwrap();
        assert_eq!(again.games().count() as u64, 2 * units + 1);
    }
}
