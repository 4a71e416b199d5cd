//! Draws tiles, ways and things on the pixels of a frame.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::text::{WIDTH, glyph};
use crate::pages::color;
use crate::scene::Way;

/// The number of colours of seats.
pub(super) const SEATS: usize = 8;

/// The colours of the pages by the letters of the tiles.
fn tile_color(letter: char) -> &'static str {
    match letter {
        '.' => "floor",
        '#' => "wall",
        '~' => "water",
        '@' => "base",
        's' => "start",
        'f' => "finish",
        'd' => "dark",
        'g' => "grass",
        '1'..='9' => "marked",
        _ => "field",
    }
}

/// Draws on the board of a frame.
pub(super) struct Brush<'a> {
    pixels: &'a mut Pixmap,
    /// Left and top of the board, in pixels.
    corner: [f32; 2],
    /// The side of a tile, in pixels.
    pub size: f32,
}

/// A paint in a colour of the pages.
pub(super) fn paint(name: &str, alpha: f32) -> Paint<'static> {
    let [red, green, blue] = color(name);
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (alpha * 255.0) as u8);
    paint
}

impl<'a> Brush<'a> {
    pub fn new(pixels: &'a mut Pixmap, corner: [usize; 2], tile: usize) -> Self {
        Self { pixels, corner: corner.map(|side| side as f32), size: tile as f32 }
    }

    /// Fills everything with the colour of the page.
    pub fn back(&mut self) {
        let [red, green, blue] = color("back");
        self.pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    }

    /// The centre of a tile.
    pub fn middle(&self, [x, y]: [i32; 2]) -> [f32; 2] {
        let [left, top] = self.corner;
        [left + (x as f32 + 0.5) * self.size, top + (y as f32 + 0.5) * self.size]
    }

    pub fn tile(&mut self, place: [i32; 2], letter: char) {
        let [x, y] = self.middle(place);
        let gap = if self.size > 9.0 { 1.0 } else { 0.0 };
        let name = tile_color(letter);
        self.rect([x - self.size / 2.0, y - self.size / 2.0], [self.size - gap; 2], name, 1.0);
        if name == "marked" {
            self.letters([x, y], &letter.to_string(), "soft");
        }
    }

    /// A way; one of the past is a thin line without dots.
    pub fn way(&mut self, Way { seat, points, is_past }: &Way) {
        let mut builder = PathBuilder::new();
        for (at, point) in points.iter().enumerate() {
            let [x, y] = self.middle(*point);
            if at == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        let name = format!("seat{}", seat % SEATS);
        self.line(builder, &name, (self.size / if *is_past { 30.0 } else { 9.0 }).max(1.0));
        for point in points.iter().filter(|_| !is_past) {
            let middle = self.middle(*point);
            self.circle(middle, (self.size / 7.0).max(1.0), &name);
        }
    }

    pub fn rect(&mut self, [x, y]: [f32; 2], [width, height]: [f32; 2], name: &str, alpha: f32) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            let paint = Paint { anti_alias: false, ..paint(name, alpha) };
            self.pixels.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }

    pub fn circle(&mut self, [x, y]: [f32; 2], radius: f32, name: &str) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, name);
        }
    }

    pub fn fill(&mut self, path: &Path, name: &str) {
        let paint = paint(name, 1.0);
        self.pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    /// Fills a shape, with a dark edge.
    pub fn inked(&mut self, path: &Path, name: &str, size: f32) {
        self.fill(path, name);
        let stroke = Stroke { width: (size / 28.0).max(0.75), ..Stroke::default() };
        let edge = paint("part-edge", 1.0);
        self.pixels.stroke_path(path, &edge, &stroke, Transform::identity(), None);
    }

    pub fn line(&mut self, builder: PathBuilder, name: &str, width: f32) {
        let Some(path) = builder.finish() else { return };
        let stroke = Stroke { width, ..Stroke::default() };
        self.pixels.stroke_path(&path, &paint(name, 1.0), &stroke, Transform::identity(), None);
    }

    /// Letters around a point.
    pub fn letters(&mut self, [x, y]: [f32; 2], text: &str, name: &str) {
        let dot = if self.size >= 26.0 { 2.0 } else { 1.0 };
        let left = (x - text.chars().count() as f32 * WIDTH as f32 * dot / 2.0).round();
        let top = (y - 4.0 * dot).round();
        for (at, letter) in text.chars().enumerate() {
            for (down, row) in glyph(letter).into_iter().enumerate() {
                for across in (0..WIDTH).filter(|across| row >> across & 1 == 1) {
                    let corner = [(at * WIDTH + across) as f32 * dot, down as f32 * dot];
                    self.rect([left + corner[0], top + corner[1]], [dot; 2], name, 1.0);
                }
            }
        }
    }
}
