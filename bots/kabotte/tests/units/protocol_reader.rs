//! Tests of the bot's reader of the referee's lines, and of its answers.

use gridkit::lines::InputError;
use kabotte::circuit::Direction;
use kabotte::motion::{Events, Motion, Vector};
use kabotte::protocol::{Command, Kind, Reader, Start, Turn};
use kabotte::solve::{Crashes, Settings};
use kabotte::track::Cell;
use proptest::prelude::*;

const START: &str = "karo 1\nseats 2 1\ntitle A $ Randrennen $\ncheckpoints 1 2\nevents last\n\
    zzz 2\ncrash free\ndirection formula1\nblocking moved\nnight 0\nmove_ms 10000\nmap 5 2\n\
    SSO1F\nOOO2F\n";
const TURN: &str = "turn 2\nrecords 2\n0 start 0 0 0 0\n1 crash 1 0 0 0\nplayers 2\n\
    racing 1 0 2 0 - 0 1 0 1\nfinished 0 1 1 0 14 -1 -1 0 0\ncandidates 2\n0 1 -1 1 1\n1 1 0 1 0\n";

fn start(text: &str) -> Result<Option<Start>, InputError> {
    Reader::new(text.as_bytes()).start()
}

/// A turn of a game with this start.
fn turn(text: &str) -> Result<Option<Turn>, InputError> {
    let text = format!("{START}{text}");
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.start()?.is_some());
    reader.turn()
}

#[test]
fn a_game_begins_with_its_settings_and_the_map() {
    let start = start(START).unwrap().unwrap();
    assert_eq!((start.seats, start.seat, start.digits), (2, 1, 0b110));
    assert_eq!((start.track.width(), start.track.height()), (5, 2));
    let Settings { checkpoints, events, direction, crashes, zzz, rules } = start.settings;
    assert_eq!(events, Events::Last);
    assert_eq!((checkpoints, direction), (true, Direction::Formula1));
    assert_eq!((crashes, zzz, rules.to_string().as_str()), (Crashes::Allowed, 2, "randrennen"));
    assert!(self::start("").unwrap().is_none());
}

#[test]
fn a_set_back_beyond_all_records_is_read() {
    let zzz =
        |zzz: &str| start(&START.replacen("zzz 2", zzz, 1)).map(|it| it.unwrap().settings.zzz);
    assert_eq!(zzz("zzz 1000000").unwrap(), zzz("zzz 10000").unwrap());
    assert_eq!((zzz("zzz 0").unwrap(), zzz("zzz 100").unwrap()), (0, 100));
    assert!(zzz("zzz 1000001").is_err() && zzz("zzz -1").is_err());
}

#[test]
fn a_turn_has_records_cars_and_candidates() {
    let turn = turn(TURN).unwrap().unwrap();
    assert_eq!((turn.round, turn.records[1].kind, turn.cars.len()), (2, Kind::Crash, 2));
    assert!(turn.cars[0].is_racing && !turn.cars[1].is_racing);
    assert_eq!((turn.cars[1].collected, turn.cars[1].motion), (0b1_0010, None));
    let lawful: Vec<bool> = turn.candidates.iter().map(|it| it.is_lawful).collect();
    assert_eq!(lawful, [true, false]);
    assert!(self::turn("over\nrecords 0\n").unwrap().is_none());
}

#[test]
fn answers_are_single_lines() {
    let motion = Motion { at: Cell { x: 13, y: 4 }, vector: Vector { x: 1, y: -1 } };
    let answers = [Command::Start(motion.at), Command::Move(motion), Command::Leave];
    let lines: Vec<String> = answers.iter().map(Command::to_string).collect();
    assert_eq!(lines, ["START 13 4", "MOVE 13 4 1 -1", "LEAVE"]);
}

#[test]
fn teams_are_told_where_teams_race() {
    let told = start(&START.replacen("map 5 2", "teams 7 7\nmap 5 2", 1)).unwrap().unwrap();
    assert_eq!(told.teams, [7, 7]);
    assert!(told.is_mate(0));
    let told = start(&START.replacen("map 5 2", "teams 0 1\nmap 5 2", 1)).unwrap().unwrap();
    assert!(!told.is_mate(0));
    let alone = start(START).unwrap().unwrap();
    assert!(alone.teams.is_empty() && !alone.is_mate(0));
}

#[test]
fn a_mistake_is_named_in_one_line() {
    let broken = |from: &str, to: &str| start(&START.replacen(from, to, 1)).unwrap_err();
    let late = |from: &str, to: &str| turn(&TURN.replacen(from, to, 1)).unwrap_err();
    let cases = [
        (broken("karo 1", "karo 2"), "no other protocol"),
        (broken("seats 2 1", "seats 2 2"), "no such seat"),
        (broken("checkpoints 1 2", "checkpoints 0"), "digit from 1 to 9"),
        (broken("events last", "events first"), "not one of these"),
        (broken("map 5 2", "teams 1\nmap 5 2"), "a number from 0 to 255 for each seat"),
        (broken("map 5 2", "teams 1 256\nmap 5 2"), "a number from 0 to 255 for each seat"),
        (broken("map 5 2", "map 5 x"), "a number is missing"),
        (broken("map 5 2", "map 5 900"), "no map has that size"),
        (broken("SSO1F", "SSO?F"), "not a cell of a map"),
        (late("turn 2", "turn x"), "number is missing or out of range"),
        (late("players 2", "players 3"), "another number of seats"),
        (late("0 start 0 0 0 0", "2 start 0 0 0 0"), "no such seat"),
        (late("0 start 0 0 0 0", "0 begin 0 0 0 0"), "no such kind"),
        (late("0 start 0 0 0 0", "0 start 5 0 0 0"), "not a motion"),
        (late("0 start 0 0 0 0", "0 start 0 2 0 0"), "not a motion"),
        (late("0 start 0 0 0 0", "0 start -2 0 0 0"), "not a motion"),
        (late("- 0 1 0 1", "- 0 1 0"), "ten words"),
        (late("candidates 2", "candidates 0"), "no answer"),
        (late("0 1 -1 1 1", "0 1 -1 1 2"), "not a candidate"),
        (late("0 1 -1 1 1", "0 2 -1 1 1"), "not a candidate"),
        (late("1 1 0 1 0\n", ""), "the input ends"),
    ];
    for (error, part) in cases {
        let error = error.to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error:?} lacks {part:?}");
    }
}

proptest! {
    #[test]
    fn no_change_of_a_byte_brings_the_reader_down(
        place in 0..START.len() + TURN.len(), byte in 0_u8..128
    ) {
        let mut text = format!("{START}{TURN}").into_bytes();
        text[place] = byte;
        let mut reader = Reader::new(&text[..]);
        if let Ok(Some(_)) = reader.start() {
            while let Ok(Some(_)) = reader.turn() {}
        }
    }
}
