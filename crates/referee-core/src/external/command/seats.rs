//! The bots of a game that a referee program starts itself.
//!
//! The program starts a small script for each bot, which is a relay to a socket. The bot itself is started here, with
//! its limits and its isolation, before the program wants it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::contest::SeatedProgram;
use crate::game::Seat;
use crate::player::process::{Bridge, Launch, Overheard, hide_from_bots};
use crate::scratch::scratch_folder_in;
use crate::system::{LONGEST_FOLDER_OF_PLACES, Listener, connect, write_starter};

/// How often the program may start the bot of one seat in one game.
const MOST_STARTS: usize = 100;
/// How long it may take to end the bots when the program has ended.
const LONGEST_END: Duration = Duration::from_secs(5);

/// The bots of one game.
pub(super) struct Seats {
    folder: TempDir,
    /// The folder above it.
    _above: Arc<TempDir>,
    /// Set to end everything at once.
    stop: Arc<AtomicBool>,
    /// Set when the program starts no more bots.
    is_closed: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Result<Heard>>>,
    programs: Vec<String>,
    in_force: Vec<String>,
}

/// What was said in a seat.
pub(super) struct Heard {
    /// The exchanges.
    pub(super) overheard: Overheard,
    /// Whether the program has started the bot.
    pub(super) was_started: bool,
}

impl Seats {
    /// Starts the bots. They wait until the program connects.
    ///
    /// # Errors
    /// If a bot cannot be started: a sentence for the user.
    pub(super) fn open(bots: &[SeatedProgram], stop: &Arc<AtomicBool>) -> Result<Self> {
        let above = folder_of_all_games()?;
        let mut seats = Self {
            folder: scratch_folder_in(above.path(), "")?,
            _above: above,
            stop: Arc::clone(stop),
            is_closed: Arc::default(),
            threads: Vec::new(),
            programs: Vec::new(),
            in_force: Vec::new(),
        };
        let relay = relay_program()?;
        for (seat, bot) in bots.iter().enumerate() {
            let socket = seats.socket(seat);
            let listener = Listener::bind(&socket)
                .with_context(|| format!("cannot listen at {}", socket.display()))?;
            let program =
                write_script(&seats.folder().join(format!("p{}", seat + 1)), &relay, &socket)
                    .context("cannot write the program that stands for a bot")?;
            seats.programs.push(program.to_string_lossy().into_owned());
            let bridge = Bridge::spawn(&bot.launch)?;
            seats.in_force.push(bridge.in_force());
            let host = SeatHost {
                launch: bot.launch.clone(),
                listener,
                stop: Arc::clone(stop),
                is_closed: Arc::clone(&seats.is_closed),
            };
            seats.threads.push(thread::spawn(move || host.serve(bridge)));
        }
        Ok(seats)
    }

    /// The folder for the files of this game.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// By seat: the active isolation measures.
    pub(super) fn in_force(&self) -> &[String] {
        &self.in_force
    }

    /// By seat: the program that the referee program starts.
    pub(super) fn programs(&self) -> &[String] {
        &self.programs
    }

    fn socket(&self, seat: usize) -> PathBuf {
        self.folder().join(format!("s{}", seat + 1))
    }

    /// Ends what is still running when the referee program has ended. Returns by seat what was said.
    ///
    /// # Errors
    /// If the system failed, or a bot could not be started again.
    pub(super) fn finish(mut self) -> Result<Vec<Heard>> {
        self.close();
        let until = Instant::now() + LONGEST_END;
        while Instant::now() < until && !self.threads.iter().all(JoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(1));
        }
        // No program that the referee program started runs any more. A connection that is still open is not one of its relays.
        if !self.threads.iter().all(JoinHandle::is_finished) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let threads = std::mem::take(&mut self.threads);
        let heard = threads.into_iter().enumerate().map(|(seat, thread)| {
            let heard = thread.join();
            let Ok(heard) = heard else { bail!("the referee itself failed; the game is void") };
            heard.with_context(|| format!("the bot of seat {} failed", Seat(seat).letter()))
        });
        heard.collect()
    }

    /// Wakes up the threads that wait for the program.
    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for seat in 0..self.threads.len() {
            let _ = connect(&self.socket(seat));
        }
    }
}

impl Drop for Seats {
    fn drop(&mut self) {
        if self.threads.is_empty() {
            return;
        }
        self.stop.store(true, Ordering::Relaxed);
        self.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Waits in one seat for the program.
struct SeatHost {
    launch: Launch,
    listener: Listener,
    stop: Arc<AtomicBool>,
    is_closed: Arc<AtomicBool>,
}

impl SeatHost {
    /// Connects the bot with the program, as often as the program starts it.
    fn serve(&self, first: Bridge) -> Result<Heard> {
        let mut bridge = Some(first);
        let mut overheard = Overheard::default();
        for start in 0..MOST_STARTS {
            let connection = self.listener.accept().context("cannot wait for a program")?;
            if self.is_closed.load(Ordering::Relaxed) {
                return Ok(Heard { overheard, was_started: start > 0 });
            }
            let bridge = match bridge.take() {
                Some(bridge) => bridge,
                None => Bridge::spawn(&self.launch)?,
            };
            overheard = bridge.connect(&connection, &self.stop, overheard)?;
        }
        bail!("the referee program started it more than {MOST_STARTS} times in one game")
    }
}

/// The folder with the folders of all games that are played now. Its path is short enough for sockets.
///
/// Bots do not see it: a bot that connected in another's place would keep its opponent from the referee program. It is
/// one folder for all games because a bot may run longer than it takes to begin another game.
fn folder_of_all_games() -> Result<Arc<TempDir>> {
    static FOLDER: Mutex<Weak<TempDir>> = Mutex::new(Weak::new());
    let mut known = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = known.upgrade() {
        return Ok(folder);
    }
    let usual = std::env::temp_dir();
    let is_short = usual.as_os_str().len() <= LONGEST_FOLDER_OF_PLACES;
    let above = if is_short { &usual } else { Path::new("/tmp") };
    let folder = Arc::new(scratch_folder_in(above, "botyard-")?);
    hide_from_bots(folder.path());
    *known = Arc::downgrade(&folder);
    Ok(folder)
}

/// This program, which knows how to be a relay. In tests it is beside or above the program that tests.
fn relay_program() -> Result<PathBuf> {
    let own = std::env::current_exe().context("cannot find the referee's own program")?;
    let is_referee = |path: &Path| {
        path.file_stem().is_some_and(|name| name == "referee" || name == "referee-toys")
    };
    let name = format!("referee{}", std::env::consts::EXE_SUFFIX);
    let mut near = own.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    if is_referee(&own) {
        return Ok(own);
    }
    let found = near.find(|path| path.is_file());
    found.context("the program `referee` is not beside the program that plays: build it first")
}

/// Writes a program that starts the relay. A referee program may split a command line at every space, so the
/// command has none.
fn write_script(path: &Path, relay: &Path, socket: &Path) -> Result<PathBuf> {
    let words = [relay.to_str(), Some("seat"), socket.to_str()];
    let words = words.into_iter().collect::<Option<Vec<_>>>();
    let words = words.context("a path has characters that are not UTF-8")?;
    Ok(write_starter(path, &words)?)
}
