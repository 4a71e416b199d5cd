//! Screenshots of a fixed frame of each contest, compared with the committed ones.
//!
//! `BOTYARD_BLESS=1 cargo test -p referee browser::` replaces the committed ones.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Cursor};
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use referee::testkit::needs::Need;

use super::driver::browser;
use super::kind::Kind;
use super::{page, some_games};
use crate::view::GAMES;

/// The frame that is compared.
const FRAME: usize = 25;

/// Pixels of the window, in each direction, that become one pixel of a committed picture: letters differ between machines,
/// the board and the layout do not.
const SQUARE: usize = 10;

/// Mean difference of a channel, of 255, that is tolerated because fonts differ.
const TOLERANCE: f64 = 10.0;

/// A picture with three channels per pixel.
struct Picture {
    width: usize,
    height: usize,
    channels: Vec<u8>,
}

impl Picture {
    /// The red, green and blue channels of a PNG with eight bits per channel.
    fn read(reader: impl std::io::BufRead + std::io::Seek) -> Self {
        let mut reader = png::Decoder::new(reader).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let (width, height) = (info.width as usize, info.height as usize);
        let dot = bytes.len() / (width * height);
        let mut channels = Vec::with_capacity(3 * width * height);
        for dot in bytes.chunks_exact(dot) {
            channels.extend_from_slice(&dot[..3]);
        }
        Self { width, height, channels }
    }

    fn load(path: &Path) -> Option<Self> {
        Some(Self::read(BufReader::new(File::open(path).ok()?)))
    }

    fn save(&self, path: &Path) {
        let file = BufWriter::new(File::create(path).unwrap());
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&self.channels).unwrap();
    }

    /// The mean of each square of pixels.
    fn smaller(&self) -> Self {
        let (width, height) = (self.width / SQUARE, self.height / SQUARE);
        let mut sums = vec![0_usize; 3 * width * height];
        for (y, row) in self.channels.chunks_exact(3 * self.width).enumerate().take(height * SQUARE)
        {
            for (x, dot) in row.chunks_exact(3).enumerate().take(width * SQUARE) {
                let at = 3 * (y / SQUARE * width + x / SQUARE);
                sums[at] += usize::from(dot[0]);
                sums[at + 1] += usize::from(dot[1]);
                sums[at + 2] += usize::from(dot[2]);
            }
        }
        let channels = sums.into_iter().map(|sum| (sum / (SQUARE * SQUARE)) as u8).collect();
        Self { width, height, channels }
    }

    /// The mean difference of a channel.
    fn difference(&self, other: &Self) -> f64 {
        if [self.width, self.height] != [other.width, other.height] {
            return f64::INFINITY;
        }
        let pairs = self.channels.iter().zip(&other.channels);
        let all: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        all as f64 / self.channels.len() as f64
    }
}

#[test]
fn every_contest_looks_as_it_did() {
    let Some(browser) = browser() else { return };
    if browser.kind() != Kind::Chromium {
        return Need::Browser
            .skip("letters of other browsers have other widths, so lines end elsewhere");
    }
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/browser/looks");
    let blesses = std::env::var_os("BOTYARD_BLESS").is_some();
    // All pictures are replaced, not only those of some games.
    let games = if blesses { &GAMES[..] } else { some_games() };
    for game in games {
        let address = format!("{}#{FRAME}", page(game));
        for (name, size) in [("desktop", [1200, 900]), ("phone", [390, 840])] {
            for (scheme, is_dark) in [("light", false), ("dark", true)] {
                browser.look(size, is_dark);
                browser.go("about:blank");
                browser.go(&address);
                let bytes = BASE64_STANDARD.decode(browser.screenshot()).unwrap();
                let seen = Picture::read(Cursor::new(&bytes)).smaller();
                let path = kept.join(format!("{game}-{name}-{scheme}.png"));
                if blesses {
                    fs::create_dir_all(&kept).unwrap();
                    seen.save(&path);
                    continue;
                }
                let picture = Picture::load(&path).expect("no picture is committed; see above");
                let difference = seen.difference(&picture);
                if difference > TOLERANCE {
                    let now =
                        Path::new(env!("CARGO_TARGET_TMPDIR")).join(path.file_name().unwrap());
                    fs::write(&now, bytes).unwrap();
                    panic!(
                        "{} differs by {difference:.1} of 255 from {}",
                        now.display(),
                        path.display()
                    );
                }
            }
        }
    }
}

/// The comparison detects differences that a user would see.
#[test]
fn another_board_differs() {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/browser/looks");
    let load =
        |name: &str| Picture::load(&kept.join(name)).expect("no picture is committed; see above");
    let light = load("ocean-desktop-light.png");
    assert!(light.difference(&load("ocean-desktop-dark.png")) > TOLERANCE);
    assert!(light.difference(&load("fruit-desktop-light.png")) > TOLERANCE);
    assert!(light.difference(&light) < 0.001);
}
