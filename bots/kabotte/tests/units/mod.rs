//! Tests of single modules of the library.

mod bench;
mod bot;
mod choose;
mod circuit;
mod crash_trail;
mod exact;
mod graph;
mod knowledge;
mod motion;
mod night;
mod passages;
mod protocol_reader;
mod rules;
mod search;
mod set_back;
mod track;
