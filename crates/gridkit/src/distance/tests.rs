use super::rough::LIST;
use super::*;
use crate::rng::Rng;

#[test]
fn both_kernels_give_the_same_field() {
    let mut rng = Rng::new(11);
    let mut search = DistanceSearch::new();
    let (mut one, mut two) = (Distances::new(), Distances::new());
    for round in 0..300 {
        let (width, height) = (1 + rng.below(40), 1 + rng.below(40));
        let share = rng.unit() * 0.5;
        let mut walls = Walls::none(width, height);
        let anywhere = |rng: &mut Rng| {
            Point::new(rng.between(-1, width as i32), rng.between(-1, height as i32))
        };
        for _ in 0..(share * (width * height) as f64) as usize {
            walls.set(anywhere(&mut rng), true);
        }
        let sources: Vec<_> = (0..rng.below(5)).map(|_| anywhere(&mut rng)).collect();
        search.run_with(&walls, &sources, &mut one, true);
        search.run_with(&walls, &sources, &mut two, false);
        assert_eq!(one, two, "round {round}, sources {sources:?}");
    }
}

#[test]
fn a_source_that_is_named_twice_counts_once() {
    let walls = Walls::none(3, 1);
    let mut field = Distances::new();
    for rough in [true, false] {
        let middle = Point::new(1, 0);
        DistanceSearch::new().run_with(&walls, &[middle, middle], &mut field, rough);
        assert_eq!(field.to_string(), "1 0 1");
    }
}

#[test]
fn many_sources_make_an_open_map_rough() {
    let walls = Walls::none(100, 100);
    let row = |count: i32| (0..count).map(|x| Point::new(x, 5)).collect::<Vec<_>>();
    assert!(!is_rough(&walls, &[]));
    assert!(!is_rough(&walls, &row(26)));
    assert!(is_rough(&walls, &row(27)));
}

#[test]
fn waves_of_any_width_are_measured() {
    // Sources about as many as the lists of the branch-free kernel hold; and sources of which
    // each reaches two cells, so that the second wave is too wide.
    let mut field = Distances::new();
    for count in LIST - 2..LIST + 2 {
        let walls = Walls::none(count, 3);
        let row = |y| (0..count as i32).map(move |x| Point::new(x, y)).collect::<Vec<_>>();
        DistanceSearch::new().run_with(&walls, &row(0), &mut field, true);
        assert!(row(2).into_iter().all(|point| field.get(point) == Some(2)), "{count}");

        let walls = Walls::from_fn(2 * count, 3, |point| point.y == 1 && point.x % 2 == 1);
        let sources: Vec<_> = (0..count as i32).map(|x| Point::new(2 * x, 1)).collect();
        DistanceSearch::new().run_with(&walls, &sources, &mut field, true);
        for y in [0, 2] {
            let far = |x: i32| Some(1 + x.unsigned_abs() % 2);
            assert!((0..2 * count as i32).all(|x| field.get(Point::new(x, y)) == far(x)));
        }
    }
}

#[test]
fn a_snake_longer_than_sixteen_bits_is_measured_to_its_end() {
    // Rows joined at alternating ends.
    let walls = Walls::from_fn(601, 601, |point| {
        point.y % 2 == 1 && point.x != if point.y % 4 == 1 { 600 } else { 0 }
    });
    let mut field = Distances::new();
    for rough in [true, false] {
        DistanceSearch::new().run_with(&walls, &[Point::new(0, 0)], &mut field, rough);
        assert_eq!(field.get(Point::new(600, 600)), Some(301 * 600 + 600));
    }
}

#[test]
fn the_numbers_grow_wide_where_the_first_distance_does_not_fit() {
    let mut search = DistanceSearch::new();
    let mut field = Distances::new();
    for length in [65_533, 65_534, 65_535, 65_536] {
        for (width, height) in [(length, 1), (1, length)] {
            for rough in [true, false] {
                let walls = Walls::none(width, height);
                let end = Point::new(width as i32 - 1, height as i32 - 1);
                search.run_with(&walls, &[Point::new(0, 0)], &mut field, rough);
                assert_eq!(field.get(end), Some(length as u32 - 1));
                assert_eq!(field.is_wide, length > 65_534, "{length}");
            }
        }
    }
}
