//! An entity: its kind, its values, and the shape that they make.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::scene::{Form, Ink, Stamp};
use crate::terminal::harmless;

/// The short names of values with the long ones, which older engines and other modules write.
const NAMES: [(&str, &str); 48] = [
    ("x", "x"),
    ("y", "y"),
    ("r", "rotation"),
    ("R", "radius"),
    ("X", "x2"),
    ("Y", "y2"),
    ("w", "width"),
    ("h", "height"),
    ("t", "tint"),
    ("f", "fillColor"),
    ("F", "fillAlpha"),
    ("c", "lineColor"),
    ("W", "lineWidth"),
    ("A", "lineAlpha"),
    ("a", "alpha"),
    ("i", "image"),
    ("S", "strokeThickness"),
    ("sc", "strokeColor"),
    ("ff", "fontFamily"),
    ("s", "fontSize"),
    ("fw", "fontWeight"),
    ("T", "text"),
    ("ta", "textAlign"),
    ("ch", "children"),
    ("sx", "scaleX"),
    ("sy", "scaleY"),
    ("ax", "anchorX"),
    ("ay", "anchorY"),
    ("kx", "skewX"),
    ("ky", "skewY"),
    ("v", "visible"),
    ("z", "zIndex"),
    ("b", "blendMode"),
    ("I", "images"),
    ("rs", "restarted"),
    ("p", "playing"),
    ("l", "loop"),
    ("d", "duration"),
    ("bw", "baseWidth"),
    ("bh", "baseHeight"),
    ("ps", "points"),
    ("tx", "tileX"),
    ("ty", "tileY"),
    ("tsx", "tileScaleX"),
    ("tsy", "tileScaleY"),
    ("sm", "scaleMode"),
    ("mask", "mask"),
    ("maxWidth", "maxWidth"),
];

/// Values that are texts. All others that are known are numbers.
const TEXTS: [&str; 10] = [
    "image",
    "images",
    "text",
    "textAlign",
    "fontFamily",
    "fontWeight",
    "children",
    "points",
    "restarted",
    "scaleMode",
];

/// The most letters of a text that are drawn.
const MOST_LETTERS: usize = 300;

/// The most coordinates of a polygon.
const MOST_POINTS: usize = 4000;

/// A number beyond this is not a place in a picture.
const LARGEST: f64 = 1e8;

/// Colours of boxes that stand for images which are not at hand, chosen by their names.
const BOXES: [u32; 8] =
    [0x8d_99ae, 0xb0_8968, 0x7f_9c6b, 0x6d_8fb3, 0xa6_7f8e, 0x9a_8f5c, 0x6f_a3a0, 0x8f_83b5];

/// The kind of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Rectangle,
    RoundedRectangle,
    Circle,
    Line,
    Polygon,
    Text,
    BitmapText,
    /// A group, with a buffer or without.
    Group,
    Sprite,
    SpriteAnimation,
    TilingSprite,
}

