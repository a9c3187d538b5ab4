//! Numbers of a network and arrays of them, as bytes and as floats. Knows the
//! quantisation scales, not what the numbers are for.

use super::head::{BIAS_LIMIT, UNIT, WEIGHT_LIMIT, WEIGHT_UNIT};

/// One number: a weight (16 bits), a bias (32 bits), or a float while learning.
pub trait Number: Copy {
    /// Bytes in a file.
    const BYTES: usize;
    /// Quantises.
    fn from_float(value: f32) -> Self;
    /// Takes the quantisation scale off.
    fn to_float(self) -> f32;
    /// Writes to a file.
    fn put(self, bytes: &mut Vec<u8>);
    /// Reads from a file; within its limits whatever the bytes are, so that no
    /// file can make a sum overflow. Zero when there are none left.
    fn take(bytes: &mut &[u8]) -> Self;
}

/// Takes the first bytes off a slice; zeros when it is too short.
pub fn take_bytes<const COUNT: usize>(bytes: &mut &[u8]) -> [u8; COUNT] {
    let Some((first, rest)) = bytes.split_first_chunk::<COUNT>() else {
        return [0; COUNT];
    };
    *bytes = rest;
    *first
}

/// The nearest whole number of a scale within a limit.
pub fn quantise(value: f32, scale: i32, limit: i32) -> i32 {
    ((value * scale as f32).round() as i32).clamp(-limit, limit)
}

impl Number for i16 {
    const BYTES: usize = 2;
    fn from_float(value: f32) -> Self {
        quantise(value, WEIGHT_UNIT, WEIGHT_LIMIT) as Self
    }
    fn to_float(self) -> f32 {
        f32::from(self) / WEIGHT_UNIT as f32
    }
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
    fn take(bytes: &mut &[u8]) -> Self {
        let limit = WEIGHT_LIMIT as Self;
        Self::from_le_bytes(take_bytes(bytes)).clamp(-limit, limit)
    }
}

impl Number for i32 {
    const BYTES: usize = 4;
    fn from_float(value: f32) -> Self {
        quantise(value, UNIT * WEIGHT_UNIT, BIAS_LIMIT)
    }
    fn to_float(self) -> f32 {
        self as f32 / (UNIT * WEIGHT_UNIT) as f32
    }
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
    fn take(bytes: &mut &[u8]) -> Self {
        Self::from_le_bytes(take_bytes(bytes)).clamp(-BIAS_LIMIT, BIAS_LIMIT)
    }
}

impl Number for f32 {
    const BYTES: usize = 4;
    fn from_float(value: f32) -> Self {
        value
    }
    fn to_float(self) -> f32 {
        self
    }
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
    fn take(bytes: &mut &[u8]) -> Self {
        Self::from_le_bytes(take_bytes(bytes))
    }
}

/// Where numbers come from.
pub trait Source {
    /// The next one.
    fn next<N: Number>(&mut self) -> N;
}

/// Where numbers go.
pub trait Sink {
    /// The next one.
    fn put<N: Number>(&mut self, number: N);
}

/// Numbers of a file.
pub struct ByteSource<'a>(pub &'a [u8]);

impl Source for ByteSource<'_> {
    fn next<N: Number>(&mut self) -> N {
        N::take(&mut self.0)
    }
}

/// Floats one after the other; zeros when there are none left.
pub struct FloatSource<I>(pub I);

impl<I: Iterator<Item = f32>> Source for FloatSource<I> {
    fn next<N: Number>(&mut self) -> N {
        N::from_float(self.0.next().unwrap_or(0.0))
    }
}

/// The bytes of a file.
pub struct ByteSink(pub Vec<u8>);

impl Sink for ByteSink {
    fn put<N: Number>(&mut self, number: N) {
        number.put(&mut self.0);
    }
}

/// Floats one after the other.
pub struct FloatSink(pub Vec<f32>);

impl Sink for FloatSink {
    fn put<N: Number>(&mut self, number: N) {
        self.0.push(number.to_float());
    }
}

/// A number or an array of numbers, of any depth.
pub trait Numbers {
    /// How many they are.
    const COUNT: usize;
    /// Bytes in a file.
    const BYTES: usize;
    /// Takes them from a source.
    fn build(source: &mut impl Source) -> Self;
    /// Hands them to a sink.
    fn visit(&self, sink: &mut impl Sink);
}

impl<N: Number> Numbers for N {
    const COUNT: usize = 1;
    const BYTES: usize = N::BYTES;
    fn build(source: &mut impl Source) -> Self {
        source.next()
    }
    fn visit(&self, sink: &mut impl Sink) {
        sink.put(*self);
    }
}

impl<T: Numbers, const LENGTH: usize> Numbers for [T; LENGTH] {
    const COUNT: usize = LENGTH * T::COUNT;
    const BYTES: usize = LENGTH * T::BYTES;
    fn build(source: &mut impl Source) -> Self {
        std::array::from_fn(|_| T::build(source))
    }
    fn visit(&self, sink: &mut impl Sink) {
        for part in self {
            part.visit(sink);
        }
    }
}
