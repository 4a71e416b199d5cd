//! All integration tests except `allocations`, in one program, so that it is linked only once.

mod plain;

mod accessors;
mod boards;
mod maps;
