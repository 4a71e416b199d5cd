pub mod compiler;
pub mod functions;
pub mod graph;
