//! The thinking.
pub mod brain;
pub mod player {
    //! The same name as the crate's.
    pub fn name() -> &'static str {
        env!("CARGO_PKG_NAME")
    }
}
#[macro_export]
macro_rules! think {
    ($($t:tt)*) => { $crate::brain::think($($t)*) };
}
