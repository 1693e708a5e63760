//! Numbers as Java and JavaScript calculate and write them.

use std::cmp::Ordering;
use std::fmt;

/// java.math.BigDecimal of up to 38 digits: `digits` · 10^−`scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal {
    digits: i128,
    scale: u32,
}

/// What Groovy adds to the precision of a quotient without an end, and the least scale it keeps
/// (org.codehaus.groovy.runtime.typehandling.BigDecimalMath).
const DIVISION_DIGITS: u32 = 10;
/// Most decimal places that are calculated with.
const SCALE_MAX: u32 = 30;

impl Decimal {
    pub(super) fn of(number: i64) -> Self {
        Decimal { digits: number.into(), scale: 0 }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let scale = u32::try_from(fraction.len()).ok().filter(|scale| *scale <= SCALE_MAX)?;
        let is_number = fraction.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() && text != ".";
        let digits = format!("{whole}{fraction}").parse().ok()?;
        is_number.then_some(Decimal { digits, scale })
    }

    pub(super) fn truncated(self) -> i128 {
        self.digits / 10_i128.pow(self.scale)
    }

    pub(super) fn is_zero(self) -> bool {
        self.digits == 0
    }

    pub(super) fn negated(self) -> Self {
        Decimal { digits: -self.digits, ..self }
    }

    fn scaled(self, scale: u32) -> Option<i128> {
        self.digits.checked_mul(10_i128.checked_pow(scale - self.scale)?)
    }

    fn aligned(self, other: Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        Some((self.scaled(scale)?, other.scaled(scale)?, scale))
    }

    pub(super) fn add(self, other: Self) -> Option<Self> {
        let (a, b, scale) = self.aligned(other)?;
        Some(Decimal { digits: a.checked_add(b)?, scale })
    }

    pub(super) fn multiply(self, other: Self) -> Option<Self> {
        let scale = Some(self.scale + other.scale).filter(|scale| *scale <= SCALE_MAX)?;
        Some(Decimal { digits: self.digits.checked_mul(other.digits)?, scale })
    }

    pub(super) fn remainder(self, other: Self) -> Option<Self> {
        let (a, b, scale) = self.aligned(other)?;
        Some(Decimal { digits: a.checked_rem(b)?, scale })
    }

    /// Exact where the quotient has an end; else rounded half up as Groovy does it. `None`: by zero, or too long.
    pub(super) fn divide(self, other: Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        self.divide_exactly(other).or_else(|| self.divide_rounded(other))
    }

    /// BigDecimal.divide(BigDecimal): the preferred scale is the difference of the scales.
    fn divide_exactly(self, other: Self) -> Option<Self> {
        let preferred = self.scale.saturating_sub(other.scale);
        (preferred..=SCALE_MAX / 2).find_map(|scale| {
            let shift = i64::from(scale) + i64::from(other.scale) - i64::from(self.scale);
            let dividend = self.digits.checked_mul(10_i128.checked_pow(u32::try_from(shift).ok()?)?)?;
            (dividend % other.digits == 0).then(|| Decimal { digits: dividend / other.digits, scale })
        })
    }

    fn divide_rounded(self, other: Self) -> Option<Self> {
        let precision = |d: Self| d.digits.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
        let precision_max = precision(self).max(precision(other)) + DIVISION_DIGITS;
        let scale_max = self.scale.max(other.scale).max(DIVISION_DIGITS);
        // Leading zeros after the point are no digits of precision.
        let whole =
            precision(self) as i64 - i64::from(self.scale) - precision(other) as i64 + i64::from(other.scale);
        let scale = (i64::from(precision_max) - whole).clamp(0, i64::from(scale_max)) as u32;
        let shift = (scale + other.scale).checked_sub(self.scale)?;
        let dividend = self.digits.checked_mul(10_i128.checked_pow(shift)?)?;
        let (quotient, rest) = (dividend / other.digits, dividend % other.digits);
        let up = rest.unsigned_abs() * 2 >= other.digits.unsigned_abs();
        let sign = dividend.signum() * other.digits.signum();
        Some(Decimal { digits: quotient + if up { sign } else { 0 }, scale })
    }

    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let (a, b, _) = self.aligned(other)?;
        Some(a.cmp(&b))
    }

    /// Half up, as Groovy's `round(n)`.
    pub(super) fn rounded(self, scale: u32) -> Self {
        if scale >= self.scale {
            return self;
        }
        let unit = 10_i128.pow(self.scale - scale);
        let (quotient, rest) = (self.digits / unit, self.digits % unit);
        let up = if rest.abs() * 2 >= unit { self.digits.signum() } else { 0 };
        Decimal { digits: quotient + up, scale }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = self.scale as usize;
        let digits = format!("{:0width$}", self.digits.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let sign = if self.digits < 0 { "-" } else { "" };
        if scale == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
    }
}

/// Java's `Double.toString`.
pub fn java_double(number: f64) -> String {
    let size = number.abs();
    match number {
        _ if number.is_nan() => "NaN".to_owned(),
        _ if number.is_infinite() => (if number > 0.0 { "Infinity" } else { "-Infinity" }).to_owned(),
        _ if size == 0.0 || (1e-3..1e7).contains(&size) => format!("{number:?}"),
        _ => {
            let text = format!("{number:e}");
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let point = if digits.contains('.') { "" } else { ".0" };
            format!("{digits}{point}E{exponent}")
        }
    }
}

/// JavaScript's `Number.prototype.toString`.
pub(super) fn javascript_number(number: f64) -> String {
    let size = number.abs();
    match number {
        _ if number.is_nan() => "NaN".to_owned(),
        _ if number.is_infinite() => (if number > 0.0 { "Infinity" } else { "-Infinity" }).to_owned(),
        _ if size == 0.0 => "0".to_owned(),
        _ if (1e-6..1e21).contains(&size) => format!("{number}"),
        _ => {
            let text = format!("{number:e}");
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let sign = if exponent.starts_with('-') { "" } else { "+" };
            format!("{digits}e{sign}{exponent}")
        }
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Decimal::of(number)
    }
}
