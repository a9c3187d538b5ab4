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
    use std::io::Read;
    use std::process::{Command, Stdio};

    #[test]
    fn private_parts_are_summed() {
        let text = "Rss: 100 kB\nPrivate_Clean: 3 kB\nPrivate_Dirty:  4 kB\nShared_Clean: 9 kB\n";
        assert_eq!(private_bytes(text), 7 << 10);
    }

    #[test]
    fn memory_in_use_is_seen() {
        // A shell that holds 8 MB in a variable; dash and bash own little more.
        let script = "text=$(head -c 8000000 /dev/zero | tr '\\0' x); echo ready; read -r line";
        let mut shell = Command::new("/bin/sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell can be started");
        let mut ready = [0; 6];
        let mut output = shell.stdout.take().expect("standard output is piped");
        output
            .read_exact(&mut ready)
            .expect("the shell says when it is ready");
        let owned = owned_by(shell.id()).expect("Linux tells");
        drop(shell.stdin.take());
        shell.wait().expect("the shell ends with its input");
        assert!((8_000_000..100_000_000).contains(&owned), "{owned}");
    }
}
