//! A picture of shapes that are at any place, for a contest that is not drawn on tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

/// A picture of shapes, in the order of drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Width and height.
    pub size: [u32; 2],
    /// The shapes.
    pub marks: Vec<Mark>,
    /// Images that are parts of others, by their names.
    pub parts: Arc<BTreeMap<String, ImagePart>>,
}

/// A part of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePart {
    /// The name of the image.
    pub image: String,
    /// Left, top, width and height; a width or a height of 0 is that of the image.
    pub frame: [u32; 4],
}

/// A shape at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Which thing it is: the same number in each position of a game.
    pub of: u32,
    /// The shape. Equal shapes of a game are one.
    pub stamp: Arc<Stamp>,
    /// Where the point (0, 0) of the shape is.
    pub at: [f32; 2],
    /// How it is turned and scaled, as the four numbers `a b c d` of a matrix (a point (x, y) of the shape becomes
    /// (ax + cy, bx + dy)), and how opaque it is, from 0 to 1.
    pub pose: [f32; 5],
}

/// The pose of a shape that is neither turned nor scaled nor transparent.
pub const UPRIGHT: [f32; 5] = [1.0, 0.0, 0.0, 1.0, 1.0];

/// The side of an image whose size nobody knows.
pub const UNKNOWN_SIDE: f32 = 64.0;

/// The height of a line of text as a part of the size of its letters.
pub const LINE_HEIGHT: f32 = 1.2;

/// A shape with its colours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stamp {
    /// What kind of shape it is.
    pub form: Form,
    /// Its measures. A rectangle: width, height, radius of its corners. A circle: its radius. A line: where it ends. A
    /// polygon: its corners. A text: the size of its letters, its anchor as parts of its width and height, its greatest
    /// width or 0. An image: width and height, or 0 for those of the image, and its anchor.
    pub size: Vec<f32>,
    /// The words of a text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What it is, such as the name of an image.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What the legend calls it: images of one kind have one name there.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The colour of its area. Of an image, that of a box which stands for it where the image is not at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Ink>,
    /// The colour of its edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Ink>,
    /// The width of its edge.
    #[serde(skip_serializing_if = "is_default")]
    pub width: f32,
    /// The colour by which an image is multiplied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Ink>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What kind of shape a stamp is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Form {
    Rectangle,
    Circle,
    Line,
    Polygon,
    Text,
    Image,
    /// An image that is repeated over its area.
    Tiling,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ink {
    /// The seat whose colour it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// Red, green and blue as one number, if it is not that of a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rgb: Option<u32>,
    /// How opaque it is, from 0 to 1.
    pub alpha: f32,
}

impl Ink {
    /// An opaque colour.
    pub fn rgb(rgb: u32) -> Self {
        Self { seat: None, rgb: Some(rgb & 0xff_ffff), alpha: 1.0 }
    }

    /// The colour of a seat.
    pub fn of_seat(seat: usize) -> Self {
        Self { seat: Some(seat), rgb: None, alpha: 1.0 }
    }

    /// The same colour with this opacity, from 0 to 1; `None` if it cannot be seen.
    pub fn faded(self, alpha: f64) -> Option<Self> {
        let alpha = (alpha.clamp(0.0, 1.0) * 100.0).round() as f32 / 100.0;
        (alpha > 0.0).then_some(Self { alpha, ..self })
    }

    /// Whether it is hard to see on a dark ground.
    pub fn is_dark(self) -> bool {
        self.rgb.is_some_and(|rgb| {
            let [red, green, blue] = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255];
            2126 * red + 7152 * green + 722 * blue < 10_000 * 70
        })
    }
}
