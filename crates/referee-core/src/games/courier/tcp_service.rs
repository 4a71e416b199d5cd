//! `referee serve courier`, the server of the contest.

use crate::tcp_service::{FlagKind, ServeFlag, TcpService};

pub(super) const TCP: TcpService = TcpService {
    first_line: Some("Player"),
    help: HELP,
    flags: &[
        ServeFlag {
            name: "map",
            kind: FlagKind::File("map"),
            help: "A map file [default: a board drawn from the seed]",
        },
        ServeFlag {
            name: "packages",
            kind: FlagKind::File("packages"),
            help: "A package file [default: packages drawn from the seed]",
        },
        ServeFlag {
            name: "money",
            kind: value(&["money"], "MONEY", Some("5000")),
            help: "Money of each robot",
        },
        ServeFlag {
            name: "capacity",
            kind: value(&["capacity"], "CAPACITY", None),
            help: "Capacity of each robot",
        },
        ServeFlag {
            name: "start",
            kind: value(&["starts"], "STARTS", None),
            help: "Start tiles: random, same (one tile for all), or a list such as \"1,1;3,2\", whose \
                   last tile all further robots get",
        },
        ServeFlag {
            name: "timeout",
            kind: value(&["move_ms", "start_ms"], "MS", Some("60000")),
            help: "Time for a command in milliseconds; 0 for no limit, as in the simulator of 2002: one \
                   silent client then stops the game for all",
        },
        ServeFlag {
            name: "refill",
            kind: FlagKind::Continuous { option: "refill", default: "10" },
            help: "In a continuous game: new packages for each later robot, and whenever none is left",
        },
        ServeFlag {
            name: "quirks",
            kind: FlagKind::Switch(&[("spacing", "judges"), ("first_reply", "located")]),
            help: "Write as the server of the judging runs did: its blanks, and tiles in the first reply",
        },
    ],
};

const fn value(
    options: &'static [&'static str],
    value_name: &'static str,
    default: Option<&'static str>,
) -> FlagKind {
    FlagKind::Value { options, value_name, default }
}

const HELP: &str = "\
A client connects and sends the line `Player`.

In a continuous game robots join at any time; packages come with each of them and whenever none is left. The \
next game begins when no robot is alive. A game ends when no package is left, when no robot is alive, or after \
100,000 turns, whatever money is left; --option turns=N sets another number.

At most 200 robots play in a game at once. Boards have up to 1000x1000 tiles and 10,000 packages. A command has \
at most 1 MB and the time of --timeout.";
