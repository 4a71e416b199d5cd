pub mod assemble;
pub mod exported_macros;
pub mod macro_docs;
pub mod namesakes;
pub mod own_names;
pub mod trait_objects;
