use serde_json::json;

use super::*;
use crate::scene::{Form, Ink, Mark, UPRIGHT};

const FIRST: &str = "KEY_FRAME 0";

/// The lines of a first frame with these commands.
fn first(commands: &str) -> Vec<String> {
    let data = json!({"global": {"entitymodule": {"width": 1920, "height": 1080}}, "frame": {"entitymodule": commands}});
    vec![FIRST.to_owned(), data.to_string()]
}

/// The lines of a further frame.
fn further(commands: &str) -> Vec<String> {
    vec![
        "KEY_FRAME 1".to_owned(),
        json!({"entitymodule": commands, "tooltips": [{}, ["x"]]}).to_string(),
    ]
}

fn players() -> Vec<String> {
    ["Ada", "Bob"].map(str::to_owned).to_vec()
}

/// The picture after these frames.
fn drawn(frames: &[Vec<String>]) -> Entities {
    let mut entities = Entities::default();
    for frame in frames {
        entities.hear(frame, &players());
    }
    entities
}

fn marks(commands: &str) -> Vec<Mark> {
    let entities = drawn(&[first(commands)]);
    assert_eq!(entities.complaint(), None);
    entities.sheet().unwrap().marks.clone()
}

fn one(commands: &str) -> Mark {
    let marks = marks(commands);
    assert_eq!(marks.len(), 1, "{marks:?}");
    marks[0].clone()
}

#[test]
fn values_change_from_frame_to_frame() {
    let mut entities = drawn(&[first("CR\nU1 0 x 10 y 20 w 30 h 40 f 255 c 65280 W 2\nW0")]);
    let mark = |entities: &Entities| entities.sheet().unwrap().marks[0].clone();
    let begin = mark(&entities);
    assert_eq!((begin.at, begin.pose), ([10.0, 20.0], UPRIGHT));
    assert_eq!(begin.stamp.size, [30.0, 40.0, 0.0]);
    assert_eq!((begin.stamp.form, begin.stamp.fill), (Form::Rectangle, Some(Ink::rgb(255))));
    assert_eq!((begin.stamp.line, begin.stamp.width), (Some(Ink::rgb(65280)), 2.0));
    // The last of several times counts, in whatever order they come.
    entities.hear(&further("U1 1 x 70;1 0.5 x 50 y 60"), &players());
    let end = mark(&entities);
    assert_eq!(end.at, [70.0, 60.0]);
    assert!(std::sync::Arc::ptr_eq(&begin.stamp, &end.stamp), "only its place has changed");
    entities.hear(&["INTERMEDIATE_FRAME 2".to_owned()], &players());
    assert_eq!(mark(&entities), end);
    entities.hear(&further("U1 1 w 31"), &players());
    assert_eq!(mark(&entities).stamp.size[0], 31.0);
}

#[test]
fn each_kind_has_its_form_and_its_values() {
    let form = |commands: &str| {
        let mark = one(commands);
        (mark.stamp.form, mark.stamp.size.clone())
    };
    assert_eq!(form("CR\nU1 1 x 0"), (Form::Rectangle, vec![100.0, 100.0, 0.0]));
    assert_eq!(form("CK\nU1 1 R 5 w 20"), (Form::Rectangle, vec![20.0, 100.0, 5.0]));
    assert_eq!(form("CC\nU1 1 R 12"), (Form::Circle, vec![12.0]));
    // Both ends of a line are places of its group.
    assert_eq!(form("CL\nU1 1 x 5 y 6 X 15 Y 26 W 2"), (Form::Line, vec![10.0, 20.0]));
    assert_eq!(
        form("CP\nU1 1 ps 0,0,5,0,5,7"),
        (Form::Polygon, vec![0.0, 0.0, 5.0, 0.0, 5.0, 7.0])
    );
    assert_eq!(form("CT\nU1 1 T hello s 40 ax 0.5 maxWidth 90").1, [40.0, 0.5, 0.0, 90.0]);
    assert_eq!(form("CX\nU1 1 T hello"), (Form::Text, vec![26.0, 0.0, 0.0, 0.0]));
    assert_eq!(
        form("CS\nU1 1 i a.png bw 60 bh 50 ay 1"),
        (Form::Image, vec![60.0, 50.0, 0.0, 1.0])
    );
    assert_eq!(form("CD\nU1 1 i a.png bw 60 bh 50").0, Form::Tiling);
    assert_eq!(one("CA\nU1 1 I a0,a1,a2 l 1").stamp.name, "a0");
    assert_eq!(one("CA\nU1 1 I a0,a1,a2").stamp.name, "a2");
}

