pub fn text() -> &'static str {
    include_str!("../../words.txt")
}
pub fn manifest_words() -> usize {
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/words.txt")).split_whitespace().count()
}
pub static BYTES: &[u8] = include_bytes!("leaf.bin");