impl Kind {
    /// The kind with these letters.
    pub(super) fn of(letters: &str) -> Option<Self> {
        Some(match letters {
            "R" => Self::Rectangle,
            "K" => Self::RoundedRectangle,
            "C" => Self::Circle,
            "L" => Self::Line,
            "P" => Self::Polygon,
            "T" => Self::Text,
            // Older engines wrote `BT`.
            "X" | "BT" => Self::BitmapText,
            "G" | "B" => Self::Group,
            "S" => Self::Sprite,
            "A" => Self::SpriteAnimation,
            "D" => Self::TilingSprite,
            _ => return None,
        })
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Text(String),
}

/// What the shapes of a game depend on, beside the values of an entity.
pub(super) struct Surroundings {
    /// Pixels of the picture for a unit of the world.
    pub(super) unit: f64,
    /// Width and height of the picture.
    pub(super) size: [f64; 2],
    /// Names of the players by seat.
    pub(super) players: Vec<String>,
}

/// An entity.
pub(super) struct Entity {
    pub(super) kind: Kind,
    values: BTreeMap<&'static str, Value>,
    /// The entities in a group.
    pub(super) children: Vec<u32>,
    /// Its shape when it was asked for last, if it has one.
    pub(super) stamp: Option<Arc<Stamp>>,
    /// Whether its values have changed since then.
    pub(super) has_changed: bool,
    /// Whether it ever had a change, if only an empty one. Until then it is not drawn.
    pub(super) is_there: bool,
}

impl Entity {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            values: BTreeMap::new(),
            children: Vec::new(),
            stamp: None,
            has_changed: true,
            is_there: false,
        }
    }

    /// Sets a value by its short or long name. Unknown names are ignored: the viewer of a newer engine knows more.
    ///
    /// # Errors
    /// If the value is no number where one is expected.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let known = NAMES.iter().find(|(short, long)| *short == name || *long == name);
        let Some((_, name)) = known else { return Ok(()) };
        let wrong = || {
            let value: String = value.chars().take(40).collect();
            format!("the value {value:?} of {name} is not of its kind")
        };
        if *name == "children" {
            let list = value.split(',').filter(|part| !part.is_empty());
            self.children = list.map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
            return Ok(());
        }
        let value = if TEXTS.contains(name) {
            Value::Text(value.to_owned())
        } else {
            let number =
                value.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong)?;
            Value::Number(number.clamp(-LARGEST, LARGEST))
        };
        self.values.insert(name, value);
        // The others change only where the shape is.
        if !["x", "y", "alpha", "visible", "zIndex", "rotation", "scaleX", "scaleY"].contains(name)
            || self.kind == Kind::Line
        {
            self.has_changed = true;
        }
        Ok(())
    }

    /// A number, or what it is without a value.
    pub(super) fn number(&self, name: &str, default: f64) -> f64 {
        match self.values.get(name) {
            Some(Value::Number(number)) => *number,
            _ => default,
        }
    }

    fn text(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// A colour; a number below 0 is that of a player.
    fn ink(&self, name: &str, default: u32, alpha: &str) -> Option<Ink> {
        let value = self.number(name, f64::from(default)) as i64;
        let ink = match usize::try_from(-(value + 1)) {
            Ok(seat) => Ink::of_seat(seat),
            Err(_) => Ink::rgb(value as u32),
        };
        ink.faded(self.number(alpha, 1.0))
    }

    /// Its shape; `None` if there is nothing to see.
    pub(super) fn shape(&self, around: &Surroundings) -> Option<Stamp> {
        let stamp = match self.kind {
            Kind::Rectangle | Kind::RoundedRectangle => {
                let radius = if self.kind == Kind::Rectangle { 0.0 } else { 20.0 };
                let size = [("width", 100.0), ("height", 100.0), ("radius", radius)];
                let mut size = size.map(|(name, default)| self.number(name, default));
                if self.kind == Kind::Rectangle {
                    size[2] = 0.0;
                }
                self.area(Form::Rectangle, &size, around)
            }
            Kind::Circle => self.area(Form::Circle, &[self.number("radius", 100.0)], around),
            Kind::Polygon => {
                let points = self.text("points").split(',').take(MOST_POINTS);
                let points: Vec<f64> =
                    points.filter_map(|part| part.trim().parse::<f64>().ok()).collect();
                let is_area = points.len() >= 4 && points.iter().all(|it| it.is_finite());
                let even = &points[..points.len() / 2 * 2];
                return Some(self.area(Form::Polygon, even, around))
                    .filter(|it| is_area && it.is_seen());
            }
            Kind::Line => {
                let end = [("x2", "x"), ("y2", "y")]
                    .map(|(end, begin)| self.number(end, 100.0) - self.number(begin, 0.0));
                let stamp = self.area(Form::Line, &end, around);
                Stamp { fill: None, ..stamp }
            }
            Kind::Text | Kind::BitmapText => self.words(around)?,
            Kind::Sprite | Kind::SpriteAnimation | Kind::TilingSprite => self.picture(around)?,
            Kind::Group => return None,
        };
        Some(stamp).filter(Stamp::is_seen)
    }

    /// A shape with an area and an edge. Its measures are in units of the world, the width of its edge in pixels.
    fn area(&self, form: Form, size: &[f64], around: &Surroundings) -> Stamp {
        let width = rounded(self.number("lineWidth", 0.0).max(0.0));
        Stamp {
            size: size.iter().map(|side| rounded(side * around.unit)).collect(),
            fill: self.ink("fillColor", 0xff_ffff, "fillAlpha"),
            line: self.ink("lineColor", 0, "lineAlpha").filter(|_| width > 0.0),
            width,
            ..plain(form)
        }
    }

    fn words(&self, around: &Surroundings) -> Option<Stamp> {
        let text = named(self.text("text"), &around.players);
        let text: String = text.chars().take(MOST_LETTERS).collect();
        // A new line is one of the text; other signs are made visible.
        let text = text.split('\n').map(|line| harmless(line).into_owned()).collect::<Vec<_>>();
        let text = text.join("\n");
        if text.trim().is_empty() {
            return None;
        }
        let color = if self.kind == Kind::Text { ("fillColor", 0) } else { ("tint", 0xff_ffff) };
        let fill = self.ink(color.0, color.1, "");
        let edge = rounded(self.number("strokeThickness", 0.0).max(0.0));
        let (line, width) = if edge > 0.0 {
            (self.ink("strokeColor", 0, ""), edge)
        } else {
            // Games have bright grounds, which are often images; a board without them is dark.
            let halo = Ink::rgb(0xff_ffff).faded(0.6);
            (halo.filter(|_| fill.is_some_and(Ink::is_dark)), 3.0)
        };
        let width = if line.is_some() { width } else { 0.0 };
        let size = [("fontSize", 26.0), ("anchorX", 0.0), ("anchorY", 0.0), ("maxWidth", 0.0)];
        let mut size =
            size.map(|(name, default)| (self.number(name, default) * 100.0).round() as f32 / 100.0);
        size[0] = size[0].max(1.0);
        let tint = self
            .ink("tint", 0xff_ffff, "")
            .filter(|ink| self.kind == Kind::Text && *ink != Ink::rgb(0xff_ffff));
        let fill = tint.or(fill);
        Some(Stamp { size: size.to_vec(), text, fill, line, width, ..plain(Form::Text) })
    }

    fn picture(&self, around: &Surroundings) -> Option<Stamp> {
        let image = if self.kind == Kind::SpriteAnimation {
            // At the end of a frame: one that goes on and on is at its first image as likely as at any other.
            let mut images = self.text("images").split(',').filter(|name| !name.is_empty());
            if self.number("loop", 0.0) > 0.0 { images.next() } else { images.next_back() }
        } else {
            Some(self.text("image"))
        };
        let image = image.filter(|image| !image.is_empty())?;
        let size = [("baseWidth", 0.0), ("baseHeight", 0.0), ("anchorX", 0.0), ("anchorY", 0.0)];
        let size = size.map(|(name, default)| self.number(name, default));
        let tint = self.ink("tint", 0xff_ffff, "").filter(|ink| *ink != Ink::rgb(0xff_ffff));
        let avatar = image.strip_prefix('$').and_then(|seat| seat.parse::<usize>().ok());
        let name = match avatar.and_then(|seat| around.players.get(seat)) {
            Some(player) => format!("avatar of {player}"),
            None => image.to_owned(),
        };
        let kind = if avatar.is_some() { "avatar".to_owned() } else { kind_of(image) };
        let shown = match (avatar, tint) {
            (Some(seat), _) => Ink::of_seat(seat),
            (None, Some(tint)) => tint,
            (None, None) => {
                let sum =
                    kind.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte));
                Ink::rgb(BOXES[sum as usize % BOXES.len()])
            }
        };
        Some(Stamp {
            size: size.map(|side| (side * 100.0).round() as f32 / 100.0).to_vec(),
            name: harmless(&name).chars().take(80).collect(),
            kind: harmless(&kind).chars().take(40).collect(),
            fill: Some(shown).filter(|_| !is_ground(image, [size[0], size[1]], around)),
            tint,
            ..plain(if self.kind == Kind::TilingSprite { Form::Tiling } else { Form::Image })
        })
    }
}

