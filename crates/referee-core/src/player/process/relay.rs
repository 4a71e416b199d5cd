//! The program that a referee program starts in place of a bot. It is a relay: the bot itself is started by the
//! referee, which can isolate it as well as any other.
//!
//! ```text
//! referee program ──stdin──► relay ──bytes───► referee ──► bot
//!                 ◄─stdout, stderr──  ◄─frames──        ◄──
//! ```
//!
//! A frame is a byte for its kind, four bytes for a length (little-endian), and the bytes.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crate::system::{Connection, connect, end_with_parent};

/// Kind of a frame: bytes for standard output.
const OUTPUT: u8 = 1;
/// Kind of a frame: bytes for standard error.
const ERRORS: u8 = 2;
/// Kind of a frame: the bot has ended. The length is its exit code.
const END: u8 = 3;

/// Adds a frame of standard output.
pub(super) fn add_output(frames: &mut Vec<u8>, bytes: &[u8]) {
    add(frames, OUTPUT, bytes);
}

/// Adds a frame of standard error.
pub(super) fn add_errors(frames: &mut Vec<u8>, bytes: &[u8]) {
    add(frames, ERRORS, bytes);
}

/// Adds the frame for the end.
pub(super) fn add_end(frames: &mut Vec<u8>, code: u8) {
    frames.push(END);
    frames.extend(u32::from(code).to_le_bytes());
}

fn add(frames: &mut Vec<u8>, kind: u8, bytes: &[u8]) {
    frames.push(kind);
    frames.extend((bytes.len() as u32).to_le_bytes());
    frames.extend(bytes);
}

/// Plays the part of a bot in this process: connects its standard streams with the referee that waits at `socket`.
/// Returns the exit code of the bot when it has ended.
///
/// # Errors
/// If the referee does not wait there any more.
pub fn relay(socket: &Path) -> io::Result<u8> {
    let connection = connect(socket)?;
    let outgoing = connection.try_clone()?;
    end_with_parent();
    // The thread may wait for input for ever; it ends with the process.
    std::thread::spawn(move || {
        let _ = copy_input(&outgoing);
        let _ = outgoing.end_of_writing();
    });
    receive_frames(&connection)
}

fn copy_input(mut to: &Connection) -> io::Result<()> {
    let mut chunk = [0; 16 * 1024];
    let mut input = io::stdin().lock();
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(bytes) => to.write_all(&chunk[..bytes])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Passes frames on until the bot has ended.
fn receive_frames(mut from: impl Read) -> io::Result<u8> {
    let mut bytes = Vec::new();
    loop {
        let mut header = [0; 5];
        from.read_exact(&mut header)?;
        let [kind, length @ ..] = header;
        let length = u32::from_le_bytes(length);
        if kind == END {
            return Ok(length as u8);
        }
        bytes.resize(length as usize, 0);
        from.read_exact(&mut bytes)?;
        // The bot goes on where nobody reads any more, as it would find out only by a signal.
        let _ = if kind == OUTPUT {
            let mut output = io::stdout().lock();
            output.write_all(&bytes).and_then(|()| output.flush())
        } else {
            io::stderr().lock().write_all(&bytes)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_frame_has_the_exit_code() {
        let mut frames = Vec::new();
        add_output(&mut frames, b"");
        add_errors(&mut frames, b"");
        add_end(&mut frames, 3);
        assert_eq!(receive_frames(&*frames).unwrap(), 3);
        assert!(receive_frames(&frames[..frames.len() - 1]).is_err());
    }
}
