pub mod imports;
pub mod layout;
pub mod minify;
pub mod notice;
pub mod shorten;
