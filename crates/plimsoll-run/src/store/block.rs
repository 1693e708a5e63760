//! Points as bytes: times and values apart, each in the smallest of a few forms, all of them without loss.
//!
//! Integers are LEB128 varints, signed ones in zigzag. Times are the first one, the first difference, then differences
//! of differences: a steady beat is zeros. Values that are decimals of at most nine places (what tools print) are
//! differences of whole numbers; others are XORed with the one before, the bytes of equal rank together. What deflate
//! (RFC 1951) makes smaller is deflated.

use crate::telemetry::Point;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// Points of one block or row at most; so a damaged count takes no more memory.
pub const POINTS_MAX: usize = 1 << 22;

/// The first byte: deflated or not.
const DEFLATED: u8 = 0x80;
/// The first byte of values: decimal places, or this.
const XORED: u8 = 0x7f;
const PLACES_MAX: u8 = 9;
/// Above it not every whole number is an `f64`.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;

#[derive(Debug, thiserror::Error)]
#[error("stored points are damaged: {0}")]
pub struct DamagedPoints(&'static str);

pub fn times_to_bytes(times_us: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(times_us.len() + 16);
    let (mut last, mut step) = (0_i64, 0_i64);
    for &time in times_us {
        let difference = time.wrapping_sub(last);
        put_signed(&mut bytes, difference.wrapping_sub(step));
        (last, step) = (time, difference);
    }
    packed(0, &bytes)
}

pub fn times_from_bytes(bytes: &[u8], count: usize) -> Result<Vec<i64>, DamagedPoints> {
    let (_, plain) = unpacked(bytes, count)?;
    let mut rest = at_least(&plain, count)?;
    let (mut last, mut step) = (0_i64, 0_i64);
    let mut times_us = Vec::with_capacity(count);
    for _ in 0..count {
        step = step.wrapping_add(signed(&mut rest)?);
        last = last.wrapping_add(step);
        times_us.push(last);
    }
    ended(rest)?;
    Ok(times_us)
}

pub fn values_to_bytes(values: &[f64]) -> Vec<u8> {
    let decimals = (0..=PLACES_MAX).find_map(|places| Some((places, whole_numbers(values, places)?)));
    match decimals {
        Some((places, numbers)) => {
            let mut bytes = Vec::with_capacity(numbers.len() * 2);
            let mut last = 0_i64;
            for number in numbers {
                put_signed(&mut bytes, number - last);
                last = number;
            }
            packed(places, &bytes)
        }
        None => packed(XORED, &xored(values)),
    }
}

pub fn values_from_bytes(bytes: &[u8], count: usize) -> Result<Vec<f64>, DamagedPoints> {
    let (form, plain) = unpacked(bytes, count)?;
    if form == XORED {
        return from_xored(&plain, count);
    }
    if form > PLACES_MAX {
        return Err(DamagedPoints("an unknown form of values"));
    }
    let unit = 10_f64.powi(i32::from(form));
    let mut rest = at_least(&plain, count)?;
    let mut last = 0_i64;
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        last = last.wrapping_add(signed(&mut rest)?);
        values.push(last as f64 / unit);
    }
    ended(rest)?;
    Ok(values)
}

