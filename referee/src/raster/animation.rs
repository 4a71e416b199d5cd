//! An animation of a game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use super::Reel;
use crate::pages::Film;

/// The most frames of an animation. Of a longer game it has only some, at equal distances, and the last.
const MOST_FRAMES: usize = 300;

/// Hundredths of a second for which the last frame stays.
const LAST: u16 = 300;

/// The most colours of an animation.
const MOST_COLORS: usize = 255;

/// The place of no colour: a pixel that stays as it is. Such pixels compress better than any colours.
const SAME: u8 = 255;

/// The colours of an animation.
#[derive(Default)]
struct Palette {
    colors: Vec<[u8; 3]>,
    places: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The place of a colour; of the nearest one if there is no room for another.
    fn place(&mut self, color: [u8; 3]) -> u8 {
        if let Some(place) = self.places.get(&color) {
            return *place;
        }
        let place = if self.colors.len() < MOST_COLORS {
            self.colors.push(color);
            self.colors.len() - 1
        } else {
            let far = |other: &[u8; 3]| -> u32 {
                let pairs = other.iter().zip(color);
                pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            (0..MOST_COLORS).min_by_key(|at| far(&self.colors[*at])).unwrap_or(0)
        };
        self.places.insert(color, place as u8);
        place as u8
    }

    /// The colours of all pixels. Edges blend many colours; a few steps of each suffice.
    fn places(&mut self, pixels: &Pixmap) -> Vec<u8> {
        // Most pixels have the colour of the one before.
        let mut last = None;
        let dots = pixels.data().chunks_exact(4).map(|dot| {
            let color = [dot[0] & 0xf8 | 4, dot[1] & 0xf8 | 4, dot[2] & 0xf8 | 4];
            let known = last.filter(|(before, _)| *before == color);
            let (_, place) = *last.insert(known.unwrap_or_else(|| (color, self.place(color))));
            place
        });
        dots.collect()
    }
}

/// The numbers of the frames that an animation has.
fn chosen(frames: usize) -> Vec<usize> {
    let count = frames.min(MOST_FRAMES);
    let last = frames.saturating_sub(1);
    (0..count).map(|at| if count > 1 { at * last / (count - 1) } else { last }).collect()
}

/// The rectangle in which two pictures differ: left, top, width and height. One pixel if they are equal.
fn changed(before: &[u8], now: &[u8], width: usize) -> [usize; 4] {
    let [mut left, mut right, mut top, mut bottom] = [usize::MAX, 0, usize::MAX, 0];
    for at in (0..now.len()).filter(|at| before.get(*at) != Some(&now[*at])) {
        let (x, y) = (at % width, at / width);
        (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
    }
    if left == usize::MAX {
        return [0, 0, 1, 1];
    }
    [left, top, right - left + 1, bottom - top + 1]
}

/// Writes a film as an animated GIF with some frames a second.
///
/// # Errors
/// If the film has no pictures, or the file cannot be written.
pub fn write_gif(film: &Film, per_second: u16, out: impl Write) -> io::Result<()> {
    let mut reel =
        Reel::new(film).ok_or_else(|| io::Error::other("the game has no picture of its board"))?;
    let [width, height] = reel.pixels();
    let numbers = chosen(film.frames.len());
    let mut palette = Palette::default();
    let mut before = Vec::new();
    let mut frames = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let Some(pixels) = reel.draw(*number) else { break };
        let now = palette.places(&pixels);
        let [left, top, wide, high] = changed(&before, &now, width);
        let dots = (top..top + high).flat_map(|y| y * width + left..y * width + left + wide);
        let dot = |at: usize| if before.get(at) == Some(&now[at]) { SAME } else { now[at] };
        let buffer: Vec<u8> = dots.map(dot).collect();
        let delay = if at + 1 == numbers.len() { LAST } else { 100 / per_second.max(1) };
        frames.push(Frame {
            left: left as u16,
            top: top as u16,
            width: wide as u16,
            height: high as u16,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        });
        before = now;
    }
    palette.colors.resize(MOST_COLORS + 1, [0; 3]);
    let colors: Vec<u8> = palette.colors.iter().flatten().copied().collect();
    let mut encoder =
        Encoder::new(out, width as u16, height as u16, &colors).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    for frame in &frames {
        encoder.write_frame(frame).map_err(io::Error::other)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_shown_in_equal_steps_to_its_end() {
        assert_eq!(chosen(3), [0, 1, 2]);
        assert_eq!(chosen(1), [0]);
        let long = chosen(1000);
        assert_eq!((long.len(), long[0], long[299]), (MOST_FRAMES, 0, 999));
        assert!(long.windows(2).all(|pair| (3..=4).contains(&(pair[1] - pair[0]))));
    }

    #[test]
    fn only_what_changed_is_written() {
        let before = [0, 0, 0, 0, 0, 0];
        assert_eq!(changed(&before, &[0, 0, 0, 0, 1, 0], 3), [1, 1, 1, 1]);
        assert_eq!(changed(&before, &[1, 0, 0, 0, 0, 1], 3), [0, 0, 3, 2]);
        assert_eq!(changed(&before, &before, 3), [0, 0, 1, 1]);
        assert_eq!(changed(&[], &before, 3), [0, 0, 3, 2]);
    }

    #[test]
    fn a_full_palette_has_the_nearest_colour() {
        let mut palette = Palette::default();
        for red in 0..=254 {
            assert_eq!(palette.place([red, 0, 0]), red);
        }
        assert_eq!(palette.place([7, 1, 0]), 7);
        assert_eq!(palette.place([255, 0, 0]), 254);
        assert_eq!(palette.colors.len(), MOST_COLORS);
    }

    /// The animation read back: its frames have the pixels of the pictures.
    #[test]
    fn the_frames_are_those_of_the_film() {
        let film = super::super::example(3);
        let mut bytes = Vec::new();
        write_gif(&film, 10, &mut bytes).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let mut delays = Vec::new();
        let mut sizes = Vec::new();
        let mut kept = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
            sizes.push([frame.width, frame.height]);
            assert_eq!(frame.transparent, Some(SAME));
            let changed = frame.buffer.split(|dot| *dot == SAME).map(<[u8]>::len).sum::<usize>();
            kept.push(100 - 100 * changed / frame.buffer.len());
        }
        assert!(kept[0] == 0 && kept[1] > 30 && kept[1] < 100, "per cent that stay: {kept:?}");
        assert_eq!(delays, [10, 10, LAST]);
        assert_eq!(sizes[0].map(usize::from), Reel::new(&film).unwrap().pixels());
        assert!(sizes[1][1] < sizes[0][1], "only the board and its words change");
    }
}
