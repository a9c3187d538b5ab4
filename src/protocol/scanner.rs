//! Takes a line of bytes apart into words and numbers, the way C programs
//! read them: generous with blanks, never failing on any byte.

/// What is left to read of a line.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a>(&'a [u8]);

/// Control characters count as blanks; some managers send NUL among them.
const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

impl<'a> Scanner<'a> {
    pub const fn new(line: &'a [u8]) -> Self {
        Self(line)
    }

    fn skip_blanks(&mut self) {
        let blanks = self.0.iter().take_while(|&&byte| is_blank(byte)).count();
        self.0 = self.0.get(blanks..).unwrap_or_default();
    }

    /// Whether nothing but blanks is left.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.0.is_empty()
    }

    /// The next bytes up to a blank; empty only at the end.
    pub fn word(&mut self) -> &'a [u8] {
        self.skip_blanks();
        let length = self.0.iter().take_while(|&&byte| !is_blank(byte)).count();
        let (word, rest) = self.0.split_at_checked(length).unwrap_or_default();
        self.0 = rest;
        word
    }

    /// A comma, with or without blanks before it.
    pub fn comma(&mut self) -> bool {
        self.skip_blanks();
        match self.0.split_first() {
            Some((b',', rest)) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    /// A decimal number with an optional sign. One that is too large becomes
    /// the largest there is, which is outside every board and limit.
    pub fn number(&mut self) -> Option<i64> {
        self.skip_blanks();
        let (is_negative, digits) = match self.0.split_first() {
            Some((b'-', rest)) => (true, rest),
            Some((b'+', rest)) => (false, rest),
            _ => (false, self.0),
        };
        let count = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count == 0 {
            return None;
        }
        let (digits, rest) = digits.split_at_checked(count).unwrap_or_default();
        self.0 = rest;
        let value = digits.iter().fold(0_i64, |value, digit| {
            value
                .saturating_mul(10)
                .saturating_add(i64::from(digit - b'0'))
        });
        Some(if is_negative { -value } else { value })
    }

    /// A number that fills its word: `12`, not `12x`.
    pub fn whole_number(&mut self) -> Option<i64> {
        let value = self.number()?;
        self.is_at_word_end().then_some(value)
    }

    /// Whether the word read last is complete.
    pub fn is_at_word_end(&self) -> bool {
        self.0.first().is_none_or(|&byte| is_blank(byte))
    }

    /// Two numbers with a comma between them.
    pub fn pair(&mut self) -> Option<(i64, i64)> {
        let first = self.number()?;
        if !self.comma() {
            return None;
        }
        Some((first, self.number()?))
    }

    /// What is left.
    pub const fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// What is left, short and printable, to be quoted.
    pub fn excerpt(&self) -> String {
        const LONGEST: usize = 24;
        let mut rest = *self;
        rest.skip_blanks();
        let printable = |&byte: &u8| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '?',
        };
        let text: String = rest.0.iter().take(LONGEST).map(printable).collect();
        text.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_signs_around_numbers_are_taken() {
        for text in ["7,8", " 7 , 8", "\t+7,\t8", "\x007,8\r", "007,08"] {
            assert_eq!(Scanner::new(text.as_bytes()).pair(), Some((7, 8)), "{text}");
        }
        assert_eq!(Scanner::new(b"-7,8").pair(), Some((-7, 8)));
    }

    #[test]
    fn what_is_no_pair_is_refused() {
        for text in ["", "7", "7,", ",7", "a,b", "7 8", "--7,8", "7;8"] {
            assert_eq!(Scanner::new(text.as_bytes()).pair(), None, "{text}");
        }
    }

    #[test]
    fn numbers_too_large_saturate() {
        let mut scanner = Scanner::new(b"99999999999999999999,-99999999999999999999");
        assert_eq!(scanner.pair(), Some((i64::MAX, -i64::MAX)));
    }

    #[test]
    fn a_whole_number_fills_its_word() {
        assert_eq!(Scanner::new(b"12 x").whole_number(), Some(12));
        assert_eq!(Scanner::new(b"12x").whole_number(), None);
        assert_eq!(Scanner::new(b"1.5").whole_number(), None);
    }

    #[test]
    fn excerpts_are_short_and_printable() {
        let excerpt = Scanner::new(b" a\xff\x00b ").excerpt();
        assert_eq!(excerpt, "a??b");
        assert!(Scanner::new(&[b'x'; 1_000]).excerpt().len() < 30);
    }
}
