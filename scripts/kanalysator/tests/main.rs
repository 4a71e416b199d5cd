//! All tests of the program, in one binary: it is built and linked once.

mod races;
mod solve;
