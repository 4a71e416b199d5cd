//! The images of a board, out of the project of the referee: cut out of their sheets, made as small as a page draws them,
//! and no more than fit into a page.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::contest_file::{ContestFile, Engine};
use crate::pixels::Pixels;
use crate::scene::ImagePart;

/// The most bytes of all images of a page.
const BUDGET: usize = 180_000;

/// The most bytes of a file that is read.
const MOST_BYTES: u64 = 1 << 25;

/// Pixels of a page for a unit of a picture: first those of a large screen, then fewer until all images fit.
const SCALES: [f32; 3] = [0.6, 0.4, 0.25];

/// Folders of images are nested at most this deep.
const DEPTH: usize = 8;

/// An image that a page needs.
pub struct WantedImage {
    /// Its name.
    pub name: String,
    /// The largest size in which the board has it, in units of the picture; 0 for its own size, `scale` times.
    pub size: [f32; 2],
    /// How many times it is enlarged beside that.
    pub scale: f32,
}

/// An image for a page.
pub struct BoardImage {
    /// Its name.
    pub name: String,
    /// Its own width and height, before it was made smaller.
    pub size: [u32; 2],
    /// A PNG, or a JPEG.
    pub file: Vec<u8>,
}

/// The folders with the images of a referee of CodinGame's engine; a later one replaces images of an earlier one.
fn folders(file: &ContestFile) -> Vec<PathBuf> {
    let table = file.referee.as_ref().filter(|it| *it.engine.get_ref() == Engine::Codingame);
    let Some(table) = table else { return Vec::new() };
    let mut found: Vec<PathBuf> =
        table.classpath.iter().map(|entry| file.folder().join(entry).join("view/assets")).collect();
    if let Some(project) = &table.project {
        let project = file.folder().join(project.get_ref());
        found.push(project.join("src/main/resources/view/assets"));
    }
    found.retain(|folder| folder.is_dir());
    found
}

/// The images of a board, as far as the contest file's project has them and they fit into a page.
pub fn board_images(
    file: &ContestFile,
    wanted: &[WantedImage],
    parts: &BTreeMap<String, ImagePart>,
) -> Vec<BoardImage> {
    let folders = folders(file);
    let mut shelf = Shelf::new(&folders);
    let found = wanted.iter().filter_map(|wanted| {
        let pixels = match parts.get(&wanted.name) {
            Some(part) => shelf.part(part),
            None => shelf.image(&wanted.name),
        };
        Some((wanted, pixels?))
    });
    let found: Vec<(&WantedImage, Pixels)> = found.collect();
    let mut made = Vec::new();
    for scale in SCALES {
        made = found.iter().map(|(wanted, pixels)| small(wanted, pixels, scale)).collect();
        if made.iter().map(|image| image.file.len()).sum::<usize>() <= BUDGET {
            break;
        }
    }
    // Photographs are not made smaller here; one is the ground of a board, and often too large.
    let is_found = |wanted: &WantedImage| found.iter().any(|(it, _)| it.name == wanted.name);
    let others = wanted.iter().filter(|wanted| !is_found(wanted));
    made.extend(others.filter_map(|wanted| shelf.photograph(&wanted.name)));
    made.sort_by_key(|image| image.file.len());
    let mut rest = BUDGET;
    made.retain(|image| {
        let fits = image.file.len() <= rest;
        rest -= if fits { image.file.len() } else { 0 };
        fits && !image.file.is_empty()
    });
    made
}

/// An image as small as a page draws it.
fn small(wanted: &WantedImage, pixels: &Pixels, scale: f32) -> BoardImage {
    let side = |axis: usize| {
        let own = pixels.size[axis] as f32;
        let side = Some(wanted.size[axis].abs()).filter(|side| *side > 0.0).unwrap_or(own);
        (side * wanted.scale * scale).round().clamp(1.0, own.max(1.0)) as u32
    };
    let file = pixels.smaller([side(0), side(1)]).png();
    BoardImage { name: wanted.name.clone(), size: pixels.size, file }
}

