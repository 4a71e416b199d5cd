//! Sizes, cells and drawings of maps, boards and fields.

use gridkit::{
    step_down, walk_down, Board11x7, Costs, Dir, DistanceSearch, Distances, FieldCache, Grid,
    Point, Rng, Square11x7, Walls, WeightedSearch,
};

fn point(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

/// 5 x 3 cells, 3 of them walls, the last column beyond them.
fn walls() -> Walls {
    Walls::parse(". . . # .\n. . . # .\n. . . # .", '#').unwrap()
}

#[test]
fn points_are_added_and_measured() {
    let (a, b) = (point(7, -2), point(3, 5));
    assert_eq!((a + b, a - b), (point(10, 3), point(4, -7)));
    assert_eq!((a.manhattan(b), b.manhattan(a)), (11, 11));
    assert_eq!((a.chebyshev(b), b.chebyshev(a)), (7, 7));
    assert_eq!((point(9, 1).chebyshev(point(1, 3)), a.chebyshev(a)), (8, 0));
    assert_eq!(Point::from((7, -2)), a);
    assert_eq!(a.neighbours(), [point(7, -3), point(7, -1), point(6, -2), point(8, -2)]);
    assert_eq!(format!("{a} {}", Dir::West), "7 -2 W");
}

#[test]
fn a_cell_is_open_if_it_is_on_the_map_and_no_wall() {
    let walls = walls();
    assert_eq!((walls.width(), walls.height(), walls.room()), (5, 3, 12));
    for point in Grid::new(5, 3, ()).points() {
        assert_eq!((walls.is_wall(point), walls.is_open(point)), (point.x == 3, point.x != 3));
    }
    assert!(walls.is_wall(point(5, 0)) && !walls.is_open(point(0, 3)));
    let drawing = "Walls 5 x 3, 12 open:\n. . . # .\n. . . # .\n. . . # .";
    assert_eq!(format!("{walls:?}"), drawing);
}

#[test]
fn a_grid_is_read_by_point_and_printed() {
    let mut grid = Grid::from_fn(4, 2, |at| 10 * at.x + at.y);
    assert_eq!((grid.width(), grid.height()), (4, 2));
    assert_eq!(grid.cells(), [0, 10, 20, 30, 1, 11, 21, 31]);
    assert!(grid.contains(point(3, 1)) && !grid.contains(point(4, 1)));
    assert_eq!((grid.get(point(2, 1)), grid.get(point(0, 2))), (Some(&21), None));
    assert_eq!(grid.find(|&value| value > 10), Some(point(2, 0)));
    let corner: Vec<_> = grid.neighbours(point(3, 1)).collect();
    assert_eq!(corner, [point(3, 0), point(2, 1)]);
    grid[point(3, 1)] += 100;
    assert_eq!(grid.map(|value| value % 7).cells(), [0, 3, 6, 2, 1, 4, 0, 5]);
    assert_eq!(format!("{grid:?}"), "Grid 4 x 2:\n[0, 10, 20, 30]\n[1, 11, 21, 131]\n");
}

#[test]
fn a_field_distinguishes_walls_from_unreached_cells() {
    let mut search = DistanceSearch::new();
    let mut weighted = WeightedSearch::new();
    let costs = Costs::parse("1 1 1 . 1\n1 1 1 . 1\n1 1 1 . 1").unwrap();
    let (mut narrow, mut wide) = (Distances::new(), Distances::new());
    search.run(&walls(), &[point(0, 1)], &mut narrow);
    weighted.run(&costs, &[point(0, 1)], &mut wide);
    for field in [&narrow, &wide] {
        assert_eq!((field.width(), field.height()), (5, 3));
        assert_eq!((field.get(point(2, 0)), field.get(point(3, 0))), (Some(3), None));
        assert_eq!((field.get(point(4, 0)), field.get(point(0, 3))), (None, None));
        let walls = [point(3, 2), point(2, 2), point(4, 2), point(5, 2)];
        assert_eq!(walls.map(|at| field.is_wall(at)), [true, false, false, true]);
        let drawing = "Distances 5 x 3:\n1 2 3 # ?\n0 1 2 # ?\n1 2 3 # ?";
        assert_eq!(format!("{field:?}"), drawing);
    }
    assert_eq!(narrow, wide, "two bytes or four, the distances are the same");
    // The padded arrays have 6 x 5 + 1 numbers.
    let bytes = |numbers: usize| std::mem::size_of::<Distances>() + numbers;
    assert!(narrow.bytes() >= bytes(31 * 2) && wide.bytes() >= bytes(31 * 4));
    assert!(Distances::new().bytes() == bytes(0));
}

#[test]
fn a_walk_ends_at_the_first_source() {
    let mut field = Distances::new();
    DistanceSearch::new().run(&walls(), &[point(0, 0), point(1, 0)], &mut field);
    assert_eq!(step_down(&field, point(0, 0), |best| best[0]), None);
    assert_eq!(step_down(&field, point(2, 0), |best| best[best.len() - 1]), Some(Dir::West));
    assert_eq!(walk_down(&field, point(2, 2), |best| best[0]).count(), 3);
}

#[test]
fn fields_with_other_sizes_walls_or_distances_are_not_equal() {
    let mut search = DistanceSearch::new();
    let mut field = |walls: &Walls, source: Point| {
        let mut field = Distances::new();
        search.run(walls, &[source], &mut field);
        field
    };
    let whole = field(&walls(), point(0, 0));
    assert_eq!(whole, field(&walls(), point(0, 0)));
    assert_ne!(whole, field(&walls(), point(1, 0)));
    // A wall where nothing was reached.
    let mut more = walls();
    more.set(point(4, 0), true);
    assert_ne!(whole, field(&more, point(0, 0)));
    let (long, high) = (Walls::none(1, 2), Walls::none(2, 1));
    assert_ne!(field(&long, point(0, 0)), field(&high, point(0, 0)));
}

#[test]
fn a_cache_counts_hits_and_misses() {
    let mut search = DistanceSearch::new();
    let mut cache = FieldCache::new(1 << 20);
    assert!(cache.is_empty());
    for key in [1, 2, 1, 1] {
        cache.get(key, |field| search.run(&walls(), &[point(key, 0)], field));
    }
    assert!(!cache.is_empty());
    assert_eq!((cache.len(), cache.hits(), cache.misses()), (2, 2, 2));
}

#[test]
fn a_board_prints_its_squares_and_their_distances() {
    let corner = Board11x7::at(point(0, 0)) | Board11x7::at(point(1, 0));
    assert_eq!((Board11x7::WIDTH, Board11x7::HEIGHT), (11, 7));
    assert_eq!(corner.iter().len(), 2);
    assert!(Board11x7::default().is_empty());
    let drawing = format!("{corner:?}");
    assert!(drawing.starts_with("Bitboard 11 x 7, 2 squares:\nx x . .") && drawing.len() == 181);
    assert_eq!(Board11x7::parse(&corner.to_string(), 'x'), Ok(corner));
    let steps = corner.distances(Board11x7::FULL);
    let drawing = format!("{steps:?}");
    assert!(drawing.starts_with("SquareDistances 11 x 7:\n 0  0  1"), "{drawing}");
    assert!(drawing.contains("\n 1  1  2") && drawing.ends_with("14 15"), "{drawing}");
    let far = Square11x7::at(point(10, 6)).unwrap();
    assert_eq!((steps.get(far), steps.steps()[far.index()]), (Some(15), 15));
    let alone = corner.distances(corner);
    assert_eq!((alone.get(far), alone.steps()[far.index()]), (None, 255));
    assert!(alone.to_string().starts_with("0 0 . ."));
}

#[test]
fn choose_returns_every_item_at_some_time() {
    let mut rng = Rng::new(4);
    let items = [10, 20, 30];
    let drawn: Vec<_> = (0..100).filter_map(|_| rng.choose(&items)).collect();
    assert_eq!(drawn.len(), 100);
    assert!(items.iter().all(|item| drawn.contains(&item)));
    assert_eq!(rng.choose::<u8>(&[]), None);
}
