//! `referee view`: a recorded game as a page for a browser.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::browser::open_in_browser;
use super::imported::game_of;
use super::output_file::{demand_own, write_whole};
use super::replay::warn_of_difference;
use super::{Failure, usage};
use crate::contest_file;
use crate::external::{OfficialViewer, PAGE};
use crate::pages::{Pair, film, game_page, is_page, pair_page};
use crate::recording::BegunRecording;
use crate::terminal::{output, tell_line};

/// What excludes --gif and --png. The options for these have the same list, because the parser demands no option that
/// another one excludes: `--turn 3 --output x.html` would pass.
const NOT_DRAWN: [&str; 5] = ["official", "open", "output", "gallery", "pair"];

/// What to do if another file is at the path of the page.
const OTHER_PAGE: &str = "choose another file with --output";

/// Write a recorded game as one page for a browser, which needs no other file and no network
///
/// The page shows the board after every move, and the input, answer, standard error, time and faults of each player.
/// Arrow keys, space, n and p move through the game; the fragment of the address is the turn.
///
/// With --official, it writes the folder that the official viewer of a CodinGame contest reads. The viewer is taken
/// from the jars and the project that the contest file names. `referee dashboard` shows it too.
#[derive(Args)]
pub(super) struct ViewArgs {
    /// The recording, or the log of a client, which has one game for each finished race; with --gallery, a folder of
    /// recordings
    file: PathBuf,
    /// Which game of a log with several games to show [default: the last]
    #[arg(long, value_name = "NUMBER")]
    number: Option<String>,
    /// The page or the folder to write [default: the recording's name with .html, or with .official]
    #[arg(short, long, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long, conflicts_with = "official")]
    open: bool,
    /// Write a page of two games instead: this one, and one of the same seed with the seats swapped, in step
    #[arg(long, value_name = "RECORDING", conflicts_with_all = ["official", "gif", "png", "number"])]
    pair: Option<PathBuf>,
    /// Write a page of each recording to this folder, and an index with their pictures and results: at most the newest
    /// 200 [feature: pictures]
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["official", "gif", "png", "number", "pair", "output"])]
    gallery: Option<PathBuf>,
    /// Write an animation of the game to this file: at most 300 frames [feature: pictures]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["official", "open", "output"])]
    gif: Option<PathBuf>,
    /// Frames of the animation per second
    #[arg(long, value_name = "NUMBER", default_value_t = 8, requires = "gif", conflicts_with_all = NOT_DRAWN,
        value_parser = clap::value_parser!(u16).range(1..=50))]
    per_second: u16,
    /// Write a picture of one frame to this file: of --turn, or of the one from which the lead lasts [feature: pictures]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["official", "open", "output"])]
    png: Option<PathBuf>,
    /// The turn to draw with --png, numbered as on the page: 37, or 37.1 for the second frame of turn 37
    #[arg(long, value_name = "TURN", requires = "png", conflicts_with_all = NOT_DRAWN)]
    turn: Option<String>,
    /// Replace the file of --gif or --png if it exists
    #[arg(long)]
    overwrite: bool,
    /// Write a folder for the official viewer, for a game that was refereed by CodinGame's engine
    #[arg(long)]
    official: bool,
}

