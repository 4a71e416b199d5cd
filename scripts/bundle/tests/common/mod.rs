//! Runs the bundler and compilers as a user would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// For small programs: without optimisation they are quickest.
pub const UNOPTIMISED: [&str; 4] = ["--profile", "dev", "--opt-level", "0"];

/// An empty folder of this test program.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The bundler with some arguments; programs that it builds go to `target`.
pub fn bundle(arguments: &[&str], target: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bundle"))
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap()
}

/// The same, but it must succeed; returns its report.
pub fn bundled(arguments: &[&str], target: &Path) -> String {
    let output = bundle(arguments, target);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "bundle {arguments:?} failed:\n{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The same, but it must fail; returns its messages.
pub fn refused(arguments: &[&str], target: &Path) -> String {
    let output = bundle(arguments, target);
    assert!(!output.status.success(), "bundle {arguments:?} did not fail");
    String::from_utf8(output.stderr).unwrap()
}

/// Compiles a file alone with a compiler and returns the program and the compiler's messages.
pub fn compile(compiler: &mut Command, source: &Path) -> (PathBuf, String) {
    let program = source.with_extension("program");
    let output =
        compiler.args(["--edition", "2021", "-o"]).arg(&program).arg(source).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{} does not compile:\n{said}", source.display());
    (program, said)
}

/// The output of a program for some input.
pub fn run(program: &Path, input: &str) -> String {
    run_with(program, &[], input)
}

/// The same, for a program with arguments.
pub fn run_with(program: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Writes files under a folder.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
}

/// The few cases of `cargo test`, or all of them if `BOTYARD_CASES` is `all`, as in `.ci/run`.
pub fn cases<T>(few: T, all: T) -> T {
    let wanted = std::env::var("BOTYARD_CASES").unwrap_or_default();
    if wanted == "all" { all } else { few }
}