#[test]
fn a_world_is_as_large_as_fits_into_the_viewers_picture() {
    let data = json!({"global": {"entitymodule": {"width": 16000, "height": 9000}},
                      "frame": {"entitymodule": "CR\nU1 1 x 8000 y 4500 w 1000 h 500 W 3"}});
    let entities = drawn(&[vec![FIRST.to_owned(), data.to_string()]]);
    let sheet = entities.sheet().unwrap();
    assert_eq!(sheet.size, [1920, 1080]);
    let mark = &sheet.marks[0];
    assert_eq!((mark.at, &mark.stamp.size[..2]), ([960.0, 540.0], &[120.0, 60.0][..]));
    assert_eq!(mark.stamp.width, 3.0, "widths of lines are in pixels");
}

#[test]
fn members_of_a_group_are_moved_turned_scaled_and_faded_with_it() {
    let mark = one("CG;R\nU1 1 ch 2 x 100 y 50 r 90 sx 2 sy 2 a 0.5;2 1 x 10 y 0 a 0.5");
    assert_eq!(mark.at, [100.0, 70.0]);
    assert_eq!(mark.pose, [0.0, 2.0, -2.0, 0.0, 0.25]);
    assert!(marks("CG;R\nU2 1;1 1 ch 2 v 0").is_empty());
    assert!(marks("CG;R\nU2 1;1 1 ch 2 a 0").is_empty());
    assert!(marks("CG;R\nU2 1;1 1 ch 2 sx 0").is_empty());
    // A group without members, and one in itself.
    assert!(marks("CG;B\nU1 1 ch 1;2 1 ch ").is_empty());
}

#[test]
fn an_entity_is_drawn_from_its_first_change_on() {
    assert!(marks("CR;R").is_empty());
    assert_eq!(marks("CR;R\nU2 1").len(), 1);
    assert!(marks("CR\nU1 1 v 0").is_empty());
}

#[test]
fn entities_are_drawn_by_depth_and_then_by_age_or_place_in_their_group() {
    let order = |commands: &str| marks(commands).iter().map(|mark| mark.of).collect::<Vec<_>>();
    assert_eq!(order("CR;R;R\nU1 1 z 5;2 1 z -1;3 1"), [2, 3, 1]);
    assert_eq!(order("CR;G;R;R\nU2 1 ch 4,3;1 1 z 1;3 1;4 1"), [4, 3, 1]);
    assert_eq!(order("CR;G;R;R\nU2 1 ch 4,3 z 2;1 1 z 1;3 1;4 1 z 1"), [1, 3, 4]);
    assert_eq!(order("CR;R\nU1 1 mask 2;2 1"), [1], "a mask is not drawn");
}

#[test]
fn words_and_colours_of_players_take_the_place_of_their_numbers() {
    let mark = one("CT\nU1 1 T '$1 beats $0, $7 for 3$ $x' f -2");
    assert_eq!(mark.stamp.text, "Bob beats Ada,  for 3$ $x");
    assert_eq!(mark.stamp.fill, Some(Ink::of_seat(1)));
    let mark = one("CC\nU1 1 c -1 W 4 F 0 A 0.5");
    assert_eq!((mark.stamp.fill, mark.stamp.line), (None, Ink::of_seat(0).faded(0.5)));
    let avatar = one("CS\nU1 1 i $0 bw 200 bh 200");
    assert_eq!((&*avatar.stamp.name, avatar.stamp.fill), ("avatar of Ada", Some(Ink::of_seat(0))));
}

#[test]
fn boxes_stand_for_images_except_for_that_of_the_ground() {
    let mark = one("CS\nU1 1 i ship.png bw 40 bh 40 t 16711680");
    assert_eq!(
        (mark.stamp.fill, mark.stamp.tint),
        (Some(Ink::rgb(0xff_0000)), Some(Ink::rgb(0xff_0000)))
    );
    let plain = one("CS\nU1 1 i ship.png").stamp;
    assert!(plain.fill.is_some() && plain.tint.is_none() && plain.size == [0.0; 4], "{plain:?}");
    for ground in ["sky.jpg", "big.png bw 1920 bh 1080", "Background.png ax 0"] {
        assert_eq!(one(&format!("CS\nU1 1 i {ground}")).stamp.fill, None, "{ground}");
    }
    assert!(marks("CS\nU1 1 x 5").is_empty(), "it has no image");
    let kinds = ["isle/01x.png", "isle/x10.png", "ant_red_07.png", "img/ant_red_8.png", "42.png"];
    let fills = ["isle/01x.png", "isle/x10.png"]
        .map(|image| one(&format!("CS\nU1 1 i {image}")).stamp.fill);
    assert_eq!(fills[0], fills[1], "images of one kind have one colour");
    let kinds = kinds.map(|image| one(&format!("CS\nU1 1 i {image}")).stamp.kind.clone());
    assert_eq!(kinds, ["isle", "isle", "ant_red", "ant_red", "42"]);
}

