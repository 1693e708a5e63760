/// Values in a batch: one mean of five seconds.
const BATCH: usize = 5;

/// The last batches are never looked at as a start: the few values after them vary little by chance (White 1997).
const BATCHES_LEFT: usize = 5;

/// Below this many values no warm-up is looked for.
pub const MSER_VALUES_MIN: usize = 50;

/// How many values at the start are warm-up: the cut after which the mean of the rest has the least squared standard
/// error, on means of five values (MSER-5; White 1997, White, Cobb & Spratt 2000). A multiple of five.
///
/// `None`: the cut is in the second half, so there is no steady state; or fewer than [`MSER_VALUES_MIN`] values.
pub fn mser5(values: &[f64]) -> Option<usize> {
    if values.len() < MSER_VALUES_MIN {
        return None;
    }
    // A rest of fewer than five values is dropped.
    let means: Vec<f64> = values.chunks_exact(BATCH).map(|batch| batch.iter().sum::<f64>() / 5.0).collect();
    // About their mean, so that large levels keep their digits.
    let level = means.iter().sum::<f64>() / means.len() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut best = (f64::INFINITY, 0);
    for start in (0..means.len()).rev() {
        let off = means[start] - level;
        (sum, squares) = (sum + off, squares + off * off);
        let retained = (means.len() - start) as f64;
        let statistic = (squares - sum * sum / retained).max(0.0) / (retained * retained);
        // The earliest of equals.
        if means.len() - start > BATCHES_LEFT && statistic <= best.0 {
            best = (statistic, start);
        }
    }
    (best.1 * 2 <= means.len()).then_some(best.1 * BATCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 300 values: `level(i)` and a repeatable noise of ±1.
    fn series(level: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..300).map(|i| level(f64::from(i)) + f64::from((i * 7919) % 101) / 50.0 - 1.0).collect()
    }

    /// ```python
    /// def mser5(v):
    ///     b = np.reshape(v[:len(v)//5*5], (-1, 5)).mean(axis=1); n = len(b)
    ///     s = [((b[d:] - b[d:].mean())**2).sum() / (n - d)**2 for d in range(n - 5)]
    ///     return int(np.argmin(s)) * 5
    /// i = np.arange(300.); e = (i * 7919) % 101 / 50 - 1
    /// mser5(100 - 40 * np.exp(-i / 15) + e)   # 85
    /// mser5(100 + e)                          # 5: the noise is a short cycle
    /// mser5(100 + i / 3 + e)                  # 270: no steady state
    /// mser5(np.where(i < 80, 50, 100) + e)    # 80
    /// ```
    #[test]
    fn agrees_with_numpy() {
        assert_eq!(mser5(&series(|i| 100.0 - 40.0 * (-i / 15.0).exp())), Some(85));
        assert_eq!(mser5(&series(|_| 100.0)), Some(5));
        assert_eq!(mser5(&series(|i| 100.0 + i / 3.0)), None);
        assert_eq!(mser5(&series(|i| if i < 80.0 { 50.0 } else { 100.0 })), Some(80));
    }

    #[test]
    fn a_level_without_noise_needs_no_cut() {
        assert_eq!(mser5(&[4.0; 60]), Some(0));
    }

    #[test]
    fn forty_nine_values_are_too_few() {
        assert_eq!(mser5(&[1.0; 49]), None);
        assert_eq!(mser5(&[1.0; 50]), Some(0));
    }
}
