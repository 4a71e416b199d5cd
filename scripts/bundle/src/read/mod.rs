pub mod attributes;
pub mod builtin_macros;
pub mod cfg;
pub mod load;
pub mod macro_tokens;
pub mod paths;
pub mod refusal;
pub mod strip;
