//! Merging folders `view`, of a project and of jars.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use zip::ZipArchive;

/// The folder of a jar that is merged.
const VIEW: &str = "view";

/// The most bytes that jars may contain together; a jar is not a reason to fill a disk.
const MOST_BYTES: u64 = 1 << 30;

/// Folders are nested at most this deep.
const DEPTH: usize = 32;

/// A folder that gets files.
pub(super) struct Merge<'a> {
    target: &'a Path,
    /// Bytes that have been written.
    written: u64,
}

impl<'a> Merge<'a> {
    pub(super) fn into(target: &'a Path) -> Self {
        Self { target, written: 0 }
    }

    /// Adds the folder `view` of a jar.
    ///
    /// # Errors
    /// If it is not a jar, has a path that leads out of its folder, or the target cannot be written.
    pub(super) fn jar(&mut self, jar: &Path) -> Result<()> {
        let mut archive =
            ZipArchive::new(BufReader::new(File::open(jar)?)).context("it is not a jar")?;
        for index in 0..archive.len() {
            let entry = archive.by_index(index)?;
            let name = entry.name()?.into_owned();
            let Some(path) = name.strip_prefix(VIEW).and_then(|rest| rest.strip_prefix('/')) else {
                continue;
            };
            if entry.is_file() {
                if !is_plain(Path::new(path)) {
                    bail!("its entry {name:?} leads out of its folder");
                }
                self.file(Path::new(path), entry)?;
            }
        }
        Ok(())
    }

    /// Adds the files of a folder.
    ///
    /// # Errors
    /// If it cannot be read, or the target cannot be written.
    pub(super) fn folder(&mut self, view: &Path) -> Result<()> {
        let mut folders: Vec<(PathBuf, usize)> = vec![(PathBuf::new(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for entry in view.join(&folder).read_dir()? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                // A link may lead to a file: projects share pictures so.
                if entry.path().is_dir() {
                    if depth < DEPTH {
                        folders.push((path, depth + 1));
                    }
                } else {
                    self.file(&path, File::open(entry.path())?)?;
                }
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, content: impl Read) -> Result<()> {
        let target = self.target.join(path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file =
            File::create(&target).with_context(|| format!("cannot write {}", target.display()))?;
        let rest = MOST_BYTES - self.written;
        self.written += io::copy(&mut content.take(rest), &mut file)?;
        if self.written >= MOST_BYTES {
            bail!("the files of the viewer have more than {} MB", MOST_BYTES >> 20);
        }
        Ok(())
    }
}

/// Whether a path stays in its folder.
fn is_plain(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}
