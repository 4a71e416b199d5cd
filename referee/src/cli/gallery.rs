//! `referee view --gallery`: the recordings of a folder as pages, with an index of pictures.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::anyhow;
use base64::prelude::{BASE64_STANDARD, Engine};

use super::output_file::demand_own;
use super::report_page::in_address;
use super::{Failure, usage};
use crate::pages::{Exhibit, Film, Gallery, film, gallery_page, game_page, is_page};
use crate::plain_words::unwritable;
use crate::raster::write_png;
use crate::recording::BegunRecording;
use crate::report::layout::counted;
use crate::tell;
use crate::terminal::harmless;

/// Most games of a gallery.
const MOST: usize = 200;

/// Folders that are nested more deeply are ignored.
const DEPTH: usize = 4;

/// The most bytes of a page's name. A system takes 255; a number may follow.
const LONGEST_NAME: usize = 200;

/// Writes the pages of the recordings in a folder, or of one recording, and an index page. Returns the path of the index.
pub(super) fn write_gallery(from: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    let mut all = Vec::new();
    find(from, DEPTH, &mut all);
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    if all.len() > MOST {
        tell!("{} older recordings are left out; a gallery has at most {MOST}", all.len() - MOST);
    }
    let (mut games, mut taken) = (Vec::new(), HashSet::new());
    for (_, path) in all.iter().take(MOST) {
        let Ok(recording) = BegunRecording::load(path) else { continue };
        let Ok(film) = film(&recording) else { continue };
        let name = own_name(name_of(path, from), &mut taken);
        let film = film.of_file(path);
        write(&folder.join(&name), &game_page(&film))?;
        games.push(exhibit(&film, in_address(&name)));
    }
    if games.is_empty() {
        let from = harmless(&from.display().to_string()).into_owned();
        return Err(usage(anyhow!(
            "{from} has no recordings; name a folder of them, such as games"
        )));
    }
    let title = format!("{} of Botyard", counted(games.len() as u64, "game"));
    let index = folder.join("index.html");
    write(&index, &gallery_page(&Gallery { title, games }))?;
    Ok(index)
}

/// The recordings at a path, each with its time. Only names that end with `.jsonl` are read. Links in a folder are not
/// followed.
fn find(path: &Path, depth: usize, all: &mut Vec<(SystemTime, PathBuf)>) {
    if let (Ok(entries), true) = (path.read_dir(), depth > 0) {
        let own = entries.flatten().filter(|entry| !entry.path().is_symlink());
        own.for_each(|entry| find(&entry.path(), depth - 1, all));
    } else if path.extension().is_some_and(|end| end == "jsonl")
        && let Ok(metadata) = path.metadata()
        && metadata.is_file()
    {
        all.push((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), path.to_owned()));
    }
}

/// The name of a game's page: the path of its recording below the folder, with `-` between its parts. A longer
/// name loses its beginning.
fn name_of(path: &Path, from: &Path) -> String {
    let below = path.strip_prefix(from).ok().filter(|below| *below != Path::new(""));
    let below = below.unwrap_or(path.file_name().map_or(path, Path::new)).with_extension("html");
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    let name = parts.join("-");
    let first = name.len().saturating_sub(LONGEST_NAME);
    let end = (first..name.len()).find(|at| name.is_char_boundary(*at)).unwrap_or(first);
    let name = name[end..].to_owned();
    // The index has this name.
    if name == "index.html" { "index-.html".to_owned() } else { name }
}

/// A name that no other page has.
fn own_name(name: String, taken: &mut HashSet<String>) -> String {
    let stem = name.strip_suffix(".html").unwrap_or(&name).to_owned();
    let more = (2..).map(|number| format!("{stem}-{number}.html"));
    let free = std::iter::once(name).chain(more).find(|name| !taken.contains(name));
    let free = free.expect("there is always a further number");
    taken.insert(free.clone());
    free
}

fn exhibit(film: &Film, page: String) -> Exhibit {
    let mut bytes = Vec::new();
    let drawn = write_png(film, film.story.decisive, &mut bytes);
    Exhibit {
        page,
        contest: film.title.clone(),
        seed: harmless(&film.seed).into_owned(),
        players: film.players.clone(),
        verdict: film.story.verdict.clone(),
        picture: if drawn.is_ok() { BASE64_STANDARD.encode(bytes) } else { String::new() },
    }
}

fn write(path: &Path, page: &str) -> Result<(), Failure> {
    let shown = path.display();
    demand_own(path, "choose another folder with --gallery", is_page).map_err(usage)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, page))
        .map_err(|error| anyhow!("cannot write {shown}: {}", unwritable(path, &error)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_pages_differ() {
        let name = |path: &str, from: &str| name_of(Path::new(path), Path::new(from));
        assert_eq!(name("games/a.jsonl", "games"), "a.html");
        assert_eq!(name("games/a.log.games/a.jsonl", "games"), "a.log.games-a.html");
        assert_eq!(name("games/a.jsonl", "games/a.jsonl"), "a.html");
        assert_eq!(name("games/index.jsonl", "games"), "index-.html");
        let mut taken = HashSet::new();
        let twins = ["games/x/1.jsonl", "games/x-1.jsonl", "games/x-1-2.jsonl"];
        let names = twins.map(|path| own_name(name(path, "games"), &mut taken));
        assert_eq!(names, ["x-1.html", "x-1-2.html", "x-1-2-2.html"]);
    }
}
