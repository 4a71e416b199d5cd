//! `referee watch` and `play --watch` on a pseudo-terminal.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;
use referee::game::Game;
use referee::games::all;
use referee::recording::{BegunRecording, walk};
use referee::terminal::seat_style;
use referee::testkit::recordings::fixtures;

/// The longest wait for a text on the screen.
const WATCHDOG: Duration = Duration::from_secs(120);

/// A program on its own pseudo-terminal.
struct Terminal {
    process: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Terminal {
    fn of(folder: &Path, arguments: &[&str]) -> Self {
        let (ws_row, ws_col) = (40, 110);
        let size = Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(&size, None).unwrap();
        let end = |file: &File| Stdio::from(file.try_clone().unwrap());
        let (master, slave) = (File::from(pair.master), File::from(pair.slave));
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(arguments).current_dir(folder).env("TERM", "xterm-256color");
        let process =
            command.stdin(end(&slave)).stdout(end(&slave)).stderr(end(&slave)).spawn().unwrap();
        let mut reader = master.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        let screen = vt100::Parser::new(ws_row, ws_col, 0);
        Self { process, keys: master, output, screen }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows a text.
    fn shows(&mut self, text: &str) {
        while !self.screen.screen().contents().contains(text) {
            let Ok(bytes) = self.output.recv_timeout(WATCHDOG) else {
                panic!("no {text:?} on the screen:\n{}", self.screen.screen().contents());
            };
            self.screen.process(&bytes);
        }
    }

    fn ends(mut self) {
        assert!(self.process.wait().unwrap().success());
    }
}

const RIGHT: &str = "\u{1b}[C";

#[test]
fn a_recording_is_watched_with_keys() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/fruit");
    let files = fixtures.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let file = files.filter(|file| file.extension().is_some_and(|it| it == "jsonl")).max().unwrap();
    let mut terminal = Terminal::of(&fixtures, &["watch", file.to_str().unwrap()]);
    terminal.shows("0 of ");
    terminal.shows("space play");
    terminal.press(&RIGHT.repeat(3));
    terminal.shows("3 of ");
    terminal.shows("A> ");
    terminal.press("h");
    terminal.shows("2 of ");
    terminal.press("\u{1b}[F");
    terminal.shows(" after ");
    terminal.press("q");
    terminal.ends();
}

/// A paused game waits for steps; after the user quits it continues without a view.
#[test]
fn a_game_that_is_played_waits_for_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let play =
        ["play", "fruit", "@greedy", "@mo", "--seed", "7", "--watch", "--record", "game.jsonl"];
    let mut terminal = Terminal::of(folder.path(), &play);
    // A step pauses the game, here before the first position is shown.
    terminal.press("h");
    terminal.shows("⏸ turn 0 of 0…");
    terminal.press(&RIGHT.repeat(3));
    terminal.shows("3 of 3…");
    let text = fs::read_to_string(folder.path().join("game.jsonl")).unwrap_or_default();
    assert!(!text.contains("\"result\""), "the game has not waited");
    terminal.press("q");
    terminal.shows("Recording: game.jsonl");
    terminal.ends();
    let text = fs::read_to_string(folder.path().join("game.jsonl")).unwrap();
    assert!(text.lines().last().unwrap().contains("\"result\""));
}

#[test]
fn a_signal_that_ends_the_program_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["play", "fruit", "@greedy", "@mo", "--seed", "7", "--watch"];
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT] {
        let mut terminal = Terminal::of(folder.path(), &play);
        let before = tcgetattr(&terminal.keys).unwrap();
        assert!(before.local_flags.contains(LocalFlags::ECHO));
        terminal.press("h");
        terminal.shows("⏸ turn 0 of 0…");
        assert!(terminal.screen.screen().alternate_screen());
        kill(Pid::from_raw(terminal.process.id() as i32), signal).unwrap();
        assert_eq!(terminal.process.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(tcgetattr(&terminal.keys).unwrap(), before, "{signal}");
        while terminal.screen.screen().alternate_screen() || terminal.screen.screen().hide_cursor()
        {
            let Ok(bytes) = terminal.output.recv_timeout(WATCHDOG) else {
                panic!("after {signal} the terminal keeps the screen of the view");
            };
            terminal.screen.process(&bytes);
        }
    }
}

#[test]
fn without_a_terminal_it_names_an_alternative() {
    for arguments in [&["watch", "game.jsonl"][..], &["play", "fruit", "@mo", "--watch"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_referee")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("needs a terminal"));
    }
}

/// In the viewer a player's name and answers have the colour of its pieces on the board. Robots of a courier game, which may be
/// hundreds, have one colour.
#[test]
fn a_board_has_the_colours_of_seats_that_the_viewer_has() {
    for contest in all().filter(|it| it.key() != "courier") {
        let files = fixtures(contest.key());
        let mut recordings = files.iter().filter_map(|file| BegunRecording::load(file).ok());
        let begun = recordings.find(|it| it.header.players.len() > 1).unwrap();
        let mut game = contest.retrace(&begun.game()).unwrap();
        let mut coloured = [false; 2];
        let walked: Result<(), std::convert::Infallible> = walk(&begun, game.as_mut(), |moment| {
            let board = moment.game.map(Game::draw).unwrap_or_default();
            for (seat, found) in coloured.iter_mut().enumerate() {
                *found |= board.contains(&seat_style(seat).to_string());
            }
            Ok(())
        });
        let Ok(()) = walked;
        assert_eq!(coloured, [true; 2], "{}", contest.key());
    }
}
