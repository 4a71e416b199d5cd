//! Which lines count as an answer, and the time that is measured for it.

use super::*;

#[test]
fn every_answer_belongs_to_its_request() {
    let mut table = table(&[&["echo"]]);
    assert_eq!(table.names(), ["bot"]);
    for turn in 0..100 {
        let reply = ask(&mut table, &turn.to_string(), LONG);
        assert_eq!(answer(&reply), turn.to_string());
        assert_eq!((&reply.detail, &reply.stderr), (&None, &vec![]));
    }
}

#[test]
fn several_lines_make_one_answer() {
    let mut table = table(&[&["echo"]]);
    let expected = Expected { lines: 3, ..expected(LONG) };
    let replies = table.ask(&[request(0, &["a", "", "c"], expected)]).unwrap();
    assert_eq!(replies[0].answer.lines, ["a", "", "c"]);
}

#[test]
fn a_notice_expects_nothing_and_is_read_before_the_next_request() {
    let mut table = table(&[&["echo"]]);
    let notice = Request { seat: Seat(0), lines: vec!["notice".to_owned()], expected: None };
    assert_eq!(table.ask(&[notice]).unwrap(), [Reply::default()]);
    assert_eq!(answer(&ask(&mut table, "x", LONG)), "notice");
}

#[test]
fn lines_written_early_answer_the_next_requests() {
    let mut table = table(&[&["count-to", "3"]]);
    assert_eq!(answer(&ask(&mut table, "", LONG)), "0");
    for early in ["1", "2"] {
        let reply = ask(&mut table, "", LONG);
        assert_eq!((answer(&reply), reply.micros), (early, 0));
    }
    let late = ask(&mut table, "", SHORT);
    assert_eq!(fault(&late, Fault::Timeout), "no answer within 100ms");
}

#[test]
fn a_line_ends_at_newline_or_carriage_return() {
    let parts = ["bytes", "a\\nb\\rc\\r\\n", "d\\r", "\\ne\\n", "\\r\\n", "\\n\\r", "half"];
    let mut table = table(&[&parts]);
    for line in ["a", "b", "c", "d", "e", "", "", ""] {
        assert_eq!(answer(&ask(&mut table, "", LONG)), line);
    }
    fault(&ask(&mut table, "", SHORT), Fault::Timeout);
}

#[test]
fn bytes_that_are_not_utf8_are_replaced() {
    assert_eq!(answer(&ask(&mut table(&[&["bad-utf8"]]), "", LONG)), "a\u{fffd}\u{fffd}b");
}

#[test]
fn half_a_line_is_no_answer_and_complete_lines_are_kept() {
    let mut table = table(&[&["say", "ready\none\ntw"]]);
    assert_eq!(answer(&ask(&mut table, "", LONG)), "ready");
    let expected = Expected { lines: 2, ..expected(SHORT) };
    let reply = table.ask(&[request(0, &["go"], expected)]).unwrap().remove(0);
    let detail = "only 1 of 2 lines within 100ms, but the beginning of a line: `tw`";
    assert_eq!(fault(&reply, Fault::Timeout), detail);
    assert_eq!(reply.answer.lines, ["one"]);
    assert!(reply.micros >= 100_000);
}

#[test]
fn a_player_with_a_fault_keeps_it() {
    let mut table = Table::new(vec![boxed(&silent(Duration::ZERO))]);
    let first = ask(&mut table, "", SHORT);
    let again = ask(&mut table, "", LONG);
    assert_eq!(fault(&first, Fault::Timeout), fault(&again, Fault::Timeout));
}

#[test]
fn the_timeout_factor_multiplies_the_limit() {
    let mut slow = launch(&["write-stderr-then-echo", "1000000"]);
    slow.limits.timeout_factor = 1e6;
    let mut table = Table::new(vec![boxed(&slow)]);
    assert_eq!(answer(&ask(&mut table, "x", Duration::from_millis(1))), "x");

    slow.limits.timeout_factor = f64::INFINITY;
    let mut table = Table::new(vec![boxed(&slow)]);
    assert_eq!(answer(&ask(&mut table, "x", Duration::from_millis(1))), "x");

    slow.limits.timeout_factor = f64::NAN;
    let error = ProcessPlayer::spawn("bot", &slow).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "a timeout factor of NaN makes no sense: give a positive number");
}

/// Seat 2 answers first, then seat 1, then seat 0, because each waits for the one before. So their times have
/// this order even on a slow machine.
#[test]
fn seats_asked_at_once_have_their_own_times() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let mut table = table(&[
        &["wait-for-then-answer", &file("b")],
        &["wait-for-answer-then-touch", &file("a"), &file("b")],
        &["answer-then-touch", &file("a")],
    ]);
    let requests: Vec<_> = (0..3).map(|seat| request(seat, &["go"], expected(LONG))).collect();
    let replies = table.ask(&requests).unwrap();
    assert_eq!(replies.iter().map(answer).collect::<Vec<_>>(), ["last", "later", "first"]);
    assert!(replies[2].micros <= replies[1].micros && replies[1].micros <= replies[0].micros);
    // Two sleeps of 20 ms passed between the first answer and the last, or less if seat 2 was kept from a core.
    assert!(replies[0].micros >= replies[2].micros + 1_000, "{replies:?}");
}

#[test]
fn twenty_seats_asked_at_once_get_their_own_answers() {
    let mut table = table(&[&["echo"][..]; 20]);
    for turn in 0..20 {
        let lines: Vec<_> = (0..20).map(|seat| format!("{turn} {seat}")).collect();
        let requests: Vec<_> =
            (0..20).map(|seat| request(seat, &[&lines[seat]], expected(LONG))).collect();
        let replies = table.ask(&requests).unwrap();
        assert_eq!(replies.iter().map(answer).collect::<Vec<_>>(), lines);
    }
}

#[test]
fn a_fault_of_one_seat_leaves_the_others_alone() {
    let programs =
        [launch(&["echo"]), launch(&["exit", "3"]), silent(Duration::ZERO), launch(&["echo"])];
    let mut table = Table::new(programs.iter().map(boxed).collect());
    let limits = [LONG, LONG, SHORT, LONG];
    let requests: Vec<_> =
        (0..4).map(|seat| request(seat, &["x"], expected(limits[seat]))).collect();
    let replies = table.ask(&requests).unwrap();
    assert_eq!(answer(&replies[0]), "x");
    assert_eq!(fault(&replies[1], Fault::Exit), "exited with code 3");
    fault(&replies[2], Fault::Timeout);
    assert_eq!(answer(&replies[3]), "x");
    assert_eq!(answer(&ask(&mut table, "y", LONG)), "y");
}
