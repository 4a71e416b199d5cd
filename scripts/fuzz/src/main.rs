//! Drives the fuzz targets without any other tool.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Parser;
use fuzz_targets::{Budget, TARGETS, Target, drive, seeds, target};

/// Feed every parser changed texts, and keep what makes one panic
#[derive(Parser)]
#[command(max_term_width = 100)]
struct Arguments {
    /// The targets [default: all]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 5, conflicts_with_all = ["texts", "file"])]
    seconds: u64,
    /// Number of texts for each target, instead of a time
    #[arg(long)]
    texts: Option<u64>,
    /// Seed of the changes [default: drawn at random, and printed]
    #[arg(long)]
    seed: Option<u64>,
    /// Try the text of one file, unchanged
    #[arg(long)]
    file: Option<PathBuf>,
    /// Only write the seeds to folders in FOLDER, one for each target, as libFuzzer takes them
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["texts", "file"])]
    write_seeds: Option<PathBuf>,
    /// The folder for texts that make a target panic
    #[arg(long, default_value = "target/fuzz-findings")]
    findings: PathBuf,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let chosen: Vec<&Target> = if arguments.targets.is_empty() {
        TARGETS.iter().collect()
    } else {
        let all: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
        let named = |name: &String| {
            target(name).ok_or_else(|| anyhow!("no target '{name}'; there are {}", all.join(", ")))
        };
        arguments.targets.iter().map(named).collect::<Result<_, _>>()?
    };
    if let Some(file) = &arguments.file {
        let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        for target in chosen {
            (target.body)(&text);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &arguments.write_seeds {
        for target in chosen {
            write_seeds(target, &folder.join(target.name))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let seed = arguments.seed.unwrap_or_else(rand::random);
    println!("--seed {seed}");
    let time = Budget::Time(Duration::from_secs(arguments.seconds));
    let budget = arguments.texts.map_or(time, Budget::Texts);
    let mut findings = 0;
    for target in chosen {
        let run = drive(target, seed, budget, &arguments.findings)?;
        println!(
            "{}: {} texts in {:.1} s, the slowest {:.2} s",
            target.name,
            run.texts,
            run.time.as_secs_f64(),
            run.slowest.as_secs_f64(),
        );
        findings += run.findings.len();
        for finding in run.findings {
            println!("  {}\n  {}", finding.file.display(), finding.message.replace('\n', "\n  "));
        }
    }
    Ok(if findings == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn write_seeds(target: &Target, folder: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot write to {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    for (number, text) in seeds(target.name).iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), text).with_context(context)?;
    }
    Ok(())
}
