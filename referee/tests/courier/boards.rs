//! Boards drawn from seeds.

use gridkit::Rng;
use referee::games::courier::{
    Board, Cell, Direction, Kind, Lands, SIZES, Scatter, Tile, drawn_board,
};
use referee::testkit::cases::cases;

fn share(board: &Board, tile: Tile) -> f64 {
    let count = board.cells().filter(|cell| board.tile(*cell) == tile).count();
    count as f64 / board.area() as f64
}

fn boards(kind: Kind) -> impl Iterator<Item = Board> {
    SIZES
        .into_iter()
        .zip(0..)
        .map(move |((width, height), seed)| drawn_board(kind, width, height, &mut Rng::new(seed)))
}

#[test]
fn every_kind_and_size_has_a_base_and_land_to_go_to() {
    for kind in Kind::ALL {
        for (width, height) in [(1, 1), (1, 9), (2, 2), (3, 40), (7, 5), (61, 33), (300, 200)] {
            for seed in 0..cases(2, 5) {
                let board = drawn_board(kind, width, height, &mut Rng::new(seed));
                assert_eq!((board.width(), board.height()), (width, height));
                assert!(board.bases().next().is_some(), "{kind:?} {width}x{height} {seed}");
                let scatter = Scatter { count: 5, heaviest: 9, anywhere: false };
                let packages = scatter.draw(&board, &mut Rng::new(seed), 1);
                let lands = Lands::of(&board);
                for (base, package) in packages {
                    let part = |cell: Cell| lands.number(&board, cell);
                    assert_eq!(part(base), part(package.destination));
                    assert!((1..=9).contains(&package.weight));
                }
            }
        }
    }
}

/// A tile from which a push drowns: it has water on one side and land on the other.
fn drowning_places(board: &Board) -> usize {
    let drowns = |cell: &Cell| {
        Direction::ALL.into_iter().any(|direction| {
            board.tile(cell.step(direction)) == Tile::Water
                && board.tile(cell.step(direction.opposite())).is_land()
        })
    };
    board.cells().filter(|cell| board.tile(*cell).is_land() && drowns(cell)).count()
}

#[test]
fn lakes_have_shores_where_a_push_drowns() {
    for board in boards(Kind::Lakes) {
        assert!((0.1..0.3).contains(&share(&board, Tile::Water)));
        assert!(drowning_places(&board) * 20 > board.area());
    }
}

#[test]
fn mazes_are_one_part_of_corridors_one_tile_wide() {
    for board in boards(Kind::Maze) {
        assert_eq!(Lands::of(&board).parts.len(), 1);
        assert!(!has_square(&board));
        assert!(share(&board, Tile::Water) == 0.0);
    }
}

#[test]
fn corridors_are_one_tile_wide_and_run_along_water() {
    for board in boards(Kind::Corridors) {
        assert_eq!(Lands::of(&board).parts.len(), 1);
        assert!(!has_square(&board));
        assert!(share(&board, Tile::Water) > 0.0 && share(&board, Tile::Wall) > 0.0);
    }
}

/// Whether four land tiles form a square, so that a corridor is two tiles wide.
fn has_square(board: &Board) -> bool {
    board.cells().any(|cell| {
        let east = cell.step(Direction::East);
        [cell, east, cell.step(Direction::North), east.step(Direction::North)]
            .iter()
            .all(|cell| board.tile(*cell).is_land())
    })
}

#[test]
fn islands_have_bases_that_cannot_be_reached() {
    let with_far_bases = boards(Kind::Islands).filter(|board| {
        let lands = Lands::of(board);
        let parts: std::collections::HashSet<_> =
            board.bases().map(|base| lands.number(board, base)).collect();
        parts.len() > 1
    });
    assert!(with_far_bases.count() >= 4);
}

#[test]
fn open_land_is_mostly_free() {
    for board in boards(Kind::Open) {
        assert!(share(&board, Tile::Plain) + share(&board, Tile::Base) > 0.7);
    }
}
