//! The table: the players around a game, and the one place that waits for them.
//!
//! One loop over the players' files instead of threads for each: an answer costs one wake-up, and
//! the output of players that are not asked is drained all the while, so that no player blocks because
//! it writes while it is not its turn.

use std::time::{Duration, Instant};

use crate::game::{Expected, Request, Seat};
use crate::player::{Interest, Player, Ready, Reply};
use crate::system::{Source, wait};
use anyhow::{Context, Result, ensure};

/// Time between checks whether a starting player is at rest.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// A player that is at rest in this many consecutive checks has started.
const LOOKS_AT_REST: u32 = 5;

/// The players of one game, by seat.
pub struct Table {
    players: Vec<Box<dyn Player>>,
    /// On which files of each player something happened in the last wait. Kept to reuse its allocation.
    ready: Vec<Ready>,
}

impl Table {
    /// Seats the players in order.
    pub fn new(players: Vec<Box<dyn Player>>) -> Self {
        Self { ready: vec![Ready::default(); players.len()], players }
    }

    /// Adds a player in the next seat.
    pub fn add(&mut self, player: Box<dyn Player>) {
        self.players.push(player);
        self.ready.push(Ready::default());
    }

    /// The names of the players by seat.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name().to_owned()).collect()
    }

    /// The active isolation measures of each player by seat; see [`Player::in_force`].
    pub fn in_force(&self) -> Vec<Option<String>> {
        self.players.iter().map(|player| player.in_force()).collect()
    }

    /// Sends the requests and waits for all replies, which come in the order of the requests.
    /// A request that expects nothing gets an empty reply. A player with a fault is closed.
    ///
    /// # Errors
    /// The operating system refused to wait, to read or to write: the game is void.
    pub fn ask(&mut self, requests: &[Request]) -> Result<Vec<Reply>> {
        self.send(requests);
        let mut replies: Vec<Option<Reply>> = requests
            .iter()
            .map(|request| request.expected.is_none().then(Reply::default))
            .collect();
        loop {
            for (request, reply) in requests.iter().zip(&mut replies) {
                if reply.is_none() {
                    *reply = self.players[request.seat.0].reply();
                }
            }
            if replies.iter().all(Option::is_some) {
                break;
            }
            self.wait(None)?;
        }
        let replies: Vec<Reply> = replies.into_iter().flatten().collect();
        for (request, reply) in requests.iter().zip(&replies) {
            if reply.answer.fault.is_some() {
                self.players[request.seat.0].end_after_fault();
            }
        }
        Ok(replies)
    }

    /// A complete line that a player has written beyond its last answer, if one has been read; see
    /// [`Player::next_line`].
    pub fn next_line(&mut self, seat: Seat) -> Option<String> {
        self.players[seat.0].next_line()
    }

    /// Watches the start of the players without sending them anything: each until it fails, writes a line or comes to
    /// rest, at most for `most`. Returns by seat the replies of players that failed or wrote a line. The other
    /// players still owe an answer, so the table cannot be used for a game afterwards.
    ///
    /// # Errors
    /// See [`ask`](Self::ask).
    pub fn watch_starts(&mut self, most: Duration) -> Result<Vec<Option<Reply>>> {
        let expected = Some(Expected { lines: 1, limit: most, line_bytes: usize::MAX });
        let seats = (0..self.players.len()).map(Seat);
        let requests = seats.map(|seat| Request { seat, lines: Vec::new(), expected });
        self.send(&requests.collect::<Vec<_>>());
        let mut starts: Vec<Start> = self.players.iter().map(|_| Start::default()).collect();
        let mut next_look = Instant::now() + BETWEEN_LOOKS;
        loop {
            let is_due = Instant::now() >= next_look;
            for (player, start) in self.players.iter_mut().zip(&mut starts) {
                start.watch(player.as_mut(), is_due);
            }
            if starts.iter().all(Start::is_over) {
                return Ok(starts.into_iter().map(|start| start.reply).collect());
            }
            if is_due {
                next_look = Instant::now() + BETWEEN_LOOKS;
            }
            self.wait(Some(next_look))?;
        }
    }

    /// At the end of a game: what each player has written to standard error since its last answer, by seat.
    pub fn last_words(&mut self) -> Vec<Vec<String>> {
        self.players.iter_mut().map(|player| player.last_words()).collect()
    }

    /// How much time a player has where the game gives `time`; see [`Player::scaled`].
    pub fn scaled(&self, seat: Seat, time: Duration) -> Option<Duration> {
        self.players[seat.0].scaled(time)
    }

    /// Ends one player.
    pub fn close(&mut self, seat: Seat) {
        self.players[seat.0].close();
    }

    /// Sends the requests. Players without files think inside `send`, so they come first: no other player's clock may
    /// run meanwhile.
    fn send(&mut self, requests: &[Request]) {
        let send = |player: &mut Box<dyn Player>, request: &Request| {
            player.send(&request.lines, request.expected.as_ref());
        };
        if let [request] = requests {
            return send(&mut self.players[request.seat.0], request);
        }
        let thinks_now: Vec<bool> = requests
            .iter()
            .map(|request| {
                let mut interests = Vec::new();
                self.players[request.seat.0].interests(&mut interests);
                interests.is_empty()
            })
            .collect();
        for now in [true, false] {
            for (request, _) in requests.iter().zip(&thinks_now).filter(|it| *it.1 == now) {
                send(&mut self.players[request.seat.0], request);
            }
        }
    }

    /// Sleeps until a player has something to do or until `until`, then lets players read and write.
    fn wait(&mut self, until: Option<Instant>) -> Result<()> {
        self.sleep(until)?;
        // One moment for all: a player that is served last has not answered later.
        let now = Instant::now();
        for (player, &ready) in self.players.iter_mut().zip(&self.ready) {
            if ready.any() || player.wake_at().is_some_and(|at| at <= now) {
                player.attend(now, ready).with_context(|| {
                    format!("the referee failed to serve `{}`: the game is void", player.name())
                })?;
            }
        }
        Ok(())
    }

    /// Sleeps until a file is ready, a player must be woken or `until` is reached; then fills in `ready`.
    fn sleep(&mut self, until: Option<Instant>) -> Result<()> {
        let mut interests: Vec<Interest<'_>> = Vec::with_capacity(4 * self.players.len());
        let mut owners: Vec<usize> = Vec::with_capacity(4 * self.players.len());
        for (seat, player) in self.players.iter().enumerate() {
            player.interests(&mut interests);
            owners.resize(interests.len(), seat);
        }
        let sources: Vec<Source<'_>> = interests.iter().map(|it| it.source).collect();
        let until = self.players.iter().filter_map(|player| player.wake_at()).chain(until).min();

        ensure!(
            !sources.is_empty() || until.is_some(),
            "a player that was asked neither answers nor waits for anything: report this bug"
        );

        self.ready.fill(Ready::default());
        let ready = &mut self.ready;
        wait(&sources, until, |index| {
            let seat = owners[index];
            ready[seat] = ready[seat].with(interests[index].id);
        })
        .context("cannot wait for the players")
    }
}

/// The progress of a player's start.
#[derive(Default)]
struct Start {
    /// The reply of a player that failed or wrote a line.
    reply: Option<Reply>,
    /// In how many consecutive checks it was at rest.
    looks_at_rest: u32,
}

impl Start {
    fn is_over(&self) -> bool {
        self.reply.is_some() || self.looks_at_rest >= LOOKS_AT_REST
    }

    /// Takes its reply, and checks whether it is at rest if that is due.
    fn watch(&mut self, player: &mut dyn Player, is_due: bool) {
        if self.is_over() {
            return;
        }
        self.reply = player.reply();
        if is_due {
            self.looks_at_rest = if player.is_at_rest() { self.looks_at_rest + 1 } else { 0 };
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // All at once, because each takes some time to end.
        for player in &mut self.players {
            player.begin_close();
        }
        for player in &mut self.players {
            player.close();
        }
    }
}
