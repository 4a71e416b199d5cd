//! What the conductor is told, and what it asks for.

use serde::{Deserialize, Serialize};

/// A move as the site writes it: x, y, and the vector.
pub type Numbers = [i32; 4];

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Job {
    /// Logs in.
    Login,
    /// The list of games in which it is the user's turn.
    Turns,
    /// A game with all moves.
    Look(u64),
    /// Opens the page of a game, which carries out a crash.
    OpenPage(u64),
    /// Makes a move.
    Move {
        /// The game.
        game: u64,
        /// The move.
        to: Numbers,
        /// Whether it is the choice of a start cell.
        is_start: bool,
    },
    /// Leaves a game.
    Leave(u64),
    /// The list of users.
    Users,
    /// Creates the race of a file, by its place, with the numbers of its players.
    Create(usize, Vec<u64>),
}

/// A move that is possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The move.
    pub to: Numbers,
    /// Whether the special rules allow it.
    pub lawful: bool,
    /// Whether it takes the car home.
    pub finishes: bool,
}

/// What there is to see of a game, as far as it matters here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The game.
    pub game: u64,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub creator: String,
    /// Whether it is over for the user.
    pub is_over: bool,
    /// The user's rank; 0 before it is home.
    pub rank: u64,
    /// Whether it is the user's turn.
    pub is_ours: bool,
    /// The round.
    pub round: u32,
    /// The user's moves and crashes so far: they tell one turn from another.
    pub turn: (u64, u64),
    /// What is possible; nothing if the car has crashed and the page has to be opened.
    pub offers: Vec<Offer>,
    /// The move that the user has planned.
    pub planned: Option<Numbers>,
}

/// What came back for a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// Logged in, as the user with this number.
    LoggedIn(u64),
    /// The site does not accept the password.
    WrongPassword,
    /// The login has expired.
    LoggedOut,
    /// The games in which it is the user's turn.
    Turns(Vec<u64>),
    /// A game.
    Looked(Box<Look>),
    /// There is no such game, or it is none of the user's.
    NoGame,
    /// The page was opened, or the game was left.
    Done,
    /// The move was made.
    Moved,
    /// The move was not accepted.
    Refused,
    /// The users with their numbers.
    Users(Vec<(String, u64)>),
    /// The race was created and has this number.
    Created(u64),
    /// It is unknown whether the request was carried out: a sentence for people.
    Failed(String),
}

/// What the live connection says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// It is there.
    Connected,
    /// It is lost.
    Lost(String),
    /// It is the user's turn in a game.
    YourTurn(u64),
    /// The user has moved in a game, from here or from elsewhere.
    YouMoved(u64),
    /// Somebody wrote in the chat.
    Chat {
        /// The user who did.
        user: String,
        /// What.
        text: String,
    },
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// Time has passed.
    Tick,
    /// News.
    News(News),
    /// A reply to the request of a number.
    Reply(u64, Reply),
    /// The bot's answer in a game, or why there is none.
    Thought(u64, Result<String, String>),
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Output {
    /// Make a request, under a number.
    Ask(u64, Job),
    /// Ask the bot in a game, which was looked at last.
    Think(u64),
    /// The game is over: end its bot.
    Close(u64),
    /// Tell the user.
    Say(String),
}
