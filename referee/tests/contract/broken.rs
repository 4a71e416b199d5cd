//! The checks themselves: each is tried on contests that break its promise, and must fail.

use std::sync::atomic::{AtomicU64, Ordering};

use referee::contest::{About, Contest, House, HouseKind, OptionDoc, Setup, SetupError};
use referee::game::{Answer, Fault, Game, Outcome, Request, Seat, Step, ThrownOut};
use referee::options::Options;
use referee::testkit::contract::broken_promises;
use referee::testkit::nearest::{Nearest, NearestGame};

/// The promise that a contest breaks, which is otherwise [`Nearest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    KeyIsNoWord,
    HousesOfTheSameName,
    ThinkersThatDoNotExist,
    AnySeats,
    NoSeats,
    SmallSeedsOnly,
    DefaultThatDoesNotHold,
    AnyOption,
    RefusedOptionIsNotNamed,
    HouseThatFails,
    NeverOver,
    OtherEachTime,
    SeedsAreAlike,
    EmptyDrawing,
    BellInTheDrawing,
    ResultOfOtherLength,
    RanksWithAGap,
    LinesWithEnds,
    AskedTwiceAtOnce,
    NobodyIsAsked,
    AnyNumberOfAnswers,
    FaultIsForgotten,
    FaultIsRenamed,
    OthersAreThrownOutToo,
    FailedSeatIsAsked,
    FailedSeatHasMost,
    OutSeatIsSentLines,
    NonsenseIsATimeout,
}

struct Broken(Defect);

impl Contest for Broken {
    fn about(&self) -> About {
        const OTHER: &[OptionDoc] = &[
            OptionDoc::whole("rounds", 0..=1000, 0, "rounds of a game"),
            OptionDoc::whole("target", 1..=1000, 1000, "points that end it at once"),
            OptionDoc::truth("in_turn", "true: the seats are asked one after the other"),
        ];
        const FAILING: &[HouseKind] =
            &[HouseKind { name: "ten", help: "says 10", make: |_, _| Box::new(Ten) }];
        const TWINS: &[HouseKind] = &[
            HouseKind { name: "five", help: "says 5", make: |_, _| Box::new(Five) },
            HouseKind { name: "five", help: "says 5", make: |_, _| Box::new(Five) },
        ];
        let mut about = Nearest.about();
        match self.0 {
            Defect::KeyIsNoWord => about.key = "Nearest!",
            Defect::ThinkersThatDoNotExist => about.thinkers = 3,
            Defect::DefaultThatDoesNotHold => about.options = OTHER,
            Defect::HouseThatFails => about.house = FAILING,
            Defect::HousesOfTheSameName => about.house = TWINS,
            _ => {}
        }
        about
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        static GAMES: AtomicU64 = AtomicU64::new(0);
        let mut setup = setup.clone();
        match self.0 {
            Defect::AnySeats => setup.seats = setup.seats.clamp(2, 4),
            Defect::NoSeats => setup.seats = 0,
            Defect::SmallSeedsOnly if setup.seed.len() > 6 => "large".clone_into(&mut setup.seed),
            Defect::AnyOption => setup.options.retain(|_, value| value.is_number()),
            Defect::RefusedOptionIsNotNamed => {
                Nearest.start(&setup).map_err(|_| SetupError("no".to_owned()))?;
            }
            Defect::OtherEachTime => {
                setup.seed = GAMES.fetch_add(1, Ordering::Relaxed).to_string();
            }
            Defect::SeedsAreAlike if setup.integer_seed().is_ok() => {
                "7".clone_into(&mut setup.seed);
            }
            _ => {}
        }
        Nearest.start(&setup)?;
        let rounds = Options::read(Nearest.about().options, &setup.options)?.whole("rounds") as u32;
        let inner = NearestGame::new(setup.integer_seed()?, rounds, 1000, setup.seats);
        let (defect, failed) = (self.0, Vec::new());
        Ok(Box::new(BrokenGame { defect, inner, asked: Vec::new(), failed }))
    }
}

struct Five;

impl House for Five {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec!["5".to_owned()]
    }
}

struct Ten;

impl House for Ten {
    fn answer(&mut self, _sent: &[String]) -> Vec<String> {
        vec!["10".to_owned()]
    }
}

struct BrokenGame {
    defect: Defect,
    inner: NearestGame,
    asked: Vec<Request>,
    failed: Vec<Seat>,
}

