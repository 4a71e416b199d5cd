//! The same bots in a child process: Node.js compiles where the engine inside interprets.

use std::path::Path;

/// The program that must be on the path.
const NODE: &str = "node";

/// The command line that plays a file in Node.js, over the line protocol.
///
/// The script gets the same functions and sees nothing of Node.js itself, but `vm` is no wall: play
/// only files that are trusted. Time is the wall clock's, and `Math.random` is Node's own, so a game
/// need not come out the same again. Old objects have 128 MB.
pub(super) fn command(file: &Path) -> Vec<String> {
    let prelude = serde_json::Value::from(include_str!("javascript/prelude.js"));
    let program = format!("const PRELUDE = {prelude};\n{}", include_str!("node.js"));
    let file = file.to_string_lossy().into_owned();
    [NODE, "--max-old-space-size=128", "-e", &program, "--", &file].map(str::to_owned).to_vec()
}
