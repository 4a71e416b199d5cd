//! A module with the name of a macro.

/// Told by a macro.
pub trait Told {
    fn told() -> &'static str;
}

pub fn plus_one(x: u32) -> u32 {
    x + 1
}

#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(feature = "loud", derive(Debug))]
#[cfg_attr(not(feature = "loud"), derive(NoSuchDerive))]
pub enum Suit {
    Hearts,
    Spades { sharp: u32, #[cfg(feature = "quiet")] blunt: u32 },
    #[cfg(feature = "quiet")]
    Whispers,
    Never(u8),
}

impl Suit {
    pub fn worth(self) -> u32 {
        match self {
            Suit::Hearts => 1,
            Suit::Spades { sharp, #[cfg(feature = "quiet")] blunt } => {
                #[cfg(feature = "quiet")]
                let sharp = sharp + blunt;
                sharp
            }
            #[cfg(feature = "quiet")]
            Suit::Whispers => 0,
            Suit::Never(x) => x.into(),
        }
    }
    pub fn unused_method(&self) {}
}
