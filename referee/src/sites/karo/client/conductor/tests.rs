use super::*;

const MAKS: u64 = 7;

mod foresight;
mod races;
mod waits;

/// A client that is logged in, at a time in seconds.
struct Bench {
    conductor: Conductor,
    at: f64,
}

fn config() -> Config {
    Config { user: "maks".to_owned(), speed: 1.0, create: Vec::new(), follows_plans: false }
}

impl Bench {
    fn new(follows_plans: bool) -> Self {
        Self::of(Config { follows_plans, ..config() })
    }

    /// A client that has asked for the list of turns and got an empty one.
    fn of(config: Config) -> Self {
        let mut bench = Self { conductor: Conductor::new(config), at: 0.0 };
        let out = bench.after(0.0, Input::Tick);
        assert_eq!(jobs(&out), [(1, Job::Login)]);
        bench.after(0.1, Input::Reply(1, Reply::LoggedIn(MAKS)));
        let out = bench.after(1.0, Input::News(News::Connected));
        assert_eq!(jobs(&out), [(2, Job::Turns)]);
        bench.after(0.1, Input::Reply(2, Reply::Turns(Vec::new())));
        bench.after(1.0, Input::Tick);
        bench
    }

    fn after(&mut self, seconds: f64, input: Input) -> Vec<Output> {
        self.at += seconds;
        let at = (self.at * SECOND) as Micros;
        let out = self.conductor.on(at, input);
        assert!(self.conductor.wake_at() > at, "a client that wakes up at once never sleeps");
        out
    }

    /// Passes time and expects one request; returns its ticket.
    fn expect(&mut self, seconds: f64, input: Input, job: &Job) -> u64 {
        let out = self.after(seconds, input);
        match &jobs(&out)[..] {
            [(ticket, asked)] if asked == job => *ticket,
            asked => panic!("{asked:?} at {} s, expected {job:?}", self.at),
        }
    }

    /// Sends the event of a turn and answers the request for a look; returns what the client does then.
    fn look(&mut self, look: Look) -> Vec<Output> {
        let ticket = self.expect(1.0, your_turn(look.game), &Job::Look(look.game));
        self.looked(ticket, look)
    }

    /// Answers a request for a look.
    fn looked(&mut self, ticket: u64, look: Look) -> Vec<Output> {
        self.after(0.1, Input::Reply(ticket, Reply::Looked(Box::new(look))))
    }

    /// Answers a request with a failure.
    fn fail(&mut self, ticket: u64) -> Vec<Output> {
        self.after(0.1, Input::Reply(ticket, Reply::Failed("the connection failed".to_owned())))
    }
}

fn your_turn(game: u64) -> Input {
    Input::News(News::YourTurn(game))
}

fn jobs(out: &[Output]) -> Vec<(u64, Job)> {
    out.iter()
        .filter_map(|it| match it {
            Output::Ask(ticket, job) => Some((*ticket, job.clone())),
            _ => None,
        })
        .collect()
}

fn says(out: &[Output], part: &str) -> bool {
    out.iter().any(|it| matches!(it, Output::Say(text) if text.contains(part)))
}

const SLOW: Numbers = [2, 2, 1, 0];
const FAST: Numbers = [4, 2, 3, 0];
const UNLAWFUL: Numbers = [1, 2, 0, 0];

fn ours(round: u32) -> Look {
    let offer = |to, lawful| Offer { to, lawful, finishes: false };
    Look {
        game: 5,
        is_ours: true,
        round,
        turn: (u64::from(round) - 1, 0),
        offers: vec![offer(UNLAWFUL, false), offer(FAST, true), offer(SLOW, true)],
        ..Look::default()
    }
}

fn to(to: Numbers) -> Job {
    Job::Move { game: 5, to, is_start: false }
}

fn thought(line: &str) -> Input {
    Input::Thought(5, Ok(line.to_owned()))
}

#[test]
fn an_event_leads_to_a_look_a_thought_and_a_move() {
    let mut bench = Bench::new(false);
    assert_eq!(bench.look(ours(3)), [Output::Think(5)]);
    let out = bench.after(1.0, thought("MOVE 4 2 3 0"));
    assert_eq!(jobs(&out), [(4, to(FAST))]);
    let out = bench.after(0.1, Input::Reply(4, Reply::Moved));
    assert!(says(&out, "game 5, round 3: moved to 4,2"));
    assert_eq!(bench.after(1.0, Input::Tick), []);
}