/// A part of an image in a sheet: `frame` is left, top, width and height, which is put at `at` in an image of a size.
struct Cut {
    image: PathBuf,
    frame: [u32; 4],
    at: [u32; 2],
    size: [u32; 2],
}

/// The images of folders.
struct Shelf<'a> {
    folders: &'a [PathBuf],
    /// Parts of images by their names, as sheets list them.
    cuts: BTreeMap<String, Cut>,
    /// Images that have been read.
    read: BTreeMap<PathBuf, Option<Pixels>>,
}

impl<'a> Shelf<'a> {
    fn new(folders: &'a [PathBuf]) -> Self {
        let mut shelf = Self { folders, cuts: BTreeMap::new(), read: BTreeMap::new() };
        for folder in folders {
            shelf.list(folder, DEPTH);
        }
        shelf
    }

    /// Reads the sheets of a folder and of those in it.
    fn list(&mut self, folder: &Path, depth: usize) {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if depth > 0 {
                    self.list(&path, depth - 1);
                }
            } else if path.extension().is_some_and(|end| end == "json") {
                let text = bytes_of(&path).and_then(|bytes| String::from_utf8(bytes).ok());
                let sheet = text.and_then(|text| {
                    serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).ok()
                });
                if let Some(sheet) = sheet {
                    self.cuts.extend(cuts(&sheet, folder));
                }
            }
        }
    }

    /// The path of an image with a name.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let folders = self.folders.iter().rev().filter(|_| stays_inside(name));
        let mut paths = folders.map(|folder| folder.join(name));
        paths.find(|path| path.is_file())
    }

    fn pixels(&mut self, path: &Path) -> Option<&Pixels> {
        let read = self.read.entry(path.to_owned());
        read.or_insert_with(|| Pixels::read(&bytes_of(path)?)).as_ref()
    }

    /// The image with a name: a file, or a part of a sheet.
    fn image(&mut self, name: &str) -> Option<Pixels> {
        if let Some(path) = self.path(name) {
            return self.pixels(&path).cloned();
        }
        let Cut { image, frame, at, size } = self.cuts.get(name)?;
        let (image, frame, at, size) = (image.clone(), *frame, *at, *size);
        Some(self.pixels(&image)?.cut(frame, at, size))
    }

    /// A part of an image, as the referee cut it.
    fn part(&mut self, part: &ImagePart) -> Option<Pixels> {
        let image = self.image(&part.image)?;
        let [left, top, wide, high] = part.frame;
        let wide = if wide == 0 { image.size[0] } else { wide };
        let high = if high == 0 { image.size[1] } else { high };
        let is_small = u64::from(wide) * u64::from(high) < 1 << 26;
        is_small.then(|| image.cut([left, top, wide, high], [0, 0], [wide, high]))
    }

    /// A JPEG, if a file with this name is one.
    fn photograph(&self, name: &str) -> Option<BoardImage> {
        let file = bytes_of(&self.path(name)?)?;
        let size = jpeg_size(&file)?;
        Some(BoardImage { name: name.to_owned(), size, file })
    }
}

/// Whether a name of a file leads to one in the folder to which it is added, or in a folder there.
fn stays_inside(name: &str) -> bool {
    Path::new(name).components().all(|it| matches!(it, Component::Normal(_) | Component::CurDir))
}

/// The content of a file that is not too large.
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    let length = path.metadata().ok()?.len();
    (length <= MOST_BYTES).then(|| std::fs::read(path).ok()).flatten()
}

