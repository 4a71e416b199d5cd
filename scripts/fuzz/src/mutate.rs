//! Random changes to texts.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Numbers at the ends of the ranges of types, and beyond.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "-0",
    "255",
    "256",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e308",
    "1e999",
    "-1e308",
    "0.5",
    "1e-320",
    "NaN",
    "null",
    "\"7\"",
    "[]",
    "{}",
    "007",
    "+5",
];

/// Texts that often cause errors.
const PIECES: &[&str] = &[
    "\0",
    "\u{feff}",
    "\r\n",
    "\n\n",
    "\u{1b}[2J",
    "\u{202e}",
    "[[[[[[[[",
    "{\"a\":",
    "((((",
    "\"",
    "\\",
    "\\u0000",
    " ",
    "|",
    ";",
    ",",
    "-",
    "ö",
    "𝕏",
    "NONE",
    "\u{85}",
    "\t",
    "#",
    "'",
    "!",
    "*",
];

/// Makes new texts from known ones. The same seed makes the same texts.
pub struct Mutator {
    random: Pcg64Mcg,
}

impl Mutator {
    /// A source of changes.
    pub fn new(seed: u64) -> Self {
        Self { random: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// A text made from one of these texts, of which there is at least one.
    pub fn change(&mut self, texts: &[Vec<u8>]) -> Vec<u8> {
        let mut text = self.pick(texts).clone();
        for _ in 0..=self.below(4) {
            self.change_once(&mut text, texts);
        }
        text
    }

    fn change_once(&mut self, text: &mut Vec<u8>, texts: &[Vec<u8>]) {
        match self.below(11) {
            0 => self.flip(text),
            1 => {
                let (from, to) = self.range(text.len());
                text.drain(from..to);
            }
            2 => {
                let (from, to) = self.range(text.len());
                let (piece, at) = (text[from..to].to_vec(), self.below(text.len() + 1));
                text.splice(at..at, piece);
            }
            3 => {
                let other = self.pick(texts).clone();
                let (from, to) = self.range(other.len());
                let (a, b) = self.range(text.len());
                text.splice(a..b, other[from..to].iter().copied());
            }
            4..7 => self.renumber(text),
            7 => {
                let (piece, at) = (*self.pick(PIECES), self.below(text.len() + 1));
                let times = if self.below(50) == 0 { 2000 } else { 1 };
                text.splice(at..at, piece.repeat(times).bytes());
            }
            8 => self.change_lines(text),
            9 => text.truncate(self.below(text.len() + 1)),
            _ => {
                let (from, to) = self.range(text.len());
                self.random.fill_bytes(&mut text[from..to]);
            }
        }
    }

    fn flip(&mut self, text: &mut [u8]) {
        let at = self.below(text.len());
        let bit = self.below(8);
        if let Some(byte) = text.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }

    /// Replaces a number by an unusual one.
    fn renumber(&mut self, text: &mut Vec<u8>) {
        let start = self.below(text.len());
        let digit = |byte: &u8| byte.is_ascii_digit();
        let Some(from) = text[start.min(text.len())..].iter().position(digit) else { return };
        let from = start + from;
        let length = text[from..].iter().take_while(|byte| digit(byte)).count();
        let number = if self.below(3) == 0 {
            self.below(400).to_string()
        } else {
            (*self.pick(NUMBERS)).to_owned()
        };
        text.splice(from..from + length, number.bytes());
    }

    /// Removes, duplicates or swaps lines.
    fn change_lines(&mut self, text: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> =
            text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let (a, b) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(3) {
            0 => drop(lines.remove(a)),
            1 => lines.insert(b, lines[a].clone()),
            _ => lines.swap(a, b),
        }
        *text = lines.join(&b'\n');
    }

    /// A short range in most cases, sometimes a long one.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length);
        let most = if self.below(4) == 0 { length } else { 16 };
        let to = from + self.below(most + 1);
        (from.min(length), to.min(length))
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A number below another; 0 if that one is 0.
    fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.random.random_range(0..end) }
    }
}
