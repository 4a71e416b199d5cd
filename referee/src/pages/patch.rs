//! Shapes that change a little from frame to frame.

use std::collections::{HashMap, HashSet};
use std::iter;

use serde::Serialize;

/// A shape of a frame: its index into [`Film::stamps`](super::Film::stamps), ten times its place (across and down), and its
/// index into [`Film::poses`](super::Film::poses).
pub type Placed = [i32; 4];

/// A change of the list of shapes: some are cut out and others put there. The list before the first frame is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Patch {
    /// Where the change begins in the list of the frame before.
    pub from: usize,
    /// The number of shapes that are cut out there; absent for 0.
    #[serde(skip_serializing_if = "is_default")]
    pub cut: usize,
    /// The shapes that are put there. The first of them is written as the difference to the first one that is cut out, number
    /// by number, the second as that to the second, and so on: most shapes only move a little. That halves a page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<[i32; 4]>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn sum(one: Placed, other: Placed) -> Placed {
    [0, 1, 2, 3].map(|at| one[at].wrapping_add(other[at]))
}

impl Patch {
    /// The changes from a list to the next one, which replaces it. Each shape has the number of its thing, which is once in
    /// a list.
    pub(crate) fn to(before: &mut Vec<(u32, Placed)>, now: Vec<(u32, Placed)>) -> Vec<Self> {
        let places: HashMap<u32, usize> =
            before.iter().enumerate().map(|(at, (of, _))| (*of, at)).collect();
        let kept: HashSet<u32> = now.iter().map(|(of, _)| *of).collect();
        let mut patches = Vec::new();
        let mut open: Option<Self> = None;
        let (mut old, mut new) = (0, 0);
        while old < before.len() || new < now.len() {
            let (mine, next) = (before.get(old), now.get(new));
            if mine == next {
                patches.extend(open.take());
                (old, new) = (old + 1, new + 1);
                continue;
            }
            let patch = open.get_or_insert(Self { from: old, ..Self::default() });
            let is_same = mine.zip(next).is_some_and(|((one, _), (other, _))| one == other);
            let comes_later =
                next.is_none_or(|(of, _)| places.get(of).is_some_and(|place| *place > old));
            let is_gone = mine.is_some_and(|(of, _)| !kept.contains(of));
            let is_cut = mine.is_some() && (is_same || comes_later || is_gone);
            if let Some((_, placed)) = next.filter(|_| is_same || !is_cut) {
                patch.put.push(*placed);
                new += 1;
            }
            old += usize::from(is_cut);
            patch.cut += usize::from(is_cut);
        }
        patches.extend(open);
        for patch in &mut patches {
            for (put, (_, cut)) in patch.put.iter_mut().zip(&before[patch.from..][..patch.cut]) {
                *put = sum(*put, cut.map(|number| -number));
            }
        }
        *before = now;
        patches
    }

    /// Makes the list of this frame from that of the frame before.
    pub fn apply(patches: &[Self], list: &mut Vec<Placed>) {
        if patches.is_empty() {
            return;
        }
        let before = std::mem::take(list);
        let mut at = 0;
        for patch in patches {
            list.extend(&before[at..patch.from]);
            let cut = before[patch.from..][..patch.cut].iter().map(Some).chain(iter::repeat(None));
            let put = patch.put.iter().zip(cut);
            list.extend(put.map(|(put, cut)| cut.map_or(*put, |cut| sum(*put, *cut))));
            at = patch.from + patch.cut;
        }
        list.extend(&before[at..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thing(of: u32, x: i32) -> (u32, Placed) {
        (of, [of as i32, x, 0, 0])
    }

    /// The changes from one list to another; they make it.
    fn changes(before: &[(u32, Placed)], now: &[(u32, Placed)]) -> Vec<Patch> {
        let mut kept = before.to_vec();
        let patches = Patch::to(&mut kept, now.to_vec());
        assert_eq!(kept, now);
        let plain =
            |list: &[(u32, Placed)]| list.iter().map(|(_, placed)| *placed).collect::<Vec<_>>();
        let mut list = plain(before);
        Patch::apply(&patches, &mut list);
        assert_eq!(list, plain(now), "{patches:?}");
        patches
    }

    #[test]
    fn only_what_changes_is_in_a_frame() {
        let before: Vec<_> = (1..=9).map(|of| thing(of, 0)).collect();
        assert_eq!(changes(&before, &before), []);
        let mut now = before.clone();
        now[1] = thing(2, 5);
        now[7] = thing(8, 5);
        now.push(thing(10, 0));
        let patch = |from, cut, put: &[Placed]| Patch { from, cut, put: put.to_vec() };
        let expected = [
            patch(1, 1, &[[0, 5, 0, 0]]),
            patch(7, 1, &[[0, 5, 0, 0]]),
            patch(9, 0, &[thing(10, 0).1]),
        ];
        assert_eq!(changes(&before, &now), expected);
        assert_eq!(changes(&before, &before[2..]), [patch(0, 2, &[])]);
        assert_eq!(changes(&[], &before[..1]), [patch(0, 0, &[before[0].1])]);
    }

    /// Lists of up to five things in all orders, with and without a move.
    #[test]
    fn any_list_becomes_any_other() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let mut list = |most: u64| {
            let mut all: Vec<u32> = (1..=7).collect();
            let count = random(most);
            (0..count)
                .map(|_| thing(all.remove(random(all.len() as u64) as usize), random(2) as i32))
                .collect::<Vec<_>>()
        };
        for _ in 0..3000 {
            let (before, now) = (list(6), list(6));
            changes(&before, &now);
        }
    }
}
