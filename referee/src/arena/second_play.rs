//! The second play of a game in which a player was late while the machine may have been to blame, or was ended by a signal
//! that may have come from outside.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use anyhow::{Result, bail};
use thin_vec::ThinVec;

use super::finished_game::FinishedGame;
use super::job::Job;
use super::log::Log;
use super::logged::Logged;
use super::replays::ReplayTally;
use super::settings::Replays;
use crate::game::Seat;
use crate::terminal::harmless;

/// Whether other games of the run are played at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// Others may be played.
    Others,
    /// No other is played.
    Alone,
}

/// The machine, which the games of a run share.
#[derive(Default)]
pub(super) struct Machine {
    /// Locked for reading by each ordinary game and for writing by a game that is alone. While a game waits to be alone,
    /// no other begins.
    games: RwLock<()>,
    /// The bots because of which no game is replayed any more, since too many games were.
    refused: Mutex<BTreeSet<String>>,
}

impl Machine {
    /// Plays a game in this company.
    pub fn with<T>(&self, company: Company, play: impl FnOnce() -> T) -> T {
        // The lock holds no data that a panic could leave half written.
        match company {
            Company::Others => {
                let _among = self.games.read().unwrap_or_else(PoisonError::into_inner);
                play()
            }
            Company::Alone => {
                let _alone = self.games.write().unwrap_or_else(PoisonError::into_inner);
                play()
            }
        }
    }

    fn refused(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn may_replay(&self, bot: &str) -> bool {
        !self.refused().contains(bot)
    }
}

/// Plays a game. If a player was late while the machine may have been to blame, or a signal may have ended it from
/// outside, the game is replayed once, alone, and that result counts, whatever happens in it. So no bot can annul a game.
///
/// If this happened only to bots of which too many games were replayed, the first result counts. The same is true if the
/// replay is void.
pub(super) fn settled(
    replays: Replays,
    job: &Job,
    may_replay: impl Fn(&str) -> bool,
    halted: impl Fn() -> bool,
    mut play: impl FnMut(Company) -> Result<FinishedGame>,
) -> Result<FinishedGame> {
    let is_replay = job.replayed > 0;
    let mut finished = play(if is_replay { Company::Alone } else { Company::Others })?;
    finished.game.replayed = job.replayed;
    finished.game.replayed_for = job.replayed_for.as_slice().into();
    if replays == Replays::Never {
        return Ok(finished);
    }
    let flagged = take_flagged(&mut finished);
    let is_excused = |seat: &Seat| may_replay(&job.bots[seat.0]);
    if !is_replay && flagged.iter().any(is_excused) {
        match play(Company::Alone) {
            Ok(mut again) => {
                again.game.flag_stands = take_flagged(&mut again);
                (again.game.replayed, again.game.replayed_for) = (1, flagged.clone());
                finished.game.flag_stands = flagged;
                again.first = Some(Box::new(finished));
                return Ok(again);
            }
            Err(error) if halted() => return Err(error),
            Err(_) => {}
        }
    }
    finished.game.flag_stands = flagged;
    Ok(finished)
}

/// The players that were late while the machine may have been to blame, or that a signal may have ended from outside.
/// The game counts afterwards.
fn take_flagged(finished: &mut FinishedGame) -> ThinVec<Seat> {
    let mut flagged = mem::take(&mut finished.game.overloaded);
    flagged.extend(mem::take(&mut finished.signalled));
    flagged.sort_unstable();
    flagged.dedup();
    flagged
}

/// Watches whether a bot is late much more often than its opponents, while the machine may have been to blame.
pub(super) struct Lateness<'a> {
    is_strict: bool,
    tally: ReplayTally,
    machine: &'a Machine,
}

impl<'a> Lateness<'a> {
    /// Begins with the games of the log.
    ///
    /// # Errors
    /// A sentence that names such a bot, if the run is strict.
    pub fn new(is_strict: bool, log: &Log, machine: &'a Machine) -> Result<Self> {
        let late = Self { is_strict, tally: ReplayTally::of(log.all_games()), machine };
        late.look()?;
        Ok(late)
    }

