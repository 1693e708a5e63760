//! A mergeable histogram of durations.

mod packed;

use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use packed::{Packed, value_width};

/// Durations in microseconds, three significant digits (HdrHistogram: a value is off by at most 0.1 %).
///
/// A quantile is the smallest recorded value (up to that precision) such that at least the asked share
/// of all values is not above it. Percentiles of merged histograms are exact to the same precision,
/// which an average of percentiles never is.
///
/// A histogram that is recorded into or merged into is dense (16 KiB and more); one that was read back
/// is packed (as it is stored, two or three bytes for each distinct value), so that hours of seconds fit into memory.
#[derive(Clone, Debug)]
pub struct Latencies {
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// Boxed: most of the histograms of a run that was read back are packed, and they are many.
    Dense(Box<Histogram<u64>>),
    Packed(Packed),
}

#[derive(Debug, thiserror::Error)]
#[error("a stored histogram is damaged: {0}")]
pub struct DamagedHistogram(pub(crate) &'static str);

/// Longest time that is distinguished: 24 hours. Longer ones count as this.
const MICROS_MAX: u64 = 24 * 3_600 * 1_000_000;

/// What two packed histograms may have together to be merged as such: more is merged faster as dense ones.
const PACKED_BYTES_MAX: usize = 128;

impl Default for Latencies {
    fn default() -> Self {
        Latencies { form: Form::Packed(Packed::default()) }
    }
}

impl PartialEq for Latencies {
    /// Equal when the same values were recorded, up to the precision.
    fn eq(&self, other: &Self) -> bool {
        self.buckets().eq(other.buckets())
    }
}

impl Latencies {
    /// Times under one microsecond count as one.
    pub fn record_us(&mut self, micros: u64) {
        let value = micros.clamp(1, MICROS_MAX);
        self.dense().record(value).expect("the histogram resizes itself up to the limit");
    }

    /// From microseconds with how often each occurred, in any order; much faster than recording each.
    pub fn from_counts(counts: impl IntoIterator<Item = (u64, u64)>) -> Latencies {
        let mut buckets: Vec<(u64, u64)> =
            counts.into_iter().map(|(micros, count)| (Latencies::bucket_us(micros), count)).collect();
        if !buckets.is_sorted_by_key(|(value, _)| *value) {
            buckets.sort_unstable_by_key(|(value, _)| *value);
        }
        buckets.dedup_by(|next, retained| {
            let same = next.0 == retained.0;
            if same {
                retained.1 += next.1;
            }
            same
        });
        buckets.retain(|(_, count)| *count > 0);
        Latencies { form: Form::Packed(Packed::of(buckets.into_iter())) }
    }

    /// The highest of the values that are not distinguished from this one.
    pub fn bucket_us(micros: u64) -> u64 {
        let value = micros.clamp(1, MICROS_MAX);
        value | value_width(value)
    }

    pub fn merge(&mut self, other: &Latencies) {
        if other.is_empty() {
            // Nor does it become dense for nothing.
            return;
        }
        match &other.form {
            Form::Dense(theirs) => {
                self.dense().add(theirs.as_ref()).expect("the histogram resizes itself");
            }
            Form::Packed(theirs) if self.is_empty() => self.form = Form::Packed(theirs.clone()),
            Form::Packed(theirs) if self.stays_packed(theirs) => {
                let both = self.buckets().chain(theirs.buckets()).collect::<Vec<_>>();
                *self = Latencies::from_counts(both);
            }
            Form::Packed(theirs) => {
                let dense = self.dense();
                for (value, count) in theirs.buckets() {
                    dense.record_n(value, count).expect("the histogram resizes itself up to the limit");
                }
            }
        }
    }

    /// Few values of both: a hundred thousand transactions of some requests each would take gigabytes.
    fn stays_packed(&self, other: &Packed) -> bool {
        matches!(&self.form, Form::Packed(own) if own.bytes() + other.bytes() <= PACKED_BYTES_MAX)
    }

    /// The same values in the small form, for those that are kept.
    pub fn packed(&self) -> Latencies {
        match &self.form {
            Form::Dense(_) => Latencies { form: Form::Packed(Packed::of(self.buckets())) },
            Form::Packed(_) => self.clone(),
        }
    }

    fn dense(&mut self) -> &mut Histogram<u64> {
        if let Form::Packed(values) = &self.form {
            let mut histogram = Histogram::new(3).expect("three significant digits are allowed");
            for (value, count) in values.buckets() {
                histogram.record_n(value, count).expect("the histogram resizes itself up to the limit");
            }
            self.form = Form::Dense(Box::new(histogram));
        }
        match &mut self.form {
            Form::Dense(histogram) => histogram,
            Form::Packed(_) => unreachable!("made dense above"),
        }
    }

    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::Dense(histogram) => histogram.is_empty(),
            Form::Packed(values) => values.count() == 0,
        }
    }

    pub fn count(&self) -> u64 {
        match &self.form {
            Form::Dense(histogram) => histogram.len(),
            Form::Packed(values) => values.count(),
        }
    }

    /// Microseconds; `None` without values. `quantile` is in 0..=1.
    pub fn quantile_us(&self, quantile: f64) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        match &self.form {
            Form::Dense(histogram) => Some(histogram.value_at_quantile(quantile)),
            Form::Packed(values) => {
                let wanted = ((quantile.clamp(0.0, 1.0) * self.count() as f64).ceil() as u64).max(1);
                let mut seen = 0_u64;
                let mut reached = None;
                for (value, count) in values.buckets() {
                    (reached, seen) = (Some(value), seen.saturating_add(count));
                    if seen >= wanted {
                        break;
                    }
                }
                reached
            }
        }
    }

    pub fn mean_us(&self) -> Option<f64> {
        let count = self.count();
        let middle = |value: u64| (value - value_width(value) / 2) as f64;
        let sum: f64 = self.buckets().map(|(value, count)| middle(value) * count as f64).sum();
        (count > 0).then(|| sum / count as f64)
    }

    pub fn min_us(&self) -> Option<u64> {
        self.buckets().next().map(|(value, _)| value - value_width(value))
    }

    pub fn max_us(&self) -> Option<u64> {
        match &self.form {
            Form::Dense(histogram) => (!histogram.is_empty()).then(|| histogram.max()),
            Form::Packed(values) => values.buckets().last().map(|(value, _)| value),
        }
    }

    /// How many values are above `limit_us` (up to the histogram's precision).
    pub fn count_above_us(&self, limit_us: u64) -> u64 {
        self.buckets().filter(|(value, _)| *value > limit_us).map(|(_, count)| count).sum()
    }

    /// The recorded values as (highest value of the bucket in microseconds, count), ascending.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let (dense, packed) = match &self.form {
            Form::Dense(histogram) => (Some(histogram.as_ref()), None),
            Form::Packed(values) => (None, Some(values)),
        };
        let dense = dense.into_iter().flat_map(|histogram| {
            histogram.iter_recorded().map(|bucket| (bucket.value_iterated_to(), bucket.count_at_value()))
        });
        dense.chain(packed.into_iter().flat_map(Packed::buckets))
    }

    /// HdrHistogram's V2 encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match &self.form {
            Form::Dense(histogram) => {
                V2Serializer::new().serialize(histogram, &mut bytes).expect("writing to memory can't fail");
            }
            Form::Packed(buckets) => buckets.write(&mut bytes),
        }
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedHistogram> {
        Ok(Latencies { form: Form::Packed(Packed::read(bytes, MICROS_MAX * 2)?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = u64>) -> Latencies {
        let mut latencies = Latencies::default();
        values.into_iter().for_each(|v| latencies.record_us(v));
        latencies
    }

    #[test]
    fn quantiles_are_right_to_a_thousandth() {
        let latencies = of(1..=100_000);
        for (quantile, truth) in [(0.5, 50_000.0), (0.95, 95_000.0), (0.99, 99_000.0), (1.0, 100_000.0)] {
            let value = latencies.quantile_us(quantile).expect("values") as f64;
            assert!((value / truth - 1.0).abs() < 0.001, "{quantile}: {value}");
        }
        assert_eq!(of([]).quantile_us(0.5), None);
    }

    #[test]
    fn merging_is_the_same_in_any_order_and_as_recording_together() {
        let (a, b) = (of([1, 500, 90_000]), of([7, 7_000_000]));
        let (mut ab, mut ba) = (a.clone(), b.clone());
        ab.merge(&b);
        ba.merge(&a);
        let together = of([1, 500, 90_000, 7, 7_000_000]);
        for q in [0.1, 0.5, 0.9, 1.0] {
            assert_eq!(ab.quantile_us(q), ba.quantile_us(q));
            assert_eq!(ab.quantile_us(q), together.quantile_us(q));
        }
        assert_eq!(ab.count(), 5);
    }

    #[test]
    fn stored_histograms_come_back_and_damaged_ones_are_refused() {
        let latencies = of([1, 20, 300, 4_000, 50_000]);
        let bytes = latencies.to_bytes();
        let mut back = Latencies::from_bytes(&bytes).expect("own bytes");
        assert_eq!(back.quantile_us(0.5), latencies.quantile_us(0.5));
        back.record_us(3_600_000_000);
        assert_eq!(back.count(), 6);
        assert!(Latencies::from_bytes(&bytes[..bytes.len() / 2]).is_err());
    }

    #[test]
    fn both_forms_are_encoded_alike_and_counted_values_are_the_same_as_recorded_ones() {
        let values = [1, 2, 2_047, 2_048, 2_049, 2_050, 4_095, 4_096, 50_000, 50_000, 7_777_777, u64::MAX];
        let recorded = of(values);
        let counted = Latencies::from_counts(values.map(|value| (value, 1)));
        assert_eq!(counted, recorded);
        assert_eq!(Latencies::from_bytes(&counted.to_bytes()).expect("own bytes"), recorded);
        // The rest is the same; the highest value that fits (at 24) depends on the way there.
        let (counted, recorded) = (counted.to_bytes(), recorded.to_bytes());
        assert_eq!((&counted[..24], &counted[32..]), (&recorded[..24], &recorded[32..]));
        assert_eq!(Latencies::from_bytes(&of([]).packed().to_bytes()).expect("own bytes"), of([]));
    }

    #[test]
    fn the_library_reads_what_is_packed_and_damage_is_an_error_and_no_panic() {
        let mut random = 1_u64;
        let mut next = |bits: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> (64 - bits)
        };
        for round in 0..200 {
            let bits = 3 + round % 33;
            let latencies = of((0..round).map(|_| next(bits)));
            let bytes = latencies.packed().to_bytes();
            let read: Histogram<u64> = hdrhistogram::serialization::Deserializer::new()
                .deserialize(&mut bytes.as_slice())
                .expect("the format is the library's");
            let read = Latencies { form: Form::Dense(Box::new(read)) };
            assert_eq!(read, latencies, "round {round}");
            let mut damaged = bytes.clone();
            let place = next(16) as usize % damaged.len();
            damaged[place] ^= 1 << (round % 8);
            if let Ok(other) = Latencies::from_bytes(&damaged) {
                assert_eq!(other.count(), other.buckets().map(|(_, count)| count).sum::<u64>());
            }
            assert!(Latencies::from_bytes(&bytes[..place]).is_err(), "cut off at {place}");
        }
    }

    #[test]
    fn the_small_form_holds_the_same_values() {
        let latencies = of([1, 20, 20, 300, 4_000, 50_000]);
        let mut packed = latencies.packed();
        assert_eq!((&packed, packed.count()), (&latencies, 6));
        packed.merge(&latencies);
        assert_eq!((packed.count(), packed.quantile_us(0.5)), (12, latencies.quantile_us(0.5)));
    }

    #[test]
    fn packed_histograms_are_merged_as_dense_ones_are_and_few_values_stay_packed() {
        let mut random = 7_u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let (mut packed, mut dense) = (of([5]).packed(), of([5]));
        for round in 0..60 {
            let some = of((0..1 + next(4)).map(|_| 1 + next(10_000_000)));
            packed.merge(&some.packed());
            dense.merge(&some);
            assert_eq!(packed, dense, "round {round}");
            assert_eq!((packed.count(), packed.max_us()), (dense.count(), dense.max_us()));
            assert!(round > 3 || matches!(packed.form, Form::Packed(_)), "few values, round {round}");
        }
        assert!(matches!(packed.form, Form::Dense(_)), "many values");
    }

    #[test]
    fn values_above_a_limit_are_counted() {
        let latencies = of([100, 200, 300, 4_000_000]);
        assert_eq!(latencies.count_above_us(200), 2);
        assert_eq!(latencies.count_above_us(4_000_000_000), 0);
    }
}
