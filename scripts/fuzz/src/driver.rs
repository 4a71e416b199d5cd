//! Drives a target with changed texts, and keeps the texts that make it panic.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::mutate::Mutator;
use crate::seeds::seeds;
use crate::targets::Target;

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// After this many texts.
    Texts(u64),
    /// After this time.
    Time(Duration),
}

/// A text that makes a target panic.
#[derive(Debug)]
pub struct Finding {
    /// The message of the panic, with its place.
    pub message: String,
    /// The file of the text.
    pub file: PathBuf,
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct Run {
    /// Number of texts.
    pub texts: u64,
    /// Total time.
    pub time: Duration,
    /// The longest time for one text.
    pub slowest: Duration,
    /// One text for each place that panics.
    pub findings: Vec<Finding>,
}

/// The last panic of this process.
static LAST: Mutex<String> = Mutex::new(String::new());

/// Drives a target with its seeds, unchanged and with changes drawn from `seed`. Texts that make it panic go to
/// `folder`. Each text is written there as `TARGET.current` before it is tried, so that a text that ends the
/// whole process is not lost.
///
/// # Errors
/// If the folder cannot be written.
pub fn drive(target: &Target, seed: u64, budget: Budget, folder: &Path) -> io::Result<Run> {
    fs::create_dir_all(folder)?;
    panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST.lock() {
            *last = info.to_string();
        }
    }));
    let (texts, mut mutator) = (seeds(target.name), Mutator::new(seed));
    let (mut run, mut seen) = (Run::default(), BTreeSet::new());
    let begin = Instant::now();
    let current = folder.join(format!("{}.current", target.name));
    let mut seeds = texts.iter();
    while !is_over(budget, run.texts, begin) {
        let seed = if run.texts % 2 == 0 { seeds.next() } else { None };
        let text = seed.cloned().unwrap_or_else(|| mutator.change(&texts));
        fs::write(&current, &text)?;
        let start = Instant::now();
        let result = panic::catch_unwind(AssertUnwindSafe(|| (target.body)(&text)));
        let took = start.elapsed();
        if took > run.slowest {
            run.slowest = took;
            fs::write(folder.join(format!("{}.slowest", target.name)), &text)?;
        }
        run.texts += 1;
        if result.is_err() {
            let message = LAST.lock().map_or_else(|_| String::new(), |last| last.clone());
            // The first line names the place.
            if seen.insert(message.lines().next().unwrap_or_default().to_owned()) {
                let file = folder.join(format!("{}-{}", target.name, seen.len()));
                fs::write(&file, &text)?;
                run.findings.push(Finding { message, file });
            }
        }
    }
    let _ = fs::remove_file(&current);
    let _ = panic::take_hook();
    run.time = begin.elapsed();
    Ok(run)
}

fn is_over(budget: Budget, texts: u64, begin: Instant) -> bool {
    match budget {
        Budget::Texts(most) => texts >= most,
        Budget::Time(most) => begin.elapsed() >= most,
    }
}
