use super::*;

/// The state that a look at the next turn would show.
fn next() -> Look {
    Look { round: 4, turn: (3, 0), ..ours(3) }
}

fn moved() -> Reply {
    Reply::MovedForeseeing(Box::new(next()))
}

fn you_moved() -> Input {
    Input::News(News::YouMoved(5))
}

/// A client whose move of the third round is under way, with ticket 4.
fn moving(follows_plans: bool) -> Bench {
    let mut bench = Bench::new(follows_plans);
    bench.look(ours(3));
    bench.expect(1.0, thought("MOVE 4 2 3 0"), &to(FAST));
    bench
}

#[test]
fn a_turn_that_was_foreseen_takes_one_request() {
    let mut bench = moving(false);
    bench.after(0.1, Input::Reply(4, moved()));
    bench.after(0.1, you_moved());
    assert_eq!(bench.after(1.0, your_turn(5)), [Output::Think(5)]);
    bench.expect(0.1, thought("MOVE 2 2 1 0"), &to(SLOW));
    // The next one was not.
    bench.after(0.1, Input::Reply(5, Reply::Moved));
    bench.after(0.1, you_moved());
    bench.expect(1.0, your_turn(5), &Job::Look(5));
}

#[test]
fn the_event_may_come_before_the_answer_to_the_move() {
    let mut bench = moving(false);
    bench.after(0.1, you_moved());
    bench.after(0.1, your_turn(5));
    let out = bench.after(0.1, Input::Reply(4, moved()));
    assert!(out.contains(&Output::Think(5)), "{out:?}");
    let ticket = bench.expect(1.0, thought("MOVE 2 2 1 0"), &to(SLOW));
    // The move was refused: somebody else has moved in the user's name. A look follows.
    bench.after(0.1, Input::Reply(ticket, Reply::Refused));
    bench.expect(1.0, Input::Tick, &Job::Look(5));
}

#[test]
fn an_event_about_the_turn_of_the_move_says_nothing_about_the_next_one() {
    for reply_is_first in [false, true] {
        let mut bench = moving(false);
        let late = [your_turn(5), Input::Reply(4, moved())];
        let mut inputs = Vec::from(late);
        if reply_is_first {
            inputs.reverse();
        }
        let mut out = Vec::new();
        for input in inputs {
            out.extend(bench.after(0.4, input));
        }
        out.extend(bench.after(1.0, Input::Tick));
        assert_eq!(jobs(&out), [(5, Job::Look(5))], "{out:?}");
        assert!(!out.contains(&Output::Think(5)));
    }
}

#[test]
fn the_list_of_turns_and_plans_need_a_look() {
    let mut bench = moving(true);
    bench.after(0.1, Input::Reply(4, moved()));
    bench.after(0.1, you_moved());
    bench.expect(1.0, your_turn(5), &Job::Look(5));
    let mut bench = moving(false);
    bench.after(0.1, Input::Reply(4, moved()));
    bench.after(0.1, you_moved());
    // The list may be older than the move.
    let ticket = bench.expect(60.0, Input::Tick, &Job::Turns);
    bench.after(0.1, Input::Reply(ticket, Reply::Turns(vec![5])));
    bench.expect(1.0, Input::Tick, &Job::Look(5));
}

#[test]
fn a_look_ends_what_was_foreseen() {
    let mut bench = moving(false);
    bench.after(0.1, Input::Reply(4, moved()));
    bench.after(0.1, you_moved());
    let ticket = bench.expect(60.0, Input::Tick, &Job::Turns);
    bench.after(0.1, Input::Reply(ticket, Reply::Turns(vec![5])));
    let ticket = bench.expect(1.0, Input::Tick, &Job::Look(5));
    bench.looked(ticket, Look { is_ours: false, ..next() });
    bench.expect(1.0, your_turn(5), &Job::Look(5));
}
