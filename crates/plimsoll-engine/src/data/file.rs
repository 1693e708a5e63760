//! A CSV file in memory.

use plimsoll_plan::plan::DataSet;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error("failed to read the data file {path}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("failed to understand the data file {path}")]
    Format { path: PathBuf, source: csv::Error },
    #[error("the data file {0} has no rows")]
    Empty(PathBuf),
    #[error("the data file {path} has {rows} rows, too few for one of its own for each of {shares} nodes")]
    TooFew { path: PathBuf, rows: usize, shares: u32 },
    #[error(
        "the data file {path} uses the encoding {encoding}, which is not known here (UTF-8, ISO-8859-1, US-ASCII)"
    )]
    Encoding { path: PathBuf, encoding: String },
    #[error("the data file {path} has the delimiter {delimiter:?}; only single ASCII characters can be used")]
    Delimiter { path: PathBuf, delimiter: char },
}

/// All rows of a file, shared by the workers.
#[derive(Debug)]
pub struct DataFile {
    pub variables: Vec<String>,
    pub rows: Vec<csv::StringRecord>,
}

impl DataFile {
    pub fn read(set: &DataSet) -> Result<Self, DataError> {
        let bytes = plimsoll_plan::input_file::read(&set.path)
            .map_err(|source| DataError::Read { path: set.path.clone(), source })?;
        let text = decode(bytes, &set.encoding, &set.path)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let delimiter = u8::try_from(set.delimiter)
            .ok()
            .filter(u8::is_ascii)
            .ok_or(DataError::Delimiter { path: set.path.clone(), delimiter: set.delimiter })?;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .quoting(set.quoted)
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for row in reader.records() {
            rows.push(row.map_err(|source| DataError::Format { path: set.path.clone(), source })?);
        }
        let names_in_file = set.variables.is_empty();
        let first =
            (names_in_file || set.skip_first_line).then(|| (!rows.is_empty()).then(|| rows.remove(0)));
        let variables = match first.flatten() {
            Some(header) if names_in_file => header.iter().map(|name| name.trim().to_owned()).collect(),
            _ => set.variables.clone(),
        };
        if rows.is_empty() {
            return Err(DataError::Empty(set.path.clone()));
        }
        Ok(DataFile { variables, rows })
    }
}

fn decode(bytes: Vec<u8>, encoding: &str, path: &Path) -> Result<String, DataError> {
    match encoding.trim().to_ascii_lowercase().as_str() {
        "" | "utf-8" | "utf8" | "us-ascii" | "ascii" => {
            Ok(String::from_utf8(bytes)
                .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
        }
        "iso-8859-1" | "iso8859-1" | "latin1" | "windows-1252" => {
            Ok(bytes.into_iter().map(char::from).collect())
        }
        _ => Err(DataError::Encoding { path: path.to_owned(), encoding: encoding.to_owned() }),
    }
}
