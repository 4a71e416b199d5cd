//! Draws shapes at any place, as `pages/sheet.js` draws them.

use std::collections::HashMap;

use base64::prelude::{BASE64_STANDARD, Engine};
use tiny_skia::{
    ColorU8, FillRule, FilterQuality, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapPaint, Rect,
    SpreadMode, Stroke, Transform,
};

use super::brush::SEATS;
use super::text::{WIDTH, glyph};
use crate::pages::{Film, color};
use crate::pixels::Pixels;
use crate::scene::{Form, Ink, LINE_HEIGHT, Stamp, UNKNOWN_SIDE};

/// Letters of fewer pixels cannot be read.
const SMALLEST: f32 = 6.0;

/// Images by their names and the colours by which they are multiplied, each with its own width and height.
pub(super) type Images = HashMap<(String, [u8; 3]), (Pixmap, [f32; 2])>;

/// The key of the image that a shape shows.
fn key(stamp: &Stamp) -> (String, [u8; 3]) {
    (stamp.name.clone(), stamp.tint.map_or([255; 3], rgb))
}

/// The images of a film. Photographs are not read here.
pub(super) fn images(film: &Film) -> Images {
    let read = film.images.iter().filter_map(|image| {
        let pixels = Pixels::read(&BASE64_STANDARD.decode(&image.data).ok()?)?;
        Some((&*image.name, (pixels, image.size.map(|side| side as f32))))
    });
    let read: HashMap<&str, (Pixels, [f32; 2])> = read.collect();
    let mut all = Images::new();
    for stamp in &film.stamps {
        let Some((pixels, size)) = read.get(&*stamp.name) else { continue };
        let key = key(stamp);
        if !all.contains_key(&key) {
            all.extend(pixmap(pixels, key.1).map(|pixmap| (key, (pixmap, *size))));
        }
    }
    all
}

/// An image as the library wants it, multiplied by a colour.
fn pixmap(pixels: &Pixels, tint: [u8; 3]) -> Option<Pixmap> {
    let mut made = Pixmap::new(pixels.size[0], pixels.size[1])?;
    for (to, from) in made.pixels_mut().iter_mut().zip(pixels.bytes.chunks_exact(4)) {
        let [red, green, blue] =
            [0, 1, 2].map(|part| (u32::from(from[part]) * u32::from(tint[part]) / 255) as u8);
        *to = ColorU8::from_rgba(red, green, blue, from[3]).premultiply();
    }
    Some(made)
}

/// Draws the shapes of a frame, with the left and top of the picture at a point. `scale` is the number of pixels for a unit.
pub(super) fn draw_sheet(
    pixels: &mut Pixmap,
    corner: [usize; 2],
    scale: f32,
    film: &Film,
    images: &Images,
    marks: &[[i32; 4]],
) {
    let size = film.sheet.unwrap_or([1, 1]);
    let [wide, high] = size.map(|side| ((side as f32 * scale) as u32).max(1));
    // Shapes end at the edge of the picture.
    let Some(mut board) = Pixmap::new(wide, high) else { return };
    let [red, green, blue] = color("night");
    board.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    for &[stamp, x, y, pose] in marks {
        let (Some(stamp), Some(pose)) =
            (film.stamps.get(stamp as usize), film.poses.get(pose as usize))
        else {
            continue;
        };
        let [a, b, c, d, alpha] = *pose;
        let own = Transform::from_row(a, b, c, d, x as f32 / 10.0, y as f32 / 10.0);
        let place = own.post_scale(scale, scale);
        Tool { board: &mut board, images, place, alpha }.draw(stamp);
    }
    let [left, top] = corner.map(|side| side as i32);
    pixels.draw_pixmap(
        left,
        top,
        board.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
}

/// Draws one shape.
struct Tool<'a> {
    board: &'a mut Pixmap,
    images: &'a Images,
    /// From the shape to pixels.
    place: Transform,
    alpha: f32,
}

/// Red, green and blue of a colour on a dark ground.
fn rgb(ink: Ink) -> [u8; 3] {
    if let Some(seat) = ink.seat {
        return color(&format!("night{}", seat % SEATS));
    }
    let [_, red, green, blue] = ink.rgb.unwrap_or_default().to_be_bytes();
    [red, green, blue]
}

fn paint(ink: Ink, alpha: f32) -> Paint<'static> {
    let [red, green, blue] = rgb(ink);
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (ink.alpha * alpha * 255.0).round() as u8);
    paint
}

