//! Errors in words that say what to do.

use std::io::ErrorKind;

/// An error with its causes, in one line. The system's own words for a file become plain ones.
pub fn sentence(error: &anyhow::Error) -> String {
    let part = |cause: &(dyn std::error::Error + 'static)| {
        let system = cause.downcast_ref::<std::io::Error>();
        match system.map(std::io::Error::kind) {
            Some(ErrorKind::NotFound) => {
                "there is no such file or folder; check the path".to_owned()
            }
            Some(ErrorKind::PermissionDenied) => {
                "you are not allowed to; check who owns it".to_owned()
            }
            Some(ErrorKind::IsADirectory) => "it is a folder; name a file".to_owned(),
            Some(ErrorKind::StorageFull) => "the disk is full".to_owned(),
            _ => cause.to_string(),
        }
    };
    error.chain().map(part).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use anyhow::Context as _;

    use super::*;

    #[test]
    fn a_missing_folder_is_named_without_the_number_of_the_error() {
        let error =
            fs::write("/nowhere/bot.rs", "").context("cannot write /nowhere/bot.rs").unwrap_err();
        let said = sentence(&error);
        assert_eq!(
            said,
            "cannot write /nowhere/bot.rs: there is no such file or folder; check the path"
        );
    }
}
