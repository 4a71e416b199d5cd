//! The inputs and outputs of the conductor.

use serde::{Deserialize, Serialize};

/// A move as the site writes it: x and y of the target, x and y of the vector.
pub type Numbers = [i32; 4];

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Job {
    /// A login.
    Login,
    /// The list of games in which it is the user's turn.
    Turns,
    /// A game with all its moves.
    Look(u64),
    /// The page of a game. Opening it makes the site carry out a crash.
    OpenPage(u64),
    /// A move.
    Move {
        /// The game.
        game: u64,
        /// The move.
        to: Numbers,
        /// Whether it is the choice of a start cell.
        is_start: bool,
    },
    /// Leaving a game.
    Leave(u64),
    /// The list of users.
    Users,
    /// The creation of a race: its index in the configuration, and the numbers of its players.
    Create(usize, Vec<u64>),
}

/// A possible move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The move.
    pub to: Numbers,
    /// Whether the special rules allow it.
    pub lawful: bool,
    /// Whether it takes the car over the finish.
    pub finishes: bool,
}

/// The state of a game as the site shows it, reduced to what the conductor needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The game.
    pub game: u64,
    /// Its title.
    pub title: String,
    /// The login of the user who created it.
    pub creator: String,
    /// Whether it is over for the user.
    pub is_over: bool,
    /// The user's rank; 0 before the finish.
    pub rank: u64,
    /// Whether it is the user's turn.
    pub is_ours: bool,
    /// The round.
    pub round: u32,
    /// The numbers of the user's moves and crashes so far. They differ for each turn.
    pub turn: (u64, u64),
    /// The possible moves. Empty if the car has crashed; then the client must open the page of the game.
    pub offers: Vec<Offer>,
    /// The move that the user has planned.
    pub planned: Option<Numbers>,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The login succeeded; the number of the user.
    LoggedIn(u64),
    /// The site does not accept login and password.
    WrongPassword,
    /// The login has expired.
    LoggedOut,
    /// The games in which it is the user's turn.
    Turns(Vec<u64>),
    /// A game.
    Looked(Box<Look>),
    /// The game does not exist, or the user does not drive in it.
    NoGame,
    /// The page was opened, or the game was left.
    Done,
    /// The move was made.
    Moved,
    /// The move was made, and it says all that matters about the user's next turn, which will show this state.
    MovedForeseeing(Box<Look>),
    /// The move was not accepted.
    Refused,
    /// The users with their numbers.
    Users(Vec<(String, u64)>),
    /// The race was created; its number.
    Created(u64),
    /// The request failed; the site may have carried it out. The reason, as a sentence.
    Failed(String),
}

/// An event of the live connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// The connection is established.
    Connected,
    /// The connection is lost; the reason.
    Lost(String),
    /// It is the user's turn in a game.
    YourTurn(u64),
    /// The user has moved in a game, through this client or otherwise.
    YouMoved(u64),
    /// Somebody wrote in the chat.
    Chat {
        /// The login of the writer.
        user: String,
        /// The message.
        text: String,
    },
}

/// An input of the conductor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// Time has passed.
    Tick,
    /// An event.
    News(News),
    /// The reply to the request with this ticket.
    Reply(u64, Reply),
    /// The bot's answer in a game, or the reason why it gave none.
    Thought(u64, Result<String, String>),
}

/// An output of the conductor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Output {
    /// Make a request; its ticket.
    Ask(u64, Job),
    /// Ask the bot for its move in a game, as the game was looked at last.
    Think(u64),
    /// End the bot of a game that is over.
    Close(u64),
    /// Show a line to the user.
    Say(String),
}