#[test]
fn requests_keep_their_distance() {
    let mut bench = Bench::new(false);
    let mut asked = Vec::new();
    for game in 1..=3 {
        asked.extend(jobs(&bench.after(0.01, Input::News(News::YourTurn(game)))));
    }
    assert_eq!(asked.len(), 1, "the others wait");
    assert_eq!(jobs(&bench.after(0.7, Input::Tick)), []);
    assert_eq!(jobs(&bench.after(0.05, Input::Tick)).len(), 1);
    assert_eq!(
        jobs(&bench.after(0.8, Input::Tick)).len(),
        1,
        "slow answers delay no other request"
    );
}

#[test]
fn a_move_is_not_made_again_before_a_look() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    bench.after(0.1, Input::Reply(4, Reply::Failed("the connection failed".to_owned())));
    let out = bench.after(2.0, Input::Tick);
    assert_eq!(jobs(&out), [(5, Job::Look(5))]);
    // The move had not arrived: the same move is made, and the bot is not asked about the same turn again.
    bench.after(0.1, Input::Reply(5, Reply::Looked(Box::new(ours(3)))));
    let out = bench.after(1.0, Input::Tick);
    assert_eq!(jobs(&out), [(6, to(FAST))]);
    bench.after(0.1, Input::Reply(6, Reply::Failed("the connection failed".to_owned())));
    let out = bench.after(4.0, Input::Tick);
    assert_eq!(jobs(&out), [(7, Job::Look(5))]);
    // The move had arrived.
    let after = Look { is_ours: false, ..ours(3) };
    let out = bench.after(0.1, Input::Reply(7, Reply::Looked(Box::new(after))));
    assert_eq!((out, jobs(&bench.after(1.0, Input::Tick))), (Vec::new(), Vec::new()));
}

#[test]
fn a_turn_that_comes_while_the_answer_to_the_last_move_is_slow_is_not_missed() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    bench.after(0.5, Input::News(News::YourTurn(5)));
    let out = bench.after(5.0, Input::Reply(4, Reply::Moved));
    assert_eq!(jobs(&out), [(5, Job::Look(5))]);
}

#[test]
fn a_move_of_somebody_else_in_the_users_name_is_noticed_while_the_bot_thinks() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    bench.after(0.5, Input::News(News::YouMoved(5)));
    let out = bench.after(1.0, thought("MOVE 4 2 3 0"));
    assert_eq!(jobs(&out), [(4, Job::Look(5))]);
}

#[test]
fn a_bot_leaves_in_the_first_two_rounds_alone_and_no_race_of_its_own() {
    for (round, creator, expected) in [
        (1, "didi", Job::Leave(5)),
        (2, "didi", Job::Leave(5)),
        (3, "didi", to(SLOW)),
        (2, "maks", to(SLOW)),
    ] {
        let mut bench = Bench::new(false);
        let turn = (u64::from(round), 0);
        bench.look(Look { creator: creator.to_owned(), turn, ..ours(round) });
        let out = bench.after(1.0, thought("LEAVE"));
        assert_eq!(jobs(&out)[0].1, expected, "round {round} of {creator}");
    }
}

#[test]
fn instead_of_what_is_not_possible_the_slowest_lawful_move_is_made() {
    for answer in [
        Ok("MOVE 1 2 0 0".to_owned()),
        Ok("MOVE 9 9 9 9".to_owned()),
        Ok("hello".to_owned()),
        Err("timeout".to_owned()),
    ] {
        let mut bench = Bench::new(false);
        bench.conductor.has_answered = true;
        bench.look(ours(3));
        let out = bench.after(1.0, Input::Thought(5, answer.clone()));
        assert_eq!(jobs(&out)[0].1, to(SLOW), "{answer:?}");
        assert!(says(&out, "the bot failed"));
    }
}

