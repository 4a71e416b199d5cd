//! How games of a contest are served over TCP: the first line of a client, and the flags of `referee serve`
//! that belong to the contest.

/// What `referee serve` needs of a contest.
#[derive(Clone, Copy, Debug)]
pub struct TcpService {
    /// The line that a client sends to enter the lobby, which is also the first line that the game gets. `None`
    /// if a client enters the lobby by connecting.
    pub first_line: Option<&'static str>,
    /// Help for the games of this contest.
    pub help: &'static str,
    /// Flags that set options.
    pub flags: &'static [ServeFlag],
}

impl TcpService {
    /// Clients need no first line, and there are no flags.
    pub const PLAIN: Self = Self { first_line: None, help: "", flags: &[] };
}

/// A flag of `referee serve` that sets options of the contest.
#[derive(Clone, Copy, Debug)]
pub struct ServeFlag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The value that it takes, and the options that it sets.
    pub kind: FlagKind,
    /// What it does.
    pub help: &'static str,
}

/// The value of a [`ServeFlag`], and the options that it sets.
#[derive(Clone, Copy, Debug)]
pub enum FlagKind {
    /// A file, whose text becomes the value of the option.
    File(&'static str),
    /// The value of some options.
    Value {
        /// The options.
        options: &'static [&'static str],
        /// The name of the value in help texts.
        value_name: &'static str,
        /// The default of a server, if it differs from the default of the options.
        default: Option<&'static str>,
    },
    /// The same for an option of continuous games, which other games ignore.
    Continuous {
        /// The option.
        option: &'static str,
        /// The default of a server.
        default: &'static str,
    },
    /// No value: the flag sets options to these values.
    Switch(&'static [(&'static str, &'static str)]),
}
