//! `src/pages/contract.d.ts`: the types of the objects that pages show, generated from the structs that Rust serialises.
//!
//! `BOTYARD_BLESS=1 cargo test -p referee javascript::` writes it. `scripts/lint-js` checks the scripts against it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Files with the structs, and the names of the structs that pages receive.
const SOURCES: [(&str, &[&str]); 18] = [
    ("cluster/board.rs", &["Board", "BoardMachine"]),
    ("../../crates/referee-core/src/scene.rs", &["Thing", "Shape", "Color", "Axes"]),
    ("../../crates/referee-core/src/scene/sheet.rs", &["Stamp", "Form", "Ink"]),
    ("../../crates/referee-core/src/thought.rs", &["Thought"]),
    ("pages/film.rs", &["Film", "Frame", "Said"]),
    ("pages/added.rs", &["Added"]),
    ("pages/splice.rs", &["Splice"]),
    ("pages/patch.rs", &["Patch"]),
    ("pages/images.rs", &["Image"]),
    ("pages/note.rs", &["Story", "Note"]),
    ("pages/pair.rs", &["Pair"]),
    ("pages/gallery.rs", &["Gallery", "Exhibit"]),
    ("pages/findings.rs", &["Findings", "BotConduct", "GameRow"]),
    ("pages/findings/course.rs", &["Course", "Look"]),
    ("pages/findings/lost_seeds.rs", &["LostSeeds", "LostSeed"]),
    ("report/headline.rs", &["Headline", "State"]),
    ("dashboard/folder.rs", &["LogHead"]),
    ("dashboard/index.rs", &["Overview"]),
];

const HEAD: &str =
    "// Generated from the structs of the referee by tests/javascript/contract.rs. Do not edit.\n";

/// The type of a Rust type as JSON. A float may be infinite, which JSON writes as null.
fn type_of(rust: &str) -> String {
    let inside = |begin: &str, end: &str| rust.strip_prefix(begin)?.strip_suffix(end);
    if let Some(item) = inside("Vec<", ">") {
        let item = type_of(item);
        return if item.contains(" | ") && !item.starts_with('[') {
            format!("({item})[]")
        } else {
            format!("{item}[]")
        };
    }
    if let Some(item) = inside("Option<", ">") {
        return format!("{} | null", type_of(item));
    }
    if let Some((item, count)) = inside("[", "]").and_then(|it| it.rsplit_once("; ")) {
        return format!("[{}]", vec![type_of(item); count.parse().unwrap()].join(", "));
    }
    if let Some(items) = inside("(", ")") {
        let items: Vec<String> = arguments(items).into_iter().map(type_of).collect();
        return format!("[{}]", items.join(", "));
    }
    match rust {
        "String" | "&'static str" => "string",
        // Measures of shapes are `f32`, which are finite.
        "usize" | "u32" | "u64" | "i32" | "i64" | "f32" => "number",
        "f64" => "number | null",
        "bool" => "boolean",
        "Value" => "any",
        "Map<String, Value>" => "Record<string, any>",
        "ByTurn" => "Record<string, Record<string, ([number, number, number] | null)[]>>",
        name => {
            assert!(SOURCES.iter().any(|(_, names)| names.contains(&name)), "{name} is unknown");
            name
        }
    }
    .to_owned()
}

/// The parts of a list between commas that are not in brackets.
fn arguments(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b',' if depth == 0 => {
                found.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[begin..].trim());
    found
}

/// `KebabCase` as `kebab-case`.
fn kebab(name: &str) -> String {
    let words = name.char_indices().map(|(at, letter)| {
        let dash = if at > 0 && letter.is_uppercase() { "-" } else { "" };
        format!("{dash}{}", letter.to_lowercase())
    });
    words.collect()
}

/// A documentation comment of these lines.
fn comment(indent: &str, lines: &[&str]) -> String {
    let text = lines.join(" ").replace("[`", "`").replace("`]", "`");
    format!("{indent}/** {text} */\n")
}

