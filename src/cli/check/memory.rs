//! How much memory a process and its children own, as managers measure it.
//! Known on Linux only.

/// Bytes that would be free if the process and its children ended, or `None`
/// where the system does not say.
#[cfg(target_os = "linux")]
pub fn owned_by(process: u32) -> Option<u64> {
    let own =
        private_bytes(&std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?);
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))
        .unwrap_or_default();
    let of_children: u64 = children
        .split_whitespace()
        .filter_map(|child| owned_by(child.parse().ok()?))
        .sum();
    Some(own + of_children)
}

/// Bytes that would be free if the process and its children ended, or `None`
/// where the system does not say.
#[cfg(not(target_os = "linux"))]
pub fn owned_by(_process: u32) -> Option<u64> {
    None
}

/// The sum of the private parts in a `smaps_rollup` file.
#[cfg(target_os = "linux")]
fn private_bytes(text: &str) -> u64 {
    text.lines()
        .filter(|line| line.starts_with("Private_"))
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .map(|kilobytes| kilobytes << 10)
        .sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn private_parts_are_summed() {
        let text = "Rss: 100 kB\nPrivate_Clean: 3 kB\nPrivate_Dirty:  4 kB\nShared_Clean: 9 kB\n";
        assert_eq!(private_bytes(text), 7 << 10);
    }

    #[test]
    fn memory_in_use_is_seen() {
        let before = owned_by(std::process::id()).expect("Linux tells");
        let block = vec![1_u8; 64 << 20];
        let after = owned_by(std::process::id()).expect("Linux tells");
        // Other tests of this process free and take memory at the same time.
        assert!(
            after > before + (32 << 20),
            "{before} -> {after} with {} more",
            block.len()
        );
    }
}
