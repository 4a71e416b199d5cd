//! The times at which requests go out.

use super::*;

/// Expects one request exactly `seconds` from now, and none a millisecond before.
fn expect_at(bench: &mut Bench, seconds: f64, job: &Job) -> u64 {
    let out = bench.after(seconds - 0.001, Input::Tick);
    assert_eq!(jobs(&out), [], "before {} s", bench.at);
    bench.expect(0.001, Input::Tick, job)
}

#[test]
fn the_wait_after_a_failure_is_one_second_and_doubles_up_to_thirty() {
    let mut bench = Bench::new(false);
    let mut ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
    for wait in [1.0, 2.0, 4.0, 8.0, 16.0].into_iter().chain([30.0; 40]) {
        assert!(says(&bench.fail(ticket), "it is looked at again"));
        // The list of turns, which is due each minute, does not delay the look.
        bench.conductor.next_poll = Micros::MAX;
        ticket = expect_at(&mut bench, wait, &Job::Look(5));
    }
}

#[test]
fn a_success_ends_the_doubling() {
    for moves in [false, true] {
        let mut bench = Bench::new(false);
        let ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
        bench.fail(ticket);
        let ticket = bench.expect(1.0, Input::Tick, &Job::Look(5));
        bench.fail(ticket);
        let ticket = bench.expect(2.0, Input::Tick, &Job::Look(5));
        bench.looked(ticket, Look { is_ours: moves, ..ours(3) });
        if moves {
            let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
            bench.after(0.1, Input::Reply(ticket, Reply::Moved));
        }
        let ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
        bench.fail(ticket);
        expect_at(&mut bench, 1.0, &Job::Look(5));
    }
}

#[test]
fn the_move_after_a_failure_does_not_wait() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    let out = bench.after(0.1, Input::Reply(ticket, Reply::Refused));
    assert!(says(&out, "the move was refused"));
    let ticket = expect_at(&mut bench, 1.0, &Job::Look(5));
    bench.looked(ticket, ours(4));
    bench.expect(1.0, thought("MOVE 2 2 1 0"), &to(SLOW));
}

#[test]
fn the_list_of_turns_is_asked_for_each_minute_and_more_often_without_events() {
    let mut bench = Bench::new(false);
    // The last answer came a second ago.
    let ticket = expect_at(&mut bench, 59.0, &Job::Turns);
    assert_eq!(bench.after(100.0, Input::Tick), [], "the answer is awaited");
    bench.after(0.0, Input::Reply(ticket, Reply::Turns(vec![])));
    let out = bench.after(10.0, Input::News(News::Lost("x".to_owned())));
    assert!(says(&out, "no events come in"));
    let ticket = expect_at(&mut bench, 15.0, &Job::Turns);
    assert_eq!(bench.after(0.1, Input::News(News::Lost("x".to_owned()))), [], "said once");
    bench.after(0.0, Input::Reply(ticket, Reply::Turns(vec![])));
    let ticket = expect_at(&mut bench, 15.0, &Job::Turns);
    // A failure is made good soon.
    bench.after(0.0, Input::Reply(ticket, Reply::Failed("x".to_owned())));
    let ticket = expect_at(&mut bench, 1.0, &Job::Turns);
    let look = Job::Look(6);
    let look = bench.expect(1.0, Input::Reply(ticket, Reply::Turns(vec![6])), &look);
    bench.looked(look, Look { game: 6, is_ours: false, ..ours(3) });
    let out = bench.after(1.0, Input::News(News::Connected));
    assert_eq!(jobs(&out)[0].1, Job::Turns, "turns that were not heard of are on the list");
}

#[test]
fn events_that_never_came_in_are_missed_once() {
    let mut bench = Bench { conductor: Conductor::new(config()), at: 0.0 };
    let lost = || Input::News(News::Lost("the host of the events is unknown".to_owned()));
    let out = bench.after(0.0, lost());
    assert!(says(&out, "no events come in (the host of the events is unknown)"), "{out:?}");
    assert!(!says(&bench.after(1.0, lost()), "no events come in"), "said once");
}

#[test]
fn a_game_without_news_is_looked_at_after_half_an_hour() {
    let mut bench = Bench::new(false);
    bench.look(Look { is_ours: false, ..ours(3) });
    bench.conductor.next_poll = Micros::MAX;
    assert_eq!(bench.conductor.wake_at(), ((bench.at + 1_800.0) * SECOND) as Micros);
    let ticket = expect_at(&mut bench, 1_800.0, &Job::Look(5));
    bench.looked(ticket, Look { is_ours: false, ..ours(3) });
    expect_at(&mut bench, 1_800.0, &Job::Look(5));
}