/// The parts of a sheet in a folder. One that is turned in its sheet is left out, and so is a sheet whose image is
/// outside of the folder.
fn cuts(sheet: &Value, folder: &Path) -> Vec<(String, Cut)> {
    let image = sheet["meta"]["image"].as_str().filter(|image| stays_inside(image));
    let Some(image) = image else { return Vec::new() };
    let frames = sheet["frames"].as_object().into_iter().flatten();
    let cut = |(name, frame): (&String, &Value)| {
        let numbers = |of: &Value, names: &[&str]| {
            let numbers = names.iter().map(|name| of[*name].as_u64().filter(|it| *it < 1 << 13));
            numbers.map(|it| it.map(|it| it as u32)).collect::<Option<Vec<u32>>>()
        };
        let place = numbers(&frame["frame"], &["x", "y", "w", "h"])?;
        let at = numbers(&frame["spriteSourceSize"], &["x", "y"]).unwrap_or(vec![0, 0]);
        let size = numbers(&frame["sourceSize"], &["w", "h"]).unwrap_or(place[2..].to_vec());
        let is_turned = frame["rotated"].as_bool() == Some(true);
        let cut = Cut {
            image: folder.join(image),
            frame: [place[0], place[1], place[2], place[3]],
            at: [at[0], at[1]],
            size: [size[0], size[1]],
        };
        (!is_turned).then(|| (name.clone(), cut))
    };
    frames.filter_map(cut).collect()
}

