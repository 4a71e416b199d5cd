pub mod build_scripts;
pub mod extern_libraries;
pub mod original;
pub mod proof;
pub mod replay;
pub mod speed;
