use super::solve::solve;
use crate::statistics::{Bounds, Estimate};
use serde::Serialize;

/// Fewer samples than this per unknown say too little.
const SAMPLES_PER_UNKNOWN: usize = 4;

const RESAMPLES: usize = 200;

/// One stretch of time: how often each transaction was done, and how busy the resource was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DemandSample {
    /// Per second, in the order of the transactions.
    pub throughputs_per_s: Vec<f64>,
    /// Busy servers of the resource: cores in use, 0.5 for a half-busy disk.
    pub busy: f64,
}

/// What one request of each kind costs a resource, by the utilisation law U = Σ X·D, with what is used without any load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServiceDemands {
    /// Seconds of the resource per request, in the order of the transactions; never negative.
    pub demands_s: Vec<Estimate>,
    /// In use without load.
    pub idle: Estimate,
    pub r_squared: f64,
}

/// Why the demands cannot be distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum DemandsProblem {
    TooFewSamples {
        samples: usize,
        min: usize,
    },
    /// The mix of transactions hardly changes: any split of the demand fits.
    MixTooConstant,
}

/// Non-negative least squares of what was busy on the throughputs and a constant (Lawson & Hanson 1974; the use for
/// demands: Zhang, Cherkasova & Smirni 2007), with intervals by a bootstrap of the samples in blocks of five.
///
/// # Errors
/// Too few samples, or throughputs that go up and down together.
pub fn service_demands(samples: &[DemandSample], seed: u64) -> Result<ServiceDemands, DemandsProblem> {
    let transactions = samples.first().map_or(0, |sample| sample.throughputs_per_s.len());
    let min = SAMPLES_PER_UNKNOWN * (transactions + 1);
    if samples.len() < min || transactions == 0 {
        return Err(DemandsProblem::TooFewSamples { samples: samples.len(), min });
    }
    let rows: Vec<(Vec<f64>, f64)> = samples
        .iter()
        .map(|sample| {
            let mut row = sample.throughputs_per_s.clone();
            row.push(1.0);
            (row, sample.busy)
        })
        .collect();
    if is_collinear(&rows) {
        return Err(DemandsProblem::MixTooConstant);
    }
    let found = nnls(&rows);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut draws: Vec<Vec<f64>> = vec![Vec::new(); transactions + 1];
    for _ in 0..RESAMPLES {
        let starts = rows.len().div_ceil(BLOCK);
        let drawn: Vec<(Vec<f64>, f64)> = (0..starts)
            .map(|_| random.usize(..rows.len()))
            .flat_map(|start| (start..start + BLOCK).map(|at| rows[at % rows.len()].clone()))
            .take(rows.len())
            .collect();
        nnls(&drawn).into_iter().zip(&mut draws).for_each(|(value, draws)| draws.push(value));
    }
    let estimates: Vec<Estimate> = found
        .iter()
        .zip(draws)
        .map(|(value, mut draws)| {
            draws.sort_by(f64::total_cmp);
            let rank = |share: f64| draws[(share * (draws.len() as f64 - 1.0)).round() as usize];
            Estimate { value: *value, bounds_95: Some(Bounds { low: rank(0.025), high: rank(0.975) }) }
        })
        .collect();
    let mean = rows.iter().map(|(_, busy)| busy).sum::<f64>() / rows.len() as f64;
    let off: f64 = rows.iter().map(|(row, busy)| (busy - dot(row, &found)).powi(2)).sum();
    let whole: f64 = rows.iter().map(|(_, busy)| (busy - mean).powi(2)).sum();
    let (idle, demands_s) = estimates.split_last().expect("there is at least the constant");
    Ok(ServiceDemands {
        demands_s: demands_s.to_vec(),
        idle: *idle,
        r_squared: if whole > 0.0 { 1.0 - off / whole } else { 0.0 },
    })
}

/// Samples that belong together: seconds next to one another are alike.
const BLOCK: usize = 5;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A column is nearly a sum of others: what its own variation leaves of it when the others are taken out (1/VIF) is small.
fn is_collinear(rows: &[(Vec<f64>, f64)]) -> bool {
    const TOLERANCE: f64 = 0.01;
    let columns = rows[0].0.len();
    (0..columns - 1).any(|column| {
        let target: Vec<f64> = rows.iter().map(|(row, _)| row[column]).collect();
        let others: Vec<Vec<f64>> = rows
            .iter()
            .map(|(row, _)| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| *x).collect())
            .collect();
        let mean = target.iter().sum::<f64>() / target.len() as f64;
        let whole: f64 = target.iter().map(|x| (x - mean).powi(2)).sum();
        let Some(weights) = least_squares(&others, &target) else { return true };
        let left: f64 = others.iter().zip(&target).map(|(row, x)| (x - dot(row, &weights)).powi(2)).sum();
        whole <= 0.0 || left / whole < TOLERANCE
    })
}

fn least_squares(rows: &[Vec<f64>], target: &[f64]) -> Option<Vec<f64>> {
    let n = rows.first()?.len();
    let entry = |i: usize, j: usize| rows.iter().map(|row| row[i] * row[j]).sum::<f64>();
    let matrix = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let right = (0..n).map(|i| rows.iter().zip(target).map(|(row, y)| row[i] * y).sum()).collect();
    solve(matrix, right)
}

