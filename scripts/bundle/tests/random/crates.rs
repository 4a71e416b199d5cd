//! Random small workspaces: two libraries, a package with a library and a program, modules in all
//! the ways that a file can be found, and items that name one another by all kinds of paths.

use std::fmt::Write;

use super::chance::Chance;

/// The crates, each seeing those before it; the last is the program beside the third.
const CRATES: [&str; 4] = ["leaf", "stem", "bud", "main"];

/// A module: its crate, its path from the crate's root, its text so far.
struct Module {
    krate: usize,
    path: Vec<String>,
    /// Whether every module on its path is public.
    public: bool,
    children: Vec<usize>,
    /// How the file is found: 0 in braces, 1 flat, 2 `mod.rs`, 3 `#[path]`.
    form: usize,
    visibility: &'static str,
    uses: String,
    body: String,
}

/// The kind of an item, which decides how it is called.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Function,
    Constant,
    Generic,
    Method,
    Trait,
    Macro,
}

struct Item {
    module: usize,
    name: String,
    kind: Kind,
    visibility: &'static str,
}

/// Makes the files of a workspace.
pub fn workspace(seed: u64) -> Vec<(String, String)> {
    let mut maker = Maker { chance: Chance(seed), modules: Vec::new(), items: Vec::new() };
    for krate in 0..CRATES.len() {
        maker.modules(krate);
        for _ in 0..14 {
            maker.item(krate);
        }
    }
    maker.main();
    maker.files()
}

struct Maker {
    chance: Chance,
    modules: Vec<Module>,
    items: Vec<Item>,
}

impl Maker {
    fn modules(&mut self, krate: usize) {
        let root = self.modules.len();
        let public = true;
        self.modules.push(Module {
            krate,
            path: Vec::new(),
            public,
            children: Vec::new(),
            form: 1,
            visibility: "pub",
            uses: String::new(),
            body: String::new(),
        });
        for at in 0..5 {
            let parent = root + self.chance.below(self.modules.len() - root);
            // Sometimes a module has the name of a crate, which it then hides.
            let name = if self.chance.percent(15) {
                CRATES[self.chance.below(3)].to_string()
            } else {
                format!("m{krate}{at}")
            };
            let taken = self.modules[parent]
                .children
                .iter()
                .any(|&child| self.modules[child].path.last() == Some(&name));
            // The file of a module in braces below a `#[path]` is looked for elsewhere; see below.
            if taken || self.modules[parent].path.len() > 2 {
                continue;
            }
            let mut path = self.modules[parent].path.clone();
            path.push(name);
            let visibility = *self.chance.of(&["pub", "pub", "pub(crate)"]);
            let form = self.chance.below(4);
            let public = self.modules[parent].public && visibility == "pub";
            let child = self.modules.len();
            self.modules[parent].children.push(child);
            self.modules.push(Module {
                krate,
                path,
                public,
                children: Vec::new(),
                form: if self.modules[parent].form == 0 { 0 } else { form },
                visibility,
                uses: String::new(),
                body: String::new(),
            });
        }
    }

    /// Whether code in a module may name an item.
    fn reaches(&self, from: usize, item: &Item) -> bool {
        let (here, there) = (&self.modules[from], &self.modules[item.module]);
        if here.krate != there.krate {
            // No other crate can name the program's own items, because a program is not a dependency.
            return there.krate != 3
                && here.krate > there.krate
                && there.public
                && item.visibility == "pub";
        }
        match item.visibility {
            "" => here.path.starts_with(&there.path),
            "pub(super)" => {
                let parent = there.path.len().saturating_sub(1);
                here.path.starts_with(&there.path[..parent])
            }
            _ => true,
        }
    }

    /// A path from a module to a module of the same or another crate, without the last `::`.
    fn path(&mut self, from: usize, to: usize) -> String {
        let (here, there) = (&self.modules[from], &self.modules[to]);
        let mut parts: Vec<String> = Vec::new();
        if here.krate != there.krate {
            let name = CRATES[there.krate];
            // A child module of that name hides the crate, and globs can import others' children.
            let hidden = self
                .modules
                .iter()
                .any(|module| module.path.last().is_some_and(|last| last == name));
            // A program's root sees its modules everywhere in `use`, so the path is global there, too.
            let global = hidden || self.chance.percent(30);
            parts.push(if global { format!("::{name}") } else { name.into() });
            parts.extend(there.path.iter().cloned());
            return parts.join("::");
        }
        let common = here.path.iter().zip(&there.path).take_while(|(a, b)| a == b).count();
        let up = here.path.len() - common;
        if self.chance.percent(50) {
            parts.push("crate".into());
            parts.extend(there.path.iter().cloned());
        } else {
            match up {
                0 => parts.push("self".into()),
                _ => parts.extend(std::iter::repeat_n("super".to_string(), up)),
            }
            parts.extend(there.path[common..].iter().cloned());
        }
        parts.join("::")
    }

