//! Turns a bot and all that it needs into one source file that a contest site compiles.
//!
//! The way of a bundle: `workspace` asks cargo which crates and features there are; `load` reads
//! each crate's files, `strip`s what is not compiled and `rewrite`s what names other places;
//! `assemble` puts the crates together, each library a module of its own; `lean` leaves what the
//! program needs: `unused` removes what the compiler calls unused, `idle` the implementations that
//! the compiled program does not hold; `layout` or `minify` prints; `proof` compiles the result and
//! plays recorded games with it.

mod assemble;
mod attributes;
mod builtin;
mod cfg;
mod cli;
mod compiler;
mod cut;
mod docs;
mod drive;
mod features;
mod functions;
mod idle;
mod imports;
mod layout;
mod lean;
mod load;
mod minify;
mod names;
mod notice;
mod parts;
mod place;
mod proof;
mod refusal;
mod report;
mod rewrite;
mod run;
mod settings;
mod site;
mod speed;
mod strip;
mod tokens;
mod unused;
mod workspace;

pub use cli::Options;
pub use run::run;
pub use site::Site;
