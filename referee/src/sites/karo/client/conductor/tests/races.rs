//! The client's handling of races to create, turns, decisions and plans.

use super::*;

fn race(players: &[&str]) -> RaceFile {
    let players: Vec<String> = players.iter().map(|it| format!("{it:?}")).collect();
    let text = format!("name = \"lake\"\nmap = 1\nplayers = [{}]", players.join(", "));
    RaceFile::parse(&text).unwrap()
}

/// A client that wants two races, and has got the list of users; returns the ticket of the first creation.
fn creating() -> (Bench, u64) {
    let create = vec![race(&["didi"]), race(&["didi", "maks"])];
    let mut bench = Bench { conductor: Conductor::new(Config { create, ..config() }), at: 0.0 };
    bench.expect(0.0, Input::Tick, &Job::Login);
    bench.after(0.1, Input::Reply(1, Reply::LoggedIn(MAKS)));
    let users = bench.expect(1.0, Input::Tick, &Job::Users);
    let turns = bench.expect(1.0, Input::Tick, &Job::Turns);
    assert_eq!(bench.after(1.0, Input::Reply(turns, Reply::Turns(Vec::new()))), []);
    let list = vec![("maks".to_owned(), MAKS), ("didi".to_owned(), 8)];
    let created = Job::Create(0, vec![8]);
    let ticket = bench.expect(0.1, Input::Reply(users, Reply::Users(list)), &created);
    (bench, ticket)
}

#[test]
fn a_race_whose_creation_got_no_answer_is_not_created_again() {
    let (mut bench, first) = creating();
    let second = bench.expect(1.0, Input::Tick, &Job::Create(1, vec![8, MAKS]));
    assert!(says(&bench.fail(first), "may have been created or not"));
    let mut out = bench.after(1.0, Input::Reply(second, Reply::Refused));
    assert!(says(&out, "did not create the race"));
    for _ in 0..100 {
        assert!(jobs(&out).iter().all(|(_, job)| *job == Job::Turns), "{out:?}");
        out = bench.after(1.0, Input::Tick);
    }
}

#[test]
fn a_race_is_created_once_and_its_turns_are_asked_for() {
    let (mut bench, first) = creating();
    let out = bench.after(1.0, Input::Reply(first, Reply::Created(5)));
    assert!(says(&out, "created game 5: lake"));
    assert_eq!(jobs(&out)[0].1, Job::Create(1, vec![8, MAKS]));
    bench.expect(1.0, Input::Tick, &Job::Turns);
    // The bot does not leave a race of its own client, even where the site does not say who created it.
    bench.look(ours(1));
    let out = bench.after(1.0, thought("LEAVE"));
    assert!(matches!(jobs(&out)[0].1, Job::Move { .. }), "{out:?}");
}

#[test]
fn a_race_that_was_refused_because_the_login_expired_is_created_after_the_next_login() {
    let (mut bench, first) = creating();
    let login = bench.expect(1.0, Input::Reply(first, Reply::LoggedOut), &Job::Login);
    bench.after(1.0, Input::Reply(login, Reply::LoggedIn(MAKS)));
    bench.expect(1.0, Input::Tick, &Job::Create(0, vec![8]));
}

#[test]
fn no_race_is_created_for_unknown_players() {
    let create = vec![race(&["didi", "nobody"])];
    let mut bench = Bench { conductor: Conductor::new(Config { create, ..config() }), at: 0.0 };
    bench.expect(0.0, Input::Tick, &Job::Login);
    bench.after(0.1, Input::Reply(1, Reply::LoggedIn(MAKS)));
    let users = bench.expect(1.0, Input::Tick, &Job::Users);
    let list = vec![("didi".to_owned(), 8)];
    let out = bench.after(1.0, Input::Reply(users, Reply::Users(list)));
    assert!(says(&out, "the site has no user nobody"));
    assert_eq!(jobs(&out)[0].1, Job::Turns);
    assert_eq!(bench.after(1.0, Input::Tick), [], "said once");
}

#[test]
fn a_list_of_users_that_does_not_come_delays_no_turn() {
    let create = vec![race(&["didi"])];
    let mut bench = Bench { conductor: Conductor::new(Config { create, ..config() }), at: 0.0 };
    bench.expect(0.0, Input::Tick, &Job::Login);
    bench.after(0.1, Input::Reply(1, Reply::LoggedIn(MAKS)));
    let users = bench.expect(1.0, Input::Tick, &Job::Users);
    assert!(says(&bench.fail(users), "without the list of users: the connection failed"));
    bench.expect(0.7, Input::Tick, &Job::Turns);
    let mut users = bench.expect(0.8, Input::Tick, &Job::Users);
    for wait in [2.0, 4.0, 8.0] {
        assert!(says(&bench.fail(users), &format!("asked for again in {wait} s")));
        assert_eq!(bench.after(wait - 0.1, Input::Tick), []);
        users = bench.expect(0.2, Input::Tick, &Job::Users);
    }
}

