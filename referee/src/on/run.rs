//! Runs programs of engines.

use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail};

use crate::terminal::harmless;

/// The longest time of a program that says something about tasks or ends them. While it runs, no results are read.
pub(super) const SHORT: Duration = Duration::from_secs(60);
/// The longest time of a program that submits tasks.
pub(super) const LONG: Duration = Duration::from_secs(300);

/// The time between two looks whether a program has ended.
const STEP: Duration = Duration::from_millis(10);

/// Runs a program to its end and returns what it printed. One that takes longer than `most` is ended.
///
/// # Errors
/// If it cannot be run or fails: with the last line of its standard error. If it takes too long.
pub(super) fn output(command: &mut Command, most: Duration) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    // Not pipes: a program that it has started may keep them open after its end.
    let mut printed = tempfile::tempfile().context("cannot make a temporary file")?;
    let mut said = tempfile::tempfile().context("cannot make a temporary file")?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(printed.try_clone()?)
        .stderr(said.try_clone()?)
        .spawn()
        .with_context(|| format!("cannot run {name}: is it installed and on the path?"))?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > most {
            let _ = child.kill();
            let _ = child.wait();
            bail!("{name} does not end within {} s", most.as_secs());
        }
        thread::sleep(STEP);
    };
    if !status.success() {
        let said = text(&mut said)?;
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        bail!("{name} fails: {}", harmless(last));
    }
    text(&mut printed)
}

/// A file from its begin.
fn text(file: &mut fs::File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The last lines of a file, if it has any.
pub(super) fn last_lines(path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(2000)..]).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(5)..].join("\n");
    (!last.is_empty()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let error = output(Command::new("sleep").arg("600"), Duration::from_millis(50));
        assert_eq!(error.unwrap_err().to_string(), "sleep does not end within 0 s");
        let shell = |line: &str| output(Command::new("sh").args(["-c", line]), SHORT);
        assert_eq!(shell("echo one; echo two >&2").unwrap(), "one\n");
        assert_eq!(
            shell("echo one; echo two >&2; exit 1").unwrap_err().to_string(),
            "sh fails: two"
        );
    }
}
