//! The file with the finished games of a batch.
//!
//! ```text
//! {"format":"botyard-batch/1","plan":"9c41…","task":7,"host":"n1","processor":"…","seconds":58.2}
//! {"seed":"1","bots":["a","b"],"game":{…},"recording":"…"}
//! {"seed":"2","bots":["a","b"],"void":"the referee program failed"}
//! {"games":2,"hash":"07be…"}
//! ```
//!
//! The last line has a hash of all bytes before it, so a file that is cut off or damaged is found.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::Path;

use anyhow::anyhow;
use serde::{Deserialize, Serialize};

use super::folder::write_durably;
use crate::arena::{FinishedGame, Job, Logged, Played};
use crate::ordinary;

const FORMAT: &str = "botyard-batch/1";

/// The first line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchHeader {
    /// `botyard-batch/1`.
    pub format: String,
    /// The plan.
    pub plan: String,
    /// The number of the batch.
    pub task: u64,
    /// The name of the machine.
    pub host: String,
    /// Its processor.
    pub processor: String,
    /// How long it was played.
    pub seconds: f64,
}

impl BatchHeader {
    /// The header of a batch of this plan.
    pub fn new(plan: &str, task: u64, host: &str, processor: String, seconds: f64) -> Self {
        let (format, plan, host) = (FORMAT.to_owned(), plan.to_owned(), host.to_owned());
        Self { format, plan, task, host, processor, seconds }
    }
}

/// A finished game of a batch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BatchGame {
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// The game; absent if it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Logged>,
    /// Why it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// The recording, if it may be kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub recording: String,
    /// The play before it, if the game was replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Box<FirstPlay>>,
}

/// The play of a game before its replay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FirstPlay {
    /// The game.
    pub game: Logged,
    /// The recording, if it may be kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub recording: String,
}

impl BatchGame {
    /// The game for the log.
    pub fn played(self) -> Played {
        let Self { seed, bots, game, void, recording, first } = self;
        let finished = |game, recording: String, first| {
            let recording = recording.into_bytes();
            FinishedGame { game, recording, signalled: Vec::new(), first }
        };
        let first = first.map(|first| Box::new(finished(first.game, first.recording, None)));
        let result = match game {
            Some(game) => Ok(finished(game, recording, first)),
            None => Err(anyhow!("{}", void.unwrap_or_default())),
        };
        Played { seed, bots, result }
    }
}

#[derive(Serialize, Deserialize)]
struct End {
    games: usize,
    hash: String,
}

/// Writes the results of a batch; the file is whole or absent.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, header: &BatchHeader, games: &[BatchGame]) -> io::Result<()> {
    write_durably(path, &text(header, games)?)
}

/// The content of a file of results.
pub(super) fn text(header: &BatchHeader, games: &[BatchGame]) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(header)?;
    text.push(b'\n');
    for game in games {
        serde_json::to_writer(&mut text, game)?;
        text.push(b'\n');
    }
    let end = End { games: games.len(), hash: hash(&text) };
    serde_json::to_writer(&mut text, &end)?;
    text.push(b'\n');
    Ok(text)
}

/// The header of a file of results, if the file is whole.
///
/// # Errors
/// What is wrong with it: it is cut off, damaged, or of another plan.
pub fn header(path: &Path, plan: &str, task: u64) -> Result<BatchHeader, String> {
    let bytes = bytes_of(path).map_err(|error| error.to_string())?;
    Ok(opened(&bytes, plan, task)?.0)
}

/// The content of a file of results, which may have any length.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    ordinary::open(path, OpenOptions::new().read(true))?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the games of a batch, in its order.
///
/// # Errors
/// What is wrong with the file: it is cut off, damaged, or of another plan or other games.
pub fn read(path: &Path, plan: &str, task: u64, jobs: &[Job]) -> Result<Vec<BatchGame>, String> {
    let bytes = bytes_of(path).map_err(|error| error.to_string())?;
    let (_, lines, count) = opened(&bytes, plan, task)?;
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let games: Result<Vec<BatchGame>, _> = lines.map(serde_json::from_slice).collect();
    let games = games.map_err(|error| error.to_string())?;
    let is_of = |(game, job): (&BatchGame, &Job)| {
        let mut plays = game.game.iter().chain(game.first.iter().map(|first| &first.game));
        (&game.seed, &game.bots) == (&job.seed, &job.bots)
            && plays.all(|it| it.seed == job.seed && *it.bots == job.bots && it.fault().is_none())
    };
    if games.len() != count || games.len() != jobs.len() || !games.iter().zip(jobs).all(is_of) {
        return Err("it has other games than the batch".to_owned());
    }
    Ok(games)
}

/// The header, the lines of games, and their number.
fn opened<'a>(
    bytes: &'a [u8],
    plan: &str,
    task: u64,
) -> Result<(BatchHeader, &'a [u8], usize), String> {
    let whole = bytes.strip_suffix(b"\n").ok_or("it is cut off")?;
    let end = whole.iter().rposition(|byte| *byte == b'\n').ok_or("it is cut off")? + 1;
    let cut = |_| "it is cut off".to_owned();
    let End { games: count, hash: known } = serde_json::from_slice(&whole[end..]).map_err(cut)?;
    if hash(&bytes[..end]) != known {
        return Err("it was damaged".to_owned());
    }
    let first = bytes[..end].iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let header: BatchHeader =
        serde_json::from_slice(&bytes[..first]).map_err(|error| error.to_string())?;
    if (header.format.as_str(), header.plan.as_str(), header.task) != (FORMAT, plan, task) {
        return Err("it is of another plan".to_owned());
    }
    Ok((header, &bytes[first..end], count))
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_was_cut_off_or_damaged_or_is_of_another_batch_is_refused() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("7.jsonl");
        let job = |seed: &str| Job::new(seed.to_owned(), vec!["a".to_owned(), "b".to_owned()]);
        let jobs = [job("1"), job("2")];
        let mut game = crate::arena::logged("1", &["a", "b"], &[1, 2]);
        game.again = "again".into();
        let of = |job: &Job| BatchGame {
            seed: job.seed.clone(),
            bots: job.bots.clone(),
            ..BatchGame::default()
        };
        let games = [
            BatchGame {
                game: Some(game.clone()),
                first: Some(Box::new(FirstPlay { game: game.clone(), recording: String::new() })),
                ..of(&jobs[0])
            },
            BatchGame { void: Some("why".to_owned()), ..of(&jobs[1]) },
        ];
        let header = BatchHeader::new("plan", 7, "host", "cpu".to_owned(), 1.0);
        write(&path, &header, &games).unwrap();
        let read_games = read(&path, "plan", 7, &jobs).unwrap();
        assert_eq!((read_games.len(), &read_games[0].game), (2, &Some(game.clone())));
        let finished = read_games[0].clone().played().result.unwrap();
        assert_eq!(finished.first.map(|first| first.game), Some(game));
        let error = |plan: &str, task, jobs: &[Job]| read(&path, plan, task, jobs).err().unwrap();
        assert_eq!(error("other", 7, &jobs), "it is of another plan");
        assert_eq!(error("plan", 8, &jobs), "it is of another plan");
        assert_eq!(error("plan", 7, &[job("1"), job("3")]), "it has other games than the batch");
        assert_eq!(error("plan", 7, &jobs[..1]), "it has other games than the batch");
        let bytes = fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(read(&path, "plan", 7, &jobs).is_err(), "{length} bytes");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).unwrap();
            assert!(read(&path, "plan", 7, &jobs).is_err(), "byte {at}");
        }
    }
}