#[test]
fn a_move_that_waits_is_dropped_when_the_user_has_moved_elsewhere() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    assert_eq!(bench.after(0.1, thought("MOVE 4 2 3 0")), [], "the next request has to wait");
    bench.after(0.1, Input::News(News::YouMoved(5)));
    bench.expect(1.0, Input::Tick, &Job::Look(5));
}

#[test]
fn the_event_of_its_own_move_leads_to_nothing() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    bench.after(0.1, Input::News(News::YouMoved(5)));
    bench.after(0.1, Input::Reply(ticket, Reply::Moved));
    bench.after(0.1, Input::News(News::YouMoved(5)));
    bench.after(0.1, Input::News(News::YouMoved(77)));
    assert_eq!(bench.after(2.0, Input::Tick), []);
}

#[test]
fn a_decision_counts_for_its_turn_and_for_possible_moves_alone() {
    let crashed = Look { turn: (2, 1), ..ours(3) };
    let mut blocked = ours(3);
    blocked.offers.retain(|offer| offer.to != FAST);
    for (look, is_made) in [(ours(3), true), (ours(4), false), (crashed, false), (blocked, false)] {
        let mut bench = Bench::new(false);
        bench.look(ours(3));
        let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
        bench.fail(ticket);
        let ticket = bench.expect(2.0, Input::Tick, &Job::Look(5));
        let out = bench.looked(ticket, look.clone());
        assert_eq!(out.contains(&Output::Think(5)), !is_made, "{look:?}");
        assert_eq!(!jobs(&bench.after(1.0, Input::Tick)).is_empty(), is_made, "{look:?}");
    }
}

#[test]
fn after_a_move_was_made_the_bot_decides_anew() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    bench.after(0.1, Input::Reply(ticket, Reply::Moved));
    assert_eq!(bench.look(ours(3)), [Output::Think(5)], "the site may show a turn a second time");
}

#[test]
fn a_plan_that_is_not_possible_is_not_followed() {
    let mut bench = Bench::new(true);
    let out = bench.look(Look { planned: Some([9, 9, 9, 9]), ..ours(3) });
    assert_eq!(out, [Output::Think(5)]);
}

#[test]
fn a_decision_goes_before_a_plan_that_was_made_later() {
    let mut bench = Bench::new(true);
    bench.look(ours(3));
    let ticket = bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    bench.fail(ticket);
    let ticket = bench.expect(2.0, Input::Tick, &Job::Look(5));
    bench.looked(ticket, Look { planned: Some(SLOW), ..ours(3) });
    bench.expect(1.0, Input::Tick, &to(FAST));
}

#[test]
fn a_move_that_does_not_take_the_car_home_is_followed_by_no_look() {
    let mut bench = Bench::new(false);
    let mut look = ours(9);
    look.offers[1].finishes = true;
    bench.look(look);
    let ticket = bench.expect(1.0, thought("MOVE 2 2 1 0"), &to(SLOW));
    bench.after(0.1, Input::Reply(ticket, Reply::Moved));
    assert_eq!(bench.after(1.0, Input::Tick), []);
}

#[test]
fn the_first_move_is_the_choice_of_a_start_cell() {
    let mut bench = Bench::new(false);
    bench.look(Look { turn: (0, 0), ..ours(1) });
    bench.expect(1.0, thought("MOVE 4 2 3 0"), &Job::Move { game: 5, to: FAST, is_start: true });
}

#[test]
fn a_thought_that_comes_late_is_ignored() {
    let mut bench = Bench::new(false);
    assert_eq!(bench.after(1.0, thought("MOVE 4 2 3 0")), [], "a game that nobody knows");
    bench.look(ours(3));
    bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    assert_eq!(bench.after(1.0, thought("MOVE 2 2 1 0")), []);
}

#[test]
fn a_game_that_was_left_or_is_not_there_any_more_is_closed() {
    let mut bench = Bench::new(false);
    bench.look(Look { creator: "didi".to_owned(), ..ours(1) });
    let ticket = bench.expect(1.0, thought("LEAVE"), &Job::Leave(5));
    let out = bench.after(1.0, Input::Reply(ticket, Reply::Done));
    let ticket = jobs(&out)[0].0;
    let out = bench.after(0.1, Input::Reply(ticket, Reply::NoGame));
    assert!(out.contains(&Output::Close(5)) && says(&out, "not there any more"));
    assert_eq!(bench.conductor.finished(), 1);
}

#[test]
fn a_user_who_did_not_finish_has_no_rank() {
    let mut bench = Bench::new(false);
    assert!(says(&bench.look(Look { is_over: true, ..ours(3) }), "over: not home"));
}

#[test]
fn events_about_the_last_finished_games_are_ignored() {
    let mut bench = Bench::new(false);
    let games = 1..=MOST_REMEMBERED as u64 + 1;
    for game in games.clone() {
        bench.look(Look { game, is_over: true, ..ours(3) });
    }
    for game in games.clone().skip(1) {
        assert_eq!(bench.after(0.0, your_turn(game)), [], "game {game}");
    }
    let out = bench.after(1.0, your_turn(1));
    assert_eq!(jobs(&out)[0].1, Job::Look(1), "the oldest is forgotten");
}
