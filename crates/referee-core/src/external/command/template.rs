//! The command line of a referee program, with places for the seed and the bots.

use crate::system::words;
use serde_json::{Map, Value};

/// A parsed command line.
#[derive(Clone, Debug)]
pub(in crate::external) struct Template {
    words: Vec<Vec<Piece>>,
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// `{seed}`
    Seed,
    /// `{p1}`: the bot in this seat, counted from 0.
    Player(usize),
    /// `{players}`, or `{players:-p%}` with a flag before each, in which `%` is the number of the bot.
    Players(Option<String>),
    /// `{log}`: a file that the program may write.
    Log,
    /// `{option:NAME}`
    Option(String),
}

/// What is put in the places.
pub(super) struct Filling<'a> {
    pub(super) seed: &'a str,
    /// By seat: the program to start.
    pub(super) players: &'a [String],
    pub(super) log: &'a str,
    pub(super) options: &'a Map<String, Value>,
}

impl Template {
    /// Parses a command line. `is_option` tells whether an option is declared.
    ///
    /// # Errors
    /// A sentence about a quote or a place that cannot be understood.
    pub(in crate::external) fn parse(
        text: &str,
        is_option: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let words = words::split(text)
            .map_err(|error| format!("cannot understand this command line: {error}"))?;
        let words = words.iter().map(|word| pieces(word)).collect::<Result<Vec<_>, _>>()?;
        if words.is_empty() {
            return Err("the command line is empty".to_owned());
        }
        let all = || words.iter().flatten();
        if !all().any(|piece| matches!(piece, Piece::Player(_) | Piece::Players(_))) {
            return Err(
                "the command line names no bot: write {p1}, {p2} and so on, or {players}, where \
                        the referee program wants them"
                    .to_owned(),
            );
        }
        for piece in all() {
            if let Piece::Option(name) = piece
                && !is_option(name)
            {
                return Err(format!(
                    "{{option:{name}}} is not an option of this contest: declare it under [options]"
                ));
            }
        }
        Ok(Self { words })
    }

    /// Refuses a number of players that the places do not have.
    ///
    /// # Errors
    /// A sentence about it.
    pub(in crate::external) fn demand_seats(&self, seats: usize) -> Result<(), String> {
        let mut named = Vec::new();
        for piece in self.words.iter().flatten() {
            match piece {
                Piece::Players(_) => return Ok(()),
                Piece::Player(seat) => named.push(*seat),
                _ => {}
            }
        }
        if let Some(missing) = (0..seats).find(|seat| !named.contains(seat)) {
            return Err(format!(
                "the command line has no {{p{}}}, so a game of {seats} cannot be played; write {{players}} for all bots",
                missing + 1
            ));
        }
        match named.iter().find(|seat| **seat >= seats) {
            Some(extra) => Err(format!(
                "the command line has {{p{}}}, so a game of {seats} cannot be played; write {{players}} for all bots",
                extra + 1
            )),
            None => Ok(()),
        }
    }

    /// Whether the program writes a log.
    pub(super) fn has_log(&self) -> bool {
        self.words.iter().flatten().any(|piece| *piece == Piece::Log)
    }

    /// The words of the command line.
    pub(super) fn fill(&self, filling: &Filling<'_>) -> Vec<String> {
        self.words.iter().flat_map(|word| filled(word, filling)).collect()
    }
}

/// The words that a word becomes: more than one for all players.
fn filled(word: &[Piece], filling: &Filling<'_>) -> Vec<String> {
    if let [Piece::Players(flag)] = word {
        let players = filling.players.iter().enumerate();
        return players
            .flat_map(|(seat, player)| {
                let number = (seat + 1).to_string();
                let flag = flag.as_ref().map(|flag| flag.replace('%', &number));
                flag.into_iter().chain([player.clone()])
            })
            .collect();
    }
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Seed => filling.seed.to_owned(),
        Piece::Player(seat) => filling.players.get(*seat).cloned().unwrap_or_default(),
        Piece::Players(_) => filling.players.join(" "),
        Piece::Log => filling.log.to_owned(),
        Piece::Option(name) => match filling.options.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        },
    };
    vec![word.iter().map(text).collect()]
}