impl Tool<'_> {
    fn draw(&mut self, stamp: &Stamp) {
        let side = |at: usize| stamp.size.get(at).copied().unwrap_or_default();
        match stamp.form {
            Form::Rectangle => {
                self.inked(stamp, rectangle([0.0, 0.0, side(0), side(1)], side(2)));
            }
            Form::Circle => self.inked(stamp, PathBuilder::from_circle(0.0, 0.0, side(0).abs())),
            Form::Line | Form::Polygon => {
                let mut builder = PathBuilder::new();
                if stamp.form == Form::Line {
                    builder.move_to(0.0, 0.0);
                }
                for point in stamp.size.chunks_exact(2) {
                    if builder.is_empty() {
                        builder.move_to(point[0], point[1]);
                    } else {
                        builder.line_to(point[0], point[1]);
                    }
                }
                if stamp.form == Form::Polygon {
                    builder.close();
                }
                self.inked(stamp, builder.finish());
            }
            Form::Text => self.words(stamp),
            Form::Image | Form::Tiling => self.image(stamp),
        }
    }

    /// An image, or a box if it is not at hand.
    fn image(&mut self, stamp: &Stamp) {
        let side = |at: usize| stamp.size.get(at).copied().unwrap_or_default();
        let images = self.images;
        let found = images.get(&key(stamp));
        let own = [side(1), side(0)].map(|other| if other == 0.0 { UNKNOWN_SIDE } else { other });
        let own = found.map_or(own, |(_, size)| *size);
        let [wide, high] = [0, 1].map(|at| if side(at) == 0.0 { own[at] } else { side(at) });
        let place = [-side(2) * wide, -side(3) * high, wide, high];
        let Some((pixmap, _)) = found else {
            let path = rectangle(place, wide.abs().min(high.abs()) * 0.15);
            self.alpha *= 0.8;
            self.inked(&Stamp { line: None, ..stamp.clone() }, path);
            return;
        };
        let Some(path) = rectangle(place, 0.0) else { return };
        let (area, spread) = match stamp.form {
            Form::Tiling => (own, SpreadMode::Repeat),
            _ => ([wide, high], SpreadMode::Pad),
        };
        let scale = [area[0] / pixmap.width() as f32, area[1] / pixmap.height() as f32];
        let shown = Transform::from_scale(scale[0], scale[1]).post_translate(place[0], place[1]);
        let quality = FilterQuality::Bilinear;
        let shader = Pattern::new(pixmap.as_ref(), spread, quality, self.alpha, shown);
        let paint = Paint { shader, ..Paint::default() };
        self.board.fill_path(&path, &paint, FillRule::Winding, self.place, None);
    }

    /// Fills and edges a shape.
    fn inked(&mut self, stamp: &Stamp, path: Option<Path>) {
        let Some(path) = path else { return };
        if let Some(fill) = stamp.fill {
            let paint = paint(fill, self.alpha);
            self.board.fill_path(&path, &paint, FillRule::Winding, self.place, None);
        }
        if let Some(line) = stamp.line {
            let stroke = Stroke { width: stamp.width, ..Stroke::default() };
            self.board.stroke_path(&path, &paint(line, self.alpha), &stroke, self.place, None);
        }
    }

    /// A text in letters of eight by eight pixels, or of twice the size and so on. It is never turned.
    fn words(&mut self, stamp: &Stamp) {
        let [size, across, down, most] =
            [0, 1, 2, 3].map(|at| stamp.size.get(at).copied().unwrap_or_default());
        let scale = (self.place.sx * self.place.sy - self.place.kx * self.place.ky).abs().sqrt();
        let high = size * scale;
        let Some(fill) = stamp.fill.filter(|_| high >= SMALLEST) else { return };
        let dot = (high / 9.0).floor().max(1.0);
        let lines: Vec<&str> = stamp.text.split('\n').collect();
        let letter = WIDTH as f32 * dot;
        let fitting =
            if most > 0.0 { (most * scale / letter).max(1.0) as usize } else { usize::MAX };
        let longest = lines.iter().map(|line| line.chars().count().min(fitting)).max();
        let wide = longest.unwrap_or(0) as f32 * letter;
        let line_high = high * LINE_HEIGHT;
        let left = (self.place.tx - across * wide).round();
        let paint = Paint { anti_alias: false, ..paint(fill, self.alpha) };
        for (number, line) in lines.iter().enumerate() {
            let middle = (number as f32 + 0.5 - down * lines.len() as f32) * line_high;
            let top = (self.place.ty + middle - 4.0 * dot).round();
            for (at, sign) in line.chars().take(fitting).enumerate() {
                for (y, row) in glyph(sign).into_iter().enumerate() {
                    for x in (0..WIDTH).filter(|x| row >> x & 1 == 1) {
                        let place =
                            [left + at as f32 * letter + x as f32 * dot, top + y as f32 * dot];
                        if let Some(rect) = Rect::from_xywh(place[0], place[1], dot, dot) {
                            self.board.fill_rect(rect, &paint, Transform::identity(), None);
                        }
                    }
                }
            }
        }
    }
}

/// A rectangle (left, top, width and height) with round corners. Negative sides go to the left and upwards.
fn rectangle([left, top, wide, high]: [f32; 4], radius: f32) -> Option<Path> {
    let [x0, x1] = [left.min(left + wide), left.max(left + wide)];
    let [y0, y1] = [top.min(top + high), top.max(top + high)];
    let radius = radius.min((x1 - x0) / 2.0).min((y1 - y0) / 2.0);
    if radius <= 0.0 {
        return Rect::from_ltrb(x0, y0, x1, y1).map(PathBuilder::from_rect);
    }
    let mut builder = PathBuilder::new();
    builder.move_to(x0 + radius, y0);
    builder.line_to(x1 - radius, y0);
    builder.quad_to(x1, y0, x1, y0 + radius);
    builder.line_to(x1, y1 - radius);
    builder.quad_to(x1, y1, x1 - radius, y1);
    builder.line_to(x0 + radius, y1);
    builder.quad_to(x0, y1, x0, y1 - radius);
    builder.line_to(x0, y0 + radius);
    builder.quad_to(x0, y0, x0 + radius, y0);
    builder.close();
    builder.finish()
}
