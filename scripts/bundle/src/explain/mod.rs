pub mod blame;
pub mod lost_settings;
pub mod newer_syntax;
