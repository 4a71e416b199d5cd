//! Mistakes in the call of the program.

use referee::testkit::programs::Program;

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_kabotte"))
}

/// Otherwise the knowledge of a night would be lost, and only the recording would say so.
#[test]
fn a_missing_folder_of_knowledge_is_named_before_the_race() {
    program().refuses_input(&["none/"], "", "there is no folder `none/`");
    program().refuses_input(&["none/night"], "", "make it with `mkdir -p none`");
}
