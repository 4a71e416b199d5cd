//! A client that races on the site with any bot that speaks the line protocol of this contest.

pub mod conductor;
pub mod live;
pub mod log;
pub mod night;
pub mod portal;
pub mod race_file;
pub mod runner;
pub mod secret;
pub mod view;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::bot::ReadyBot;
use crate::games::karo::{Cell, Motion, Vector};
use conductor::{Conductor, Config, Input, Job, Look, Micros, News, Numbers, Output, Reply};
use log::Log;
use night::Night;
use portal::{Answered, Portal};
use runner::Thought;
use secret::Secret;
use view::GameView;

/// The number of threads that make requests: one more than the requests that can be under way.
const REQUESTERS: usize = 4;

/// The longest time between two inputs of the conductor.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// The settings of a client with its bot.
pub struct Settings {
    /// The server: `https://www.karopapier.de`.
    pub server: String,
    /// The address of its events.
    pub events: String,
    /// The password.
    pub secret: Secret,
    /// The bot that drives.
    pub bot: ReadyBot,
    /// The settings of the conductor.
    pub config: Config,
    /// The time limit of an answer of the bot.
    pub think: Duration,
    /// The folder in which the known parts of night maps are kept.
    pub knowledge: Option<PathBuf>,
    /// The file of the log.
    pub log: Option<PathBuf>,
    /// The client ends after this number of games.
    pub games: Option<u64>,
}

/// An event of the main loop.
enum Event {
    News(News),
    Answered(u64, Job, Answered),
    Thought(Thought),
}

/// Output for the user.
pub enum Show<'a> {
    /// A line about an event.
    Line(&'a str),
    /// The state, in lines.
    Status(Vec<String>),
}

