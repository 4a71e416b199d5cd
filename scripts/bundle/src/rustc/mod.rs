pub mod compiler;
pub mod functions;
