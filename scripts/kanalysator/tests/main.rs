//! All tests of the program, in one binary: it is built and linked once.

mod badges;
mod lane;
mod races;
mod solve;
mod table;