    /// An expression of the type `u64` that calls an item from a module.
    fn call(&mut self, from: usize, item: usize) -> String {
        let (to, kind, name) = {
            let item = &self.items[item];
            (item.module, item.kind, item.name.clone())
        };
        let number = self.chance.below(1000);
        if kind == Kind::Macro {
            let there = self.modules[to].krate;
            let head = if self.modules[from].krate == there {
                "crate".to_string()
            } else {
                format!("::{}", CRATES[there])
            };
            return format!("{head}::{name}!({number})");
        }
        let mut named = format!("{}::{name}", self.path(from, to));
        match self.chance.below(4) {
            0 => {
                let new = format!("u{}", self.chance.next() % 100_000_000);
                let new = if kind == Kind::Constant { new.to_uppercase() } else { new };
                let line = format!("use {named} as {new};\n");
                self.modules[from].uses.push_str(&line);
                named = new;
            }
            1 if self.modules[to].path != self.modules[from].path
                || self.modules[to].krate != self.modules[from].krate =>
            {
                let new = format!("p{}", self.chance.next() % 100_000_000);
                let path = self.path(from, to);
                let line = if path == "crate" || path.ends_with("self") || path.ends_with("super") {
                    format!("use {path}::{{{name} as {new}}};\n")
                } else {
                    format!("use {path}::{{self as {new}_, {name} as {new}, *}};\n")
                };
                self.modules[from].uses.push_str(&line);
                named = new;
            }
            _ => {}
        }
        match kind {
            Kind::Function => format!("{named}({number})"),
            Kind::Constant => named,
            Kind::Generic => format!("{named}::<{}>()", number % 7),
            Kind::Method => format!("{named}::new({number}).value()"),
            Kind::Trait => format!("<u64 as {named}>::go(&{number})"),
            Kind::Macro => unreachable!("macros are called above"),
        }
    }

    /// An expression of some of the calls that a module can make.
    fn value(&mut self, from: usize) -> String {
        let reached: Vec<usize> =
            (0..self.items.len()).filter(|&at| self.reaches(from, &self.items[at])).collect();
        let mut text = format!("{}_u64", self.chance.below(10_000));
        for _ in 0..self.chance.below(4).min(reached.len()) {
            let item = *self.chance.of(&reached);
            let call = self.call(from, item);
            let how = *self.chance.of(&["wrapping_add", "wrapping_mul", "rotate_left"]);
            match how {
                "rotate_left" => write!(text, ".rotate_left(({call} % 64) as u32)").unwrap(),
                _ => write!(text, ".{how}({call})").unwrap(),
            }
        }
        text
    }

    fn item(&mut self, krate: usize) {
        let modules: Vec<usize> =
            (0..self.modules.len()).filter(|&at| self.modules[at].krate == krate).collect();
        let module = *self.chance.of(&modules);
        let at = self.items.len();
        let kinds = [
            Kind::Function,
            Kind::Function,
            Kind::Constant,
            Kind::Generic,
            Kind::Method,
            Kind::Trait,
            Kind::Macro,
        ];
        let mut kind = *self.chance.of(&kinds);
        if kind == Kind::Macro && krate == 3 {
            kind = Kind::Function;
        }
        let mut visibility = *self.chance.of(&["pub", "pub", "pub(crate)", "pub(super)", ""]);
        if visibility == "pub(super)" && self.modules[module].path.is_empty() {
            visibility = "pub";
        }
        let value = self.value(module);
        let unused = match self.chance.below(6) {
            0 => format!("#[cfg(test)]\nfn t{at}() {{ no_such_thing() }}\n"),
            1 => format!("#[allow(dead_code)]\nfn d{at}() -> u64 {{ {} }}\n", value.clone()),
            2 => format!(
                "#[allow(dead_code)]\nstruct D{at} {{ x: u64 }}\nimpl Drop for D{at} {{ fn drop(&mut self) {{ self.x = 0; }} }}\n"
            ),
            3 => format!(
                "#[allow(unused_macros)]\nmacro_rules! d{at} {{ () => {{ crate::nowhere() }} }}\n"
            )
            .replace("crate::nowhere()", "0"),
            _ => String::new(),
        };
        let (name, text) = match kind {
            Kind::Function => (
                format!("f{at}"),
                format!(
                    "/// Some.\n{visibility} fn f{at}(x: u64) -> u64 {{\n    {value}.wrapping_add(x)\n}}\n"
                ),
            ),
            Kind::Constant => {
                (format!("C{at}"), format!("{visibility} const C{at}: u64 = {at} * 3;\n"))
            }
            Kind::Generic => (
                format!("g{at}"),
                format!(
                    "{visibility} fn g{at}<const N: usize>() -> u64 {{\n    [{value}; N].iter().fold(1, |a, b| a.wrapping_mul(31).wrapping_add(*b))\n}}\n"
                ),
            ),
            Kind::Method => (
                format!("S{at}"),
                format!(
                    "#[derive(Clone, Debug, PartialEq)]\n{visibility} struct S{at} {{ x: u64, unread: u8 }}\n\
                     impl S{at} {{\n    pub fn new(x: u64) -> Self {{ Self {{ x, unread: 1 }} }}\n    \
                     pub fn value(&self) -> u64 {{ {value} ^ self.x }}\n    pub fn idle(&self) {{}}\n}}\n\
                     impl std::fmt::Display for S{at} {{\n    \
                     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ \
                     write!(f, \"{{}} {{}}\", self.value(), S{at}::new(1) == *self) }}\n}}\n"
                ),
            ),
            Kind::Trait => (
                format!("T{at}"),
                format!(
                    "{visibility} trait T{at} {{\n    const K: u64 = {at};\n    fn go(&self) -> u64;\n    \
                     fn idle(&self) -> u64 {{ 0 }}\n}}\n\
                     impl T{at} for u64 {{\n    fn go(&self) -> u64 {{ {value} ^ *self ^ <Self as T{at}>::K }}\n    \
                     fn idle(&self) -> u64 {{ 9 }}\n}}\n"
                ),
            ),
            Kind::Macro => {
                visibility = "pub";
                (
                    format!("w{at}"),
                    format!(
                        "#[macro_export]\nmacro_rules! w{at} {{\n    (@ $x:expr) => {{ ($x as u64) ^ {at} }};\n    \
                         ($x:expr) => {{ $crate::w{at}!(@ $x).wrapping_mul(3) }};\n}}\n"
                    ),
                )
            }
        };
        self.modules[module].body.push_str(&unused);
        self.modules[module].body.push_str(&text);
        self.items.push(Item { module, name, kind, visibility });
        if kind == Kind::Macro {
            // An exported macro is known at its crate's root, wherever it is defined.
            let root = modules[0];
            self.items[at].module = root;
        }
    }

