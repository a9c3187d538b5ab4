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

    /// Does some work, with wide instructions where there are such.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "nothing but a choice")]
    pub fn run<W: Work>(self, work: W) -> W::Result {
        #[cfg(target_arch = "x86_64")]
        if self.is_wide {
            // SAFETY: `is_wide` is only set where the processor has what it needs.
            return unsafe { run_wide(work) };
        }
        work.run()
    }
}

/// Something to compute. It is compiled for wide instructions as far as it is
/// inlined: `run` and all that it calls should be `inline(always)`. A closure
/// cannot be, and a large one stays narrow, which nobody notices.
pub trait Work {
    /// What comes out.
    type Result;

    /// Computes it.
    fn run(self) -> Self::Result;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn run_wide<W: Work>(work: W) -> W::Result {
    work.run()
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

    struct SumOfSquares(u64);

    impl Work for SumOfSquares {
        type Result = u64;

        fn run(self) -> u64 {
            (0..self.0).map(|n| n * n).sum()
        }
    }

    #[test]
    fn work_gives_the_same_on_every_processor() {
        let sum = |processor: Processor| processor.run(SumOfSquares(1000));
        assert_eq!(sum(Processor::present()), 332_833_500);
        assert_eq!(sum(Processor::PLAIN), 332_833_500);
    }
}
