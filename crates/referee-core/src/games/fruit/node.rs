//! The same bots in Node.js, which compiles them; the built-in engine interprets them.

use std::path::Path;

/// The program, which must be on the path.
const NODE: &str = "node";

/// What a bot is told that calls jQuery.
pub(super) const NO_JQUERY: &str =
    "there is no jQuery: it was on the framework's page, not in the contest";

/// The command line that plays a file in Node.js, over the line protocol.
///
/// The script gets the same functions. It runs in the context of its own process, from which all names of Node.js are
/// taken away. That is not a security boundary: play only files that you trust. Time is wall-clock time, and `Math.random` is that of Node.js, so a game may differ each time.
/// The old generation of the heap has 128 MB.
pub(super) fn command(file: &Path) -> Vec<String> {
    let prelude = serde_json::Value::from(include_str!("javascript/prelude.js"));
    let program = format!(
        "const PRELUDE = {prelude}, NO_JQUERY = {};\n{}",
        serde_json::Value::from(NO_JQUERY),
        include_str!("node.js")
    );
    let file = file.to_string_lossy().into_owned();
    [NODE, "--max-old-space-size=128", "-e", &program, "--", &file].map(str::to_owned).to_vec()
}
