//! Tests of the whole bot, without a referee.

use std::io::Cursor;

use gridkit::bot::play;
use gridkit::flags::Flags;
use gridkit::Bot;
use kabotte::bot::KaBotte;

#[test]
fn half_of_the_referees_time_is_left() {
    assert!(KaBotte::TIMING.leaves_half());
}

/// The answers to the first turn of a race with crashes, with a given record of the bot's own.
fn answers(record: &str) -> Result<String, String> {
    let text = format!(
        "karo 1\nseats 1 0\ntitle A\ncheckpoints \nevents last\nzzz 2\ncrash allowed\ndirection free\n\
         blocking moved\nnight 0\nmove_ms 10000\nmap 8 2\nSOOOOOOF\nSOOOOOOF\nturn 1\nrecords 1\n\
         {record}\nplayers 1\nracing 0 0 0 0 - 0 0 0 0\ncandidates 1\n1 0 1 0 1\n"
    );
    let flags = Flags { nodes: Some(1000), ..Flags::default() };
    let (mut answers, mut remarks) = (Vec::new(), Vec::new());
    play::<KaBotte>(&flags, Box::new(Cursor::new(text.into_bytes())), &mut answers, &mut remarks)
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8(answers).unwrap())
}

#[test]
fn a_record_off_the_map_stops_no_race() {
    assert_eq!(answers("0 start 0 0 0 0").unwrap(), "MOVE 1 0 1 0\n");
    assert_eq!(answers("0 start -1 -1 0 0").unwrap(), "MOVE 1 0 1 0\n");
    assert!(answers("0 start 0 34 0 0").unwrap_err().contains("not a motion"));
}
