//! Declared options: the accepted values of each kind, and the message for others.

use referee::options::{OptionDoc, OptionKind, Options, option_value};
use serde_json::{Map, Value, json};

const OPTIONS: &[OptionDoc] = &[
    OptionDoc::whole("heap", -2..=40, 7, "matches"),
    OptionDoc::truth("night", "dark"),
    OptionDoc::choice("last", &["wins", "loses"], "result"),
    OptionDoc::numbers("ids", "numbers"),
    OptionDoc::size("size", [3, 2], [30, 20], "size"),
    OptionDoc::text("map", "none", "map"),
];

fn read(options: Value) -> Result<Options, String> {
    let Value::Object(given) = options else { panic!("an object") };
    Options::read(OPTIONS, &given).map_err(|error| error.0)
}

#[test]
fn without_values_the_defaults_are_read() {
    let options = read(json!({})).unwrap();
    assert_eq!((options.whole("heap"), options.truth("night")), (7, false));
    assert_eq!((options.word("last"), options.text("map")), ("wins", "none"));
    assert_eq!((options.numbers("ids"), options.size("size")), (&[][..], None));
    let defaults: Map<String, Value> =
        OPTIONS.iter().map(|option| (option.name.to_owned(), option.default())).collect();
    let typed = OPTIONS.iter().map(OptionDoc::typed).collect::<Vec<_>>();
    assert_eq!(typed, ["heap=7", "night=false", "last=wins", "ids=", "size=any", "map=none"]);
    for (option, typed) in OPTIONS.iter().zip(typed) {
        let (_, value) = typed.split_once('=').unwrap();
        assert_eq!(option_value(value), defaults[option.name], "typed as it is recorded");
    }
    assert!(read(Value::Object(defaults)).is_ok());
}

#[test]
fn values_of_each_kind_are_read() {
    let whole = |value: Value| read(json!({ "heap": value })).unwrap().whole("heap");
    assert_eq!((whole(json!(-2)), whole(json!(40))), (-2, 40));
    let truth = |value: Value| read(json!({ "night": value })).unwrap().truth("night");
    assert_eq!(
        [json!(true), json!("true"), json!(false), json!("")].map(truth),
        [true, true, false, false]
    );
    let word = |value: &str| read(json!({ "last": value })).unwrap().word("last");
    assert_eq!(["loses", "wins", ""].map(word), ["loses", "wins", "wins"]);
    let numbers = |value: Value| read(json!({ "ids": value })).unwrap().numbers("ids").to_vec();
    assert_eq!(numbers(json!(" 3,4\n5 ")), [3, 4, 5]);
    assert_eq!(numbers(json!(87)), [87], "what looks like a number is one in a recording");
    let size = |value: &str| read(json!({ "size": value })).unwrap().size("size");
    assert_eq!(["any", "", "3x2", "30x20"].map(size), [None, None, Some((3, 2)), Some((30, 20))]);
    assert_eq!(read(json!({ "map": 12 })).unwrap().text("map"), "12");
    let chosen = |value: &str| {
        let word = |wins: bool| if wins { "wins" } else { "loses" };
        read(json!({ "last": value })).unwrap().chosen("last", &[true, false], word)
    };
    assert_eq!(["wins", "loses"].map(chosen), [true, false]);
}

#[test]
fn other_values_and_names_are_refused_with_a_sentence() {
    for (options, problem) in [
        (json!({ "heap": 41 }), "option heap=41: wanted a whole number from -2 to 40"),
        (json!({ "heap": -3 }), "option heap=-3: wanted a whole number from -2 to 40"),
        (json!({ "heap": 1.5 }), "option heap=1.5: wanted a whole number from -2 to 40"),
        (json!({ "heap": "7" }), "option heap=7: wanted a whole number from -2 to 40"),
        (json!({ "night": "dark" }), "option night=dark: wanted true or false"),
        (json!({ "last": "draws" }), "option last=draws: wanted wins or loses"),
        (json!({ "ids": "1 -2" }), "option ids=1 -2: wanted a list of numbers"),
        (json!({ "size": "2x2" }), "option size=2x2: wanted any or a size from 3x2 to 30x20"),
        (json!({ "size": "3x21" }), "option size=3x21: wanted any or a size from 3x2 to 30x20"),
        (json!({ "size": 30 }), "option size=30: wanted any or a size from 3x2 to 30x20"),
        (json!({ "map": null }), "option map=null: wanted a text"),
        (
            json!({ "wind": 1 }),
            "there is no option 'wind'; the options of this game are: heap, night, last, ids, size, map",
        ),
    ] {
        assert_eq!(read(options.clone()).unwrap_err(), problem, "{options}");
    }
    let none = Options::read(&[], &Map::from_iter([("a".to_owned(), json!(1))])).unwrap_err();
    assert_eq!(none.0, "there is no option 'a'; the options of this game are: none");
}

#[test]
#[should_panic(expected = "heap: the contest declares no option of this name and kind")]
fn an_option_is_read_as_it_is_declared() {
    let options = read(json!({})).unwrap();
    assert!(matches!(OPTIONS[0].kind, OptionKind::Whole { .. }));
    options.text("heap");
}
