pub mod compiler;
pub mod expand;
pub mod functions;
pub mod graph;
