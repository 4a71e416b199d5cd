//! The program's own module, with the name of the library.
pub fn shout(text: &str) -> String {
    crate::parts::louder!(text)
}
