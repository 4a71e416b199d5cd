pub mod extern_libraries;
pub mod original;
pub mod proof;
pub mod replay;
pub mod speed;
