use super::{Bounds, Z_95};

/// 95 % interval of the share `over / of` (Wilson 1927, score interval without continuity correction).
///
/// It takes requests as independent; bursts of slow ones make it too narrow. Without any data it is 0 to 1.
pub fn wilson(over: u64, of: u64) -> Bounds {
    if of == 0 {
        return Bounds { low: 0.0, high: 1.0 };
    }
    let (n, share, z2) = (of as f64, over as f64 / of as f64, Z_95 * Z_95);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let low = if over == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if over == of { 1.0 } else { (centre + half).min(1.0) };
    Bounds { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(over: u64, of: u64, low: f64, high: f64) {
        let bounds = wilson(over, of);
        assert!((bounds.low - low).abs() < 1e-9, "{over}/{of}: low {} not {low}", bounds.low);
        assert!((bounds.high - high).abs() < 1e-9, "{over}/{of}: high {} not {high}", bounds.high);
    }

    /// `scipy.stats.binomtest(k, n).proportion_ci(0.95, "wilson")`, SciPy 1.17.1.
    #[test]
    fn agrees_with_scipy() {
        check(41, 93822, 0.000322165155, 0.000592736939);
        check(0, 100, 0.000000000000, 0.036993498207);
        check(5, 100, 0.021543679154, 0.111750469232);
        check(50, 1000, 0.038130262393, 0.065313820244);
        check(100, 100, 0.963006501793, 1.000000000000);
        check(1, 10, 0.017876213095, 0.404150026795);
        check(372, 954, 0.359487643530, 0.421269392965);
    }

    #[test]
    fn no_data_says_nothing() {
        assert_eq!(wilson(0, 0), Bounds { low: 0.0, high: 1.0 });
    }
}