    /// The play that counts. Another machine replays a game without knowing whether its bots have used up their replays.
    pub fn that_counts(&self, mut finished: FinishedGame) -> FinishedGame {
        let Some(first) = finished.first.take() else { return finished };
        let game = &first.game;
        let is_excused = |seat: &Seat| self.machine.may_replay(&game.bots[seat.0]);
        if game.flag_stands.iter().any(is_excused) { finished } else { *first }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn add(&mut self, game: &Logged) -> Result<()> {
        self.tally.add(game);
        if game.flagged().next().is_some() { self.look() } else { Ok(()) }
    }

    fn look(&self) -> Result<()> {
        let excesses = self.tally.excesses();
        if let Some(excess) = excesses.first().filter(|_| self.is_strict) {
            bail!("the run ends, as --strict demands: {}", harmless(&excess.sentence()));
        }
        *self.machine.refused() = excesses.into_iter().map(|excess| excess.bot).collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;

    /// A game in whose first plays a seat is flagged, 1 first and then 0: the company of each play, the result and the
    /// fields about replays.
    fn played(
        flagged: usize,
        replays: Replays,
        job: &Job,
        refused: &[&str],
    ) -> (Vec<Company>, Logged) {
        let mut plays = Vec::new();
        let may_replay = |bot: &str| !refused.contains(&bot);
        let finished = settled(
            replays,
            job,
            may_replay,
            || false,
            |company| {
                plays.push(company);
                let mut game = logged("1", &["a", "b"], &[1, 2]);
                game.turns = plays.len() as u32;
                let seat = Seat(usize::from(plays.len() == 1));
                game.overloaded.extend((plays.len() <= flagged).then_some(seat));
                Ok(FinishedGame { game, recording: Vec::new(), signalled: Vec::new(), first: None })
            },
        );
        (plays, finished.unwrap().game)
    }

    fn job(replayed: u32, replayed_for: &[Seat]) -> Job {
        let first = Job::new("1".to_owned(), ["a", "b"].map(str::to_owned).to_vec());
        Job { replayed, replayed_for: replayed_for.to_vec(), ..first }
    }

    #[test]
    fn a_flagged_game_is_replayed_once_alone_and_that_result_counts() {
        use Company::{Alone, Others};
        let first = job(0, &[]);
        let outcome = |flagged, replays, refused: &[&str]| {
            let (plays, game) = played(flagged, replays, &first, refused);
            let Logged { turns, replayed, replayed_for, flag_stands, overloaded, .. } = game;
            assert_eq!(turns as usize, plays.len(), "the last play counts");
            (plays, replayed, replayed_for.to_vec(), flag_stands.to_vec(), overloaded.to_vec())
        };
        let (none, a, b) = (Vec::new, vec![Seat(0)], vec![Seat(1)]);
        assert_eq!(outcome(0, Replays::Alone, &[]), (vec![Others], 0, none(), none(), none()));
        let replayed = (vec![Others, Alone], 1, b.clone(), none(), none());
        assert_eq!(outcome(1, Replays::Alone, &[]), replayed);
        let stands = (vec![Others, Alone], 1, b.clone(), a, none());
        assert_eq!(outcome(9, Replays::Alone, &[]), stands);
        let undecided = (vec![Others], 0, none(), none(), b.clone());
        assert_eq!(outcome(9, Replays::Never, &[]), undecided);
        // Too many games of b were replayed.
        assert_eq!(
            outcome(9, Replays::Alone, &["b"]),
            (vec![Others], 0, none(), b.clone(), none())
        );
        assert_eq!(outcome(1, Replays::Alone, &["a"]), (vec![Others, Alone], 1, b, none(), none()));
    }

    #[test]
    fn the_replay_of_an_undecided_game_of_the_log_is_alone_and_counts() {
        for (flagged, stands) in [(0, vec![]), (9, vec![Seat(1)])] {
            let (plays, game) = played(flagged, Replays::Alone, &job(3, &[Seat(0)]), &[]);
            assert_eq!((plays, game.replayed), (vec![Company::Alone], 3));
            assert_eq!(
                (&game.replayed_for[..], &game.flag_stands[..]),
                (&[Seat(0)][..], &stands[..])
            );
            assert!(game.overloaded.is_empty());
        }
    }

    #[test]
    fn a_player_that_a_signal_ended_is_replayed_too_and_its_fault_counts_without_replays() {
        let ended = |replays| {
            let mut plays = 0;
            let finished = settled(
                replays,
                &job(0, &[]),
                |_| true,
                || false,
                |_| {
                    plays += 1;
                    let game = logged("1", &["a", "b"], &[1, 2]);
                    Ok(FinishedGame {
                        game,
                        recording: Vec::new(),
                        signalled: vec![Seat(1)],
                        first: None,
                    })
                },
            );
            let game = finished.unwrap().game;
            (plays, game.is_decided(), game.replayed_for.to_vec(), game.flag_stands.to_vec())
        };
        let (none, b) = (Vec::new, vec![Seat(1)]);
        assert_eq!(ended(Replays::Alone), (2, true, b.clone(), b));
        assert_eq!(ended(Replays::Never), (1, true, none(), none()));
    }

    #[test]
    fn a_void_replay_annuls_nothing() {
        let play_with = |halted: bool| {
            let mut plays = 0;
            settled(
                Replays::Alone,
                &job(0, &[]),
                |_| true,
                || halted,
                |_| {
                    plays += 1;
                    if plays > 1 {
                        bail!("the program could not be started");
                    }
                    let mut game = logged("1", &["a", "b"], &[1, 2]);
                    game.overloaded = vec![Seat(1)].into();
                    Ok(FinishedGame {
                        game,
                        recording: Vec::new(),
                        signalled: Vec::new(),
                        first: None,
                    })
                },
            )
        };
        let game = play_with(false).unwrap().game;
        assert_eq!((&game.flag_stands[..], game.replayed), (&[Seat(1)][..], 0));
        assert!(game.is_decided());
        // An interrupted game is not in the log.
        assert!(play_with(true).is_err());
    }

    #[test]
    fn a_game_that_is_alone_waits_for_the_others_and_no_other_begins() {
        let machine = Machine::default();
        let (playing, violated) = (AtomicUsize::new(0), AtomicBool::new(false));
        let game = |company: Company| {
            machine.with(company, || {
                playing.fetch_add(1, Ordering::SeqCst);
                for _ in 0..50 {
                    thread::yield_now();
                    if company == Company::Alone && playing.load(Ordering::SeqCst) != 1 {
                        violated.store(true, Ordering::SeqCst);
                    }
                }
                playing.fetch_sub(1, Ordering::SeqCst);
            });
        };
        thread::scope(|scope| {
            for thread in 0..4 {
                let game = &game;
                scope.spawn(move || {
                    (0..40).for_each(|number| {
                        game(if number % 4 == thread { Company::Alone } else { Company::Others });
                    });
                });
            }
        });
        assert!(!violated.into_inner());
    }

    #[test]
    fn a_bot_with_too_many_replays_gets_no_more_or_ends_a_strict_run() {
        let game = |seed: u64| {
            let mut game = logged(&seed.to_string(), &["a", "b"], &[1, 2]);
            game.replayed_for = vec![Seat(1)].into();
            game
        };
        let machine = Machine::default();
        let mut late = Lateness::new(false, &log(vec![]), &machine).unwrap();
        for seed in 0..10 {
            late.add(&game(seed)).unwrap();
        }
        assert!(machine.may_replay("b"));
        late.add(&game(10)).unwrap();
        assert!(!machine.may_replay("b") && machine.may_replay("a"));
        // Another machine has replayed a game all the same.
        let counts = |because: usize| {
            let finished = |game, first| FinishedGame {
                game,
                recording: Vec::new(),
                signalled: Vec::new(),
                first,
            };
            let mut first = logged("1", &["a", "b"], &[1, 2]);
            first.flag_stands = vec![Seat(because)].into();
            let second = Logged { replayed: 1, ..logged("1", &["a", "b"], &[2, 1]) };
            late.that_counts(finished(second, Some(Box::new(finished(first, None))))).game.replayed
        };
        assert_eq!((counts(0), counts(1)), (1, 0));
        // A strict run ends, and so does the next one with the same log.
        let mut late = Lateness::new(true, &log((0..10).map(game).collect()), &machine).unwrap();
        let end = late.add(&game(10)).unwrap_err().to_string();
        assert!(end.starts_with("the run ends, as --strict demands: b was late"), "{end}");
        assert!(Lateness::new(true, &log((0..11).map(game).collect()), &machine).is_err());
    }
}
