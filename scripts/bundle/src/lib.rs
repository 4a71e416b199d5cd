//! Writes a bot, with every library that it needs, as one source file for a contest site.
//!
//! | step | modules |
//! |---|---|
//! | ask cargo for the crates and their features | `workspace`, `features`, `externs`, `settings` |
//! | read each crate, cut what is not compiled, rewrite paths | `load`, `strip`, `cfg`, `rewrite`, `builtin` |
//! | put the crates into one file, each library as a module | `assemble`, `imports`, `macros` |
//! | remove what the program does not need | `lean`, with `unused` and `idle` |
//! | print | `layout` or `minify`, after `shorten` if it is still too long, with `notice` above |
//! | compile the result, and play recorded games with it | `proof`, `original`, `drive`, `speed` |
//! | say what is wrong, in the user's own files | `young`, `blame`, `lost`, `refusal` |

mod assemble;
mod attributes;
mod blame;
mod builtin;
mod cfg;
mod cli;
mod compiler;
mod cut;
mod definitions;
mod docs;
mod drive;
mod externs;
mod features;
mod functions;
mod idle;
mod imports;
mod layout;
mod lean;
mod load;
mod lost;
mod macros;
mod minify;
mod names;
mod notice;
mod original;
mod parts;
mod place;
mod progress;
mod proof;
mod refusal;
mod report;
mod reprint;
mod rewrite;
mod run;
mod settings;
mod shorten;
mod site;
mod speed;
mod strip;
mod tokens;
mod unused;
mod workspace;
mod young;

pub use cli::Options;
pub use reprint::reprint;
pub use run::run;
pub use site::Site;
