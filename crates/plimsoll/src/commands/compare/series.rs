//! Series of values in a file, without runs.

use super::check_output;
use crate::arguments::{CompareArguments, CompareFormat};
use crate::exit::Failure;
use crate::{message, progress};
use plimsoll_analysis::comparison::{BetterIs, Judged, NamedValues, series_history};
use plimsoll_import::{SeriesFile, read_series};
use plimsoll_report::Words;
use std::path::Path;

/// More is no table that somebody keeps by hand or by a job.
const BYTES_MAX: u64 = 64 << 20;

pub fn of_file(
    path: &Path,
    arguments: &CompareArguments,
    margin: f64,
    words: &Words,
) -> Result<(String, Judged), Failure> {
    check_output(arguments, &[path.to_owned()])?;
    let SeriesFile { points, columns, taken, problems } = read(path)?;
    let name = path.display();
    taken.iter().for_each(|text| message::say(&format!("{name}: {text}")));
    problems.iter().for_each(|text| message::warning(&format!("{name}: {text}"), None));
    let senses =
        senses(&arguments.better, &columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>())?;
    let columns = columns.into_iter().zip(senses);
    let columns = columns.map(|((name, values), better_is)| NamedValues { name, values, better_is });
    let found = series_history(&points, columns.collect(), margin);
    let text = match arguments.format {
        CompareFormat::Text | CompareFormat::Comment => {
            plimsoll_report::series_terminal(&found, words, progress::text_width())
        }
        CompareFormat::Html => plimsoll_report::series_html(&found, words),
        CompareFormat::Json => plimsoll_report::series_json(&found),
        CompareFormat::Junit => plimsoll_report::series_junit(&found, words),
    };
    Ok((text, found.judged))
}

fn read(path: &Path) -> Result<SeriesFile, Failure> {
    let failed = |reason: String| Failure::input(format!("failed to read {}: {reason}", path.display()));
    if std::fs::metadata(path).is_ok_and(|file| file.len() > BYTES_MAX) {
        return Err(failed(format!("it is larger than {} MB", BYTES_MAX >> 20)));
    }
    let bytes = plimsoll_plan::input_file::read(path).map_err(|error| failed(error.to_string()))?;
    if bytes.starts_with(b"SQLite format 3") {
        return Err(failed("it is a run file".to_owned()).with_hint("--history takes a folder of runs"));
    }
    let text = String::from_utf8(bytes).map_err(|_| failed("it is no text in UTF-8".to_owned()))?;
    read_series(&text).map_err(|reason| {
        failed(reason).with_hint(
            "a header, a column of times or labels and columns of values; or a JSON object in each line",
        )
    })
}

/// Which way is good, for each column.
fn senses(asked: &[String], names: &[&str]) -> Result<Vec<Option<BetterIs>>, Failure> {
    let mut senses = vec![None; names.len()];
    for text in asked {
        let (name, sense) =
            text.rsplit_once('=').map_or((None, text.as_str()), |(name, sense)| (Some(name), sense));
        let sense = match sense {
            "higher" => BetterIs::Higher,
            "lower" => BetterIs::Lower,
            _ => {
                return Err(Failure::input(format!("--better {text}: {sense:?} is no way")).with_hint(
                    "higher or lower, after the name of a series and =, or alone for all of them",
                ));
            }
        };
        match name {
            None => senses.iter_mut().for_each(|known| *known = known.or(Some(sense))),
            Some(name) => {
                let place = names.iter().position(|known| *known == name).ok_or_else(|| {
                    Failure::input(format!("--better {text}: there is no series {name:?}"))
                        .with_hint(format!("there are {}", names.join(", ")))
                })?;
                senses[place] = Some(sense);
            }
        }
    }
    Ok(senses)
}
