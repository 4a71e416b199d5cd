//! How well the trackers follow recorded games, from both seats.
//!
//! ```text
//! cargo run --release -p ocean --features measure --example track -- RECORDING|FOLDER... [--json] [--set NAME=VALUE]
//! ```
//!
//! `turns` are those at which the opponent's true cell is known; `in_safe` and `in_sharp` those at
//! which the two trackers held it possible. `mean_probability` is what the sharp one gave to it,
//! `nats_over_uniform` the mean of the logarithm of that, less the one of a uniform guess over the safe
//! set. `mean_safe` is the number of possible cells, `mean_sharp` the number of cells that would be as telling if
//! all were equally probable. `calibration` has for the explosion that is most likely to hit, in bins of
//! a tenth: how often, the mean prediction, and how often it would have hit.

#[allow(dead_code)] // tests ask for more
#[path = "../tests/common/read.rs"]
mod read;
#[path = "../tests/common/yardstick.rs"]
mod yardstick;

use std::path::{Path, PathBuf};
use std::process::exit;

use gridkit::Tunable;
use ocean::params::Params;
use referee::recording::Recording;
use referee::testkit::recordings::files_in;
use serde_json::{json, Value};
use yardstick::Figures;

const USAGE: &str = "usage: track RECORDING|FOLDER... [--json] [--set NAME=VALUE]";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Err(mistake) = run(&args) {
        eprintln!("track: {mistake}\n{USAGE}");
        exit(2);
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let (mut files, mut as_json, mut params) = (Vec::new(), false, Params::default());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => as_json = true,
            "--set" => {
                let pair = words.next().ok_or("--set needs NAME=VALUE")?;
                let (name, value) =
                    pair.split_once('=').ok_or(format!("`{pair}` is not NAME=VALUE"))?;
                params.set(name, value)?;
            }
            flag if flag.starts_with("--") => return Err(format!("`{flag}` is not a flag")),
            path => files.extend(recordings(Path::new(path))?),
        }
    }
    if files.is_empty() {
        return Err("name at least one recording or a folder with recordings".to_owned());
    }
    let mut all = Figures::default();
    for file in &files {
        let in_file = |error: String| format!("{}: {error}", file.display());
        let game = Recording::load(file).map_err(|error| in_file(error.to_string()))?;
        let mut figures = Figures::default();
        for seat in 0..2 {
            let seen = yardstick::follow(&game.exchanges, seat, &params).map_err(in_file)?;
            figures.add(&seen);
        }
        if !as_json {
            println!("{}: {figures}", file.display());
        }
        all.add(&figures);
    }
    if as_json {
        println!("{}", as_object(&all));
    } else {
        println!("\n{} recordings, {all}", files.len());
        for (count, predicted, hit) in all.calibration() {
            println!("  {count:6} turns: a hit predicted with {predicted:.3}, true in {hit:.3}");
        }
    }
    Ok(())
}

/// The recording of that name, or those of the folder.
fn recordings(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let files = files_in(path);
    if files.is_empty() {
        return Err(format!(
            "{} is neither a recording nor a folder of recordings",
            path.display()
        ));
    }
    Ok(files)
}

fn as_object(all: &Figures) -> Value {
    let bins: Vec<Value> = all
        .calibration()
        .map(|(count, predicted, hit)| json!({"turns": count, "predicted": predicted, "hit": hit}))
        .collect();
    json!({
        "turns": all.turns,
        "in_safe": all.in_safe,
        "in_sharp": all.in_sharp,
        "mean_probability": all.mean_probability(),
        "nats_over_uniform": all.nats_over_uniform(),
        "mean_safe": all.mean_safe(),
        "mean_sharp": all.mean_sharp(),
        "calibration_error": all.calibration_error(),
        "calibration": bins,
    })
}
