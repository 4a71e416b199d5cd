pub mod assemble;
pub mod exported_macros;
pub mod macro_docs;
pub mod own_names;