/// Points of several series in one row: series, time since the point before, value.
pub fn row_to_bytes(points: &[(i64, Point)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(points.len() * 12 + 4);
    put_unsigned(&mut bytes, points.len() as u64);
    let mut last_us = 0_i64;
    for (series, point) in points {
        put_signed(&mut bytes, *series);
        put_signed(&mut bytes, point.at_us.wrapping_sub(last_us));
        bytes.extend_from_slice(&point.value.to_le_bytes());
        last_us = point.at_us;
    }
    bytes
}

pub fn row_from_bytes(bytes: &[u8]) -> Result<Vec<(i64, Point)>, DamagedPoints> {
    let mut rest = bytes;
    let count = unsigned(&mut rest)? as usize;
    if count > rest.len() {
        return Err(DamagedPoints("more points than bytes"));
    }
    let mut last_us = 0_i64;
    let mut points = Vec::with_capacity(count);
    for _ in 0..count {
        let series = signed(&mut rest)?;
        last_us = last_us.wrapping_add(signed(&mut rest)?);
        let (value, after) = rest.split_first_chunk::<8>().ok_or(DamagedPoints("it ends in a value"))?;
        rest = after;
        points.push((series, Point { at_us: last_us, value: f64::from_le_bytes(*value) }));
    }
    ended(rest)?;
    Ok(points)
}

/// The values times 10^places, if every one of them comes back exactly.
fn whole_numbers(values: &[f64], places: u8) -> Option<Vec<i64>> {
    let unit = 10_f64.powi(i32::from(places));
    let whole = |value: &f64| {
        let number = (value * unit).round();
        // As it will be read: a whole number has no negative zero.
        let back = number as i64 as f64 / unit;
        (number.abs() < WHOLE_MAX && back.to_bits() == value.to_bits()).then_some(number as i64)
    };
    values.iter().map(whole).collect()
}

fn xored(values: &[f64]) -> Vec<u8> {
    let count = values.len();
    let mut bytes = vec![0; count * 8];
    let mut last = 0_u64;
    for (index, value) in values.iter().enumerate() {
        let difference = (value.to_bits() ^ last).to_le_bytes();
        last = value.to_bits();
        for (rank, byte) in difference.into_iter().enumerate() {
            bytes[rank * count + index] = byte;
        }
    }
    bytes
}

fn from_xored(bytes: &[u8], count: usize) -> Result<Vec<f64>, DamagedPoints> {
    if bytes.len() != count * 8 {
        return Err(DamagedPoints("values of another length"));
    }
    let mut last = 0_u64;
    let values = (0..count).map(|index| {
        let mut difference = [0; 8];
        for (rank, byte) in difference.iter_mut().enumerate() {
            *byte = bytes[rank * count + index];
        }
        last ^= u64::from_le_bytes(difference);
        f64::from_bits(last)
    });
    Ok(values.collect())
}

fn packed(form: u8, plain: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(vec![form | DEFLATED], Compression::new(6));
    let deflated = encoder.write_all(plain).and_then(|()| encoder.finish());
    let deflated = deflated.expect("writing to memory can't fail");
    if deflated.len() <= plain.len() {
        return deflated;
    }
    let mut bytes = Vec::with_capacity(plain.len() + 1);
    bytes.push(form);
    bytes.extend_from_slice(plain);
    bytes
}

fn unpacked(bytes: &[u8], count: usize) -> Result<(u8, Vec<u8>), DamagedPoints> {
    if count > POINTS_MAX {
        return Err(DamagedPoints("too many points"));
    }
    let (first, rest) = bytes.split_first().ok_or(DamagedPoints("it is empty"))?;
    if first & DEFLATED == 0 {
        return Ok((*first, rest.to_vec()));
    }
    // A varint has ten bytes at most; what is longer than all of them is no block.
    let limit = count as u64 * 10 + 1;
    let mut plain = Vec::new();
    let read = DeflateDecoder::new(rest).take(limit).read_to_end(&mut plain);
    read.map_err(|_| DamagedPoints("it can't be inflated"))?;
    Ok((first & !DEFLATED, plain))
}

/// A number has a byte at least.
fn at_least(plain: &[u8], count: usize) -> Result<&[u8], DamagedPoints> {
    if plain.len() < count { Err(DamagedPoints("more points than bytes")) } else { Ok(plain) }
}

fn ended(rest: &[u8]) -> Result<(), DamagedPoints> {
    if rest.is_empty() { Ok(()) } else { Err(DamagedPoints("more bytes than points")) }
}

fn put_signed(bytes: &mut Vec<u8>, value: i64) {
    put_unsigned(bytes, ((value << 1) ^ (value >> 63)) as u64);
}

fn signed(rest: &mut &[u8]) -> Result<i64, DamagedPoints> {
    let value = unsigned(rest)?;
    Ok((value >> 1) as i64 ^ -((value & 1) as i64))
}

fn put_unsigned(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn unsigned(rest: &mut &[u8]) -> Result<u64, DamagedPoints> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first().ok_or(DamagedPoints("it ends in a number"))?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(DamagedPoints("a number of more than ten bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_value() -> impl Strategy<Value = f64> {
        let decimal = (-10_000_000_i64..10_000_000, 0..10_i32).prop_map(|(n, p)| n as f64 / 10_f64.powi(p));
        prop_oneof![decimal, any::<f64>().prop_filter("finite", |v| v.is_finite()), Just(-0.0), Just(1e300)]
    }

    fn bits(values: &[f64]) -> Vec<u64> {
        values.iter().map(|v| v.to_bits()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn values_come_back_to_the_bit(values in prop::collection::vec(any_value(), 0..60)) {
            let bytes = values_to_bytes(&values);
            prop_assert_eq!(bits(&values_from_bytes(&bytes, values.len()).unwrap()), bits(&values));
        }

        #[test]
        fn decimals_come_back_to_the_bit(numbers in prop::collection::vec(any::<i32>(), 0..60), places in 0..8_i32) {
            let values: Vec<f64> = numbers.iter().map(|n| f64::from(*n) / 10_f64.powi(places)).collect();
            let bytes = values_to_bytes(&values);
            prop_assert_eq!(bits(&values_from_bytes(&bytes, values.len()).unwrap()), bits(&values));
            prop_assert!(bytes[0] & !DEFLATED <= places as u8);
        }

        #[test]
        fn times_come_back(times in prop::collection::vec(any::<i64>(), 0..60)) {
            prop_assert_eq!(times_from_bytes(&times_to_bytes(&times), times.len()).unwrap(), times);
        }

        #[test]
        fn rows_come_back(points in prop::collection::vec((any::<i64>(), any::<i64>(), any_value()), 0..60)) {
            let points: Vec<_> =
                points.into_iter().map(|(series, at_us, value)| (series, Point { at_us, value })).collect();
            prop_assert_eq!(row_from_bytes(&row_to_bytes(&points)).unwrap(), points);
        }

        #[test]
        fn damaged_bytes_are_refused_or_other_points_and_never_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..60), count in 0..POINTS_MAX + 2,
        ) {
            let _ = values_from_bytes(&bytes, count);
            let _ = times_from_bytes(&bytes, count);
            prop_assert!(row_from_bytes(&bytes).map_or(true, |points| points.len() <= bytes.len()));
        }
    }

    #[test]
    fn a_steady_beat_and_what_tools_print_take_little() {
        let times: Vec<i64> = (0..1_000).map(|n| n * 1_000_000).collect();
        let percent: Vec<f64> = (0..1_000).map(|n| f64::from(n * 7 % 100) / 100.0).collect();
        assert!(times_to_bytes(&times).len() < 40);
        assert!(values_to_bytes(&percent).len() < 500);
    }
}
