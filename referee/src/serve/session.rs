//! A game that clients join while it is played.
//!
//! Its recording holds in its header who came when, which is known at the end only: what is said lies
//! in a file beside it until then.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use anyhow::{Context, Result};

use super::lobby::Client;
use super::service::{Played, Service};
use crate::contest::Setup;
use crate::game::{Expected, OpenGame};
use crate::play::{Watcher, play_open};
use crate::player::Player;
use crate::recording::{Exchange, Header, Recorder};
use crate::table::Table;

/// One game from its first client to the death of its last robot.
pub struct Session {
    service: Service,
    game: Box<dyn OpenGame>,
    said: Said,
}

impl Session {
    /// A game without clients.
    ///
    /// # Errors
    /// The contest has no such games or refuses an option; the folder of the recordings cannot be
    /// written.
    pub fn new(service: &Service) -> Result<Self> {
        let setup = Setup { seats: 0, ..service.setup.clone() };
        let game = service.contest.open(&setup)?;
        fs::create_dir_all(&service.folder).with_context(|| service.no_recording())?;
        let said = Said::create(&service.stem(&setup)).with_context(|| service.no_recording())?;
        Ok(Self { service: service.clone(), game, said })
    }

    /// Plays with the first client and with all that arrive meanwhile.
    ///
    /// # Errors
    /// See [`play_open`]; or the recording cannot be written.
    pub fn play(mut self, first: Client, arrivals: &Receiver<Client>) -> Result<Played> {
        let mut table = Table::new(Vec::new());
        let mut first = Some(first);
        let mut come = || -> Vec<Box<dyn Player>> {
            let clients = first.take().into_iter().chain(arrivals.try_iter());
            // Who cannot be seated has lost its connection.
            let players = clients.filter_map(|client| client.into_player().ok());
            players.map(|player| Box::new(player) as Box<dyn Player>).collect()
        };
        let outcome = play_open(self.game.as_mut(), &mut table, &mut self.said, &mut come)?;
        let names = table.names();
        drop(table);
        let options = self.game.options();
        let setup = Setup { options, seats: names.len(), ..self.service.setup.clone() };
        let header = Header::new(self.service.contest.key(), &setup, names.clone());
        let mut recorder = Recorder::create_new(&self.service.stem(&setup), &header)
            .with_context(|| self.service.no_recording())?;
        self.said.copy_to(&mut recorder)?;
        let recording = recorder.result(&outcome)?;
        Ok(Played { names, outcome, recording })
    }
}

/// What was said so far, in a file that is gone at the end.
struct Said {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Said {
    /// Begins `STEM.part`, or the first of `STEM-2.part`, `STEM-3.part` … that does not exist: another server may be
    /// writing the others.
    fn create(stem: &Path) -> io::Result<Self> {
        let mut number = 1;
        loop {
            let mut path = stem.as_os_str().to_owned();
            path.push(if number > 1 { format!("-{number}.part") } else { ".part".to_owned() });
            let path = PathBuf::from(path);
            match File::create_new(&path) {
                Ok(file) => return Ok(Self { path, file: BufWriter::new(file) }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Writes all of it to a recording.
    fn copy_to(&mut self, recorder: &mut Recorder) -> Result<()> {
        self.file.flush()?;
        for line in BufReader::new(File::open(&self.path)?).lines() {
            let exchange: Exchange = serde_json::from_str(&line?)?;
            recorder.exchange(&exchange)?;
        }
        Ok(())
    }
}

impl Watcher for Said {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        serde_json::to_writer(&mut self.file, exchange)?;
        Ok(self.file.write_all(b"\n")?)
    }
}

impl Drop for Said {
    fn drop(&mut self) {
        // What cannot be removed is only in the way.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_servers_write_into_one_folder() {
        let folder = tempfile::TempDir::new().unwrap();
        let stem = folder.path().join("courier-5");
        let mut one = Said::create(&stem).unwrap();
        one.exchange(&Exchange::default(), None).unwrap();
        one.file.flush().unwrap();
        let two = Said::create(&stem).unwrap();
        assert_ne!(one.path, two.path);
        drop(two);
        assert_eq!(fs::read_to_string(&one.path).unwrap().lines().count(), 1);
        drop(one);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
