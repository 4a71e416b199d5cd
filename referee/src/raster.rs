//! Frames of a recorded game as pixels: one picture, or an animation.
//!
//! The pictures are those of the page in its light colours, drawn without a browser, with the players and their first
//! measure above the board and the words of the last event below it. A board of shapes is always dark.

mod animation;
mod brush;
mod shapes;
mod sheet;
mod text;

use std::io::{self, Write};

use tiny_skia::Pixmap;

pub use self::animation::write_gif;
use self::brush::Brush;
use self::shapes::draw_thing;
use self::sheet::{Images, draw_sheet, images};
use self::text::{LINE, line_of, write_text};
use crate::game::Seat;
#[cfg(test)]
use crate::pages::Splice;
use crate::pages::{Film, Frame, Patch};
use crate::scene::{Thing, Way};

/// The width that a picture comes near to, in pixels.
const WIDTH: usize = 560;

/// The width or the height that a picture of shapes has, in pixels: it is made for a large screen, and has small words.
const SHEET_SIDE: f32 = 720.0;

/// The largest side of a tile, in pixels.
const LARGEST_TILE: usize = 40;

/// The least width of a picture, in pixels, so that there is room for words.
const LEAST_WIDTH: usize = 320;

/// The most lines above a board. Of more players, the last line counts those that have none; a game can have 200.
const MOST_LINES: usize = 12;

/// The frames of a film, drawn in order.
pub struct Reel<'a> {
    film: &'a Film,
    /// The frame that is next.
    at: usize,
    /// The side of a tile, in pixels.
    tile: usize,
    /// Pixels for a unit of a picture of shapes.
    scale: f32,
    /// Width and height of the largest picture, in pixels.
    board: [usize; 2],
    rows: Vec<usize>,
    things: Vec<usize>,
    marks: Vec<[i32; 4]>,
    images: Images,
    ways: Vec<Way>,
}

