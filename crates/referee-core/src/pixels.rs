//! An image as pixels: read from a PNG and written as one, cut out, and made smaller.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};

/// The most pixels of an image that is read.
const MOST: u64 = 1 << 26;

/// An image: four bytes for each pixel (red, green, blue, opacity), by rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width and height.
    pub size: [u32; 2],
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Pixels {
    /// A transparent image.
    pub fn new(size: [u32; 2]) -> Self {
        Self { size, bytes: vec![0; size[0] as usize * size[1] as usize * 4] }
    }

    /// Reads a PNG; `None` if it is not one, or too large.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut decoder = Decoder::new(Cursor::new(file));
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info().ok()?;
        let info = reader.info();
        let size = [info.width, info.height];
        if u64::from(size[0]) * u64::from(size[1]) > MOST {
            return None;
        }
        let mut raw = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut raw).ok()?;
        let raw = &raw[..info.buffer_size()];
        let bytes = match info.color_type {
            ColorType::Rgba => raw.to_vec(),
            ColorType::Rgb => {
                raw.chunks_exact(3).flat_map(|it| [it[0], it[1], it[2], 255]).collect()
            }
            ColorType::GrayscaleAlpha => {
                raw.chunks_exact(2).flat_map(|it| [it[0], it[0], it[0], it[1]]).collect()
            }
            ColorType::Grayscale => raw.iter().flat_map(|it| [*it, *it, *it, 255]).collect(),
            ColorType::Indexed => return None,
        };
        Some(Self { size, bytes })
    }

    /// The image as a PNG.
    pub fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.size[0].max(1), self.size[1].max(1));
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        let written =
            encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.bytes));
        written.map_or(Vec::new(), |()| file)
    }

    /// A rectangle of it (left, top, width, height), put at a place of a transparent image of a size. What is outside of one
    /// of the two is left out.
    #[must_use]
    pub fn cut(&self, [left, top, wide, high]: [u32; 4], at: [u32; 2], size: [u32; 2]) -> Self {
        let mut made = Self::new(size);
        let across =
            wide.min(self.size[0].saturating_sub(left)).min(size[0].saturating_sub(at[0])) as usize;
        let down = high.min(self.size[1].saturating_sub(top)).min(size[1].saturating_sub(at[1]));
        for y in 0..down {
            let from = ((top + y) as usize * self.size[0] as usize + left as usize) * 4;
            let to = ((at[1] + y) as usize * size[0] as usize + at[0] as usize) * 4;
            made.bytes[to..to + 4 * across].copy_from_slice(&self.bytes[from..from + 4 * across]);
        }
        made
    }

    /// The image in a smaller size, each pixel the mean of those that it stands for. It is never made larger.
    #[must_use]
    pub fn smaller(&self, size: [u32; 2]) -> Self {
        let size = [0, 1].map(|axis| size[axis].clamp(1, self.size[axis].max(1)));
        if size == self.size || self.bytes.is_empty() {
            return self.clone();
        }
        let mut made = Self::new(size);
        let span = |at: u32, axis: usize| {
            let edge = |at: u32| {
                (u64::from(at) * u64::from(self.size[axis]) / u64::from(size[axis])) as usize
            };
            edge(at)..edge(at + 1)
        };
        let wide = self.size[0] as usize;
        for (at, pixel) in made.bytes.chunks_exact_mut(4).enumerate() {
            let (x, y) = (at as u32 % size[0], at as u32 / size[0]);
            let mut sums = [0u64; 4];
            let mut count = 0;
            for row in span(y, 1) {
                for column in span(x, 0) {
                    let dot = &self.bytes[(row * wide + column) * 4..][..4];
                    // Colours of transparent pixels do not count.
                    let weight = u64::from(dot[3]);
                    for part in 0..3 {
                        sums[part] += u64::from(dot[part]) * weight;
                    }
                    sums[3] += weight;
                    count += 1;
                }
            }
            let opacity = sums[3].max(1);
            for part in 0..3 {
                pixel[part] = (sums[part] / opacity) as u8;
            }
            pixel[3] = (sums[3] / count.max(1)) as u8;
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of these pixels.
    fn image(size: [u32; 2], pixels: &[[u8; 4]]) -> Pixels {
        Pixels { size, bytes: pixels.concat() }
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const NONE: [u8; 4] = [0, 0, 0, 0];

    #[test]
    fn a_png_is_read_as_it_was_written() {
        let made = image([3, 2], &[RED, BLUE, NONE, [9, 8, 7, 100], RED, RED]);
        assert_eq!(Pixels::read(&made.png()), Some(made.clone()));
        assert_eq!(Pixels::read(b"no image"), None);
        assert_eq!(Pixels::read(&made.png()[..40]), None);
    }

    #[test]
    fn a_part_is_put_at_its_place() {
        let whole = image([3, 2], &[RED, BLUE, NONE, RED, RED, BLUE]);
        assert_eq!(
            whole.cut([1, 0, 2, 2], [0, 0], [2, 2]),
            image([2, 2], &[BLUE, NONE, RED, BLUE])
        );
        assert_eq!(
            whole.cut([1, 0, 1, 1], [1, 1], [2, 2]),
            image([2, 2], &[NONE, NONE, NONE, BLUE])
        );
        assert_eq!(whole.cut([2, 1, 9, 9], [1, 0], [2, 1]), image([2, 1], &[NONE, BLUE]));
        assert_eq!(whole.cut([7, 7, 9, 9], [5, 5], [1, 1]), image([1, 1], &[NONE]));
    }

    #[test]
    fn a_smaller_image_has_means() {
        let whole = image([4, 2], &[RED, BLUE, RED, NONE, RED, BLUE, RED, NONE]);
        assert_eq!(whole.smaller([2, 1]), image([2, 1], &[[127, 0, 127, 255], [255, 0, 0, 127]]));
        assert_eq!(whole.smaller([9, 9]), whole);
        assert_eq!(whole.smaller([0, 0]).size, [1, 1]);
    }
}
