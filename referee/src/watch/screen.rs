//! A viewer on the terminal: draws it, and passes keys and new positions to it.

use std::io;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

use super::shot::Shot;
use super::viewer::{Key, Viewer};

/// Time between two checks for keys and new positions.
const STEP: Duration = Duration::from_millis(15);

/// Shows a viewer on the terminal until the user quits. `source` may send more positions; it waits with each until the
/// viewer takes it.
///
/// # Errors
/// If the terminal cannot be used.
pub fn watch(mut viewer: Viewer, source: Option<&Receiver<Shot>>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = run(&mut terminal, &mut viewer, source);
    ratatui::try_restore()?;
    result
}

fn run(
    terminal: &mut DefaultTerminal,
    viewer: &mut Viewer,
    mut source: Option<&Receiver<Shot>>,
) -> io::Result<()> {
    terminal.draw(|frame| viewer.draw(frame))?;
    loop {
        let mut is_changed = viewer.tick();
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
        if event::poll(STEP)? {
            is_changed = true;
            if let Some(key) = key(&event::read()?)
                && !viewer.press(key)
            {
                return Ok(());
            }
        }
        if is_changed {
            terminal.draw(|frame| viewer.draw(frame))?;
        }
    }
}

/// The action of a key of the terminal.
fn key(event: &Event) -> Option<Key> {
    let Event::Key(key) = event else { return None };
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if is_control => Key::Quit,
        KeyCode::Char('q') | KeyCode::Esc => Key::Quit,
        KeyCode::Char(' ') => Key::PlayOrPause,
        KeyCode::Right | KeyCode::Char('l') => Key::Steps(1),
        KeyCode::Left | KeyCode::Char('h') => Key::Steps(-1),
        KeyCode::PageDown => Key::Steps(10),
        KeyCode::PageUp => Key::Steps(-10),
        KeyCode::Home => Key::First,
        KeyCode::End => Key::Last,
        KeyCode::Char('n') => Key::NextEvent,
        KeyCode::Char('p') => Key::EventBefore,
        KeyCode::Char('+' | '=') => Key::Faster,
        KeyCode::Char('-') => Key::Slower,
        _ => return None,
    })
}
