//! The rules of Karopapier against what the site recorded.

mod official;
