#![cfg(unix)] // The old compiler of these tests is a script of the shell.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::*;

/// A compiler that calls itself version 1.0.0 and answers every file with one message.
fn old_compiler(folder: &Path, message: &str) -> Compiler {
    let program = folder.join("rustc");
    let script = format!(
        "#!/bin/sh\ncase $1 in --version) echo rustc 1.0.0;; *) echo '{message}' >&2;; esac\n"
    );
    // Written by another process: a program that another test starts at this moment would hold the file open for
    // writing, and a file that is open for writing cannot be executed.
    let text = folder.join("rustc.txt");
    fs::write(&text, script).unwrap();
    assert!(Command::new("cp").args([&text, &program]).status().unwrap().success());
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    Compiler::of(program).unwrap()
}

/// Compiles a file with today's compiler and with an old one that prints this message.
fn compiled(source: &str, message: &str, keep_unused: bool) -> Result<(PathBuf, Vec<String>)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("finished.rs");
    fs::write(&file, source).unwrap();
    let compilers = vec![Compiler::current().unwrap(), old_compiler(folder.path(), message)];
    let task = Task {
        compilers,
        arguments: Vec::new(),
        bench: Vec::new(),
        scripts: None,
        opt_level: 0,
        speed: false,
        keep_unused,
    };
    compile(&file, folder.path(), &task)
}

fn message(level: &str, code: &str) -> String {
    format!(
        r#"{{"message":"m","code":{{"code":"{code}"}},"level":"{level}","spans":[],"rendered":"shown"}}"#
    )
}

#[test]
fn every_compiler_must_accept_the_bundle() {
    let error = compiled("fn main() {}", &message("error", "E0001"), false).unwrap_err();
    let expected = "the bundle does not compile with rustc 1.0.0\nshown";
    assert_eq!(error.to_string(), expected);
    assert!(compiled("fn main() {", "", false).is_err());
}

#[test]
fn no_compiler_may_find_something_unused_unless_it_was_to_stay() {
    let unused = message("warning", "dead_code");
    let error = compiled("fn main() {}", &unused, false).unwrap_err().to_string();
    assert_eq!(error, "rustc 1.0.0 still finds something unused\nshown");
    assert!(compiled("fn main() {}", &unused, true).is_ok());
    assert!(compiled("fn main() {} fn f() {}", "", false).is_err());
}

#[test]
fn the_program_and_the_warnings_are_those_of_the_first_compiler() {
    let source = "fn main() {\n    let x = 1;\n}";
    let (program, warnings) = compiled(source, &message("warning", "other"), false).unwrap();
    let first = Compiler::current().unwrap().version;
    assert!(program.ends_with(format!("with-{first}")), "{program:?}");
    assert_eq!(warnings, ["line 2: unused variable: `x`"]);
}
