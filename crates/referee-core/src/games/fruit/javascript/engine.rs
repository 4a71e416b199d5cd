//! The engine of one bot.

use std::cell::Cell;
use std::rc::Rc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rquickjs::context::{EvalOptions, intrinsic};
use rquickjs::{Context, Ctx, Error, Function, Persistent, Runtime, Value};

use super::limits::ScriptLimits;
use super::trace::Traces;
use crate::game::Fault;
use crate::games::fruit::board::{Cell as Place, Halves, Move};
use crate::games::fruit::node::NO_JQUERY;
use crate::games::fruit::view::View;

const PRELUDE: &str = include_str!("prelude.js");
/// Looks the name up in each call, because a bot may redefine it. It finds every kind of declaration.
const MAKE_MOVE: &str = "(function () { return make_move(); })";
const NEW_GAME: &str = "if (typeof new_game === 'function') new_game();";
/// The most characters of a bot's text that are shown.
const SHOWN_CHARS: usize = 200;

/// The source of a bot.
pub(super) struct Script {
    /// The name of the file, for messages.
    pub file: String,
    /// The source.
    pub text: String,
    /// The seed of its random numbers.
    pub seed: u64,
}

/// Why a script gave no answer.
pub(super) struct Failure {
    pub fault: Fault,
    /// A sentence for people.
    pub detail: String,
}

impl Failure {
    fn exit(detail: impl Into<String>) -> Self {
        Self { fault: Fault::Exit, detail: detail.into() }
    }
}

/// Counts ticks and ends the script when they are used up.
struct Meter {
    left: Cell<u64>,
}

impl Meter {
    /// Counts a tick; returns whether the script must end.
    fn tick(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0
    }
}

/// The values of a loaded script. They are dropped before the engine.
struct Loaded {
    /// The prelude's function that sets a turn.
    set_turn: Persistent<Function<'static>>,
    make_move: Persistent<Function<'static>>,
    view: View,
}

/// A runtime with one bot, on one thread.
pub(super) struct Engine {
    loaded: Option<Loaded>,
    context: Context,
    meter: Rc<Meter>,
    traces: Rc<Traces>,
    /// The last field, because all others refer to it.
    _runtime: Runtime,
}

/// The language of the contest's engine, and maps and sets. Later features are left out, because each would have to
/// be secured.
type Language = (
    intrinsic::Date,
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
);

impl Engine {
    /// An engine with nothing in it.
    pub fn new(limits: ScriptLimits) -> Result<Self, Failure> {
        let broken = |error: Error| Failure::exit(format!("the engine does not start: {error}"));
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        let meter = Rc::new(Meter { left: Cell::new(u64::MAX) });
        let ticking = Rc::clone(&meter);
        runtime.set_interrupt_handler(Some(Box::new(move || ticking.tick())));
        let context = Context::custom::<Language>(&runtime).map_err(broken)?;
        Ok(Self { loaded: None, context, meter, traces: Rc::default(), _runtime: runtime })
    }

    /// The traces since the last call.
    pub fn take_traces(&self) -> Vec<String> {
        self.traces.take()
    }

    /// Loads the script, starts the game and makes the first move.
    pub fn start(
        &mut self,
        script: &Script,
        lines: &[String],
        ticks: u64,
    ) -> Result<String, Failure> {
        self.meter.left.set(ticks.max(1));
        let view = View::read(None, lines).map_err(|error| Failure::exit(error.to_string()))?;
        let loaded = self
            .context
            .with(|ctx| self.load(&ctx, script, &view).map_err(|error| self.failure(&ctx, &error)));
        let (set_turn, make_move) = loaded?;
        self.loaded = Some(Loaded { set_turn, make_move, view });
        self.turn()
    }

    /// Makes a later move.
    pub fn make_move(&mut self, lines: &[String], ticks: u64) -> Result<String, Failure> {
        self.meter.left.set(ticks.max(1));
        let Some(loaded) = &mut self.loaded else {
            return Err(Failure::exit("the bot has ended before"));
        };
        loaded.view = View::read(Some(&loaded.view), lines)
            .map_err(|error| Failure::exit(error.to_string()))?;
        self.turn()
    }

    fn turn(&self) -> Result<String, Failure> {
        let Some(loaded) = &self.loaded else {
            return Err(Failure::exit("the bot has ended before"));
        };
        self.context.with(|ctx| {
            let answer = || -> rquickjs::Result<String> {
                set_turn(&loaded.set_turn.clone().restore(&ctx)?, &loaded.view)?;
                let make_move = loaded.make_move.clone().restore(&ctx)?;
                Ok(answer_of(&make_move.call::<_, Value>(())?))
            };
            answer().map_err(|error| self.failure(&ctx, &error))
        })
    }