impl Stamp {
    /// Whether there is something to see. An image may be at hand.
    fn is_seen(&self) -> bool {
        let is_image = matches!(self.form, Form::Image | Form::Tiling);
        is_image || self.fill.is_some() || self.line.is_some()
    }
}

/// A shape of a form, without measures and colours.
fn plain(form: Form) -> Stamp {
    Stamp {
        form,
        size: Vec::new(),
        text: String::new(),
        name: String::new(),
        kind: String::new(),
        fill: None,
        line: None,
        width: 0.0,
        tint: None,
    }
}

/// Whether an image is the ground of the board: a box in its place would hide what is on it, or say nothing.
fn is_ground(image: &str, size: [f64; 2], around: &Surroundings) -> bool {
    let name = image.to_lowercase();
    let is_unknown = size.contains(&0.0);
    let has_its_name = ["background", ".jpg", ".jpeg"].iter().any(|part| name.contains(part));
    let is_large = (0..2).all(|axis| size[axis] >= 0.8 * around.size[axis]);
    is_large || is_unknown && has_its_name
}

/// What images of one kind have in common: the word of their name without an ending and a number, or their folder.
fn kind_of(image: &str) -> String {
    let (folder, file) = image.rsplit_once('/').unwrap_or(("", image));
    let folder = folder.rsplit('/').next().unwrap_or_default();
    let file = file.split('.').next().unwrap_or_default();
    let stem =
        file.trim_end_matches(|letter: char| letter.is_ascii_digit() || "_- ".contains(letter));
    let stem = if stem.is_empty() { file } else { stem };
    // A name such as `x01x1` says nothing.
    let letters = || stem.split(|letter: char| !letter.is_alphabetic());
    let is_word = letters().any(|word| word.chars().count() > 2);
    if is_word || folder.is_empty() { stem.to_owned() } else { folder.to_owned() }
}

/// To a tenth of a pixel.
fn rounded(value: f64) -> f32 {
    ((value.clamp(-LARGEST, LARGEST) * 10.0).round() / 10.0) as f32
}

/// A text with names of players in place of `$0`, `$1` and so on.
fn named(text: &str, players: &[String]) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        made += before;
        let digit = after.chars().next().and_then(|letter| letter.to_digit(10));
        rest = if let Some(seat) = digit {
            made += players.get(seat as usize).map_or("", String::as_str);
            &after[1..]
        } else {
            made.push('$');
            after
        };
    }
    made + rest
}
