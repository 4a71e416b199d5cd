//! The chain of a log: each line ends with a hash of itself and of the line before it.
//!
//! ```text
//! {"format":"botyard-log/1",…,"after":"0000000000000000","chain":"9c41d0…"}
//! {"bot":"new",…,"after":"9c41d0…","chain":"07be55…"}
//! ```
//!
//! `chain` is the first half of the BLAKE3 hash of the bytes of the line before `,"chain"`, as 32 hexadecimal digits.
//! `after` is the first 16 digits of the `chain` of the line before; for the first line, zeros. So a line that is
//! changed, removed, inserted or moved is found. A cut at the end is not: only the run that writes the log knows its end.
//!
//! Without a key anybody can compute the hashes, so the chain finds accidents, and changes by somebody who leaves the
//! hashes as they are. With a key the hashes are keyed by BLAKE3, and only somebody who has the key can compute them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::breaks::{Breaks, Link, OWN};
use super::damage::DamagedLine;
use super::key::LogKey;

/// Number of hexadecimal digits of `after`.
const AFTER: usize = 16;

const BEFORE_AFTER: &[u8] = b",\"after\":\"";
const BEFORE_OWN: &[u8] = b"\",\"chain\":\"";
const END: &[u8] = b"\"}";

/// How a log is chained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChainKind {
    /// It has no chain: an older version wrote it, or its chain was removed.
    #[default]
    None,
    /// Anybody can compute its hashes.
    Plain,
    /// Its hashes need a key.
    Keyed,
    /// Its hashes need a key that is not known here, so nothing was checked.
    Unchecked,
}

/// The chain of a log that is read or written.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub kind: ChainKind,
    key: Option<LogKey>,
    /// The hash of the last line, as it is in the file.
    last: Option<Link>,
    /// The hash of the last line that belongs to the chain.
    accepted: Option<Link>,
    /// Whether there was another header, and no line has belonged to the chain since.
    is_restarted: bool,
    /// Number of lines that were taken.
    taken: usize,
    pub breaks: Breaks,
    /// The lines that do not belong to it.
    pub broken: Vec<DamagedLine>,
    /// Number of further such lines.
    pub more_broken: usize,
}

/// A line with its hashes.
struct Sealed<'a> {
    /// The bytes that are hashed.
    content: &'a [u8],
    after: &'a [u8],
    own: Link,
}

impl<'a> Sealed<'a> {
    /// The hashes of a line; `None` if it does not end with them.
    fn of(line: &'a [u8]) -> Option<Self> {
        let rest = line.strip_suffix(END)?;
        let (rest, own) = rest.split_last_chunk::<OWN>()?;
        let rest = rest.strip_suffix(BEFORE_OWN)?;
        let (before, after) = rest.split_at_checked(rest.len().checked_sub(AFTER)?)?;
        before.strip_suffix(BEFORE_AFTER)?;
        let content = &line[..=rest.len()];
        Some(Self { content, after, own: *own })
    }
}

impl Chain {
    /// The chain of a new log.
    pub fn new(key: Option<LogKey>) -> Self {
        let kind = if key.is_some() { ChainKind::Keyed } else { ChainKind::Plain };
        Self { kind, key, ..Self::default() }
    }

    /// The chain of a log with this first line. `is_keyed` is what its header says.
    /// Of the lines in `inserted`, which an earlier reading found, none belongs to the chain.
    pub fn of_first_line(
        line: &[u8],
        is_keyed: bool,
        key: Option<LogKey>,
        inserted: &[Range<usize>],
    ) -> Self {
        let kind = match Sealed::of(line) {
            None => ChainKind::None,
            Some(_) if !is_keyed => ChainKind::Plain,
            Some(_) if key.is_some() => ChainKind::Keyed,
            Some(_) => ChainKind::Unchecked,
        };
        let breaks = Breaks::with_inserted(inserted);
        Self { kind, key: key.filter(|_| is_keyed), breaks, ..Self::default() }
    }

    /// A chain of the same kind and key, whose [`hash_of`](Self::hash_of) another thread can use.
    pub fn for_hashes(&self) -> Self {
        Self { kind: self.kind, key: self.key.clone(), ..Self::default() }
    }

    /// The hash that a line must have; `None` if hashes are not checked, or it has none.
    pub fn hash_of(&self, line: &[u8]) -> Option<Link> {
        let sealed = Sealed::of(line).filter(|_| self.is_written())?;
        Some(self.hash(sealed.content))
    }

