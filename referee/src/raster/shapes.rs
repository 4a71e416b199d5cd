//! The drawing of each shape, as `pages/shapes.js` draws it.

use tiny_skia::{PathBuilder, Rect};

use super::brush::{Brush, SEATS};
use crate::scene::{Color, Shape, Thing};

/// The name of a part's colour in the style sheet.
fn part(color: Color) -> &'static str {
    match color {
        Color::White => "part-white",
        Color::Blue => "part-blue",
        Color::Red => "part-red",
        Color::Brown => "part-brown",
        Color::Purple => "part-purple",
        Color::Yellow => "part-yellow",
        Color::Green => "part-green",
        Color::Orange => "part-orange",
    }
}

/// The colour of the text of a thing.
fn ink(thing: &Thing) -> &'static str {
    match (thing.shape, thing.parts.first()) {
        (Shape::Text, _) => "sign",
        (Shape::Fruit, Some(Color::White | Color::Yellow | Color::Orange | Color::Green)) => {
            "part-edge"
        }
        (Shape::Fruit, _) => "part-white",
        _ => "back",
    }
}

/// A line that goes through points, each as a part of the size from the centre.
fn polygon([x, y]: [f32; 2], size: f32, points: &[[f32; 2]], is_closed: bool) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (at, [across, down]) in points.iter().enumerate() {
        let (x, y) = (x + across * size, y + down * size);
        if at == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if is_closed {
        builder.close();
    }
    builder
}

/// Draws a thing on its tile. Pieces that share a tile, of which it is one or which hold it, stand side by side: it is at
/// `place` of this number of pieces.
pub(super) fn draw_thing(brush: &mut Brush, thing: &Thing, place: usize, pieces: usize) {
    let [x, y] = brush.middle(thing.at);
    let is_small = pieces > 1 && (thing.shape.is_piece() || thing.is_held);
    let mut scale = if is_small { 0.62 } else { 1.0 };
    let mut shift = [0.0, 0.0];
    if is_small {
        shift[0] = (place as f32 / (pieces - 1) as f32 - 0.5) * 0.46;
    }
    if thing.is_held {
        shift = [shift[0] + 0.24 * scale, 0.24 * scale];
        scale *= 0.55;
    }
    let at = [x + shift[0] * brush.size, y + shift[1] * brush.size];
    let name = thing.seat.map_or("thing".to_owned(), |seat| format!("seat{}", seat % SEATS));
    draw(brush, thing, at, brush.size * scale, &name);
    let is_hidden = matches!(thing.shape, Shape::Blast | Shape::Cross);
    // A word is wider than its tile in these letters, so its first two stand for it.
    let text: String = thing.text.chars().take(2).collect();
    if !text.is_empty() && !is_hidden && brush.size * scale >= 9.0 {
        brush.letters(at, &text, ink(thing));
    }
}

/// Draws a thing around a point.
fn draw(brush: &mut Brush, thing: &Thing, at: [f32; 2], size: f32, name: &str) {
    let [x, y] = at;
    let parts = &thing.parts;
    let first = |other| part(parts.first().copied().unwrap_or(other));
    let width = (size / 10.0).max(1.5);
    match thing.shape {
        Shape::Disc => brush.circle(at, size * 0.42, name),
        Shape::Box => {
            brush.rect([x - size * 0.3, y - size * 0.3], [size * 0.6; 2], name, 1.0);
        }
        Shape::Dot => brush.circle(at, size * 0.14, name),
        Shape::Diamond => {
            let corners = [[0.0, -0.3], [0.3, 0.0], [0.0, 0.3], [-0.3, 0.0]];
            if let Some(path) = polygon(at, size, &corners, true).finish() {
                brush.fill(&path, name);
            }
        }
        Shape::Cross => {
            for arm in [[[-0.28, -0.28], [0.28, 0.28]], [[0.28, -0.28], [-0.28, 0.28]]] {
                brush.line(polygon(at, size, &arm, false), name, width);
            }
        }
        Shape::Blast => {
            brush.rect([x - size * 1.5, y - size * 1.5], [size * 3.0; 2], name, 0.35);
        }
        Shape::Submarine => {
            let tower = [x - size * 0.13, y - size * 0.44];
            brush.rect(tower, [size * 0.26, size * 0.24], name, 1.0);
            let hull = [x - size * 0.47, y - size * 0.25];
            let hull = Rect::from_xywh(hull[0], hull[1], size * 0.94, size * 0.62);
            if let Some(path) = hull.and_then(PathBuilder::from_oval) {
                brush.fill(&path, name);
            }
        }
        Shape::Mine => {
            for spike in [[0.36, 0.0], [0.25, 0.25], [0.0, 0.36], [-0.25, 0.25]] {
                let ends = [spike, spike.map(|side: f32| -side)];
                brush.line(polygon(at, size, &ends, false), name, width);
            }
            brush.circle(at, size * 0.22, name);
        }
        Shape::Plate => {
            if let Some(path) = PathBuilder::from_circle(x, y, size * 0.4) {
                brush.inked(&path, "plate", size);
            }
            for (index, color) in parts.iter().enumerate() {
                let turn = std::f32::consts::TAU * index as f32 / parts.len() as f32
                    - std::f32::consts::FRAC_PI_2;
                let far = if parts.len() > 1 { size * 0.21 } else { 0.0 };
                let (x, y) = (x + far * turn.cos(), y + far * turn.sin());
                if let Some(path) = PathBuilder::from_circle(x, y, size * 0.14) {
                    brush.inked(&path, part(*color), size);
                }
            }
        }
        Shape::Heap => {
            let edge = (0..=12).map(|step| std::f32::consts::PI * step as f32 / 12.0);
            let points: Vec<[f32; 2]> =
                edge.map(|turn| [0.3 * turn.cos(), 0.16 - 0.3 * turn.sin()]).collect();
            if let Some(path) = polygon(at, size, &points, true).finish() {
                brush.inked(&path, first(Color::White), size);
            }
        }
        Shape::Fruit => {
            if let Some(path) = PathBuilder::from_circle(x, y + size * 0.05, size * 0.34) {
                brush.inked(&path, first(Color::Red), size);
            }
            let stem = polygon(at, size, &[[0.0, -0.28], [0.1, -0.44]], false);
            brush.line(stem, "part-edge", (size / 28.0).max(1.0));
        }
        Shape::Parcel => {
            let side = [x - size * 0.3, y - size * 0.3];
            if let Some(rect) = Rect::from_xywh(side[0], side[1], size * 0.6, size * 0.6) {
                brush.inked(&PathBuilder::from_rect(rect), name, size);
            }
            brush.rect([x - size * 0.05, side[1]], [size * 0.1, size * 0.6], "part-edge", 1.0);
        }
        Shape::Text => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page draws them so, too: white on a bright fruit cannot be read.
    #[test]
    fn the_number_on_a_bright_fruit_is_dark() {
        let ink_on = |color| {
            ink(&Thing { parts: vec![color], ..Thing::of_seat(0, [0, 0], Shape::Fruit, "3") })
        };
        let bright = [Color::White, Color::Yellow, Color::Orange, Color::Green];
        assert_eq!(bright.map(ink_on), ["part-edge"; 4]);
        assert_eq!([Color::Red, Color::Purple].map(ink_on), ["part-white"; 2]);
    }
}
