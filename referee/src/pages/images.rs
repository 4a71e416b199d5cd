//! Images of boards of shapes.

#[cfg(feature = "pictures")]
use std::collections::BTreeMap;

#[cfg(feature = "pictures")]
use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Serialize;

#[cfg(feature = "pictures")]
use crate::contest_file::ContestFile;
#[cfg(feature = "pictures")]
use crate::external::{BoardImage, WantedImage, board_images};
#[cfg(feature = "pictures")]
use crate::scene::{Form, ImagePart, Stamp};

/// An image that shapes show.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Image {
    /// The name by which shapes show it.
    pub name: String,
    /// Its own width and height; in the page it may have fewer pixels.
    pub size: [u32; 2],
    /// The file, in Base64.
    pub data: String,
}

/// The images of shapes, each shape with how many times it is enlarged at most, as far as the project of a contest file has
/// them.
#[cfg(feature = "pictures")]
pub(super) fn images<'a>(
    file: &ContestFile,
    stamps: impl Iterator<Item = (&'a Stamp, f32)>,
    parts: &BTreeMap<String, ImagePart>,
) -> Vec<Image> {
    let mut wanted: Vec<WantedImage> = Vec::new();
    for (stamp, scale) in stamps.filter(|(it, _)| matches!(it.form, Form::Image | Form::Tiling)) {
        let size = [0, 1].map(|axis| stamp.size.get(axis).map_or(0.0, |side| side.abs()));
        if let Some(known) = wanted.iter_mut().find(|known| known.name == stamp.name) {
            known.size = [0, 1].map(|axis| known.size[axis].max(size[axis]));
            known.scale = known.scale.max(scale);
        } else {
            wanted.push(WantedImage { name: stamp.name.clone(), size, scale });
        }
    }
    let image =
        |BoardImage { name, size, file }| Image { name, size, data: BASE64_STANDARD.encode(file) };
    board_images(file, &wanted, parts).into_iter().map(image).collect()
}
