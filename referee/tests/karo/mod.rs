//! The rules of Karopapier in scripted races, and its options, protocol, maps and imports.

mod blocking;
mod circuits;
mod crashes;
mod drawing;
mod events;
mod faults;
mod headlights;
mod house;
mod imports;
mod maps;
mod motion;
mod official;
mod options;
mod programs;
mod protocol;
mod remulade;
mod rounds;
mod scene;
mod special_rules;
mod statistics;
mod tracks;
