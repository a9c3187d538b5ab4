//! A number for every combination of line patterns, to be summed over the
//! empty cells. The position keeps the sums; what the numbers mean is
//! evaluation's business.

use crate::pattern::line::CellPatterns;
use crate::types::Color;

/// For each colour, the value of every combination of a cell's four patterns.
pub struct CellValues([Box<[i16; 1 << 16]>; 2]);

impl CellValues {
    /// Asks the function for every value. Combinations are visited as they
    /// stand; the function decides whether their order matters.
    pub fn from_function(value: impl Fn(Color, CellPatterns) -> i16) -> Self {
        Self(Color::ALL.map(|color| {
            let mut table = Box::new([0; 1 << 16]);
            for (bits, entry) in table.iter_mut().enumerate() {
                *entry = value(color, CellPatterns(bits as u16));
            }
            table
        }))
    }

    /// The value of one cell for one colour.
    #[inline]
    pub fn get(&self, color: Color, patterns: CellPatterns) -> i32 {
        i32::from(self.0[color.index()][patterns.0 as usize])
    }
}
