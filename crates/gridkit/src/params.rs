//! The tunable numbers of a bot, declared once: [`params!`](crate::params!) and [`Tunable`].

use std::fmt::Write;

/// One tunable number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// The field's name.
    pub name: &'static str,
    /// True if it takes whole numbers only.
    pub whole: bool,
    /// Its default value.
    pub default: f64,
    /// The lowest value it takes.
    pub low: f64,
    /// The highest value it takes.
    pub high: f64,
}

/// A mutable field of a struct of tunable numbers.
#[derive(Debug)]
pub enum Slot<'a> {
    /// Any number.
    Real(&'a mut f64),
    /// A whole number.
    Whole(&'a mut i32),
}

impl<'a> From<&'a mut f64> for Slot<'a> {
    fn from(field: &'a mut f64) -> Self {
        Slot::Real(field)
    }
}

impl<'a> From<&'a mut i32> for Slot<'a> {
    fn from(field: &'a mut i32) -> Self {
        Slot::Whole(field)
    }
}

/// A set of tunable numbers; written by [`params!`](crate::params!). The type `()` is the empty set.
pub trait Tunable: Default {
    /// The numbers, in the order of their declaration.
    const TABLE: &'static [Param];

    /// The field of that name.
    fn slot(&mut self, name: &str) -> Option<Slot<'_>>;

    /// The values, in the order of [`TABLE`](Self::TABLE).
    fn values(&self) -> Vec<f64>;

    /// Sets the number `name` to the value that `text` spells.
    ///
    /// # Errors
    ///
    /// A sentence that names the possible names or values, if there is no such number, `text`
    /// spells none, or it is out of range.
    fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let found = Self::TABLE.iter().find(|param| param.name == name);
        let (param, slot) = if let (Some(param), Some(slot)) = (found, self.slot(name)) {
            (param, slot)
        } else {
            let names: Vec<_> = Self::TABLE.iter().map(|param| param.name).collect();
            let names = names.join(", ");
            return Err(format!("`{name}` is not one of this bot's tunable numbers: [{names}]"));
        };
        let Param { whole, low, high, .. } = *param;
        match (text.parse::<f64>(), slot) {
            (Ok(value), Slot::Real(field)) if (low..=high).contains(&value) => *field = value,
            (Ok(value), Slot::Whole(field))
                if (low..=high).contains(&value) && value.fract() == 0.0 =>
            {
                *field = value as i32;
            }
            _ => {
                let kind = if whole { "a whole number" } else { "a number" };
                return Err(format!("`{name}` takes {kind} from {low} to {high}, not `{text}`"));
            }
        }
        Ok(())
    }

    /// The table as JSON, one object a line.
    fn table_as_json_lines() -> String {
        Self::TABLE.iter().fold(String::new(), |mut lines, param| {
            let Param { name, whole, default, low, high } = param;
            let _ = writeln!(
                lines,
                r#"{{"name":"{name}","whole":{whole},"default":{default},"low":{low},"high":{high}}}"#
            );
            lines
        })
    }
}

impl Tunable for () {
    const TABLE: &'static [Param] = &[];

    fn slot(&mut self, _: &str) -> Option<Slot<'_>> {
        None
    }

    fn values(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// Declares the tunable numbers of a bot: a struct with one plain field (`f64` or `i32`) each,
/// its `Default`, and its [`Tunable`](crate::Tunable).
///
/// Both ends belong to the range. A default outside its range does not compile.
///
/// ```
/// use gridkit::Tunable;
///
/// gridkit::params! {
///     /// What the search weighs.
///     pub struct Params {
///         /// Worth of a sure hit, in lives.
///         hit: f64 = 0.95, 0.0..=2.0;
///         /// Turns looked ahead.
///         depth: i32 = 4, 1..=12;
///     }
/// }
///
/// let mut params = Params::default();
/// params.set("depth", "6").unwrap();
/// assert_eq!((params.hit, params.depth), (0.95, 6));
/// assert_eq!(
///     params.set("depth", "6.5").unwrap_err(),
///     "`depth` takes a whole number from 1 to 12, not `6.5`"
/// );
/// assert_eq!(
///     params.set("width", "3").unwrap_err(),
///     "`width` is not one of this bot's tunable numbers: [hit, depth]"
/// );
/// assert_eq!(
///     Params::table_as_json_lines().lines().next().unwrap(),
///     r#"{"name":"hit","whole":false,"default":0.95,"low":0,"high":2}"#
/// );
/// ```
#[macro_export]
macro_rules! params {
    (
        $(#[$meta:meta])*
        $vis:vis struct $params:ident {
            $(
                $(#[$field_meta:meta])*
                $field:ident: $kind:ident = $default:literal, $low:literal ..= $high:literal;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $params {
            $( $(#[$field_meta])* pub $field: $kind, )+
        }

        $( const _: () = assert!($low <= $default && $default <= $high); )+

        impl Default for $params {
            fn default() -> Self {
                Self { $( $field: $default, )+ }
            }
        }

        impl $crate::params::Tunable for $params {
            const TABLE: &'static [$crate::params::Param] = &[
                $( $crate::params::Param {
                    name: stringify!($field),
                    whole: $crate::params!(@whole $kind),
                    default: $default as f64,
                    low: $low as f64,
                    high: $high as f64,
                }, )+
            ];

            fn slot(&mut self, name: &str) -> Option<$crate::params::Slot<'_>> {
                match name {
                    $( stringify!($field) => Some((&mut self.$field).into()), )+
                    _ => None,
                }
            }

            fn values(&self) -> Vec<f64> {
                vec![ $( f64::from(self.$field), )+ ]
            }
        }
    };
    (@whole i32) => { true };
    (@whole f64) => { false };
}

#[cfg(test)]
mod tests {
    use super::*;

    params! {
        /// For the tests.
        struct Few {
            /// Below zero too.
            slope: f64 = -0.5, -1.0..=1.0;
            /// At the end of its range.
            turns: i32 = -3, -3..=3;
        }
    }

    #[test]
    fn a_set_value_is_read_back() {
        let mut few = Few::default();
        assert_eq!(few.values(), [-0.5, -3.0]);
        few.set("slope", "1").unwrap();
        few.set("turns", "2").unwrap();
        assert_eq!(few.values(), [1.0, 2.0]);
        assert_eq!(few, Few { slope: 1.0, turns: 2 });
    }

    #[test]
    fn what_is_no_number_in_range_is_refused_and_changes_nothing() {
        let mut few = Few::default();
        for text in ["", "x", "1.01", "-1.01", "NaN", "inf", "1e300", "0x1"] {
            let error = few.set("slope", text).unwrap_err();
            assert_eq!(error, format!("`slope` takes a number from -1 to 1, not `{text}`"));
        }
        assert!(few.set("turns", "0.5").is_err() && few.set("turns", "4").is_err());
        assert_eq!(few, Few::default());
    }

    #[test]
    fn the_empty_set_says_so() {
        let error = ().set("depth", "3").unwrap_err();
        assert_eq!(error, "`depth` is not one of this bot's tunable numbers: []");
    }
}