/// The pieces of a word. Braces around anything but a name are text.
fn pieces(word: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        let name = rest[open + 1..].split_once('}').map(|(name, _)| name);
        let name = name.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()));
        let Some(name) = name.filter(|name| !name.contains('{')) else {
            text.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        text.push_str(&rest[..open]);
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(place(name)?);
        rest = &rest[open + name.len() + 2..];
    }
    text.push_str(rest);
    if !text.is_empty() || pieces.is_empty() {
        pieces.push(Piece::Text(text));
    }
    let has_flags = pieces.iter().any(|piece| matches!(piece, Piece::Players(Some(_))));
    if has_flags && pieces.len() > 1 {
        return Err(format!("{{players:…}} must be a word of its own, and is a part of '{word}'"));
    }
    Ok(pieces)
}

/// The piece for a name in braces.
fn place(name: &str) -> Result<Piece, String> {
    let number = name.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
    match (name, name.split_once(':'), number) {
        ("seed", ..) => Ok(Piece::Seed),
        ("log", ..) => Ok(Piece::Log),
        ("players", ..) => Ok(Piece::Players(None)),
        (_, Some(("players", flag)), _) if !flag.is_empty() => {
            Ok(Piece::Players(Some(flag.to_owned())))
        }
        (_, Some(("option", option)), _) => Ok(Piece::Option(option.to_owned())),
        (_, _, Some(number)) if number > 0 => Ok(Piece::Player(number - 1)),
        _ => Err(format!(
            "{{{name}}} is not known here; there are {{seed}}, {{p1}} and so on, {{players}}, {{players:-p%}}, \
             {{log}} and {{option:NAME}}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Result<Template, String> {
        Template::parse(text, |name| name == "league")
    }

    fn words(text: &str) -> Vec<String> {
        let players = ["/t/p1", "/t/p2"].map(String::from);
        let options = json!({"league": 3}).as_object().unwrap().clone();
        let filling = Filling { seed: "-7", players: &players, log: "/t/log", options: &options };
        parsed(text).unwrap().fill(&filling)
    }

    #[test]
    fn the_places_of_a_command_line_are_filled() {
        let jar = "java -jar 'my ref.jar' -p1 {p1} -p2 {p2} -d seed={seed},league={option:league} -l {log}";
        let want = "java|-jar|my ref.jar|-p1|/t/p1|-p2|/t/p2|-d|seed=-7,league=3|-l|/t/log";
        assert_eq!(words(jar).join("|"), want);
        assert_eq!(words("r {players:-p%} x").join("|"), "r|-p1|/t/p1|-p2|/t/p2|x");
        assert_eq!(words("r {players}").join("|"), "r|/t/p1|/t/p2");
        assert_eq!(words("sh -c 'r {players} > {log}'").join("|"), "sh|-c|r /t/p1 /t/p2 > /t/log");
        assert_eq!(words("r {players} '{\"a\": {}}'").join("|"), "r|/t/p1|/t/p2|{\"a\": {}}");
        assert!(parsed(jar).unwrap().has_log() && !parsed("r {players}").unwrap().has_log());
    }

    #[test]
    fn places_that_are_not_known_are_refused() {
        for (text, what) in [
            ("r {p1} {sead}", "{sead} is not known"),
            ("r {p0}", "{p0} is not known"),
            ("r", "names no bot"),
            ("", "is empty"),
            ("r \"x {p1}", "cannot understand"),
            ("r {p1} {option:size}", "declare it"),
            ("r --all={players:-p%}", "a word of its own"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn every_seat_needs_a_place() {
        assert_eq!(parsed("r {p1} {p2}").unwrap().demand_seats(2), Ok(()));
        assert_eq!(parsed("r {players}").unwrap().demand_seats(5), Ok(()));
        let missing = parsed("r {p1} {p3}").unwrap().demand_seats(3).unwrap_err();
        assert!(missing.contains("no {p2}"), "{missing}");
        let extra = parsed("r {p1} {p2} {p3}").unwrap().demand_seats(2).unwrap_err();
        assert!(extra.contains("has {p3}"), "{extra}");
    }
}
