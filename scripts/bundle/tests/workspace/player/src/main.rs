//! Uses everything once.
mod parts;
mod player;

use deck::asked::{self, Named as _};
use deck::suit::{Suit, Told};
use deck::{documented, suit as count};
use player::shout;
use std::io::{self, BufRead as _, Write};

documented! {
    /// Read
    /// by a macro.
    Noted
}

macro_rules! show {
    ($($value:expr),* $(,)?) => {
        $( writeln!(io::stdout(), "{} = {:?}", stringify!($value).len() > 0, $value).unwrap(); )*
    };
}

macro_rules! passed_on {
    ($($tokens:tt)*) => { $($tokens)* };
}

// Global paths after a group: after an attribute, a visibility and a block.
passed_on! {
    #[cfg(all())]
    ::deck::documented! { Unread }

    struct Held(pub(crate) ::deck::Branch);

    fn after_a_block() -> Held {
        let branch = {
            if cfg!(test) {}
            ::deck::Branch::grow(1)
        };
        Held(branch)
    }
}

/// Unused at the root.
pub struct Idle {
    pub hours: u32,
}

impl Idle {
    pub fn wait(&self) -> u32 {
        self.hours
    }
}

pub use deck::elsewhere as unused_reexport;

const RAW: &str = r#"
    raw { "text"
  ( with brackets
"#;

fn super_value() -> u32 {
    100
}

fn main() {
    let mind = ::player::brain::Mind::of(&::player::brain::Thought(7));
    show!(mind.says(), deck::deep(), deck::voice(), deck::spliced());
    show![count!(1, 2, 3), deck::suit!(), deck::count_here(), deck::count_there(), deck::used()];
    show!(deck::inner::leaf::text(), deck::inner::leaf::manifest_words(), deck::inner::leaf::BYTES);
    show!(deck::inner::twisted::twist(), deck::elsewhere::far(), <Noted as Told>::told());
    let spade = deck::suit::Suit::Spades { sharp: 4 };
    if let deck::suit::Suit::Spades { sharp } = spade {
        show!(sharp, spade, Suit::Hearts.worth() + spade.worth());
    }
    let branch = deck::Branch::grow(2);
    show!(deck::count_leaves(&vec![&branch, &deck::tree::Branch::grow(5)]), branch);
    show!(deck::Board::<4, 3, u16>::AREA, <deck::Board<2>>::new().to_string());
    show!(RAW, ::player::think!(3), ::player::brain::sharpness(), (1,), module_path!());
    show!(parts::Part::<u32>::make().0, parts::inside(), shout("x"), ::player::player::name());
    show!(cfg!(feature = "sharp"), cfg!(test), env!("CARGO_PKG_DESCRIPTION"));
    let included: [u32; 3] = include!("numbers.in");
    show!(included, option_env!("CARGO_PKG_NAME"));
    let purse = asked::Purse::from(3) + 4.into();
    show!(purse.coins, asked::ring(), asked::Cat.named(), asked::hear(&asked::Dog));
    show!(asked::how_many(&[asked::Coin(1)]), asked::is_gold(asked::Coin(100)));
    show!(asked::Countdown(3).count(), asked::Countdown(3).collect::<Vec<u32>>());
    show!(after_a_block().0, Unread::told());
    for line in io::stdin().lock().lines() {
        show!(line.unwrap());
    }
}
