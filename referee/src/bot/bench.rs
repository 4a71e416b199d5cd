//! How fast a bot thinks on this machine: its own command `bench`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::player::process::{Launch, MostPrinted, PrintedEnd, print};

/// A bench that takes or prints more is ended, and says nothing.
const MOST: MostPrinted = MostPrinted { time: Duration::from_secs(20), bytes: 1 << 20 };

/// A bench is run again while all runs together took less than this time, and at most three times.
const ENOUGH: Duration = Duration::from_secs(2);

/// Runs the bench of a program up to three times and returns the median of its nodes a second; `None` if it prints none.
pub(super) fn nodes_per_second(launch: &Launch) -> Option<u64> {
    let begin = Instant::now();
    let mut speeds = Vec::new();
    while speeds.is_empty() || speeds.len() < 3 && begin.elapsed() < ENOUGH {
        speeds.push(speed(&output(launch, &MOST)?)?);
    }
    speeds.sort_by(f64::total_cmp);
    Some(speeds[speeds.len() / 2].round() as u64).filter(|speed| *speed > 0)
}

/// What a program prints, if it ends well within the limits. It has the limits and the isolation that it has in games.
fn output(launch: &Launch, most: &MostPrinted) -> Option<String> {
    let printed = print(launch, most, &AtomicBool::new(false)).ok()?;
    match printed.end {
        PrintedEnd::Exit(status) if status.is_success() => {
            Some(String::from_utf8_lossy(&printed.output).into_owned())
        }
        _ => None,
    }
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
        nodes_per_second(&Launch::new("sh").args(["-c", script]))
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
        let script = "echo x >>runs; set -- 5 100 20; shift $(($(wc -l <runs) - 1)); echo $1 nodes per second";
        // A bot writes in its own folder.
        let cwd = Some(folder.path().to_owned());
        let launch = Launch { cwd, ..Launch::new("sh").args(["-c", script]) };
        assert_eq!(nodes_per_second(&launch), Some(20));
        let endless = Launch::new("sh").args(["-c", "echo 5 nodes per second; exec sleep 1000"]);
        let most = MostPrinted { time: Duration::from_millis(50), ..MOST };
        assert_eq!(output(&endless, &most), None);
    }
}
