//! What some processors can do and others cannot: the only unsafe code of the
//! program. It knows nothing of what it is used for and changes no result;
//! without it everything is the same, only slower.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "wide instructions make a seventh more nodes a second, the hint for memory a few in a hundred, measured"
    )
)]

/// The processor that the program runs on. Only x86-64 has wide instructions
/// that must be asked for: those of aarch64 (NEON) are part of every such
/// processor, and the compiler uses them anyway (`scripts/check-arm` looks).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processor {
    /// Whether it has AVX2 and what came with it.
    is_wide: bool,
}

impl Processor {
    /// One without anything special, to compare with.
    #[cfg(test)]
    pub const PLAIN: Self = Self { is_wide: false };

    /// The one that is here.
    pub fn present() -> Self {
        #[cfg(target_arch = "x86_64")]
        let is_wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let is_wide = false;
        Self { is_wide }
    }

    /// Does some work, with wide instructions where there are such. The work is
    /// compiled for them as far as it is inlined here: its functions should be
    /// `inline(always)`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "nothing but a choice")]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.is_wide {
            // SAFETY: `is_wide` is only set where the processor has what it needs.
            return unsafe { run_wide(work) };
        }
        work()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn run_wide<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Prefetches a value that will be needed soon, so that its memory is on its way
/// by then.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a value, and a hint reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_gives_the_same_on_every_processor() {
        let sum =
            |processor: Processor| processor.run(|| (0..1000_u64).map(|n| n * n).sum::<u64>());
        assert_eq!(sum(Processor::present()), sum(Processor::PLAIN));
    }
}
