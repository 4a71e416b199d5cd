//! Lists that change little from frame to frame.

use serde::Serialize;

/// What makes the list of a frame from that of the frame before: some places are cut out and others put there. The list
/// before the first frame is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Splice {
    /// Where the change begins; absent for 0.
    #[serde(skip_serializing_if = "is_default")]
    pub from: usize,
    /// The number of indices that are cut out there; absent for 0.
    #[serde(skip_serializing_if = "is_default")]
    pub cut: usize,
    /// The indices that are put there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<usize>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Splice {
    /// The change from a list to the next one, which replaces it.
    pub(crate) fn to(before: &mut Vec<usize>, now: Vec<usize>) -> Self {
        let same = |(a, b): &(&usize, &usize)| a == b;
        let from = before.iter().zip(&now).take_while(same).count();
        let (rest, new) = (&before[from..], &now[from..]);
        let end = rest.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let splice = Self { from, cut: rest.len() - end, put: new[..new.len() - end].to_vec() };
        *before = now;
        if splice.is_empty() { Self::default() } else { splice }
    }

    /// Makes the list of this frame from that of the frame before.
    pub fn apply(&self, list: &mut Vec<usize>) {
        list.splice(self.from..self.from + self.cut, self.put.iter().copied());
    }

    /// Whether the list stays as it is.
    pub fn is_empty(&self) -> bool {
        self.cut == 0 && self.put.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_encoded_by_what_is_new_in_the_middle() {
        let (mut before, mut list) = (Vec::new(), Vec::new());
        let mut to = |now: &[usize]| {
            let splice = Splice::to(&mut before, now.to_vec());
            splice.apply(&mut list);
            assert_eq!(list, now);
            splice
        };
        assert_eq!(to(&[7, 8, 9]), Splice { from: 0, cut: 0, put: vec![7, 8, 9] });
        assert_eq!(to(&[7, 8, 9]), Splice::default());
        assert_eq!(to(&[7, 1, 2, 9]), Splice { from: 1, cut: 1, put: vec![1, 2] });
        assert_eq!(to(&[7, 9]), Splice { from: 1, cut: 2, put: vec![] });
        assert_eq!(to(&[7, 7, 9]), Splice { from: 1, cut: 0, put: vec![7] });
        assert_eq!(to(&[]), Splice { from: 0, cut: 3, put: vec![] });
    }
}
