//! The small form of a histogram: its buckets as they are stored.

use super::DamagedHistogram;

/// HdrHistogram's V2 encoding (`AbstractHistogram.encodeIntoByteBuffer`) without its header: the counts of all buckets up
/// to the last as LEB128 in zigzag, runs of empty ones as their negative length.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    counts: Box<[u8]>,
    count: u64,
}

/// Buckets of a histogram from 1 with three significant digits: 2,048, then 1,024 for each further doubling.
const FIRST_BUCKETS_BITS: u32 = 11;

const COOKIE: u32 = 0x1c84_9303 | 0x10;
const HEADER: usize = 40;
const DIGITS: u32 = 3;

impl Packed {
    /// Of (any value of the bucket, count), ascending, each bucket once and none empty.
    pub fn of(buckets: impl Iterator<Item = (u64, u64)>) -> Packed {
        let mut counts = Vec::new();
        let (mut next_index, mut total) = (0, 0_u64);
        for (value, count) in buckets {
            let index = bucket_index(value);
            match index - next_index {
                0 => {}
                // As the library writes it: one empty bucket is a count of 0.
                1 => counts.push(0),
                run => put_zigzag(&mut counts, -(run as i64)),
            }
            put_zigzag(&mut counts, i64::try_from(count).unwrap_or(i64::MAX));
            next_index = index + 1;
            total = total.saturating_add(count);
        }
        Packed { counts: counts.into(), count: total }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn bytes(&self) -> usize {
        self.counts.len()
    }

    /// (highest value of the bucket, count), ascending, without empty ones.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        Buckets { bytes: &self.counts, index: 0 }.map_while(Result::ok)
    }

    pub fn write(&self, bytes: &mut Vec<u8>) {
        let highest = self.buckets().last().map_or(2, |(value, _)| value).max(2);
        bytes.reserve(self.counts.len() + HEADER);
        bytes.extend_from_slice(&COOKIE.to_be_bytes());
        bytes.extend_from_slice(&(self.counts.len() as u32).to_be_bytes());
        bytes.extend_from_slice(&0_u32.to_be_bytes());
        bytes.extend_from_slice(&DIGITS.to_be_bytes());
        bytes.extend_from_slice(&1_u64.to_be_bytes());
        bytes.extend_from_slice(&highest.to_be_bytes());
        bytes.extend_from_slice(&1_f64.to_be_bytes());
        bytes.extend_from_slice(&self.counts);
    }

    /// With its header, as [`Packed::write`] and the library write it.
    pub fn read(bytes: &[u8], value_max: u64) -> Result<Packed, DamagedHistogram> {
        let word = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let (Some(cookie), Some(length), Some(shift), Some(digits)) = (word(0), word(4), word(8), word(12))
        else {
            return Err(DamagedHistogram("its header is cut off"));
        };
        if (cookie, shift, digits) != (COOKIE, 0, DIGITS) || bytes.get(16..24) != Some(&1_u64.to_be_bytes()) {
            return Err(DamagedHistogram("its header is not that of microseconds with three digits"));
        }
        let counts = bytes.get(HEADER..).and_then(|counts| counts.get(..length as usize));
        let counts = counts.ok_or(DamagedHistogram("its length is not what its header says"))?;
        let mut count = 0_u64;
        for bucket in (Buckets { bytes: counts, index: 0 }) {
            let (value, found) = bucket?;
            if value > value_max {
                return Err(DamagedHistogram("it holds a time of more than two days"));
            }
            count = count.checked_add(found).ok_or(DamagedHistogram("it holds too many values"))?;
        }
        Ok(Packed { counts: counts.into(), count })
    }
}

/// Decodes; ends after the first error.
struct Buckets<'a> {
    bytes: &'a [u8],
    index: u64,
}

/// Far above the bucket of the longest time.
const INDEX_MAX: u64 = 64 * 1_024;

impl Iterator for Buckets<'_> {
    type Item = Result<(u64, u64), DamagedHistogram>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.bytes.is_empty() {
            let Some(number) = take_zigzag(&mut self.bytes) else {
                self.bytes = &[];
                return Some(Err(DamagedHistogram("a number is cut off")));
            };
            let passed = if number < 0 { number.unsigned_abs() } else { 1 };
            let index = self.index;
            self.index = index.saturating_add(passed);
            if self.index > INDEX_MAX {
                self.bytes = &[];
                return Some(Err(DamagedHistogram("it has more buckets than there are")));
            }
            if number > 0 {
                return Some(Ok((bucket_value(index), number.unsigned_abs())));
            }
        }
        None
    }
}

fn doublings(value: u64) -> u32 {
    (64 - value.leading_zeros()).saturating_sub(FIRST_BUCKETS_BITS)
}

/// The width of the bucket that ends at `value`, less one: 0 where every microsecond is distinguished.
pub fn value_width(value: u64) -> u64 {
    (1 << doublings(value)) - 1
}

fn bucket_index(value: u64) -> u64 {
    let doublings = doublings(value);
    u64::from(doublings) * 1_024 + (value >> doublings)
}

/// The highest value of a bucket.
fn bucket_value(index: u64) -> u64 {
    let doublings = (index / 1_024).saturating_sub(1);
    let value = (index - doublings * 1_024) << doublings;
    value | ((1 << doublings) - 1)
}

fn put_zigzag(bytes: &mut Vec<u8>, value: i64) {
    let mut rest = ((value << 1) ^ (value >> 63)) as u64;
    // The ninth byte has eight bits of the value.
    for _ in 0..8 {
        if rest < 0x80 {
            break;
        }
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn take_zigzag(bytes: &mut &[u8]) -> Option<i64> {
    let mut value = 0_u64;
    for place in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let ends = place == 8 || byte & 0x80 == 0;
        let bits = if place == 8 { *byte } else { byte & 0x7f };
        value |= u64::from(bits) << (7 * place);
        if ends {
            break;
        }
    }
    Some((value >> 1) as i64 ^ -((value & 1) as i64))
}
