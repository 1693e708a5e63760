//! A result file while it grows.

use super::columns::Columns;
use super::{csv, xml};
use crate::sample::SampleRow;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JtlFormat {
    Csv,
    Xml,
}

impl JtlFormat {
    /// By the ending of a file's name: `.xml` is XML, everything else CSV.
    pub fn of(path: &Path) -> JtlFormat {
        match path.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("xml") => JtlFormat::Xml,
            _ => JtlFormat::Csv,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum JtlError {
    #[error("create `{path}`")]
    Create { path: PathBuf, source: std::io::Error },
    #[error("write to `{path}`")]
    Write { path: PathBuf, source: std::io::Error },
}

/// Writes rows as they come. XML is complete only after [`JtlWriter::finish`].
#[derive(Debug)]
pub struct JtlWriter {
    path: PathBuf,
    format: JtlFormat,
    columns: Columns,
    file: BufWriter<File>,
    /// The text of the rows being written.
    text: String,
    rows: u64,
}

const BUFFER_BYTES: usize = 256 * 1024;

impl JtlWriter {
    /// Creates the file, or empties it.
    pub fn create(path: &Path, format: JtlFormat, columns: Columns) -> Result<Self, JtlError> {
        let file = File::create(path).map_err(|source| JtlError::Create { path: path.to_owned(), source })?;
        let mut writer = JtlWriter {
            path: path.to_owned(),
            format,
            columns,
            file: BufWriter::with_capacity(BUFFER_BYTES, file),
            text: String::new(),
            rows: 0,
        };
        match format {
            JtlFormat::Csv if writer.columns.header => csv::header(&writer.columns, &mut writer.text),
            JtlFormat::Csv => {}
            JtlFormat::Xml => writer.text.push_str(xml::BEGIN),
        }
        writer.pass_on()?;
        Ok(writer)
    }

    /// Adds to a CSV file that there is; it has its header.
    pub fn append_to(path: &Path, format: JtlFormat, columns: Columns) -> Result<Self, JtlError> {
        let file = File::options().append(true).open(path);
        let file = file.map_err(|source| JtlError::Create { path: path.to_owned(), source })?;
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(JtlWriter { path: path.to_owned(), format, columns, file, text: String::new(), rows: 0 })
    }

    pub fn append(&mut self, rows: &[SampleRow]) -> Result<(), JtlError> {
        for row in rows {
            match self.format {
                JtlFormat::Csv => csv::rows(&self.columns, row, &mut self.text),
                JtlFormat::Xml => xml::element(&self.columns, row, &mut self.text),
            }
        }
        self.rows += rows.len() as u64;
        self.pass_on()
    }

    /// Samples so far, sub-results not counted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Gives what is buffered to the system, so that a reader sees it.
    pub fn flush(&mut self) -> Result<(), JtlError> {
        self.file.flush().map_err(|source| JtlError::Write { path: self.path.clone(), source })
    }

    /// Completes the file; the number of samples in it.
    pub fn finish(mut self) -> Result<u64, JtlError> {
        if self.format == JtlFormat::Xml {
            self.text.push_str(xml::END);
        }
        self.pass_on()?;
        self.flush()?;
        Ok(self.rows)
    }

    fn pass_on(&mut self) -> Result<(), JtlError> {
        let written = self.file.write_all(self.text.as_bytes());
        self.text.clear();
        written.map_err(|source| JtlError::Write { path: self.path.clone(), source })
    }
}
