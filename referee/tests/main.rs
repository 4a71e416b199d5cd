//! Most tests of the referee, in one program: it is built and linked once. Tests that count what their own process
//! holds, start it again, register a contest, or should be alone with their clocks are programs of their own.

mod common;

mod alamode;
mod arena;
mod browser;
mod cli;
mod clocks;
mod contract;
mod courier;
mod damaged;
mod dashboard;
mod docs;
mod duel;
mod faults;
mod first_bots;
mod fixtures;
mod fruit;
mod karo;
mod logs;
mod machine_interface;
mod measuring;
mod ocean;
mod parsers;
mod redrive;
mod report_twin;
mod serve;
mod show;
mod statistics;
mod terminal;
mod thrown_out;
mod tune;
mod tune_methods;
mod tune_together;
mod view;
mod watch;
