//! Map files and package files.

use referee::games::courier::{
    Cell, Kind, Package, PackageId, Scatter, Tile, drawn_board, read_map, read_packages, write_map,
    write_packages,
};

#[test]
fn a_map_file_begins_in_the_north_and_the_protocol_in_the_south() {
    let board = read_map("#..\r\n@~.\r\n").unwrap();
    assert_eq!((board.width(), board.height()), (3, 2));
    assert_eq!(board.tile(Cell::new(1, 2)), Tile::Wall);
    assert_eq!(board.tile(Cell::new(1, 1)), Tile::Base);
    assert_eq!(board.tile(Cell::new(2, 1)), Tile::Water);
    assert_eq!(board.rows().collect::<Vec<_>>(), ["@~.", "#.."]);
    assert_eq!(write_map(&board), "#..\r\n@~.\r\n");
    for text in ["#..\n@~.", "#..\n@~.\n", "#..\n@~.\n\n", "#..\r\n@~."] {
        assert_eq!(read_map(text).unwrap(), board, "{text:?}");
    }
}

#[test]
fn a_text_that_is_not_a_map_is_refused_with_a_reason() {
    let says = |text: &str| read_map(text).unwrap_err().to_string();
    assert_eq!(says(""), "the map is 0x0; its sides must be 1 to 1000 long");
    assert_eq!(says("..\n.\n"), "row 2 of the map has 1 characters, the first one has 2");
    assert_eq!(says("..\n.x\n"), "row 2, column 2 of the map has 'x'; a map is made of . @ # ~");
    assert!(says(&".".repeat(1001)).starts_with("the map is 1001x1;"));
    assert!(says(&".\n".repeat(1001)).starts_with("the map is 1x1001;"));
    assert!(read_map(&".\n".repeat(1000)).is_ok());
}

fn package(id: u64, x: i32, y: i32, weight: u64) -> Package {
    Package { id: PackageId(id), destination: Cell::new(x, y), weight }
}

#[test]
fn a_package_file_is_a_list_of_bases_with_their_packages() {
    let text = "[ ((3,1),[Mk {uid=17, dest=(2,5), weight=50},\n  Mk{uid = 89,dest=( 7,1 ),weight=78}]),\n\
                ((1,2),[Mk {uid=0, dest=(1,2), weight=1000000000}]), ((5,5),[]) ]\n";
    let packages = read_packages(text).unwrap();
    let (first, second) = (Cell::new(3, 1), Cell::new(1, 2));
    let expected = [
        (first, package(17, 2, 5, 50)),
        (first, package(89, 7, 1, 78)),
        (second, package(0, 1, 2, 1_000_000_000)),
    ];
    assert_eq!(packages, expected);
    assert_eq!(read_packages(&write_packages(&packages)).unwrap(), packages);
    assert_eq!(read_packages(" [ ] ").unwrap(), []);
}

#[test]
fn a_text_that_is_not_a_package_file_is_refused_with_its_line() {
    let says = |text: &str| read_packages(text).unwrap_err().to_string();
    assert_eq!(says(""), "line 1 of the packages: wanted [, found \"\"");
    assert_eq!(says("[((1,1),[])"), "line 1 of the packages: wanted ,, found \"\"");
    assert_eq!(
        says("[((1,1),\n[Mk {uid=-1, dest=(1,1), weight=1}])]"),
        "line 2 of the packages: wanted a whole number from 0 to 18446744073709551615, found \
         \"-1, dest=(1,1), weig\""
    );
    let at_the_margin = says("[((1,1),\n[Mk {uid=1,\n\ndset=(1,1), weight=1}])]");
    assert!(at_the_margin.starts_with("line 4 of the packages: wanted dest"), "{at_the_margin}");
    let heavy = "[((1,1),[Mk {uid=1, dest=(1,1), weight=1000000001}])]";
    assert!(says(heavy).contains("wanted a whole number from 0 to 1000000000"));
    assert!(says("[((1,1),[Mk {uid=1, dest=(1,1)}])]").contains("wanted ,"));
    assert!(says("[] x").contains("wanted the end"));
    assert!(says("[((1,1001),[])]").contains("wanted a whole number from 0 to 1000"));
}

#[test]
fn a_drawn_board_is_read_back_from_its_files() {
    for (seed, kind) in Kind::ALL.into_iter().enumerate() {
        let mut random = gridkit::Rng::new(seed as u64);
        let board = drawn_board(kind, 40, 25, &mut random);
        assert_eq!(read_map(&write_map(&board)).unwrap(), board);
        let scatter = Scatter { count: 100, heaviest: 60, anywhere: true };
        let mut packages = scatter.draw(&board, &mut random, 1);
        let text = write_packages(&packages);
        let mut read = read_packages(&text).unwrap();
        packages.sort_by_key(|(_, package)| package.id);
        read.sort_by_key(|(_, package)| package.id);
        assert_eq!(read, packages);
    }
}