    /// The contest's functions, the script, `new_game`.
    #[allow(clippy::type_complexity)] // Two of one kind.
    fn load(
        &self,
        ctx: &Ctx<'_>,
        script: &Script,
        view: &View,
    ) -> rquickjs::Result<(Persistent<Function<'static>>, Persistent<Function<'static>>)> {
        let traces = Rc::clone(&self.traces);
        let trace = Function::new(ctx.clone(), move |text: Value<'_>| traces.add(&plain(&text)))?;
        let mut random = Pcg64Mcg::seed_from_u64(script.seed);
        let random = Function::new(
            ctx.clone(),
            rquickjs::function::MutFn::new(move || random.random::<f64>()),
        )?;
        let prelude: Function<'_> = ctx.eval_with_options(PRELUDE, sloppy("contest"))?;
        let (width, height) = (view.board.width(), view.board.height());
        let set: Function<'_> =
            prelude.call((width, height, view.totals.clone(), trace, random))?;
        set_turn(&set, view)?;
        ctx.eval_with_options::<Value, _>(script.text.as_str(), sloppy(&script.file))?;
        ctx.eval_with_options::<Value, _>(NEW_GAME, sloppy("contest"))?;
        let make_move: Function<'_> = ctx.eval_with_options(MAKE_MOVE, sloppy("contest"))?;
        Ok((Persistent::save(ctx, set), Persistent::save(ctx, make_move)))
    }

    /// The description of an error, with the bot's own message if there is one.
    fn failure(&self, ctx: &Ctx<'_>, error: &Error) -> Failure {
        let used_up = self.meter.left.get() == 0;
        let thrown = ctx.catch();
        if used_up {
            let detail = "took longer than its time, counted in loop turns and calls";
            return Failure { fault: Fault::Timeout, detail: detail.to_owned() };
        }
        // Getters of the thrown value get only a few ticks.
        self.meter.left.set(10);
        if matches!(error, Error::Allocation) {
            let detail = "took more memory than its limit".to_owned();
            return Failure { fault: Fault::OutOfMemory, detail };
        }
        // Without memory for an error the engine throws null; a script hardly ever does.
        if error.is_exception() && thrown.is_null() {
            let detail = "took more memory than its limit, or threw null".to_owned();
            return Failure { fault: Fault::OutOfMemory, detail };
        }
        let Some(exception) = thrown.as_exception() else {
            let what = if error.is_exception() { plain(&thrown) } else { error.to_string() };
            return Failure::exit(format!("threw {}", cut(&what)));
        };
        let message = exception.message().unwrap_or_default();
        if message == "out of memory" {
            let detail = "took more memory than its limit".to_owned();
            return Failure { fault: Fault::OutOfMemory, detail };
        }
        let name = exception.as_object().get::<_, String>("name").unwrap_or_default();
        let stack = exception.stack().unwrap_or_default();
        let place = stack.lines().next().unwrap_or_default().trim();
        let mut detail = cut(&format!("threw {name}: {message} {place}")).trim_end().to_owned();
        if ["$ is not defined", "jQuery is not defined"].contains(&message.as_str()) {
            detail = format!("{detail}; {NO_JQUERY}");
        }
        Failure::exit(detail)
    }
}

/// Options of a page's script: global and not strict.
fn sloppy(file: &str) -> EvalOptions {
    let mut options = EvalOptions::default();
    options.global = true;
    options.strict = false;
    options.filename = Some(file.to_owned());
    options
}

fn set_turn(set: &Function<'_>, view: &View) -> rquickjs::Result<()> {
    let board = &view.board;
    let fruit = |x, y| board.fruit(Place::new(x, y)).map_or(0, |category| i32::from(category.0));
    let columns: Vec<Vec<i32>> =
        (0..board.width()).map(|x| (0..board.height()).map(|y| fruit(x, y)).collect()).collect();
    let pieces =
        |halves: &[Halves]| -> Vec<f64> { halves.iter().copied().map(Halves::pieces).collect() };
    let (me, opponent) = (view.me, view.opponent);
    let (mine, theirs) = (pieces(&view.mine), pieces(&view.theirs));
    set.call((columns, me.x, me.y, opponent.x, opponent.y, mine, theirs))
}

/// The word for a move's number; for any other value a description.
fn answer_of(value: &Value<'_>) -> String {
    let moves = [Move::East, Move::North, Move::West, Move::South, Move::Take, Move::Pass];
    let number = value.as_number().filter(|it| it.fract() == 0.0 && (1.0..=6.0).contains(it));
    match number {
        Some(number) => moves[number as usize - 1].to_string(),
        None if value.is_string() => cut(&format!("{:?}", plain(value))),
        None => cut(&plain(value)),
    }
}

/// The description of a value, without running code of the script.
fn plain(value: &Value<'_>) -> String {
    if let Some(text) = value.as_string() {
        return text.to_string().unwrap_or_else(|_| "a string that is not valid text".to_owned());
    }
    if let Some(number) = value.as_number() {
        return number.to_string();
    }
    value.as_bool().map_or_else(|| value.type_name().to_owned(), |it| it.to_string())
}

/// The text as one line, cut to [`SHOWN_CHARS`].
fn cut(text: &str) -> String {
    text.chars().take(SHOWN_CHARS).map(|it| if it.is_control() { ' ' } else { it }).collect()
}
