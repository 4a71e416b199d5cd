pub mod macro_definitions;
pub mod marked;
pub mod names;
pub mod reduce;
pub mod reduced;
pub mod uncalled;
pub mod unused;