#[test]
fn parts_of_images_have_names_of_their_own() {
    let entities = drawn(&[first("Lant a.png 8 9 1 2 5 3;one b.png 0 0 0 0 1 0\nCS\nU1 1 i ant4")]);
    let parts = &entities.sheet().unwrap().parts;
    let frame = |name: &str| parts.get(name).map(|part| (&*part.image, part.frame));
    assert_eq!(frame("ant0"), Some(("a.png", [16, 9, 8, 9])));
    assert_eq!(frame("ant4"), Some(("a.png", [24, 18, 8, 9])));
    assert_eq!((frame("ant5"), frame("one")), (None, Some(("b.png", [0, 0, 0, 0]))));
}

#[test]
fn dark_words_have_a_bright_edge() {
    let edge = |values: &str| one(&format!("CT\nU1 1 T a {values}")).stamp.line;
    assert_eq!(edge("f 0"), Ink::rgb(0xff_ffff).faded(0.6));
    assert_eq!(edge("f 16777215"), None);
    assert_eq!(edge("f 0 S 2 sc 255"), Some(Ink::rgb(255)));
}

#[test]
fn older_engines_send_a_list_of_commands() {
    let data = json!({"global": {"entitymodule": {"width": 1920, "height": 1080}},
                      "frame": {"entitymodule": ["C R", "C T", "U 1 1 x 5", "U 2 1 T 'a b' fillColor 255"]}});
    let entities = drawn(&[vec![FIRST.to_owned(), data.to_string()]]);
    let marks = &entities.sheet().unwrap().marks;
    assert_eq!((marks[0].at[0], &*marks[1].stamp.text), (5.0, "a b"));
}

#[test]
fn other_data_are_no_picture() {
    for line in ["{\"scores\":[1,2]}", "no JSON", "{}", "{\"global\":{},\"frame\":{}}"] {
        let entities = drawn(&[vec![FIRST.to_owned(), line.to_owned()]]);
        assert!(entities.sheet().is_none() && entities.complaint().is_none(), "{line}");
    }
    let entities = drawn(&[further("CR")]);
    assert!(entities.sheet().is_none(), "the frame that says the size of the world is missing");
}

#[test]
fn wrong_data_are_no_picture_and_a_sentence() {
    for (commands, part) in [
        ("Q", "no command 'Q'"),
        ("CZ", "\"Z\" is not a kind of entity"),
        ("CR\nU2 1 x 5", "no entity 2"),
        ("CR\nU0 1 x 5", "no entity 0"),
        ("CR\nU1 1 x many", "\"many\" of x"),
        ("CR\nU1 1 x NaN", "\"NaN\" of x"),
        ("CG\nU1 1 ch 1,b", "\"1,b\" of children"),
    ] {
        let mut entities = drawn(&[first(commands)]);
        let why = entities.complaint().unwrap().to_owned();
        assert!(
            why.starts_with("no picture: in the viewer's data of frame 0 ") && why.contains(part),
            "{why}"
        );
        entities.hear(&further("CR"), &players());
        assert!(entities.sheet().is_none());
    }
    for size in [json!(0), json!("wide"), json!(-1920)] {
        let data = json!({"global": {"entitymodule": {"width": size}}, "frame": {}});
        let entities = drawn(&[vec![FIRST.to_owned(), data.to_string()]]);
        assert!(entities.complaint().unwrap().contains("is not a width of a world"));
    }
}

/// Damaged data are a picture or a sentence, and no panic.
#[test]
fn damaged_data_do_no_harm() {
    let sound = "La b.png 8 8 0 0 3 2\nCG;R;T;S;L;P;K;A;X;D;C\nU1 0 ch 2,3 x 5 r 45;2 0.5 w 5 ∫ f -1;3 1 T 'a $0 b' ax 0.5;4 1 i a.png t 7;\
                 5 1 X 7 W 2;6 1 ps 1,2,3,4,5,6;7 1;8 1 I a,b;9 1 T é;11 1 R 1e300 mask 2\nW0 1";
    assert_eq!(marks(sound).len(), 8);
    let letters: Vec<char> = sound.chars().collect();
    let junk = ['\'', ';', ' ', '\n', '9', '-', 'G', '\\', '$', '\u{1b}', ','];
    for at in 0..letters.len() {
        let cut: String = letters[..at].iter().collect();
        let mut missing = letters.clone();
        missing.remove(at);
        let mut changed = letters.clone();
        changed[at] = junk[at % junk.len()];
        let mut more = letters.clone();
        more.insert(at, junk[(at * 7 + 3) % junk.len()]);
        for damaged in
            [cut, missing.iter().collect(), changed.iter().collect(), more.iter().collect()]
        {
            let entities = drawn(&[first(&damaged), further(&damaged)]);
            let text =
                entities.sheet().map(|sheet| format!("{:?}", sheet.marks)).unwrap_or_default();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{damaged}: {text}");
        }
        let line = &first(sound)[1];
        if let Some(cut) = line.get(..at) {
            drawn(&[vec![FIRST.to_owned(), cut.to_owned()]]);
        }
    }
}
