//! The commands of a frame: a letter for the kind of commands of a line, then the commands.
//!
//! ```text
//! LSHEET IMAGE WIDTH HEIGHT ROW COLUMN COUNT PER-ROW;…    names of parts of an image
//! CR;C;T                                                  entities, by the letter of their kind; they get the next numbers
//! U1 0 x 5;2 0.5 T 'two words' y 7 ∫;…                    number, time in the frame, then names and values
//! W0.5 1                                                  times at which all were committed
//! ```
//!
//! A value may be followed by a sign for the course from the value before. A value with a blank, a semicolon or a new line
//! is in quotes; a quote in it is `\'`.

/// A command of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// Parts of an image, as images with names of their own.
    Load(Parts),
    /// A new entity of the kind with these letters.
    Create(String),
    /// New values of an entity.
    Update {
        /// Its number, from 1.
        id: u32,
        /// When it has them, from 0 to 1.
        time: f64,
        /// Names, short or long, and values.
        values: Vec<(String, String)>,
    },
}

/// Parts of an image, all of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The name of the one part, or that of several without their numbers from 0.
    pub(super) name: String,
    /// The name of the image.
    pub(super) image: String,
    /// Width and height of a part; 0 for that of the image.
    pub(super) size: [u32; 2],
    /// Row and column of the first part.
    pub(super) first: [u32; 2],
    /// Number of parts.
    pub(super) count: u32,
    /// Number of parts in a row.
    pub(super) per_row: u32,
}

/// The signs of courses from one value to the next.
const COURSES: [&str; 7] = ["_", "Γ", "/", "∫", "~", "🙖", "🙒"];

/// The commands of a text.
///
/// # Errors
/// What is wrong with it.
pub(super) fn commands(text: &str) -> Result<Vec<Command>, String> {
    let mut all = Vec::new();
    for line in parts(text, '\n').into_iter().filter(|line| !line.is_empty()) {
        let letter = line.chars().next().unwrap_or_default();
        // Older engines wrote a blank after the letter, and one command on a line.
        let rest = line[letter.len_utf8()..].trim_start_matches(' ');
        match letter {
            'C' => {
                let kinds = parts(rest, ';').into_iter();
                all.extend(kinds.map(|kind| Command::Create(kind.trim().to_owned())));
            }
            'U' => {
                for command in parts(rest, ';') {
                    all.push(update(command)?);
                }
            }
            'L' => {
                for command in parts(rest, ';') {
                    all.push(load(command)?);
                }
            }
            // Nothing changes at a commit.
            'W' => {}
            other => return Err(format!("there is no command {other:?}")),
        }
    }
    Ok(all)
}

fn load(command: &str) -> Result<Command, String> {
    let wrong = || format!("{:?} does not name parts of an image", start(command));
    let words: Vec<String> = parts(command, ' ').into_iter().map(plain).collect();
    let [name, image, numbers @ ..] = &words[..] else { return Err(wrong()) };
    let numbers: Vec<u32> =
        numbers.iter().map(|word| word.parse()).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let [width, height, row, column, count, ref rest @ ..] = numbers[..] else {
        return Err(wrong());
    };
    // Older engines have all parts in one row.
    let per_row = rest.first().copied().filter(|it| *it > 0).unwrap_or(count).max(1);
    Ok(Command::Load(Parts {
        name: name.clone(),
        image: image.clone(),
        size: [width, height],
        first: [row, column],
        count,
        per_row,
    }))
}

fn update(command: &str) -> Result<Command, String> {
    let wrong = || format!("{:?} does not change an entity", start(command));
    let mut words = parts(command, ' ').into_iter();
    let id = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let time: f64 = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
    let mut values = Vec::new();
    let mut words = words.peekable();
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(wrong)?;
        values.push((name.to_owned(), plain(value)));
        words.next_if(|word| COURSES.contains(word));
    }
    Ok(Command::Update { id, time, values })
}

/// The beginning of a text, for an error.
fn start(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The parts of a text between separators that are not in quotes.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let (mut found, mut begin, mut is_quoted, mut before) = (Vec::new(), 0, false, ' ');
    for (at, letter) in text.char_indices() {
        if letter == '\'' && before != '\\' {
            is_quoted = !is_quoted;
        } else if letter == separator && !is_quoted {
            found.push(&text[begin..at]);
            begin = at + letter.len_utf8();
        }
        before = letter;
    }
    found.push(&text[begin..]);
    found
}

/// A value without its quotes.
fn plain(value: &str) -> String {
    let inner = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    inner.unwrap_or(value).replace("\\'", "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(id: u32, time: f64, values: &[(&str, &str)]) -> Command {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Command::Update { id, time, values: values.collect() }
    }

    fn create(kind: &str) -> Command {
        Command::Create(kind.to_owned())
    }

    #[test]
    fn each_line_has_commands_of_one_kind() {
        let text = "Ltiles all.png 8 9 1 0 4 2\nCR;X\nU1 0 x 5 y -7;2 0.25 R 3\nW0.25 1";
        let sheet = Parts {
            name: "tiles".to_owned(),
            image: "all.png".to_owned(),
            size: [8, 9],
            first: [1, 0],
            count: 4,
            per_row: 2,
        };
        let expected = [
            Command::Load(sheet),
            create("R"),
            create("X"),
            change(1, 0.0, &[("x", "5"), ("y", "-7")]),
            change(2, 0.25, &[("R", "3")]),
        ];
        assert_eq!(commands(text).unwrap(), expected);
        assert_eq!(commands(""), Ok(Vec::new()));
    }

    #[test]
    fn courses_are_skipped_and_empty_values_are_not() {
        let text = "U4 1 T  x 3 ∫ y 2 _ z 9 Γ v 1 ~ a 0 🙖";
        let values = [("T", ""), ("x", "3"), ("y", "2"), ("z", "9"), ("v", "1"), ("a", "0")];
        assert_eq!(commands(text).unwrap(), [change(4, 1.0, &values)]);
    }

    #[test]
    fn a_quoted_value_has_separators_and_quotes() {
        let text = r"U1 1 T 'it\'s; one
C two' x 1;2 1 T O\'Neil";
        let expected = [
            change(1, 1.0, &[("T", "it's; one\nC two"), ("x", "1")]),
            change(2, 1.0, &[("T", "O'Neil")]),
        ];
        assert_eq!(commands(text).unwrap(), expected);
    }

    #[test]
    fn lines_of_older_engines_have_one_command_with_blanks() {
        let expected = [create("BT"), change(1, 1.0, &[("x", "5"), ("text", "a b")])];
        assert_eq!(commands("C BT\nU 1 1 x 5 text 'a b'").unwrap(), expected);
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, part) in [
            ("Z1", "no command 'Z'"),
            ("U1", "does not change"),
            ("Ux 1 x 5", "does not change"),
            ("U1 soon x 5", "does not change"),
            ("U1 1 x", "does not change"),
            ("U1 1 x 5;", "does not change"),
            ("La b.png 8 8 0 0", "does not name parts"),
            ("La b.png 8 8 0 0 -1", "does not name parts"),
        ] {
            let error = commands(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
