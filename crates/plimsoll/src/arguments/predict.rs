//! `plimsoll predict`.

use super::explain::AnswerArguments;
use super::values::{duration, rate};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ArrivalSpacing {
    #[default]
    /// As those of many independent users (Poisson)
    Random,
    /// As those of a load generator
    Even,
}

#[derive(Debug, Args)]
pub struct PredictArguments {
    /// Run files of one system, its repeats, or folders with them
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// So many users; several with commas [default: the highest load that was measured, and twice that]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub users: Vec<u32>,
    /// Requests per second that arrive whether or not the system keeps up; several with commas
    #[arg(long, value_name = "R,…", value_delimiter = ',', value_parser = rate)]
    pub rate: Vec<f64>,
    /// How they come: at random, as those of many independent users do, or evenly, as those of a load generator
    #[arg(long, value_enum, default_value_t, requires = "rate")]
    pub arrivals: ArrivalSpacing,
    /// Time between an answer and the user's next request [default: as measured]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub think: Option<Duration>,
    /// Another mix of requests: their shares, in proportion to each other: search=3,basket=1
    #[arg(long, value_name = "NAME=SHARE,…", value_delimiter = ',', value_parser = part)]
    pub mix: Vec<(String, f64)>,
    /// A resource so many times as large: pool=2, cpu=2, web01=0.5, or a pool's own name; `station` is the one that throughput
    /// alone shows
    #[arg(long, value_name = "RESOURCE=FACTOR", value_delimiter = ',', value_parser = part)]
    pub scale: Vec<(String, f64)>,
    #[command(flatten)]
    pub answer: AnswerArguments,
}

/// `search=3`
fn part(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is not a name with a number above 0, as in pool=2");
    let (name, value) = text.rsplit_once('=').ok_or_else(wrong)?;
    let value = value.trim().trim_end_matches('%').trim_end().parse::<f64>().map_err(|_| wrong())?;
    let name = name.trim();
    if name.is_empty() || !(value.is_finite() && value > 0.0 && value <= 1e6) {
        return Err(wrong());
    }
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn shares_and_factors_are_read() {
        assert_eq!(part("GET /a=b=3"), Ok(("GET /a=b".to_owned(), 3.0)));
        assert_eq!(part("search= 40 %"), Ok(("search".to_owned(), 40.0)));
        for wrong in ["search", "=2", "pool=0", "pool=-1", "pool=NaN", "pool=inf", "pool="] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