#[test]
fn moves_go_first_then_pages_then_the_look_that_waited_longest() {
    let mut bench = Bench::new(false);
    bench.look(Look { game: 4, ..ours(3) });
    bench.expect(1.0, your_turn(9), &Job::Look(9));
    // Within the time between two requests.
    let crashed = Look { game: 9, offers: Vec::new(), ..ours(3) };
    bench.looked(4, crashed);
    for game in [8, 7] {
        bench.after(0.1, your_turn(game));
    }
    bench.after(0.1, Input::Thought(4, Ok("MOVE 4 2 3 0".to_owned())));
    let mut asked = Vec::new();
    for _ in 0..4 {
        let out = bench.after(1.0, Input::Tick);
        let (ticket, job) = jobs(&out)[0].clone();
        if asked.is_empty() {
            bench.after(0.0, Input::Reply(ticket, Reply::Moved));
        }
        asked.push(job);
    }
    let first = Job::Move { game: 4, to: FAST, is_start: false };
    assert_eq!(asked, [first, Job::OpenPage(9), Job::Look(8), Job::Look(7)]);
}

#[test]
fn the_wait_of_a_game_begins_with_its_event() {
    let mut bench = Bench::new(false);
    bench.look(Look { game: 7, is_ours: false, ..ours(3) });
    bench.expect(1.0, your_turn(9), &Job::Look(9));
    bench.after(0.1, your_turn(8));
    bench.after(0.1, your_turn(7));
    bench.expect(1.0, Input::Tick, &Job::Look(8));
    bench.expect(1.0, Input::Tick, &Job::Look(7));
}

#[test]
fn an_event_during_a_look_leads_to_another_look() {
    let mut bench = Bench::new(false);
    let ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
    bench.after(0.1, your_turn(5));
    bench.looked(ticket, Look { is_ours: false, ..ours(3) });
    let ticket = bench.expect(1.0, Input::Tick, &Job::Look(5));
    bench.looked(ticket, Look { is_ours: false, ..ours(3) });
    assert_eq!(bench.after(1.0, Input::Tick), []);
}

#[test]
fn an_event_during_a_look_that_shows_the_turn_leads_to_no_other_look() {
    let mut bench = Bench::new(false);
    let ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
    bench.after(0.1, your_turn(5));
    assert_eq!(bench.looked(ticket, ours(3)), [Output::Think(5)]);
    assert_eq!(bench.after(0.0, your_turn(5)), []);
    bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
}

#[test]
fn after_a_login_the_next_request_keeps_its_distance() {
    let mut conductor = Conductor::new(config());
    conductor.on(0, Input::Tick);
    assert_eq!(conductor.on(2_000_000, Input::Reply(1, Reply::LoggedIn(MAKS))).len(), 1);
    assert_eq!(conductor.wake_at(), 2_750_000);
    assert_eq!(jobs(&conductor.on(2_750_000, Input::Tick)), [(2, Job::Turns)]);
}

#[test]
fn all_times_are_divided_by_the_speed() {
    let mut conductor = Conductor::new(Config { speed: 100.0, ..config() });
    conductor.on(0, Input::Tick);
    conductor.on(10_000, Input::Reply(1, Reply::WrongPassword));
    assert_eq!(conductor.wake_at(), 610_000);
    conductor.on(610_000, Input::Tick);
    conductor.on(620_000, Input::Reply(2, Reply::LoggedIn(MAKS)));
    assert_eq!(conductor.wake_at(), 627_500);
}

#[test]
fn the_state_is_shown_in_lines() {
    let mut bench = Bench::new(false);
    bench.look(Look { title: "lake".to_owned(), ..ours(3) });
    let lines = bench.conductor.status(((bench.at + 4.0) * SECOND) as Micros);
    let first = "maks: logged in, live; games 1, over 0, moves 0, requests under way 0";
    assert_eq!(lines, [first, "  5 round 3: the bot thinks, 4 s  lake"]);
    let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    bench.after(0.0, Input::Reply(ticket, Reply::Moved));
    bench.look(Look { game: 6, is_over: true, ..ours(3) });
    bench.after(1.0, Input::News(News::Lost("x".to_owned())));
    let lines = bench.conductor.status((bench.at * SECOND) as Micros);
    let first = "maks: logged in, polling; games 1, over 1, moves 1, requests under way 0";
    assert_eq!(lines, [first, "  5 round 3: others move, 2 s  lake"]);
}