/// The fields of a struct.
fn interface(name: &str, docs: &[&str], body: &[&str]) -> String {
    let mut made = format!("{}export interface {name} {{\n", comment("", docs));
    let (mut docs, mut attribute) = (Vec::new(), "");
    for line in body {
        if let Some(text) = line.strip_prefix("/// ") {
            docs.push(text);
        } else if line.starts_with("#[serde(") {
            attribute = line;
        } else if let Some((field, rust)) = line.trim_end_matches(',').split_once(": ") {
            let field = field.rsplit(' ').next().unwrap();
            assert!(!docs.is_empty() || attribute == "#[serde(skip)]", "{name}.{field}: no doc");
            if attribute != "#[serde(skip)]" {
                let may_be_absent = attribute.contains("skip_serializing_if");
                let kept = type_of(rust);
                // They are texts where a number would round them.
                let is_exact = attribute.contains("exact_numbers");
                let kept = if is_exact { "(number | string)[]".to_owned() } else { kept };
                let kept = if may_be_absent { kept.trim_end_matches(" | null") } else { &kept };
                let mark = if may_be_absent { "?" } else { "" };
                writeln!(made, "{}  {field}{mark}: {kept};", comment("  ", &docs)).unwrap();
            }
            docs.clear();
            attribute = "";
        }
    }
    made + "}\n"
}

/// The variants of an enum in serde's external form, with names in kebab case.
fn union(name: &str, docs: &[&str], body: &[&str]) -> String {
    let variants = body.iter().filter(|line| line.starts_with(char::is_uppercase)).map(|line| {
        match line.trim_end_matches(',').trim_end_matches(')').split_once('(') {
            Some((name, items)) => {
                let items: Vec<String> = arguments(items).into_iter().map(type_of).collect();
                let value = if let [one] = &items[..] {
                    one.clone()
                } else {
                    format!("[{}]", items.join(", "))
                };
                format!("{{ \"{}\": {value} }}", kebab(name))
            }
            None => format!("\"{}\"", kebab(line.trim_end_matches(','))),
        }
    });
    let variants: Vec<String> = variants.collect();
    format!("{}export type {name} = {};\n", comment("", docs), variants.join(" | "))
}

/// The declaration of a serialised struct or enum in the text of a Rust file.
fn declaration(text: &str, name: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_begin = |line: &&str, word: &str| {
        line.starts_with("pub") && line.ends_with(&format!("{word} {name} {{"))
    };
    let begin = |word: &str| lines.iter().position(|line| is_begin(line, word));
    let (at, is_struct) = match begin(" struct") {
        Some(at) => (at, true),
        None => (begin(" enum").unwrap_or_else(|| panic!("there is no {name}")), false),
    };
    let head = lines[..at].iter().rposition(|line| line.is_empty()).map_or(0, |it| it + 1);
    let derive = lines[head..at].iter().any(|line| line.contains("Serialize"));
    assert!(derive, "{name} is not serialised");
    let docs = lines[head..at].iter().filter_map(|line| line.strip_prefix("/// "));
    let docs: Vec<&str> = docs.take_while(|line| !line.starts_with("```")).collect();
    let length = lines[at..].iter().position(|line| *line == "}").unwrap();
    let body = &lines[at + 1..at + length];
    if is_struct { interface(name, &docs, body) } else { union(name, &docs, body) }
}

#[test]
fn the_types_of_the_pages_are_those_of_the_structs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut types = HEAD.to_owned();
    for (file, names) in SOURCES {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        types.extend(names.iter().map(|name| "\n".to_owned() + &declaration(&text, name)));
    }
    let path = folder.join("pages/contract.d.ts");
    if std::env::var_os("BOTYARD_BLESS").is_some() {
        fs::write(&path, &types).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == types, "contract.d.ts is out of date; BOTYARD_BLESS=1 writes it");
}

#[test]
fn fields_and_variants_become_types() {
    let text = "\n/// A place.\n#[derive(Serialize)]\npub struct Place {\n    /// Where.\n    pub at: [i32; 2],\n    \
                /// Pairs.\n    #[serde(skip_serializing_if = \"Vec::is_empty\")]\n    pub all: Vec<(usize, Vec<f64>)>,\n    \
                /// Perhaps.\n    more: Option<String>,\n    #[serde(skip)]\n    pub counted: u64,\n}\n";
    let expected = "/** A place. */\nexport interface Place {\n  /** Where. */\n  at: [number, number];\n  \
                    /** Pairs. */\n  all?: [number, (number | null)[]][];\n  /** Perhaps. */\n  more: string | null;\n}\n";
    assert_eq!(declaration(text, "Place"), expected);
    let text = "/// One.\n#[derive(Serialize)]\npub enum One {\n    Plain,\n    TwoWords(String, bool),\n}\n";
    let expected =
        "/** One. */\nexport type One = \"plain\" | { \"two-words\": [string, boolean] };\n";
    assert_eq!(declaration(text, "One"), expected);
}