impl BrokenGame {
    /// The answers that are passed to the inner game.
    fn spoilt(&mut self, answers: &[Answer]) -> Vec<Answer> {
        let mut answers = answers.to_vec();
        if self.defect == Defect::AnyNumberOfAnswers {
            let five = Answer { lines: vec!["5".to_owned()], fault: None };
            answers.resize(self.asked.len(), five);
        }
        for (answer, request) in answers.iter_mut().zip(&self.asked) {
            let number = answer.line().is_ok_and(|line| line.parse::<u8>().is_ok());
            if answer.fault.is_some() {
                self.failed.push(request.seat);
            }
            match (self.defect, answer.fault) {
                (Defect::FaultIsForgotten, Some(_)) => {
                    *answer = Answer { lines: vec!["5".to_owned()], fault: None };
                }
                (Defect::FaultIsRenamed, Some(_)) => answer.fault = Some(Fault::Timeout),
                (Defect::NonsenseIsATimeout, None) if !number => {
                    answer.fault = Some(Fault::Timeout);
                }
                _ => {}
            }
        }
        if self.defect == Defect::OthersAreThrownOutToo && !self.failed.is_empty() {
            for answer in &mut answers {
                answer.fault = Some(Fault::Exit);
            }
        }
        // Seats that should not have been asked do not exist in the inner game.
        if matches!(self.defect, Defect::FailedSeatIsAsked | Defect::OutSeatIsSentLines) {
            let known = self.inner_seats();
            let asked = self.asked.iter().map(|request| request.seat);
            let both = answers.into_iter().zip(asked).filter(|(_, seat)| known.contains(seat));
            return both.map(|(answer, _)| answer).collect();
        }
        answers
    }

    fn inner_seats(&self) -> Vec<Seat> {
        let out = |seat: &Seat| self.inner.thrown_out().iter().any(|it| it.seat == *seat);
        [Seat(0), Seat(1)].into_iter().filter(|seat| !out(seat)).collect()
    }

    fn spoil_requests(&self, requests: &mut Vec<Request>) {
        match self.defect {
            Defect::LinesWithEnds => requests[0].lines[0].push('\n'),
            Defect::AskedTwiceAtOnce => requests.push(requests[0].clone()),
            Defect::NobodyIsAsked => requests.clear(),
            Defect::FailedSeatIsAsked | Defect::OutSeatIsSentLines => {
                for out in self.inner.thrown_out() {
                    let mut again = Request { seat: out.seat, ..requests[0].clone() };
                    if self.defect == Defect::OutSeatIsSentLines {
                        again.expected = None;
                    }
                    requests.push(again);
                }
            }
            _ => {}
        }
    }

    fn spoil_outcome(&self, outcome: &mut Outcome) {
        match self.defect {
            Defect::ResultOfOtherLength => outcome.scores.push(0),
            Defect::RanksWithAGap => outcome.ranks = vec![1, 3],
            Defect::FailedSeatHasMost => {
                for out in &outcome.thrown_out {
                    outcome.scores[out.seat.0] = 99;
                }
            }
            _ => {}
        }
    }
}

impl Game for BrokenGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        if self.defect == Defect::NeverOver && self.asked.len() == 2 {
            return Step::Ask(self.asked.clone());
        }
        let answers = self.spoilt(answers);
        let mut step = self.inner.advance(&answers);
        match &mut step {
            Step::Ask(requests) => {
                self.spoil_requests(requests);
                self.asked.clone_from(requests);
            }
            Step::Over(outcome) => self.spoil_outcome(outcome),
        }
        step
    }

    fn draw(&self) -> String {
        match self.defect {
            Defect::EmptyDrawing => "\x1b[1m \x1b[0m\n".to_owned(),
            Defect::BellInTheDrawing => "\x07ding".to_owned(),
            _ => self.inner.draw(),
        }
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        if self.defect == Defect::FailedSeatIsAsked { &[] } else { self.inner.thrown_out() }
    }
}

#[test]
fn each_defect_is_found_by_the_check_that_is_named_for_it() {
    use Defect::*;
    let lawful = "house players play lawful games to the end";
    let fault = "each fault in each seat is named and ends no other";
    for (defect, check) in [
        (KeyIsNoWord, "its names are words"),
        (HousesOfTheSameName, "its names are words"),
        (ThinkersThatDoNotExist, "its names are words"),
        (AnySeats, "its own number of seats is taken, others are refused"),
        (NoSeats, "its own number of seats is taken, others are refused"),
        (SmallSeedsOnly, "every seed of long runs is taken"),
        (DefaultThatDoesNotHold, "the defaults of its options hold without options"),
        (AnyOption, "bad options are refused"),
        (RefusedOptionIsNotNamed, "bad options are refused"),
        (HouseThatFails, lawful),
        (NeverOver, lawful),
        (OtherEachTime, "the same answers make the same game"),
        (OtherEachTime, "a game that was recorded replays"),
        (SeedsAreAlike, "another seed makes another game"),
        (EmptyDrawing, lawful),
        (BellInTheDrawing, lawful),
        (ResultOfOtherLength, lawful),
        (RanksWithAGap, lawful),
        (LinesWithEnds, lawful),
        (AskedTwiceAtOnce, lawful),
        (NobodyIsAsked, lawful),
        (AnyNumberOfAnswers, "a wrong number of answers panics"),
        (FaultIsForgotten, fault),
        (FaultIsRenamed, fault),
        (OthersAreThrownOutToo, fault),
        (FailedSeatIsAsked, fault),
        (FailedSeatHasMost, fault),
        (OutSeatIsSentLines, fault),
        (FaultIsForgotten, "the game ends if all seats fail at once"),
        (NonsenseIsATimeout, "nonsense is thrown out as garbage or passed over"),
    ] {
        let failing = broken_promises(&Broken(defect));
        assert!(failing.contains(&check), "{defect:?} is found by {failing:?} only");
    }
}