    /// Whether a line ends with hashes, as each line of a chain does.
    pub fn ends_with_hashes(line: &[u8]) -> bool {
        Sealed::of(line).is_some()
    }

    /// Takes the next line, or says how it breaks the chain. `hash` is that of [`hash_of`](Self::hash_of), and `is_first`
    /// is true for the first line.
    pub fn take(
        &mut self,
        line: &[u8],
        hash: Option<Link>,
        is_first: bool,
    ) -> Result<(), &'static str> {
        let sealed = Sealed::of(line);
        let number = self.taken;
        self.taken += 1;
        if self.breaks.is_left_out(number) {
            return Err("belongs to a part that was inserted");
        }
        match (self.kind, sealed) {
            (ChainKind::None, None) => Ok(()),
            (ChainKind::None, Some(_)) => Err("has hashes, but the first line of the log has none"),
            (_, None) => Err("has no hash, so it was not written by a run"),
            (ChainKind::Unchecked, Some(sealed)) => {
                self.accept(sealed.own);
                Ok(())
            }
            (_, Some(sealed)) => {
                let before = self.last.replace(sealed.own);
                if hash != Some(sealed.own) {
                    return Err("was changed after it was written");
                }
                let follows =
                    |link: Option<Link>| link.is_some_and(|link| link.starts_with(sealed.after));
                let is_in_place = if is_first {
                    sealed.after == [b'0'; AFTER]
                } else {
                    (follows(before) && !self.is_restarted)
                        || follows(self.accepted)
                        || self.breaks.end_at(sealed.after, number)
                };
                if !is_in_place {
                    if let Some(accepted) = self.accepted {
                        self.breaks.note(accepted, number);
                    }
                    return Err(
                        "does not follow the line before it: lines were removed, inserted or moved",
                    );
                }
                self.accept(sealed.own);
                Ok(())
            }
        }
    }

    fn accept(&mut self, own: Link) {
        (self.last, self.accepted) = (Some(own), Some(own));
        self.is_restarted = false;
    }

    /// A header that is not the first line says nothing, but the lines that follow it do not belong to the chain.
    /// Otherwise the first lines of a log could be appended to it again, and an earlier question or game would count.
    pub fn restart(&mut self) {
        self.is_restarted = true;
    }

    /// Adds the hashes to a new line, which is a JSON object.
    pub fn seal(&mut self, line: &mut Vec<u8>) {
        if !self.is_written() || line.pop() != Some(b'}') {
            return;
        }
        line.extend_from_slice(BEFORE_AFTER);
        let after = self.accepted.unwrap_or([b'0'; OWN]);
        line.extend_from_slice(&after[..AFTER]);
        line.push(b'"');
        let own = self.hash(line);
        line.extend_from_slice(&BEFORE_OWN[1..]);
        line.extend_from_slice(&own);
        line.extend_from_slice(END);
        self.accept(own);
    }

    /// Whether lines get hashes that are checked.
    fn is_written(&self) -> bool {
        matches!(self.kind, ChainKind::Plain | ChainKind::Keyed)
    }

    /// The hash of the last line; `None` without a chain.
    pub fn head(&self) -> Option<String> {
        self.accepted.map(|link| String::from_utf8_lossy(&link).into_owned())
    }

    /// The chain of the same log before its first line.
    pub fn restarted(&self) -> Self {
        Self { kind: self.kind, key: self.key.clone(), ..Self::default() }
    }

    fn hash(&self, content: &[u8]) -> Link {
        let hash = match &self.key {
            Some(key) => blake3::keyed_hash(key.bytes(), content),
            None => blake3::hash(content),
        };
        let mut link = [0; OWN];
        link.copy_from_slice(&hash.to_hex().as_bytes()[..OWN]);
        link
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> LogKey {
        LogKey::of(text.as_bytes()).unwrap()
    }

    /// Lines of a log with this key.
    fn lines(key: Option<&LogKey>, count: usize) -> Vec<Vec<u8>> {
        let mut chain = Chain::new(key.cloned());
        let line = |number| {
            let mut line = format!(r#"{{"number":{number}}}"#).into_bytes();
            chain.seal(&mut line);
            line
        };
        (0..count).map(line).collect()
    }

    /// The lines that break the chain, from 0.
    fn broken(lines: &[Vec<u8>], key: Option<LogKey>) -> Vec<usize> {
        broken_and_inserted(lines, key, &[]).0
    }

    /// The same, and the parts that were inserted. The parts that an earlier reading found are left out.
    fn broken_and_inserted(
        lines: &[Vec<u8>],
        key: Option<LogKey>,
        left_out: &[Range<usize>],
    ) -> (Vec<usize>, Vec<Range<usize>>) {
        let mut chain = Chain::of_first_line(&lines[0], key.is_some(), key, left_out);
        let is_broken = |at: &usize| {
            let hash = chain.hash_of(&lines[*at]);
            chain.take(&lines[*at], hash, *at == 0).is_err()
        };
        let broken = (0..lines.len()).filter(is_broken).collect();
        (broken, chain.breaks.inserted().to_vec())
    }

    #[test]
    fn a_second_reading_leaves_out_whole_inserted_parts() {
        let (ours, other) = (lines(None, 8), lines(None, 30));
        let twice = |lines: &[Vec<u8>]| {
            let (_, inserted) = broken_and_inserted(lines, None, &[]);
            broken_and_inserted(lines, None, &inserted).0
        };
        let with_part = [&ours[..4], &other[20..25], &ours[4..]].concat();
        assert_eq!(broken(&with_part, None), [4], "only the first of the part is out of place");
        assert_eq!(twice(&with_part), [4, 5, 6, 7, 8]);
        let in_the_part = [&ours[..4], &other[20..23], &other[10..13], &ours[4..]].concat();
        assert_eq!(twice(&in_the_part), [4, 5, 6, 7, 8, 9]);
        let two_parts = [&ours[..2], &other[9..12], &ours[2..6], &ours[1..4], &ours[6..]].concat();
        assert_eq!(twice(&two_parts), [2, 3, 4, 9, 10, 11]);
        // At the end a part may also be what follows lost lines, which is kept but for its first line.
        let at_the_end = [&ours[..4], &other[20..23]].concat();
        assert_eq!(twice(&at_the_end), [4]);
        let lost = [&ours[..2], &ours[4..]].concat();
        assert_eq!(twice(&lost), [2]);
    }

    #[test]
    fn a_sealed_line_is_the_same_object_with_two_more_fields() {
        let line = String::from_utf8(lines(None, 1).remove(0)).unwrap();
        let object: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&object["number"], &object["after"]), (&0.into(), &"0000000000000000".into()));
        let (content, _) = line.split_once(",\"chain\"").unwrap();
        let hash = blake3::hash(content.as_bytes()).to_hex();
        assert_eq!(object["chain"], hash.as_str()[..32]);
    }

    #[test]
    fn every_change_is_found_in_its_line_or_the_next() {
        for key in [None, Some(key("sixteen letters!"))] {
            let sound = lines(key.as_ref(), 6);
            let with = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
                let mut lines = sound.clone();
                change(&mut lines);
                broken(&lines, key.clone())
            };
            assert_eq!(with(&|_| {}), [0; 0]);
            assert_eq!(with(&|it| it[3][10] = b'9'), [3]);
            assert_eq!(with(&|it| it[0][10] = b'9'), [0]);
            assert_eq!(with(&|it| drop(it.remove(3))), [3]);
            assert_eq!(with(&|it| it.swap(2, 3)), [2, 4]);
            assert_eq!(with(&|it| it.insert(3, it[1].clone())), [3]);
            assert_eq!(with(&|it| it.insert(3, b"{\"number\":7}".to_vec())), [3]);
            // Nobody but the run that wrote it can find a cut at the end.
            assert_eq!(with(&|it| it.truncate(3)), [0; 0]);
        }
    }

    #[test]
    fn a_forger_without_the_key_is_found_and_another_key_fits_no_line() {
        let ours = Some(key("sixteen letters!"));
        let forged = lines(Some(&key("another key file")), 3);
        assert_eq!(broken(&forged, ours.clone()), [0, 1, 2]);
        assert_eq!(broken(&lines(None, 3), ours), [0, 1, 2]);
    }

    #[test]
    fn a_chain_that_was_removed_or_begins_late_is_found() {
        let plain: Vec<Vec<u8>> =
            (0..3).map(|number| format!(r#"{{"n":{number}}}"#).into()).collect();
        assert_eq!(broken(&plain, None), [0; 0]);
        let sealed = lines(None, 3);
        assert_eq!(broken(&[plain[0].clone(), sealed[1].clone(), plain[2].clone()], None), [1]);
        assert_eq!(broken(&[sealed[0].clone(), plain[1].clone(), sealed[1].clone()], None), [1]);
    }
}