#[test]
fn a_bot_that_never_answers_or_fails_again_and_again_moves_no_more() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    let out = bench.after(1.0, Input::Thought(5, Err("exit".to_owned())));
    assert_eq!(out, []);
    assert_eq!(bench.conductor.broken_bot(), Some("the bot did not answer its first turn: exit"));

    for (failures, is_broken) in [(MOST_FAILURES - 2, false), (MOST_FAILURES - 1, true)] {
        let mut bench = Bench::new(false);
        bench.conductor.has_answered = true;
        bench.conductor.failures = failures;
        bench.look(ours(3));
        let out = bench.after(1.0, thought("hello"));
        assert_eq!(jobs(&out).is_empty(), is_broken);
        assert_eq!(bench.conductor.broken_bot().is_some(), is_broken);
        if !is_broken {
            assert_eq!(bench.conductor.failures, failures + 1);
        }
    }
    let mut bench = Bench::new(false);
    bench.conductor.failures = MOST_FAILURES - 1;
    bench.look(ours(3));
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    assert_eq!(bench.conductor.failures, 0);
}

#[test]
fn a_crash_is_carried_out_by_opening_the_page() {
    let mut bench = Bench::new(false);
    bench.look(Look { offers: Vec::new(), ..ours(4) });
    let out = bench.after(1.0, Input::Tick);
    assert_eq!(jobs(&out), [(4, Job::OpenPage(5))]);
    bench.after(0.1, Input::Reply(4, Reply::Done));
    let out = bench.after(1.0, Input::Tick);
    assert_eq!(jobs(&out), [(5, Job::Look(5))]);
}

#[test]
fn planned_moves_are_made_if_that_is_wanted() {
    for (follows, expected) in [(true, vec![(4, to(FAST))]), (false, Vec::new())] {
        let mut bench = Bench::new(follows);
        bench.look(Look { planned: Some(FAST), ..ours(3) });
        assert_eq!(jobs(&bench.after(1.0, Input::Tick)), expected);
    }
}

#[test]
fn after_a_move_that_takes_it_home_a_game_is_looked_at_and_closed() {
    let mut bench = Bench::new(false);
    let mut look = ours(9);
    look.offers[1].finishes = true;
    bench.look(look);
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    bench.after(0.1, Input::Reply(4, Reply::Moved));
    let out = bench.after(1.0, Input::Tick);
    assert_eq!(jobs(&out), [(5, Job::Look(5))]);
    let home = Look { is_over: true, rank: 1, ..ours(9) };
    let out = bench.after(0.1, Input::Reply(5, Reply::Looked(Box::new(home))));
    assert!(out.contains(&Output::Close(5)) && says(&out, "rank 1"));
    assert_eq!(bench.conductor.finished(), 1);
    // Late news about the game starts no request.
    assert_eq!(bench.after(1.0, Input::News(News::YourTurn(5))), []);
}

/// The site, or something before it, may have answered by mistake that a game is not there.
#[test]
fn a_game_that_seemed_to_be_over_is_looked_at_again_if_the_list_of_turns_still_has_it() {
    let mut bench = Bench::new(false);
    let ticket = bench.expect(1.0, your_turn(5), &Job::Look(5));
    assert!(says(&bench.after(0.1, Input::Reply(ticket, Reply::NoGame)), "is over"));
    let list = |bench: &mut Bench, seconds: f64| {
        let ticket = bench.expect(seconds, Input::Tick, &Job::Turns);
        bench.after(0.1, Input::Reply(ticket, Reply::Turns(vec![5])))
    };
    // This list may have been made before the game was over.
    let out = list(&mut bench, 58.2);
    assert!(jobs(&out).is_empty() && !says(&out, "game 5"), "{out:?}");
    assert!(says(&list(&mut bench, 60.0), "looked at again"));
    let ticket = bench.expect(1.0, Input::Tick, &Job::Look(5));
    bench.after(0.1, Input::Reply(ticket, Reply::NoGame));
    assert_eq!(bench.conductor.finished(), 1, "a game ends once");
    // A site that contradicts itself is asked less often.
    assert!(!says(&list(&mut bench, 60.0), "game 5"));
    assert!(says(&list(&mut bench, 60.0), "looked at again"));
    let ticket = bench.expect(1.0, Input::Tick, &Job::Look(5));
    assert!(bench.looked(ticket, ours(3)).contains(&Output::Think(5)));
}

#[test]
fn a_login_that_is_refused_later_is_tried_again_each_minute() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    bench.after(0.8, Input::Reply(4, Reply::LoggedOut));
    let out = bench.after(0.8, Input::Reply(5, Reply::WrongPassword));
    assert!(says(&out, "does not accept") && !bench.conductor.is_shut_out());
    assert_eq!(jobs(&bench.after(59.9, Input::Tick)), []);
    assert_eq!(jobs(&bench.after(0.2, Input::Tick)), [(6, Job::Login)]);
}