/// Lawson and Hanson's active set. Each round lets the most wanted column in; bounded, for rounding could make it circle.
fn nnls(rows: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let columns = rows[0].0.len();
    let target: Vec<f64> = rows.iter().map(|(_, y)| *y).collect();
    let mut active = vec![false; columns];
    let mut x = vec![0.0; columns];
    for _ in 0..3 * columns {
        let residuals: Vec<f64> = rows.iter().map(|(row, y)| y - dot(row, &x)).collect();
        let wanted =
            |column: usize| rows.iter().zip(&residuals).map(|((row, _), r)| row[column] * r).sum::<f64>();
        let scale =
            |column: usize| rows.iter().map(|(row, _)| row[column].powi(2)).sum::<f64>().sqrt().max(1e-300);
        let next = (0..columns)
            .filter(|column| !active[*column])
            .map(|column| (column, wanted(column) / scale(column)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, wanted)| *wanted > 1e-10);
        let Some((column, _)) = next else { break };
        active[column] = true;
        for _ in 0..columns {
            let chosen: Vec<usize> = (0..columns).filter(|column| active[*column]).collect();
            let part: Vec<Vec<f64>> =
                rows.iter().map(|(row, _)| chosen.iter().map(|column| row[*column]).collect()).collect();
            let Some(solution) = least_squares(&part, &target) else {
                active[column] = false;
                break;
            };
            if solution.iter().all(|value| *value > 0.0) {
                x.fill(0.0);
                chosen.iter().zip(solution).for_each(|(column, value)| x[*column] = value);
                break;
            }
            // Only as far as nothing becomes negative; what becomes 0 is taken out.
            let step = chosen
                .iter()
                .zip(&solution)
                .filter(|(_, value)| **value <= 0.0)
                .map(|(column, value)| x[*column] / (x[*column] - value).max(1e-300))
                .fold(1.0, f64::min);
            for (column, value) in chosen.iter().zip(&solution) {
                x[*column] += step * (value - x[*column]);
                if x[*column] <= 1e-15 {
                    (x[*column], active[*column]) = (0.0, false);
                }
            }
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(busy: impl Fn(&[f64; 3], f64) -> f64) -> Vec<DemandSample> {
        let one = |i: i32| {
            let x = [
                20.0 + 10.0 * (f64::from(i) / 3.0).sin(),
                15.0 + f64::from((i * 7) % 11),
                8.0 + f64::from((i * 5) % 7),
            ];
            let noise = (f64::from((i * 7919) % 101) / 101.0 - 0.5) * 0.1;
            DemandSample { throughputs_per_s: x.to_vec(), busy: busy(&x, noise) }
        };
        (0..40).map(one).collect()
    }

    fn check(samples: &[DemandSample], demands: [f64; 3], idle: f64) -> ServiceDemands {
        let found = service_demands(samples, 1).expect("mixes that differ");
        for (got, wanted) in found.demands_s.iter().zip(demands) {
            assert!((got.value - wanted).abs() < 1e-7, "{found:?}");
        }
        assert!((found.idle.value - idle).abs() < 1e-7, "{found:?}");
        found
    }

    /// `scipy.optimize.nnls(A, u)`: A the throughputs and a column of ones, u = 0.02 x₀ + 0.05 x₁ + 0.3 + noise; in the
    /// second case less 0.03 x₂, which no demand can say.
    #[test]
    fn agrees_with_scipy() {
        let plain = samples(|x, noise| 0.02 * x[0] + 0.05 * x[1] + 0.3 + noise);
        let found = check(&plain, [0.01985432, 0.05075358, 0.00157695], 0.26955964);
        assert!((found.r_squared - 0.9826432484).abs() < 1e-7);
        let bounds = found.demands_s[1].bounds_95.expect("draws");
        assert!(bounds.low < 0.05 && bounds.high > 0.05 && bounds.high - bounds.low < 0.02, "{bounds:?}");
        let negative = samples(|x, noise| 0.02 * x[0] + 0.05 * x[1] + 0.3 - 0.03 * x[2] + noise);
        check(&negative, [0.01904627, 0.04948228, 0.0], 0.0);
    }

    #[test]
    fn a_constant_mix_cannot_be_taken_apart() {
        let constant: Vec<DemandSample> = (1..40)
            .map(|i| DemandSample {
                throughputs_per_s: vec![f64::from(i), 3.0 * f64::from(i)],
                busy: f64::from(i) * 0.02,
            })
            .collect();
        assert_eq!(service_demands(&constant, 1), Err(DemandsProblem::MixTooConstant));
    }

    #[test]
    fn few_samples_are_too_few() {
        let few = &samples(|x, _| x[0])[..15];
        assert_eq!(service_demands(few, 1), Err(DemandsProblem::TooFewSamples { samples: 15, min: 16 }));
        assert!(matches!(service_demands(&[], 1), Err(DemandsProblem::TooFewSamples { .. })));
    }
}
