//! Options that may be repeated, but not for the same name.

use std::collections::HashSet;

use clap::ArgMatches;

use crate::system::words;

/// The options `NAME=VALUE`: the identifier of the parser, and whether a name may have an equals sign.
const NAMED: [(&str, bool); 4] =
    [("options", false), ("on_option", false), ("timeout_factor", true), ("time_margin", true)];

/// Names of `--on-option` whose fields are lists: each value is one more item.
const LISTS: [&str; 2] = ["options", "sshlogin"];

/// The sentence for a name that is given twice; `None` if each name is given once. Only one of the values would count.
pub(super) fn sentence(matches: &ArgMatches) -> Option<String> {
    let mut matches = matches;
    while let Some((_, inner)) = matches.subcommand() {
        matches = inner;
    }
    NAMED.iter().find_map(|(option, has_equals)| {
        let mut names = HashSet::new();
        let values = matches.try_get_raw(option).ok()??.filter_map(|value| value.to_str());
        let twice = values
            .map(|value| {
                let parts =
                    if *has_equals { value.rsplit_once('=') } else { value.split_once('=') };
                parts.map(|(name, _)| name)
            })
            .filter(|name| *option != "on_option" || name.is_none_or(|name| !LISTS.contains(&name)))
            .find(|name| !names.insert(*name))?;
        let flag = option.trim_end_matches('s').replace('_', "-");
        let name = twice.map_or_else(String::new, |name| format!(" {}", words::quote(name)));
        Some(format!("--{flag}{name} is given more than once; give it once"))
    })
}