#[test]
fn a_first_login_that_is_refused_is_final() {
    let mut conductor = Conductor::new(config());
    conductor.on(0, Input::Tick);
    conductor.on(1, Input::Reply(1, Reply::Failed("no answer".to_owned())));
    let out = conductor.on(2_000_000, Input::Tick);
    assert_eq!(jobs(&out), [(2, Job::Login)]);
    assert!(!conductor.is_shut_out());
    let out = conductor.on(3_000_000, Input::Reply(2, Reply::WrongPassword));
    assert_eq!((out, conductor.is_shut_out()), (Vec::new(), true), "the error says it");
}

#[test]
fn a_login_without_an_answer_is_tried_again_soon() {
    let mut conductor = Conductor::new(config());
    let mut at = 0;
    let mut ticket = 1;
    conductor.on(at, Input::Tick);
    for wait in [1_000_000, 2_000_000, 4_000_000] {
        let out = conductor.on(at, Input::Reply(ticket, Reply::Failed("no answer".to_owned())));
        assert!(says(&out, "cannot log in: no answer; it is tried again in"));
        assert_eq!(conductor.wake_at(), at + wait);
        at += wait;
        ticket += 1;
        assert_eq!(jobs(&conductor.on(at, Input::Tick)), [(ticket, Job::Login)]);
    }
    // After a success the count begins anew.
    conductor.on(at, Input::Reply(ticket, Reply::LoggedIn(MAKS)));
    at += 1_000_000;
    let asked = jobs(&conductor.on(at, Input::Tick));
    conductor.on(at, Input::Reply(asked[0].0, Reply::LoggedOut));
    at += 1_000_000;
    let asked = jobs(&conductor.on(at, Input::Tick));
    assert_eq!(asked[0].1, Job::Login);
    conductor.on(at, Input::Reply(asked[0].0, Reply::Failed("no answer".to_owned())));
    assert_eq!(conductor.wake_at(), at + 1_000_000);
}

#[test]
fn a_login_that_expires_is_renewed_before_anything_else() {
    let mut bench = Bench::new(false);
    bench.look(ours(3));
    bench.after(1.0, thought("MOVE 4 2 3 0"));
    let out = bench.after(0.8, Input::Reply(4, Reply::LoggedOut));
    assert_eq!(jobs(&out), [(5, Job::Login)]);
    bench.after(0.8, Input::Reply(5, Reply::LoggedIn(MAKS)));
    assert_eq!(jobs(&bench.after(1.0, Input::Tick)), [(6, Job::Look(5))]);
    assert_eq!(jobs(&bench.after(1.0, Input::Tick)), [(7, Job::Turns)], "much may have happened");
}

#[test]
fn one_login_follows_when_several_requests_are_refused() {
    let mut bench = Bench::new(false);
    let first = bench.expect(1.0, your_turn(1), &Job::Look(1));
    let second = bench.expect(1.0, your_turn(2), &Job::Look(2));
    assert!(says(&bench.after(0.1, Input::Reply(second, Reply::LoggedOut)), "has expired"));
    bench.expect(1.0, Input::Tick, &Job::Login);
    assert_eq!(bench.after(1.0, Input::Reply(first, Reply::LoggedOut)), []);
    assert_eq!(bench.after(1.0, Input::Tick), []);
}

#[test]
fn nothing_wakes_it_up_while_it_can_only_wait_for_answers() {
    let mut bench = Bench::new(false);
    for game in 1..=4 {
        let out = bench.after(1.0, Input::News(News::YourTurn(game)));
        assert_eq!(
            jobs(&out).len(),
            usize::from(game <= 3),
            "three requests are under way at most"
        );
    }
    // The fourth game waits for one of the three answers, and so does the list of turns a little later.
    bench.after(500.0, Input::Tick);
    let out = bench.after(0.1, Input::Reply(3, Reply::LoggedOut));
    let (login, job) = jobs(&out)[0].clone();
    assert_eq!(job, Job::Login);
    for ticket in [4, 5] {
        bench.after(1.0, Input::Reply(ticket, Reply::LoggedOut));
    }
    // All four games wait for the login, and then for the time of the next one.
    bench.after(500.0, Input::Tick);
    bench.after(0.1, Input::Reply(login, Reply::Failed("no answer".to_owned())));
    bench.after(1.0, Input::Tick);
}
