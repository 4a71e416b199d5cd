//! An animation of a game.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use super::Reel;
use crate::pages::Film;

/// The most frames of an animation. Of a longer game it has only some, at equal distances, and the last.
const MOST_FRAMES: usize = 300;

/// Hundredths of a second for which the last frame stays.
const LAST: u16 = 300;

/// The most colours of a palette.
const MOST_COLORS: usize = 255;

/// The place of no colour: a pixel that stays as it is. Such pixels compress better than any colours.
const SAME: u8 = 255;

/// A colour with five bits of each part: edges blend many colours, and a few steps of each suffice.
type Color = [u8; 3];

/// The colours of all pixels.
fn colors(pixels: &Pixmap) -> Vec<Color> {
    let rough = |part: u8| part & 0xf8 | 4;
    pixels.data().chunks_exact(4).map(|dot| [rough(dot[0]), rough(dot[1]), rough(dot[2])]).collect()
}

/// The colours of an animation, or of one of its frames.
#[derive(Default)]
struct Palette {
    colors: Vec<Color>,
    places: HashMap<Color, u8>,
}

impl Palette {
    /// Takes in these colours; false, and it stays as it is, if there is no room for all.
    fn takes<'a>(&mut self, wanted: impl Iterator<Item = &'a Color>) -> bool {
        let new: Vec<Color> =
            wanted.filter(|color| !self.places.contains_key(*color)).copied().collect();
        if self.colors.len() + new.len() > MOST_COLORS {
            return false;
        }
        for color in new {
            self.places.insert(color, self.colors.len() as u8);
            self.colors.push(color);
        }
        true
    }

    /// The most frequent of some colours.
    fn of_most(counts: &BTreeMap<Color, usize>) -> Self {
        let mut frequent: Vec<&Color> = counts.keys().collect();
        frequent.sort_by_key(|color| std::cmp::Reverse(counts[*color]));
        frequent.truncate(MOST_COLORS);
        let mut palette = Self::default();
        palette.takes(frequent.into_iter());
        palette
    }

    /// The place of a colour; of the nearest one if the palette lacks it.
    fn place(&mut self, color: Color) -> u8 {
        if let Some(place) = self.places.get(&color) {
            return *place;
        }
        let far = |other: &Color| -> u32 {
            let pairs = other.iter().zip(color);
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = (0..self.colors.len()).min_by_key(|at| far(&self.colors[*at])).unwrap_or(0);
        self.places.insert(color, nearest as u8);
        nearest as u8
    }

    /// The parts of all colours, as a GIF has them.
    fn bytes(mut self) -> Vec<u8> {
        self.colors.resize(MOST_COLORS + 1, [0; 3]);
        self.colors.into_flattened()
    }
}

/// The numbers of the frames that an animation has.
fn chosen(frames: usize) -> Vec<usize> {
    let count = frames.min(MOST_FRAMES);
    let last = frames.saturating_sub(1);
    (0..count).map(|at| if count > 1 { at * last / (count - 1) } else { last }).collect()
}

/// The rectangle in which two pictures differ: left, top, width and height. One pixel if they are equal.
fn changed<T: PartialEq>(before: &[T], now: &[T], width: usize) -> [usize; 4] {
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
        let now = colors(&pixels);
        let [left, top, wide, high] = changed(&before, &now, width);
        let dots = (top..top + high).flat_map(|y| y * width + left..y * width + left + wide);
        let dots = dots.map(|at| Some(now[at]).filter(|color| before.get(at) != Some(color)));
        let dots: Vec<Option<Color>> = dots.collect();
        let mut counts = BTreeMap::new();
        dots.iter().flatten().for_each(|color| *counts.entry(*color).or_default() += 1);
        // A frame whose colours the palette of all has no room for has its own.
        let mut own = (!palette.takes(counts.keys())).then(|| Palette::of_most(&counts));
        let used = own.as_mut().unwrap_or(&mut palette);
        let buffer = dots.iter().map(|dot| dot.map_or(SAME, |color| used.place(color))).collect();
        let delay = if at + 1 == numbers.len() { LAST } else { 100 / per_second.max(1) };
        frames.push(Frame {
            left: left as u16,
            top: top as u16,
            width: wide as u16,
            height: high as u16,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(SAME),
            palette: own.map(Palette::bytes),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        });
        before = now;
    }
    let colors = palette.bytes();
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
    fn a_frame_with_further_colours_has_its_own() {
        let color = |at: usize| [(at % 32) as u8, (at / 32) as u8, 0];
        let mut all = Palette::default();
        assert!(all.takes([0, 1, 2, 1].map(color)[..3].iter()));
        let many: Vec<[u8; 3]> = (2..2 + MOST_COLORS).map(color).collect();
        assert!(!all.takes(many.iter()), "two colours are too many");
        assert!(all.takes(many[..MOST_COLORS - 3].iter()));
        assert_eq!((all.place(color(1)), all.colors.len()), (1, MOST_COLORS - 1));
        let counts = (0..400).map(|at| (color(at), if at == 399 { 5 } else { 1 })).collect();
        let mut own = Palette::of_most(&counts);
        assert_eq!((own.place(color(399)), own.colors.len()), (0, MOST_COLORS));
        assert_eq!(own.bytes().len(), 3 * 256);
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
        let reds: Vec<Color> = (0..=254).map(|red| [red, 0, 0]).collect();
        assert!(palette.takes(reds.iter()));
        assert_eq!(palette.place([9, 0, 0]), 9);
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