impl ViewArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.demand_free()?;
        if self.gallery.is_some() {
            #[cfg(feature = "pictures")]
            return self.write_gallery();
            #[cfg(not(feature = "pictures"))]
            return Err(usage(crate::features::missing("pictures of games", "pictures")));
        }
        let recording = match game_of(&self.file, self.number.as_deref())? {
            Some((recording, note)) => {
                tell_line(format_args!("{note}"));
                recording
            }
            None if self.number.is_some() => {
                return Err(usage(anyhow!(
                    "--number chooses a game of a client's log, and {} is not such a log; leave it out",
                    self.file.display()
                )));
            }
            None => {
                let recording = BegunRecording::load(&self.file)
                    .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
                warn_of_difference(recording, &self.file)
            }
        };
        if self.official {
            return self.write_official(&recording);
        }
        let film = film(&recording).map_err(usage)?.of_file(&self.file);
        if self.gif.is_some() || self.png.is_some() {
            #[cfg(feature = "pictures")]
            return self.write_pictures(&film);
            #[cfg(not(feature = "pictures"))]
            return Err(usage(crate::features::missing("pictures of games", "pictures")));
        }
        let page = match &self.pair {
            None => game_page(&film),
            Some(file) => {
                let other = BegunRecording::load(file)
                    .map_err(|error| usage(anyhow!("{} {error}", file.display())))?;
                let other = warn_of_difference(other, file);
                let pair = Pair::new(film, crate::pages::film(&other).map_err(usage)?);
                pair_page(&pair.map_err(usage)?)
            }
        };
        let path = self.page_path();
        demand_own(&path, OTHER_PAGE, is_page).map_err(usage)?;
        write_whole(&path, page).map_err(|error| match self.output {
            Some(_) => error,
            None => anyhow!("{error}; --output FILE writes the page elsewhere"),
        })?;
        let mut out = output();
        writeln!(out, "{}", path.display())?;
        out.flush()?;
        if self.open {
            open_in_browser(&path);
        }
        Ok(())
    }

    /// The page of the game or of two games.
    fn page_path(&self) -> PathBuf {
        let ending = if self.pair.is_some() { "pair.html" } else { "html" };
        self.output.clone().unwrap_or_else(|| self.file.with_extension(ending))
    }

    /// Checks before the recording is read that no file is in the way. A long recording takes minutes.
    fn demand_free(&self) -> Result<(), Failure> {
        let mut drawn = [&self.gif, &self.png].into_iter().flatten().peekable();
        if drawn.peek().is_none() {
            if self.overwrite {
                return Err(usage(anyhow!(
                    "--overwrite is for the file of --gif or --png; add one of them"
                )));
            }
            let path = self.page_path();
            // What is wrong with the file that was given is said when it is read.
            if self.official || self.gallery.is_some() || path == self.file {
                return Ok(());
            }
            return demand_own(&path, OTHER_PAGE, is_page).map_err(usage);
        }
        match drawn.find(|path| path.exists() && !self.overwrite).map(|path| path.display()) {
            Some(path) => Err(usage(anyhow!("{path} exists; add --overwrite to replace it"))),
            None => Ok(()),
        }
    }

    /// Writes pages and an index of them.
    #[cfg(feature = "pictures")]
    fn write_gallery(self) -> Result<(), Failure> {
        let folder = self.gallery.unwrap_or_default();
        let index = super::gallery::write_gallery(&self.file, &folder)?;
        let mut out = output();
        writeln!(out, "{}", index.display())?;
        out.flush()?;
        if self.open {
            open_in_browser(&index);
        }
        Ok(())
    }

    /// Writes an animation, a picture, or both.
    #[cfg(feature = "pictures")]
    fn write_pictures(self, film: &crate::pages::Film) -> Result<(), Failure> {
        use crate::raster::{write_gif, write_png};

        let last = film.name_of(film.frames.len().saturating_sub(1));
        let frame = match &self.turn {
            None => film.story.decisive,
            Some(name) => film.frame_named(name).ok_or_else(|| {
                let name = crate::terminal::harmless(name);
                usage(anyhow!("there is no {} {name}; the last of this game is {last}", film.time))
            })?,
        };
        let mut out = output();
        for (path, is_gif) in [(&self.gif, true), (&self.png, false)] {
            let Some(path) = path else { continue };
            let mut bytes = Vec::new();
            let drawn = if is_gif {
                write_gif(film, self.per_second, &mut bytes)
            } else {
                write_png(film, frame, &mut bytes)
            };
            drawn.map_err(|error| usage(anyhow!("{}: {error}", self.file.display())))?;
            write_whole(path, bytes)?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(out.flush()?)
    }

    /// Writes the folder of the official viewer.
    fn write_official(self, recording: &BegunRecording) -> Result<(), Failure> {
        let file = contest_file::current().ok_or_else(|| {
            usage(anyhow!(
                "--official needs the contest file, which names the project; run it where botyard.toml is, or name \
                 the file with --contest"
            ))
        })?;
        let viewer = OfficialViewer::of_file(file).map_err(usage)?;
        let folder = self.output.unwrap_or_else(|| self.file.with_extension("official"));
        viewer.write(recording, &folder).map_err(usage)?;
        let mut out = output();
        let shown = folder.display();
        writeln!(out, "{shown}: the viewer's pages are modules, which need a server. Next:")?;
        writeln!(out, "  python3 -m http.server --bind 127.0.0.1 --directory {shown} 8888")?;
        writeln!(
            out,
            "  and open http://127.0.0.1:8888/{PAGE}; or look at the game in `referee dashboard`"
        )?;
        Ok(out.flush()?)
    }
}
