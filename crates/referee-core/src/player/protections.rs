//! The isolation of a program in sentences.
//!
//! [`Player::in_force`](super::Player::in_force) lists the measures by words, which other programs read. A person is not
//! interested in the measures, but in what the program cannot do.

/// Something that a program cannot do if one of some measures is in force.
struct Protection {
    /// Words of measures, each of which is enough.
    by: &'static [&'static str],
    /// What is true if one of them is in force.
    holds: &'static str,
    /// What is true otherwise.
    lacks: &'static str,
    /// What is true otherwise on Windows; empty if there is nothing of the kind.
    lacks_on_windows: &'static str,
}

/// What is protected from every bot.
const ALWAYS: [Protection; 8] = [
    Protection {
        by: &["namespaces", "scopes"],
        holds: "cannot send signals to other programs",
        lacks: "can send signals to other programs",
        lacks_on_windows: "can end other programs of its user",
    },
    Protection {
        by: &["namespaces", "landlock"],
        holds: "cannot read the memory of other programs",
        lacks: "can read the memory of other programs of its user",
        lacks_on_windows: "can read the memory of other programs of its user",
    },
    Protection {
        by: &["writes", "scratch"],
        holds: "cannot write outside its own folders",
        lacks: "can write to all files of its user",
        lacks_on_windows: "can write to all files of its user",
    },
    Protection {
        by: &["results", "files"],
        holds: "cannot change logs and recordings",
        lacks: "can change logs and recordings in its own folders",
        lacks_on_windows: "can change logs and recordings",
    },
    Protection {
        by: &["tmp", "files"],
        holds: "has a /tmp of its own",
        lacks: "shares /tmp with other programs",
        lacks_on_windows: "shares the folder for temporary files with other programs",
    },
    Protection {
        by: &["shm", "files"],
        holds: "has shared memory of its own",
        lacks: "shares /dev/shm with other programs",
        lacks_on_windows: "",
    },
    Protection {
        by: &["services", "files"],
        holds: "cannot call the services of this machine by their sockets",
        lacks: "can call the services of this machine by their sockets",
        lacks_on_windows: "can call the services of this machine",
    },
    Protection {
        by: &["sys", "writes", "files"],
        holds: "cannot change the settings of this machine",
        lacks: "can change what its user can change of this machine",
        lacks_on_windows: "can change what its user can change of this machine",
    },
];

/// What is protected from strangers in addition.
const FROM_STRANGERS: Protection = Protection {
    by: &["files"],
    holds: "cannot read files of the user or use the network",
    lacks: "",
    lacks_on_windows: "",
};

/// What a program cannot do, by the words of the measures that are in force, as sentences without a subject.
///
/// ```
/// let words = "session namespaces writes tmp";
/// let sentences = referee_core::player::protections::held(words);
/// assert!(sentences.contains(&"cannot write outside its own folders"));
/// assert!(!sentences.contains(&"has shared memory of its own"));
/// ```
pub fn held(in_force: &str) -> Vec<&'static str> {
    let all = ALWAYS.iter().chain([&FROM_STRANGERS]);
    all.filter(|it| it.is_held(in_force)).map(|it| it.holds).collect()
}

/// What a program can do nevertheless, as sentences without a subject. Empty for a program that is isolated in all ways, on
/// a system that tells how long a program waits for a core.
pub fn missing(in_force: &str) -> Vec<&'static str> {
    let has = |wanted| in_force.split(' ').any(|word| word == wanted);
    let lacks = |it: &Protection| if has("job") { it.lacks_on_windows } else { it.lacks };
    let lacking = ALWAYS.iter().filter(|it| !it.is_held(in_force)).map(lacks);
    let lacking = lacking.filter(|sentence| !sentence.is_empty());
    lacking.chain(has("waits-unknown").then_some(NEVER_EXCUSED)).collect()
}

/// What holds where the system does not tell how long a program waits for a core.
const NEVER_EXCUSED: &str =
    "is late also when other programs kept it from a core, which this system does not tell";

impl Protection {
    fn is_held(&self, in_force: &str) -> bool {
        in_force.split(' ').any(|word| self.by.contains(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "session namespaces proc sys landlock scopes writes results tmp shm services";

    #[test]
    fn each_protection_is_either_held_or_missing() {
        for words in ["", "session", ALL, "session landlock writes", "session files scratch"] {
            let held = held(words).into_iter().filter(|it| *it != FROM_STRANGERS.holds).count();
            assert_eq!(held + missing(words).len(), ALWAYS.len(), "{words}");
        }
        assert_eq!(missing(ALL), Vec::<&str>::new());
        assert!(!held(ALL).contains(&FROM_STRANGERS.holds));
    }

    #[test]
    fn a_system_that_isolates_nothing_is_told_in_its_own_words() {
        let windows = missing("job waits-unknown memory-samples thread-samples");
        assert!(windows.contains(&"can end other programs of its user"), "{windows:?}");
        assert!(windows.iter().all(|it| !it.contains("/tmp") && !it.contains("/dev")));
        assert_eq!(windows.last(), Some(&NEVER_EXCUSED));
        let posix = missing("session waits-unknown memory-samples thread-samples");
        assert!(posix.contains(&"shares /tmp with other programs"));
        assert_eq!(posix.last(), Some(&NEVER_EXCUSED));
        assert!(!missing("session memory-samples").contains(&NEVER_EXCUSED));
    }

    #[test]
    fn what_is_missing_is_named() {
        let shared = ALL.replace("tmp ", "");
        assert_eq!(missing(&shared), ["shares /tmp with other programs"]);
        assert_eq!(held("session files")[0], "cannot change logs and recordings");
    }
}
