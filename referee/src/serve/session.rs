//! A game that clients join while it is played.
//!
//! Its recording holds in its header who came when, which is known at the end only: what is said lies
//! in a file without a name until then.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;
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
        let said = Said::create(&service.folder).with_context(|| service.no_recording())?;
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

/// What was said so far, in a file without a name: no other server finds it, and it is gone with this process.
struct Said(BufWriter<File>);

impl Said {
    fn create(folder: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::new(tempfile::tempfile_in(folder)?)))
    }

    /// Writes all of it to a recording.
    fn copy_to(&mut self, recorder: &mut Recorder) -> Result<()> {
        self.0.rewind()?;
        for line in BufReader::new(self.0.get_ref()).lines() {
            let exchange: Exchange = serde_json::from_str(&line?)?;
            recorder.exchange(&exchange)?;
        }
        Ok(())
    }
}

impl Watcher for Said {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        serde_json::to_writer(&mut self.0, exchange)?;
        Ok(self.0.write_all(b"\n")?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    #[test]
    fn two_servers_write_into_one_folder() {
        let folder = tempfile::TempDir::new().unwrap();
        let folder = folder.path();
        let said = |count: usize| {
            let mut said = Said::create(folder).unwrap();
            for _ in 0..count {
                said.exchange(&Exchange::default(), None).unwrap();
            }
            said
        };
        let both = [said(1), said(2)];
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
        for (mut said, count) in both.into_iter().zip(1..) {
            let path = folder.join("copy");
            let setup = Setup { seed: "5".to_owned(), options: Map::new(), seats: 0 };
            let header = Header::new("courier", &setup, Vec::new());
            said.copy_to(&mut Recorder::overwrite(&path, &header).unwrap()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1 + count);
        }
    }
}