impl<'a> Reel<'a> {
    /// The frames of a film; `None` if it has no pictures.
    pub fn new(film: &'a Film) -> Option<Self> {
        let mut rows = Vec::new();
        let mut size = [0, 0];
        for frame in &film.frames {
            frame.rows.apply(&mut rows);
            let columns = rows.iter().map(|row| film.texts[*row].len()).max().unwrap_or(0);
            size = [size[0].max(columns), size[1].max(rows.len())];
        }
        let tile = (WIDTH / size[0].max(1)).clamp(4, LARGEST_TILE);
        let (mut scale, mut board) = (0.0, size.map(|side| side * tile));
        if let Some(size) = film.sheet {
            let [wide, high] = size.map(|side| side.max(1) as f32);
            scale = (SHEET_SIDE / wide).min(SHEET_SIDE / high);
            board = [wide, high].map(|side| ((side * scale) as usize).max(1));
        }
        let (rows, things, marks, ways, images) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), images(film));
        (board[0] > 0).then_some(Self {
            film,
            at: 0,
            tile,
            scale,
            board,
            rows,
            things,
            marks,
            images,
            ways,
        })
    }

    /// Width and height of each picture, in pixels.
    pub fn pixels(&self) -> [usize; 2] {
        let [width, height] = self.board;
        [width.max(LEAST_WIDTH), self.head() + height + LINE + 6]
    }

    /// The height above the board, with a line for each player.
    fn head(&self) -> usize {
        self.film.players.len().min(MOST_LINES) * LINE + 6
    }

    /// The number of players with a line of their own.
    fn named(&self) -> usize {
        let all = self.film.players.len();
        if all > MOST_LINES { MOST_LINES - 1 } else { all }
    }

    /// Takes in the next frame without drawing it.
    fn follow(&mut self) -> Option<&'a Frame> {
        let frame = self.film.frames.get(self.at)?;
        self.at += 1;
        frame.rows.apply(&mut self.rows);
        frame.things.apply(&mut self.things);
        Patch::apply(&frame.marks, &mut self.marks);
        let mut before = std::mem::take(&mut self.ways).into_iter();
        for way in &frame.ways {
            let mut points = before.next().map_or_else(Vec::new, |before| before.points);
            points.truncate(way.from);
            points.extend(&way.points);
            self.ways.push(Way { seat: way.seat, points, is_past: way.is_past });
        }
        Some(frame)
    }

    /// Draws the frame with this number; it must not be before the frame that was drawn last.
    pub fn draw(&mut self, number: usize) -> Option<Pixmap> {
        while self.at < number {
            self.follow()?;
        }
        let frame = self.follow()?;
        let [width, height] = self.pixels();
        let mut pixels = Pixmap::new(width as u32, height as u32)?;
        let corner = [width.saturating_sub(self.board[0]) / 2, self.head()];
        let mut brush = Brush::new(&mut pixels, corner, self.tile);
        brush.back();
        for (y, row) in self.rows.iter().enumerate() {
            for (x, letter) in self.film.texts[*row].chars().enumerate() {
                brush.tile([x as i32, y as i32], letter);
            }
        }
        for way in &self.ways {
            brush.way(way);
        }
        let things: Vec<&Thing> = self.things.iter().map(|at| &self.film.things[*at]).collect();
        for (index, thing) in things.iter().enumerate() {
            let pieces = |things: &[&Thing]| {
                things.iter().filter(|one| one.at == thing.at && one.shape.is_piece()).count()
            };
            // A thing that is held comes after the piece that holds it.
            let place = pieces(&things[..=index]).saturating_sub(1);
            draw_thing(&mut brush, thing, place, pieces(&things));
        }
        if self.film.sheet.is_some() {
            draw_sheet(&mut pixels, corner, self.scale, self.film, &self.images, &self.marks);
        }
        self.write_head(&mut pixels, frame);
        let words = self.words_below(number);
        write_text(&mut pixels, [6, height - LINE], &line_of(&words, width), "text");
        Some(pixels)
    }

    /// Each player with its first measure, in its colour.
    fn write_head(&self, pixels: &mut Pixmap, frame: &Frame) {
        let width = self.pixels()[0];
        let (named, all) = (self.named(), self.film.players.len());
        if named < all {
            let more = format!("and {} more", all - named);
            write_text(pixels, [6, 4 + named * LINE], &more, "text");
        }
        for (seat, player) in self.film.players.iter().enumerate().take(named) {
            let value = frame.measures.first().and_then(|by_seat| by_seat.get(seat));
            let value = value.map_or(String::new(), |value| format!(" {value}"));
            let letter = Seat(seat).letter();
            let name = line_of(player, width.saturating_sub((value.len() + 4) * text::WIDTH));
            let color = format!("seat{}", seat % brush::SEATS);
            write_text(pixels, [6, 4 + seat * LINE], &format!("{letter} {name}{value}"), &color);
        }
    }

    /// The verdict below the last frame, otherwise the last event.
    fn words_below(&self, number: usize) -> String {
        if number + 1 == self.film.frames.len() {
            return self.film.story.verdict.clone();
        }
        let event = self.film.story.events.iter().rev().find(|note| note.frame <= number);
        let words = event.map_or(String::new(), |note| format!("  {}", note.words));
        format!("{} {}{words}", self.film.time, self.film.name_of(number))
    }
}

