//! A viewer on the terminal: draws it, and passes keys and new positions to it.

use std::io;
use std::mem;
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use console::Term;

use super::shot::Shot;
use super::viewer::{Key, Viewer};
use crate::system::TerminalMode;

/// Time between two checks for keys and new positions.
const STEP: Duration = Duration::from_millis(15);

/// Goes to a screen of its own, and back to the one before.
const OWN_SCREEN: [&str; 2] = ["\u{1b}[?1049h", "\u{1b}[?1049l"];

/// The exit code after a signal that ends the program, as after Ctrl-C.
const INTERRUPTED_CODE: i32 = 130;

/// The longest time for restoring a terminal that takes no text.
const LONGEST_RESTORE: Duration = Duration::from_secs(1);

/// The screen that is open. Whoever writes to it holds this lock, so nothing is drawn after it was closed.
static OPEN: Mutex<Option<OwnScreen>> = Mutex::new(None);

/// A screen of its own on the terminal, and the mode of the terminal before it was opened.
struct OwnScreen {
    term: Term,
    mode: TerminalMode,
}

impl OwnScreen {
    fn open() -> io::Result<Self> {
        let term = Term::buffered_stdout();
        // This question makes a console of Windows understand the codes for colours and places.
        let _ = term.features().colors_supported();
        let screen = Self { term, mode: TerminalMode::now() };
        screen.term.write_str(OWN_SCREEN[0])?;
        screen.term.hide_cursor()?;
        Ok(screen)
    }

    /// Goes back to the screen before.
    fn close(&self) -> io::Result<()> {
        self.mode.restore();
        self.term.write_str(OWN_SCREEN[1])?;
        self.term.show_cursor()?;
        self.term.flush()
    }
}

fn open_screen() -> MutexGuard<'static, Option<OwnScreen>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Closes the screen if it is open.
fn close_screen(screen: &mut Option<OwnScreen>) -> io::Result<()> {
    screen.take().map_or(Ok(()), |screen| screen.close())
}

/// Makes signals that end the program restore the terminal before.
fn restore_at_signals() {
    // Where the signals cannot be caught they end the program as ever.
    let _ = ctrlc::set_handler(|| {
        let (sender, restored) = mpsc::channel();
        thread::spawn(move || {
            let mut screen = open_screen();
            let _ = sender.send(close_screen(&mut screen));
            // The lock is never released: nothing is drawn until the process has ended.
            mem::forget(screen);
        });
        let _ = restored.recv_timeout(LONGEST_RESTORE);
        process::exit(INTERRUPTED_CODE);
    });
}

/// Shows a viewer on the terminal until the user quits. `source` may send more positions; it waits with each until the
/// viewer takes it. A signal that ends the program restores the terminal before.
///
/// # Errors
/// If the terminal cannot be used.
pub fn watch(mut viewer: Viewer, source: Option<&Receiver<Shot>>) -> io::Result<()> {
    restore_at_signals();
    *open_screen() = Some(OwnScreen::open()?);
    let result = run(&mut viewer, source);
    close_screen(&mut open_screen())?;
    result
}

/// The actions of the keys that the user presses, up to the one that quits. The terminal has its usual mode again after
/// that one.
fn keys() -> Receiver<io::Result<Key>> {
    let (sender, keys) = mpsc::channel();
    thread::spawn(move || {
        loop {
            let pressed = Term::stdout().read_key_raw();
            let key = match pressed {
                Ok(pressed) => key(&pressed).map(Ok),
                Err(error) => Some(Err(error)),
            };
            let is_last = matches!(key, Some(Ok(Key::Quit) | Err(_)));
            if key.is_some_and(|key| sender.send(key).is_err()) || is_last {
                return;
            }
        }
    });
    keys
}

fn run(viewer: &mut Viewer, mut source: Option<&Receiver<Shot>>) -> io::Result<()> {
    let term = Term::stdout();
    let keys = keys();
    let mut size = None;
    let mut is_changed = true;
    loop {
        if is_changed || size != Some(term.size()) {
            size = Some(term.size());
            draw(viewer)?;
        }
        is_changed = viewer.tick();
        if viewer.wants_more()
            && let Some(shots) = source
        {
            match shots.try_recv() {
                Ok(shot) => {
                    viewer.add(shot);
                    is_changed = true;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    source = None;
                    viewer.end();
                    is_changed = true;
                }
            }
        }
        match keys.recv_timeout(STEP) {
            Ok(key) => {
                if !viewer.press(key?) {
                    return Ok(());
                }
                is_changed = true;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Replaces each line of the screen. It is not emptied before, so it does not flicker.
fn draw(viewer: &Viewer) -> io::Result<()> {
    let screen = open_screen();
    let Some(OwnScreen { term, .. }) = &*screen else { return Ok(()) };
    let (rows, columns) = term.size();
    for (row, line) in viewer.draw(columns.into(), rows.into()).iter().enumerate() {
        term.move_cursor_to(0, row)?;
        term.write_str(line)?;
        term.write_str("\u{1b}[K")?;
    }
    term.flush()
}

/// The action of a key of the terminal.
fn key(pressed: &console::Key) -> Option<Key> {
    use console::Key as Pressed;
    Some(match pressed {
        Pressed::CtrlC | Pressed::Char('q' | '\u{3}' | '\u{4}') | Pressed::Escape => Key::Quit,
        Pressed::Char(' ') => Key::PlayOrPause,
        Pressed::ArrowRight | Pressed::Char('l') => Key::Steps(1),
        Pressed::ArrowLeft | Pressed::Char('h') => Key::Steps(-1),
        Pressed::PageDown => Key::Steps(10),
        Pressed::PageUp => Key::Steps(-10),
        Pressed::Home => Key::First,
        Pressed::End => Key::Last,
        Pressed::Char('n') => Key::NextEvent,
        Pressed::Char('p') => Key::EventBefore,
        Pressed::Char('+' | '=') => Key::Faster,
        Pressed::Char('-') => Key::Slower,
        _ => return None,
    })
}
