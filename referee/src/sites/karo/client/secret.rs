//! The password. It comes from a file or from the environment, and is sent only to the site.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

/// The environment variable that may contain the password.
pub const VARIABLE: &str = "KAROPAPIER_KEY";

/// The most bytes of a key file that are read.
const MOST_BYTES: u64 = 1 << 16;

/// A password. It is never printed, not even by `{:?}`.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Reads the first line of a file, or of the environment variable [`VARIABLE`] if no file is given.
    ///
    /// # Errors
    /// There is no password. The message never contains a part of it.
    pub fn read(file: Option<&Path>) -> Result<Self> {
        let text = match file {
            Some(file) => begin_of(file)
                .with_context(|| format!("cannot read the key file {}", file.display()))?,
            None => std::env::var(VARIABLE).map_err(|_| {
                anyhow!(
                    "give the password in a file (--key-file FILE), or in the variable {VARIABLE}"
                )
            })?,
        };
        let word = text.lines().next().unwrap_or("").trim().to_owned();
        if word.is_empty() {
            bail!("the password is empty: write it in the first line of the key file");
        }
        Ok(Self(word))
    }

    /// The password itself.
    pub fn word(&self) -> &str {
        &self.0
    }
}

/// The first bytes of a file, which may be a pipe or never end.
fn begin_of(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MOST_BYTES).read_to_string(&mut text)?;
    // Editors of Windows begin a text with this mark.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a secret")
    }
}
