//! A checksum for files: tells damage from data, not friend from foe.

/// The 32-bit Fowler-Noll-Vo hash (FNV-1a).
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_examples_hold() {
        assert_eq!(checksum(b""), 0x811C_9DC5);
        assert_eq!(checksum(b"a"), 0xE40C_292C);
        assert_eq!(checksum(b"foobar"), 0xBF9C_F968);
    }
}