    fn main(&mut self) {
        let Some(root) = self.modules.iter().position(|module| module.krate == 3) else { return };
        let mut lines = String::new();
        for at in 0..10 {
            let value = self.value(root);
            writeln!(lines, "    println!(\"{at} {{}}\", {value});").unwrap();
        }
        let text = format!("fn main() {{\n{lines}}}\n");
        self.modules[root].body.push_str(&text);
    }

    /// The text of a module, and the files of those inside it.
    fn text(&self, at: usize, folder: &str, files: &mut Vec<(String, String)>) -> String {
        let module = &self.modules[at];
        let mut text = module.uses.clone();
        for &child in &module.children {
            let inner = &self.modules[child];
            let name = inner.path.last().map_or("", String::as_str);
            let visibility = inner.visibility;
            match inner.form {
                0 => {
                    let inside = self.text(child, &format!("{folder}/{name}"), files);
                    write!(text, "{visibility} mod {name} {{\n{inside}}}\n").unwrap();
                }
                1 | 2 => {
                    let inside = self.text(child, &format!("{folder}/{name}"), files);
                    let end = if inner.form == 1 { ".rs" } else { "/mod.rs" };
                    files.push((format!("{folder}/{name}{end}"), inside));
                    writeln!(text, "{visibility} mod {name};").unwrap();
                }
                _ => {
                    // A path is relative to the folder of the file with the line.
                    let holder = self.folder_of_file(at, folder);
                    let inside = self.text(child, &format!("{holder}/far{child}"), files);
                    files.push((format!("{holder}/far{child}/it.rs"), inside));
                    writeln!(text, "#[path = \"far{child}/it.rs\"]\n{visibility} mod {name};")
                        .unwrap();
                }
            }
        }
        text + &module.body
    }

    /// The folder of the file of a module in its own file.
    fn folder_of_file(&self, at: usize, folder: &str) -> String {
        let module = &self.modules[at];
        match (module.path.is_empty(), module.form) {
            (false, 1) => folder.rsplit_once('/').map_or(folder, |(before, _)| before).to_string(),
            _ => folder.to_string(),
        }
    }

    fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        for (krate, name) in CRATES.iter().enumerate() {
            // The program's files are apart from those of the library in its package.
            let folder = if krate == 3 { "bud/program".into() } else { format!("{name}/src") };
            let root = self.modules.iter().position(|module| module.krate == krate).unwrap_or(0);
            let text = self.text(root, &folder, &mut files);
            let file = if krate == 3 { "main" } else { "lib" };
            let allow = "#![allow(unused_imports, dead_code)]\n";
            files.push((format!("{folder}/{file}.rs"), format!("{allow}{text}")));
            if krate < 3 {
                let mut needs = String::new();
                for other in &CRATES[..krate] {
                    writeln!(needs, "{other} = {{ path = \"../{other}\" }}").unwrap();
                }
                let program = match krate {
                    2 => "[[bin]]\nname = \"bud\"\npath = \"program/main.rs\"\n",
                    _ => "",
                };
                files.push((
                    format!("{name}/Cargo.toml"),
                    format!(
                        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                         {program}[dependencies]\n{needs}"
                    ),
                ));
            }
        }
        let manifest = "[workspace]\nresolver = \"2\"\nmembers = [\"leaf\", \"stem\", \"bud\"]\n";
        files.push(("Cargo.toml".into(), manifest.into()));
        files
    }
}
