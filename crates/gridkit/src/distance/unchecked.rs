//! The only code of this crate that is not safe, and its reason.
//!
//! The two kernels of the distance search touch six to eight places for every cell of a map, and the
//! bounds tests of safe code cost them a tenth to a fifth of their time. The kernels rely on this:
//!
//! * A list holds the north neighbours of open cells: a cell gets into it when its number or its
//!   mask says that it is open, and [`Walls`](crate::Walls) never says so of a place outside the
//!   map. Around a cell of the map the padded arrays extend by a row and a cell on each side
//!   ([`Padded`](crate::padded::Padded) and its test).
//! * A list is as long as the cells of the waves that go into it, and one more: each cell adds at
//!   most one neighbour to a list.
//!
//! With debug assertions every access is tested: then the kernels are their own checked twins, and
//! the tests that compare them with the plain search run in this way.

/// An element without a bounds test, unless debug assertions are on.
///
/// # Safety
///
/// The place is inside the slice.
#[allow(unsafe_code)]
#[inline]
pub(super) unsafe fn at<T>(slice: &mut [T], place: usize) -> &mut T {
    debug_assert!(place < slice.len(), "{} of {}", place, slice.len());
    // SAFETY: the caller promises it.
    unsafe { slice.get_unchecked_mut(place) }
}
