//! A variable before a command line, as in a shell: [`demand_no_variable`].

use anyhow::{Result, bail};

use crate::system::words;
use crate::workspace;

/// Refuses `DEBUG=1 ./my-bot`, which a shell takes for a variable and a program.
///
/// # Errors
/// A sentence with the command line that sets the variable.
pub fn demand_no_variable(text: &str) -> Result<()> {
    let Ok(words) = words::split(text) else { return Ok(()) };
    let variables = words.iter().take_while(|word| value(word).is_some()).count();
    // `new=python3 my_bot.py` is a bot with a name, and so is `new=DEBUG=1 ./my-bot`, whose command is looked at alone.
    let is_meant = words.first().and_then(|word| value(word)).is_some_and(|first| {
        let is_other = first.contains([':', '@']) || value(first).is_some();
        !is_other && workspace::program(first).is_none()
    });
    let program = words.get(variables).filter(|_| variables > 0 && is_meant);
    if program.is_some_and(|word| workspace::program(word).is_some()) {
        bail!(
            "'{text}': a variable belongs behind `env`; give {}",
            words::quote(&format!("env {text}"))
        );
    }
    Ok(())
}

/// The value of a word such as `DEBUG=1`.
fn value(word: &str) -> Option<&str> {
    let (name, value) = word.split_once('=')?;
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    is_name.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_before_a_program_belongs_behind_env() {
        let program = std::env::current_exe().unwrap();
        let with = |text: &str| text.replace("PROGRAM", program.to_str().unwrap());
        for text in
            ["DEBUG=1 PROGRAM -c 'a:b'", "A=1 b=x PROGRAM", "A= PROGRAM", "A='/x y' PROGRAM x"]
        {
            let text = with(text);
            let error = demand_no_variable(&text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}': a variable belongs behind")), "{error}");
        }
        for text in [
            "PROGRAM bot.sh",
            "new=PROGRAM bot.sh",
            "new=PROGRAM PROGRAM",
            "new=A=1 PROGRAM",
            "env DEBUG=1 PROGRAM",
            "a=stranger:x PROGRAM",
            "a=@random PROGRAM",
            "a=v3 --deep",
            "A=1",
            "2=1 PROGRAM",
            "A='1 PROGRAM",
        ] {
            let text = with(text);
            assert!(demand_no_variable(&text).is_ok(), "{text}");
        }
    }
}
