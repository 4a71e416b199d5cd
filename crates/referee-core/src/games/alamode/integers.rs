//! Reads whole numbers like the site's engine, which uses Java's `Integer.parseInt`.

/// The zeros of all decimal digits beyond ASCII that one UTF-16 unit holds; one to nine follow each.
///
/// These are the characters of category Nd in Unicode's `UnicodeData.txt`, of 7.0 or later, up to
/// U+FFFF, and all single characters that `Integer.parseInt` of Java 17 accepts. Digits above U+FFFF have two units
/// each, and Java takes neither for a digit.
#[rustfmt::skip]
const ZEROS: [char; 36] = [
    '\u{0660}', '\u{06F0}', '\u{07C0}', '\u{0966}', '\u{09E6}', '\u{0A66}', '\u{0AE6}', '\u{0B66}',
    '\u{0BE6}', '\u{0C66}', '\u{0CE6}', '\u{0D66}', '\u{0DE6}', '\u{0E50}', '\u{0ED0}', '\u{0F20}',
    '\u{1040}', '\u{1090}', '\u{17E0}', '\u{1810}', '\u{1946}', '\u{19D0}', '\u{1A80}', '\u{1A90}',
    '\u{1B50}', '\u{1BB0}', '\u{1C40}', '\u{1C50}', '\u{A620}', '\u{A8D0}', '\u{A900}', '\u{A9D0}',
    '\u{A9F0}', '\u{AA50}', '\u{ABF0}', '\u{FF10}',
];

/// A signed 32-bit number in decimal digits of any script. A plus sign and leading zeros are fine.
pub fn parse_int(word: &str) -> Option<i32> {
    if word.is_ascii() {
        return word.parse().ok();
    }
    word.chars().map(ascii).collect::<String>().parse().ok()
}

/// A digit as it is in ASCII; other characters stay as they are.
fn ascii(char: char) -> char {
    let digit = ZEROS.iter().find_map(|zero| {
        let digit = u32::from(char).checked_sub(u32::from(*zero))?;
        char::from_digit(digit, 10)
    });
    digit.unwrap_or(char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_are_digits() {
        assert_eq!(parse_int("3"), Some(3));
        assert_eq!(parse_int("٠٠١"), Some(1));
        assert_eq!(parse_int("1٣"), Some(13));
        assert_eq!(parse_int("-५"), Some(-5));
        assert_eq!(parse_int("+９"), Some(9));
        assert_eq!(parse_int("２１４７４８３６４７"), Some(i32::MAX));
        assert_eq!(parse_int("２１４７４８３６４８"), None);
    }

    /// Java refuses all of these: a digit in two units, other numbers, signs, blanks.
    #[test]
    fn what_only_looks_like_a_digit_is_none() {
        for word in ["𝟓", "²", "Ⅰ", "①", "三", "＋5", "−5", "5\u{a0}", "٣+", "Ａ", "", "+", "-"]
        {
            assert_eq!(parse_int(word), None, "{word}");
        }
    }

    /// Finds characters of the table that are mistyped or repeated.
    #[test]
    fn all_of_the_table_are_numbers_in_order() {
        assert!(ZEROS.is_sorted_by(|a, b| u32::from(*a) + 10 <= u32::from(*b)));
        for zero in ZEROS {
            for digit in 0..10 {
                let char = char::from_u32(u32::from(zero) + digit).unwrap();
                assert!(char.is_numeric(), "{char:?}");
                assert_eq!(parse_int(&char.to_string()), Some(digit as i32));
            }
        }
        let digits = (128..0x1_0000).filter_map(char::from_u32);
        let digits = digits.filter(|char| parse_int(&char.to_string()).is_some());
        assert_eq!(digits.count(), 360);
    }
}