/// Width and height of a JPEG: in the first segment that begins a frame.
fn jpeg_size(file: &[u8]) -> Option<[u32; 2]> {
    let mut rest = file.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let [0xff, kind, high, low, ..] = *rest else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
            let side = |at: usize| {
                Some(u32::from(u16::from_be_bytes([*rest.get(at)?, *rest.get(at + 1)?])))
            };
            return Some([side(7)?, side(5)?]);
        }
        rest = rest.get(2 + length..)?;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];

    /// An image whose left half is red and whose right half is blue.
    fn halves(size: [u32; 2]) -> Pixels {
        let mut made = Pixels::new(size);
        for (at, pixel) in made.bytes.chunks_exact_mut(4).enumerate() {
            let is_left = (at as u32 % size[0]) * 2 < size[0];
            pixel.copy_from_slice(if is_left { &RED } else { &BLUE });
        }
        made
    }

    fn wanted(name: &str, side: f32) -> WantedImage {
        WantedImage { name: name.to_owned(), size: [side, side], scale: 1.0 }
    }

    /// A contest file of a project with these images.
    fn project(images: &[(&str, Vec<u8>)]) -> (tempfile::TempDir, ContestFile) {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("game/src/main/resources/view/assets");
        for (name, bytes) in images {
            let path = assets.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let path = folder.path().join("botyard.toml");
        let text =
            "[contest]\nkey = \"x\"\n[referee]\nengine = \"codingame\"\nproject = \"game\"\n";
        fs::write(&path, text).unwrap();
        let file = ContestFile::load(&path).unwrap();
        (folder, file)
    }

    /// The images by name, read again, with their own sizes.
    fn found(
        file: &ContestFile,
        wanted: &[WantedImage],
        parts: &BTreeMap<String, ImagePart>,
    ) -> BTreeMap<String, ([u32; 2], Pixels)> {
        let images = board_images(file, wanted, parts).into_iter();
        images.map(|it| (it.name, (it.size, Pixels::read(&it.file).unwrap()))).collect()
    }

    #[test]
    fn an_image_is_as_small_as_a_page_draws_it() {
        let (_folder, file) = project(&[("ships/a.png", halves([100, 100]).png())]);
        let all = found(
            &file,
            &[wanted("ships/a.png", 50.0), wanted("none.png", 50.0)],
            &BTreeMap::new(),
        );
        assert_eq!(all.len(), 1);
        let (size, pixels) = &all["ships/a.png"];
        assert_eq!((*size, pixels.size), ([100, 100], [30, 30]));
        assert_eq!(pixels.bytes[..4], RED);
        assert_eq!(pixels.bytes[4 * 29..][..4], BLUE);
        let own = found(&file, &[wanted("ships/a.png", 0.0)], &BTreeMap::new());
        assert_eq!(own["ships/a.png"].1.size, [60, 60]);
    }

    #[test]
    fn an_image_outside_of_the_project_is_not_read() {
        let frame = json!({"frame": {"x": 0, "y": 0, "w": 4, "h": 4}});
        let sheet =
            json!({"meta": {"image": "../../../../../secret.png"}, "frames": {"part": frame}});
        let (folder, file) =
            project(&[("a.png", halves([4, 4]).png()), ("a.json", sheet.to_string().into_bytes())]);
        fs::write(folder.path().join("game/secret.png"), halves([4, 4]).png()).unwrap();
        for name in ["../../../../../secret.png", "/etc/passwd", "", "part"] {
            assert!(found(&file, &[wanted(name, 4.0)], &BTreeMap::new()).is_empty(), "{name}");
        }
    }

    #[test]
    fn parts_come_from_sheets_and_from_the_referee() {
        let frame = |x: u32| json!({"x": x, "y": 0, "w": 10, "h": 10});
        let sheet = json!({"meta": {"image": "all.png"}, "frames": {
            "left": {"frame": frame(0)},
            "trimmed": {"frame": frame(10), "sourceSize": {"w": 20, "h": 20}, "spriteSourceSize": {"x": 10, "y": 0}},
            "turned": {"frame": frame(0), "rotated": true},
        }});
        let files =
            [("s/all.png", halves([20, 10]).png()), ("s/all.json", sheet.to_string().into_bytes())];
        let (_folder, file) = project(&files);
        let part = ImagePart { image: "s/all.png".to_owned(), frame: [10, 0, 10, 0] };
        let parts = BTreeMap::from([("mine".to_owned(), part)]);
        let names = ["left", "trimmed", "turned", "mine"];
        let all = found(&file, &names.map(|name| wanted(name, 100.0)), &parts);
        let first = |name: &str| (all[name].0, &all[name].1.bytes[..4]);
        assert_eq!(all.len(), 3);
        assert_eq!(first("left"), ([10, 10], &RED[..]));
        assert_eq!(first("trimmed"), ([20, 20], &[0; 4][..]));
        assert_eq!(all["trimmed"].1.bytes[4 * 10..][..4], BLUE);
        assert_eq!(first("mine"), ([10, 10], &BLUE[..]));
    }

    #[test]
    fn all_images_together_fit_into_a_page() {
        // Noise cannot be compressed.
        let mut seed = 7u32;
        let mut noise = |side: u32| {
            let mut made = Pixels::new([side, side]);
            made.bytes.fill_with(|| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8 | 1
            });
            made.png()
        };
        let files: Vec<(String, Vec<u8>)> =
            (0..8).map(|at| (format!("{at}.png"), noise(250))).collect();
        let named: Vec<(&str, Vec<u8>)> =
            files.iter().map(|(name, file)| (&**name, file.clone())).collect();
        let (_folder, file) = project(&named);
        let wanted: Vec<WantedImage> = files.iter().map(|(name, _)| wanted(name, 250.0)).collect();
        let all = board_images(&file, &wanted, &BTreeMap::new());
        let bytes: usize = all.iter().map(|image| image.file.len()).sum();
        assert_eq!(all.len(), 8, "all of them, but smaller");
        assert!(bytes <= BUDGET, "{bytes}");
        let large: Vec<WantedImage> =
            wanted.into_iter().map(|it| WantedImage { scale: 10.0, ..it }).collect();
        let some = board_images(&file, &large, &BTreeMap::new());
        assert!(some.iter().map(|image| image.file.len()).sum::<usize>() <= BUDGET);
    }

    #[test]
    fn a_photograph_is_taken_whole_if_it_is_small() {
        let mut photo =
            vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 90, 0, 160];
        photo.resize(1000, 7);
        let mut large = photo.clone();
        large.resize(BUDGET + 1, 7);
        let (_folder, file) = project(&[
            ("sky.jpg", photo.clone()),
            ("sea.jpg", large),
            ("no.jpg", vec![0xff, 0xd8, 0xff]),
        ]);
        let all = ["sky.jpg", "sea.jpg", "no.jpg"].map(|name| wanted(name, 0.0));
        let all = board_images(&file, &all, &BTreeMap::new());
        assert_eq!(all.len(), 1);
        assert_eq!((&*all[0].name, all[0].size, &all[0].file), ("sky.jpg", [160, 90], &photo));
    }
}
