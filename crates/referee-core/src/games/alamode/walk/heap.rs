//! A priority queue with the Java platform's order of equal entries.

use gridkit::Square11x7 as Square;

/// A binary heap like `java.util.PriorityQueue`. The order of equal entries follows from the swaps.
#[derive(Default)]
pub(super) struct Heap(Vec<(u8, Square)>);

impl Heap {
    /// Adds a square with a cost. It rises past squares that cost more, but not past equal ones.
    pub fn push(&mut self, cost: u8, at: Square) {
        let heap = &mut self.0;
        let mut hole = heap.len();
        heap.push((cost, at));
        while hole > 0 {
            let parent = (hole - 1) / 2;
            if heap[parent].0 <= cost {
                break;
            }
            heap.swap(hole, parent);
            hole = parent;
        }
    }

    /// Removes the first entry. The last one takes its place and sinks until no child costs less; if two
    /// children cost the same, the left one rises.
    pub fn pop(&mut self) -> Option<(u8, Square)> {
        let heap = &mut self.0;
        if heap.is_empty() {
            return None;
        }
        let first = heap.swap_remove(0);
        let mut hole = 0;
        loop {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            if left >= heap.len() {
                break;
            }
            let child =
                if right < heap.len() && heap[right].0 < heap[left].0 { right } else { left };
            if heap[hole].0 <= heap[child].0 {
                break;
            }
            heap.swap(hole, child);
            hole = child;
        }
        Some(first)
    }
}
