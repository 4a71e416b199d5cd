//! Words in the letters of a font of eight by eight pixels.

use font8x8::UnicodeFonts;
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::pages::color;

/// The width of a letter, in pixels.
pub(super) const WIDTH: usize = 8;

/// The height of a line, in pixels.
pub(super) const LINE: usize = 14;

/// The beginning of a text that fits into a width in pixels.
pub(super) fn line_of(text: &str, width: usize) -> String {
    let text = text.replace('→', "->").replace(['–', '—'], "-");
    let most = (width.saturating_sub(12) / WIDTH).max(4);
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 3).chain("...".chars()).collect()
}

/// The rows of a letter, each with a bit for a pixel; a letter that the font lacks is `?`.
pub(super) fn glyph(letter: char) -> [u8; 8] {
    let basic = font8x8::BASIC_FONTS.get(letter);
    let found = basic.or_else(|| font8x8::LATIN_FONTS.get(letter));
    found.or_else(|| font8x8::BASIC_FONTS.get('?')).unwrap_or_default()
}

/// Writes a line with its left and top at a point, in a colour of the pages.
pub(super) fn write_text(pixels: &mut Pixmap, [left, top]: [usize; 2], text: &str, name: &str) {
    let [red, green, blue] = color(name);
    let Some(ink) = PremultipliedColorU8::from_rgba(red, green, blue, 255) else { return };
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let all = pixels.pixels_mut();
    for (at, letter) in text.chars().enumerate() {
        for (y, row) in glyph(letter).into_iter().enumerate() {
            for x in (0..WIDTH).filter(|x| row >> x & 1 == 1) {
                let (x, y) = (left + at * WIDTH + x, top + y);
                if x < width && y < height {
                    all[y * width + x] = ink;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(line_of("lives 3 → 1", 400), "lives 3 -> 1");
        assert_eq!(line_of("0123456789", 12 + 8 * 8), "01234...");
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_a_question_mark() {
        assert_eq!(glyph('漢'), glyph('?'));
        assert_ne!(glyph('é'), glyph('?'));
    }
}