/// Writes one frame as a PNG.
///
/// # Errors
/// If the film has no such frame with a picture, or the file cannot be written.
pub fn write_png(film: &Film, number: usize, out: impl Write) -> io::Result<()> {
    let pixels = Reel::new(film).and_then(|mut reel| reel.draw(number));
    let pixels = pixels.ok_or_else(|| io::Error::other("there is no picture of that frame"))?;
    let mut encoder = png::Encoder::new(out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    // Every pixel is opaque, so these are the plain colours.
    writer.write_image_data(pixels.data()).map_err(io::Error::other)
}

/// Frames of a film of one thing on two tiles.
#[cfg(test)]
fn example(frames: usize) -> Film {
    let mut film = Film { texts: vec!["..".into()], players: vec!["a".into()], ..Film::default() };
    let (mut rows, mut things) = (Vec::new(), Vec::new());
    for at in 0..frames {
        let place = [(at % 2) as i32, 0];
        film.things.push(Thing::of_seat(0, place, crate::scene::Shape::Disc, "A"));
        film.frames.push(Frame {
            rows: Splice::to(&mut rows, vec![0]),
            things: Splice::to(&mut things, vec![at]),
            ..Frame::default()
        });
    }
    film
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Form, Ink, Stamp, UPRIGHT};

    /// The colour at the middle of a tile, beside the letter of the piece.
    fn tile(pixels: &Pixmap, reel: &Reel, column: usize) -> [u8; 3] {
        let [width, _] = reel.pixels();
        let x = (width - reel.board[0]) / 2 + column * reel.tile + reel.tile / 2;
        let y = reel.head() + reel.tile * 4 / 5;
        let pixel = pixels.pixel(x as u32, y as u32).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn a_piece_is_drawn_where_it_is_in_each_frame() {
        let film = example(4);
        let mut reel = Reel::new(&film).unwrap();
        let (floor, piece) = (crate::pages::color("floor"), crate::pages::color("seat0"));
        for (number, expected) in [(0, [piece, floor]), (1, [floor, piece]), (3, [floor, piece])] {
            let pixels = reel.draw(number).unwrap();
            assert_eq!([0, 1].map(|column| tile(&pixels, &reel, column)), expected, "{number}");
        }
        assert!(reel.draw(4).is_none(), "there is no such frame");
        assert!(Reel::new(&Film::default()).is_none(), "no pictures");
    }

    /// A film of a disc that goes from left to right on a sheet of 200 by 100, with a box at the top.
    fn shapes() -> Film {
        let stamp = |form, size: &[f32], rgb| Stamp {
            form,
            size: size.to_vec(),
            text: String::new(),
            name: String::new(),
            kind: String::new(),
            fill: Some(Ink::rgb(rgb)),
            line: None,
            width: 0.0,
            tint: None,
        };
        let stamps = vec![
            stamp(Form::Circle, &[10.0], 0xff_0000),
            stamp(Form::Rectangle, &[200.0, 10.0, 0.0], 0x00_ff00),
        ];
        let mut marks = Vec::new();
        let mut frame = |x| Frame {
            marks: Patch::to(&mut marks, vec![(1, [1, 0, 0, 0]), (2, [0, x, 500, 1])]),
            ..Frame::default()
        };
        let frames = vec![frame(250), frame(250), frame(1500)];
        // The disc is twice as large, and half transparent.
        let poses = vec![UPRIGHT, [2.0, 0.0, 0.0, 2.0, 0.5]];
        let players = vec!["a".to_owned()];
        Film { sheet: Some([200, 100]), stamps, poses, frames, players, ..Film::default() }
    }

    #[test]
    fn shapes_are_drawn_where_they_are_in_each_frame() {
        let film = shapes();
        let mut reel = Reel::new(&film).unwrap();
        let scale = SHEET_SIDE / 200.0;
        assert_eq!(reel.pixels(), [720, reel.head() + 360 + LINE + 6]);
        let head = reel.head() as f32;
        for (number, disc, ground) in [(0, 25.0, 150.0), (2, 150.0, 25.0)] {
            let pixels = reel.draw(number).unwrap();
            let dot = |x: f32, y: f32| {
                let pixel = pixels.pixel((x * scale) as u32, (head + y * scale) as u32).unwrap();
                [pixel.red(), pixel.green(), pixel.blue()]
            };
            let night = crate::pages::color("night");
            let mixed = [night[0] / 2 + 128, night[1] / 2, night[2] / 2];
            let near = |one: [u8; 3], other: [u8; 3]| {
                one.iter().zip(other).all(|(one, other)| one.abs_diff(other) < 3)
            };
            assert!(near(dot(disc, 50.0), mixed), "{number}: {:?}", dot(disc, 50.0));
            assert!(near(dot(disc + 18.0, 50.0), mixed), "it is twice as large");
            assert_eq!(dot(disc + 22.0, 50.0), night);
            assert_eq!(dot(ground, 50.0), night, "{number}");
            assert_eq!(dot(100.0, 5.0), [0, 255, 0], "{number}");
        }
        let mut gif = Vec::new();
        write_gif(&film, 8, &mut gif).unwrap();
        assert!(gif.len() > 1000 && write_png(&film, 1, Vec::new()).is_ok());
    }

    /// An image of a bright and a dark half is stretched, tinted and repeated.
    #[test]
    fn images_are_drawn_in_their_areas() {
        use base64::prelude::{BASE64_STANDARD, Engine};

        let pixels =
            crate::pixels::Pixels { size: [2, 1], bytes: vec![255, 255, 255, 255, 0, 0, 0, 255] };
        let mut film = shapes();
        let data = BASE64_STANDARD.encode(pixels.png());
        film.images = vec![crate::pages::Image { name: "half".to_owned(), size: [20, 10], data }];
        for (at, (form, tint)) in
            [(Form::Image, Some(Ink::rgb(0xff_0000))), (Form::Tiling, None)].into_iter().enumerate()
        {
            let name = "half".to_owned();
            let size = vec![80.0, 40.0, 0.5, 0.5];
            film.stamps[at] = Stamp { form, size, name, tint, ..film.stamps[at].clone() };
        }
        let mut marks = Vec::new();
        let now = vec![(1, [0, 500, 500, 0]), (2, [1, 1500, 500, 0])];
        film.frames = vec![Frame { marks: Patch::to(&mut marks, now), ..Frame::default() }];
        let mut reel = Reel::new(&film).unwrap();
        let (head, pixels) = (reel.head() as f32, reel.draw(0).unwrap());
        let red = |x: f32, y: f32| {
            let scale = SHEET_SIDE / 200.0;
            let pixel = pixels.pixel((x * scale) as u32, (head + y * scale) as u32).unwrap();
            (pixel.red() > 127, pixel.green() > 127)
        };
        assert_eq!([red(15.0, 50.0), red(85.0, 50.0)], [(true, false), (false, false)]);
        // Four times its own width of 20, from 110 to 190.
        let columns = [113.0, 127.0, 133.0, 147.0, 153.0, 167.0].map(|x| red(x, 50.0).1);
        assert_eq!(columns, [true, false, true, false, true, false]);
    }

    #[test]
    fn two_hundred_players_leave_room_for_the_board() {
        let players = vec!["a".to_owned(); 200];
        let film = Film { players, ..example(1) };
        let mut reel = Reel::new(&film).unwrap();
        assert_eq!((reel.head(), reel.named()), (MOST_LINES * LINE + 6, MOST_LINES - 1));
        let pixels = reel.draw(0).unwrap();
        assert_eq!(tile(&pixels, &reel, 0), crate::pages::color("seat0"));
        let few = Film { players: vec!["a".to_owned(); MOST_LINES], ..example(1) };
        assert_eq!(Reel::new(&few).unwrap().named(), MOST_LINES);
    }

    #[test]
    fn a_frame_becomes_a_png() {
        let mut bytes = Vec::new();
        write_png(&example(2), 1, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let film = example(2);
        let [width, height] = Reel::new(&film).unwrap().pixels();
        assert_eq!([info.width as usize, info.height as usize], [width, height]);
        assert!(write_png(&example(2), 2, Vec::new()).is_err());
    }
}
