//! How fast a bot thinks on this machine: its own command `bench`.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A bench that has not ended after this time is ended, and says nothing.
const LONGEST: Duration = Duration::from_secs(20);

/// A bench is run again while all runs together took less than this time, and at most three times.
const ENOUGH: Duration = Duration::from_secs(2);

/// Runs the bench of a program up to three times and returns the median of its nodes a second; `None` if it prints none.
pub(super) fn nodes_per_second(command: impl Fn() -> Command) -> Option<u64> {
    let begin = Instant::now();
    let mut speeds = Vec::new();
    while speeds.is_empty() || speeds.len() < 3 && begin.elapsed() < ENOUGH {
        speeds.push(speed(&output(&mut command(), LONGEST)?)?);
    }
    speeds.sort_by(f64::total_cmp);
    Some(speeds[speeds.len() / 2].round() as u64).filter(|speed| *speed > 0)
}

/// What a program prints, if it ends well in time.
fn output(command: &mut Command, longest: Duration) -> Option<String> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if begin.elapsed() < longest => thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    };
    let mut printed = Vec::new();
    // It has ended, so all of its words are in the pipe. One that it gave to another program may still be open.
    child.stdout.take()?.take(1 << 16).read_to_end(&mut printed).ok()?;
    status.success().then(|| String::from_utf8_lossy(&printed).into_owned())
}

/// The number before `nodes per second`.
fn speed(printed: &str) -> Option<f64> {
    let (before, _) = printed.split_once(" nodes per second")?;
    let number = before.rsplit(|c: char| !c.is_ascii_digit() && c != '.').next()?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::needs::Need;

    fn of(script: &str) -> Option<u64> {
        let command = || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        nodes_per_second(command)
    }

    #[test]
    fn the_number_is_that_before_its_unit() {
        if !Need::Shell.program_runs() {
            return;
        }
        assert_eq!(speed("signature 77\n12 nodes, 1234.6 nodes per second\nmore"), Some(1234.6));
        assert_eq!(speed("9 nodes per second"), Some(9.0));
        assert_eq!(speed("fast nodes per second"), None);
        assert_eq!(speed("12 nodes"), None);
        assert_eq!(of("echo 12 nodes, 77.6 nodes per second"), Some(78));
        assert_eq!(of("echo 12 nodes, 77.6 nodes per second; exit 1"), None);
        assert_eq!(of("echo hello"), None);
        assert_eq!(of("echo 0 nodes per second"), None);
    }

    #[test]
    fn the_median_of_three_runs_counts_and_a_bench_without_an_end_is_ended() {
        if !Need::Shell.program_runs() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("runs");
        let script = format!(
            "echo x >>{0}; set -- 5 100 20; shift $(($(wc -l <{0}) - 1)); echo $1 nodes per second",
            file.display()
        );
        assert_eq!(of(&script), Some(20));
        let mut endless = Command::new("sh");
        endless.args(["-c", "echo 5 nodes per second; exec sleep 1000"]);
        assert_eq!(output(&mut endless, Duration::from_millis(50)), None);
    }
}
