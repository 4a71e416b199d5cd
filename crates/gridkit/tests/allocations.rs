//! Searches with warm buffers allocate nothing.

mod plain;

use gridkit::{Board15, Costs, DistanceSearch, Distances, FieldCache, Grid, Point, WeightedSearch};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::{Arc, Barrier};

struct Counting;

thread_local! {
    /// Per thread, because the test harness may allocate in another thread at any time.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that ends may allocate after its counter was dropped.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations in the second of two equal calls.
fn second_time(mut call: impl FnMut()) -> usize {
    call();
    allocations(call)
}

/// The number of allocations in a call.
fn allocations(mut call: impl FnMut()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    call();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn an_allocation_is_counted_in_its_own_thread() {
    assert_eq!(second_time(|| drop(black_box(Box::new(1)))), 1);
    assert_eq!(second_time(|| drop(black_box(Vec::<u8>::with_capacity(9)))), 1);
    let barrier = Arc::new(Barrier::new(2));
    let others = Arc::clone(&barrier);
    let other = std::thread::spawn(move || {
        others.wait();
        drop(black_box(vec![1; 1_000]));
        others.wait();
    });
    let count = allocations(|| {
        barrier.wait();
        barrier.wait();
    });
    other.join().unwrap();
    assert_eq!(count, 0);
}

#[test]
fn a_second_search_allocates_nothing() {
    let source = [Point::new(50, 20)];
    let mut field = Distances::new();
    for share in [0.0, 0.25] {
        let mut map = plain::Map::random(120, 80, share, 1);
        let index = map.index(source[0]);
        map.wall[index] = false;
        let walls = map.walls();
        let mut search = DistanceSearch::new();
        assert_eq!(second_time(|| search.run(&walls, &source, &mut field)), 0);

        let costs = Costs::new(&Grid::from_fn(120, 80, |point| 1 + (point.x % 7) as u8));
        let mut weighted = WeightedSearch::new();
        assert_eq!(second_time(|| weighted.run(&costs, &source, &mut field)), 0);

        // Room for three fields; five are asked for in turn.
        let mut cache = FieldCache::new(70_000);
        let round = || {
            for x in 0..5 {
                let key = Point::new(x, 0);
                cache.get(key, |field| search.run(&walls, &[key], field));
            }
        };
        assert_eq!(second_time(round), 0);
        assert_eq!((cache.len(), cache.hits()), (3, 0));
    }
    let board = Board15::at(Point::new(7, 7));
    let small = || assert_eq!(board.distances(Board15::FULL).steps()[0], 14);
    assert_eq!(second_time(small), 0);
    assert_eq!(second_time(|| assert_eq!(board.flood(Board15::FULL), Board15::FULL)), 0);
}