/// Races until the number of games in the settings is over.
///
/// # Errors
/// The log cannot be written, the site refuses the first login, or the bot does not work. Other errors of the site, and
/// single ones of a bot, do not end the client.
pub fn run(settings: &Settings, show: &mut dyn FnMut(Show<'_>)) -> Result<()> {
    let mut log = Log::open(settings.log.as_deref(), &settings.config)?;
    let (sender, events) = channel();
    let jobs = start_requesters(settings, &sender);
    start_listener(settings, sender.clone());
    let begin = Instant::now();
    let now = || begin.elapsed().as_micros() as Micros;
    let mut conductor = Conductor::new(settings.config.clone());
    let mut desk = Desk::new(settings, sender, jobs);
    let mut input = Input::Tick;
    loop {
        let at = now();
        let outputs = conductor.on(at, input.clone());
        log.note(at, &input, &outputs).context("cannot write the log")?;
        let is_news = !outputs.is_empty();
        for output in outputs {
            match &output {
                Output::Say(text) => show(Show::Line(text)),
                Output::Close(game) => {
                    let text = desk.texts.get(game);
                    let noted = text.map_or(Ok(()), |text| log.note_end(*game, text));
                    noted.context("cannot write the log")?;
                }
                _ => {}
            }
            desk.carry_out(output);
        }
        if conductor.is_shut_out() {
            bail!(
                "the site does not accept the login '{}' with this password; check --user, and the first line of the file of \
                 --key-file or the variable KAROPAPIER_KEY",
                settings.config.user
            );
        }
        if let Some(why) = conductor.broken_bot() {
            bail!(
                "{why}; no further move is made: repair the bot, and give the same command again"
            );
        }
        if is_news {
            show(Show::Status(conductor.status(at)));
        }
        if settings.games.is_some_and(|games| conductor.finished() >= games) {
            return Ok(());
        }
        let wait = Duration::from_micros(conductor.wake_at().saturating_sub(now()));
        input = match events.recv_timeout(wait.min(LONGEST_SLEEP)) {
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Input::Tick,
            Ok(Event::News(news)) => Input::News(news),
            Ok(Event::Answered(ticket, job, answered)) => {
                Input::Reply(ticket, desk.read(&job, answered))
            }
            Ok(Event::Thought(thought)) => {
                log.note_thought(&thought).context("cannot write the log")?;
                Input::Thought(thought.game, thought.answer)
            }
        };
    }
}

/// Starts the threads that make requests; returns where requests are sent.
fn start_requesters(settings: &Settings, sender: &Sender<Event>) -> Sender<(u64, Job)> {
    let Config { user, speed, create, .. } = &settings.config;
    let secret = settings.secret.clone();
    let portal = Arc::new(Portal::new(&settings.server, user, secret, create.clone(), *speed));
    let (jobs, wanted) = channel::<(u64, Job)>();
    let wanted = Arc::new(Mutex::new(wanted));
    for _ in 0..REQUESTERS {
        let (portal, wanted, sender) = (Arc::clone(&portal), Arc::clone(&wanted), sender.clone());
        thread::spawn(move || {
            while let Some((ticket, job)) = next_job(&wanted) {
                let answered = portal.perform(&job);
                if sender.send(Event::Answered(ticket, job, answered)).is_err() {
                    return;
                }
            }
        });
    }
    jobs
}

fn next_job(wanted: &Mutex<Receiver<(u64, Job)>>) -> Option<(u64, Job)> {
    wanted.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn start_listener(settings: &Settings, sender: Sender<Event>) {
    let (url, user) = (settings.events.clone(), settings.config.user.clone());
    let speed = settings.config.speed;
    thread::spawn(move || {
        live::listen(&url, &user, speed, |news| sender.send(Event::News(news)).is_ok());
    });
}

/// The games as they were looked at last, and their bots.
struct Desk<'a> {
    settings: &'a Settings,
    sender: Sender<Event>,
    jobs: Sender<(u64, Job)>,
    user: u64,
    views: HashMap<u64, Arc<GameView>>,
    /// The games in the form of the site.
    texts: HashMap<u64, String>,
    nights: HashMap<u64, Option<Night>>,
    runners: HashMap<u64, Sender<Arc<GameView>>>,
}

impl<'a> Desk<'a> {
    fn new(settings: &'a Settings, sender: Sender<Event>, jobs: Sender<(u64, Job)>) -> Self {
        let (views, texts) = (HashMap::new(), HashMap::new());
        let (nights, runners) = (HashMap::new(), HashMap::new());
        Self { settings, sender, jobs, user: 0, views, texts, nights, runners }
    }

    fn carry_out(&mut self, output: Output) {
        match output {
            Output::Ask(ticket, job) => {
                // The requesters live as long as `self`.
                let _ = self.jobs.send((ticket, job));
            }
            Output::Think(game) => self.think(game),
            Output::Close(game) => {
                self.views.remove(&game);
                self.texts.remove(&game);
                self.nights.remove(&game);
                self.runners.remove(&game);
            }
            Output::Say(_) => {}
        }
    }

    fn think(&mut self, game: u64) {
        let Some(view) = self.views.get(&game).cloned() else { return };
        let settings = self.settings;
        let runner = self.runners.entry(game).or_insert_with(|| {
            let (turns, wanted) = channel();
            let (bot, time) = (settings.bot.clone(), settings.think);
            let sender = self.sender.clone();
            thread::spawn(move || {
                runner::run(&bot, game, time, &wanted, |thought| {
                    // It fails only when the client ends.
                    let _ = sender.send(Event::Thought(thought));
                });
            });
            turns
        });
        // A runner ends only with its sender.
        let _ = runner.send(view);
    }

    /// The reply of an answer. A game is read and remembered.
    fn read(&mut self, job: &Job, answered: Answered) -> Reply {
        match (job, &answered.reply) {
            (_, Reply::LoggedIn(user)) => self.user = *user,
            (Job::Move { game, to, .. }, Reply::Moved) => {
                if let Some(look) = self.foresee(*game, *to) {
                    return Reply::MovedForeseeing(Box::new(look));
                }
            }
            _ => {}
        }
        let Some(text) = answered.game else { return answered.reply };
        match GameView::read(&text, self.user) {
            Err(error) => Reply::Failed(format!("the game cannot be read: {error}")),
            Ok(mut view) => {
                let look = view.look();
                let folder = self.settings.knowledge.as_deref();
                let night = self.nights.entry(look.game);
                let night = night.or_insert_with(|| Night::open(folder, view.track()));
                if let Some(night) = night {
                    night.learn(&view);
                    view.set_track(night.track().clone());
                }
                let look = view.look();
                self.texts.insert(look.game, text);
                self.views.insert(look.game, Arc::new(view));
                Reply::Looked(Box::new(look))
            }
        }
    }
    /// What the user's next turn will show after a move, if that can be known. It replaces the game as it was looked at.
    fn foresee(&mut self, game: u64, [x, y, xv, yv]: Numbers) -> Option<Look> {
        let made = Motion::new(Cell::new(x, y), Vector::new(xv, yv));
        let view = self.views.get(&game)?.foreseen(made)?;
        let look = view.look();
        self.views.insert(game, Arc::new(view));
        Some(look)
    }
}
