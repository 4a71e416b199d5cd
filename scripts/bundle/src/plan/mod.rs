pub mod contents;
pub mod externs;
pub mod features;
pub mod packages;
pub mod place;
pub mod settings;
pub mod site;
pub mod workspace;
