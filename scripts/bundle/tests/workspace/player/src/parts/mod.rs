macro_rules! louder {
    ($text:expr) => {
        format!("{}!", $text.to_uppercase())
    };
}
pub(crate) use louder;

pub struct Part<T>(pub T);

impl<T: deck::Odd + From<u8>> Part<T> {
    pub fn make() -> Part<String> {
        let part = Part(T::from(9));
        let text = part.0.describe();
        Part(text)
    }
}

pub fn inside() -> u32 {
    use deck::board::cell as c;
    let deck = c::Cell { x: 1, y: 2 };
    #[cfg(debug_assertions)]
    let _ = deck.y;
    (deck.x + deck.y) as u32 + super::super_value()
}
