//! Drives a target with changed texts, and keeps what makes it panic.

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

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// After so many texts.
    Texts(u64),
    /// After so much time.
    Time(Duration),
}

/// A text that makes a target panic.
#[derive(Debug)]
pub struct Finding {
    /// What the panic says, and where.
    pub message: String,
    /// Where the text lies.
    pub file: PathBuf,
}

/// What a run has shown.
#[derive(Debug, Default)]
pub struct Run {
    /// Texts that the target took.
    pub texts: u64,
    /// Time that this took.
    pub time: Duration,
    /// The longest time for one text.
    pub slowest: Duration,
    /// One text for each place that panics.
    pub findings: Vec<Finding>,
}

/// The last panic of this process.
static LAST: Mutex<String> = Mutex::new(String::new());

/// Drives a target with its seeds as they are, and with changes that follow from a number. Texts that
/// make it panic go to a folder, and before each text is tried it lies there as `TARGET.current`: what
/// ends the whole process is not lost.
///
/// # Errors
/// The folder cannot be written.
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
            // The place is the first line.
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
