//! All tests of the library but those of `allocations`, in one program: it is built and linked once.

mod plain;

mod accessors;
mod boards;
mod maps;
