//! A result file while it grows.

use super::columns::JtlColumns;
use super::masking::masked;
use super::{csv, xml};
use crate::private::create_private;
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
    columns: JtlColumns,
    file: BufWriter<File>,
    /// The text of the rows being written.
    text: String,
    rows: u64,
}

const BUFFER_BYTES: usize = 256 * 1024;

impl JtlWriter {
    /// Creates the file, or empties it.
    pub fn create(path: &Path, format: JtlFormat, columns: JtlColumns) -> Result<Self, JtlError> {
        let file =
            create_private(path).map_err(|source| JtlError::Create { path: path.to_owned(), source })?;
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
    pub fn append_to(path: &Path, format: JtlFormat, columns: JtlColumns) -> Result<Self, JtlError> {
        let file = File::options().append(true).open(path);
        let file = file.map_err(|source| JtlError::Create { path: path.to_owned(), source })?;
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(JtlWriter { path: path.to_owned(), format, columns, file, text: String::new(), rows: 0 })
    }

    pub fn append(&mut self, rows: &[SampleRow]) -> Result<(), JtlError> {
        for row in rows {
            let row = &*masked(&self.columns, row);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jtl::JtlColumn;
    use crate::sample::{DataType, SampleKind};

    fn row() -> SampleRow {
        let answer = |label: &str, code: &str| SampleRow {
            started_unix_ms: 1_700_000_000_000,
            elapsed_ms: 12,
            latency_ms: 11,
            connect_ms: 3,
            label: label.to_owned(),
            code: code.to_owned(),
            message: "OK".to_owned(),
            thread: "Shop 1-3".into(),
            data: DataType::Text,
            success: true,
            bytes: 120,
            bytes_sent: 80,
            group_threads: 4,
            all_threads: 7,
            url: Some("http://h/a?b=1&c=2".to_owned()),
            variables: vec!["v,1".to_owned()],
            ..SampleRow::default()
        };
        let group =
            SampleRow { kind: SampleKind::Other, url: None, data: DataType::Unknown, ..answer("T", "") };
        let mut page = answer("a, \"b\"", "200");
        page.success = false;
        page.failure = Some("Test failed:\ntext".to_owned());
        page.sub_results = vec![answer("a-0", "302"), answer("a-1", "200")];
        SampleRow { sub_results: vec![page], ..group }
    }

    fn check(format: JtlFormat, columns: JtlColumns, expected: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.jtl");
        let mut writer = JtlWriter::create(&path, format, columns).expect("a file");
        writer.append(&[row()]).expect("room");
        assert_eq!(writer.finish().expect("room"), 1);
        let text = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(text, expected);
    }

    #[test]
    fn csv_has_jmeters_columns_and_rows_of_sub_results() {
        let times = |label: &str, rest: &str| format!("1700000000000,12,{label},{rest}\n");
        let url = "http://h/a?b=1&c=2";
        let expected = [
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,\
             sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n"
                .to_owned(),
            times("T", ",OK,Shop 1-3,,true,,120,80,4,7,null,11,0,3"),
            times(
                "\"a, \"\"b\"\"\"",
                &format!("200,OK,Shop 1-3,text,false,\"Test failed:\ntext\",120,80,4,7,{url},11,0,3"),
            ),
            times("a-0", &format!("302,OK,Shop 1-3,text,true,,120,80,4,7,{url},11,0,3")),
            times("a-1", &format!("200,OK,Shop 1-3,text,true,,120,80,4,7,{url},11,0,3")),
        ];
        check(JtlFormat::Csv, JtlColumns::default(), &expected.concat());
    }

    #[test]
    fn columns_come_in_jmeters_order_whatever_order_they_were_named_in() {
        let names = [
            JtlColumn::Hostname,
            JtlColumn::ErrorCount,
            JtlColumn::SampleCount,
            JtlColumn::Encoding,
            JtlColumn::Label,
            JtlColumn::Latency,
        ];
        let columns = JtlColumns {
            variables: vec!["v".to_owned()],
            delimiter: ';',
            sub_results: false,
            hostname: "here".to_owned(),
            ..JtlColumns::of(names)
        };
        let expected =
            "label;Latency;Encoding;SampleCount;ErrorCount;Hostname;\"v\"\nT;11;UTF-8;1;0;here;v,1\n";
        check(JtlFormat::Csv, columns, expected);
    }

    #[test]
    fn xml_nests_sub_results() {
        let columns = JtlColumns::of([
            JtlColumn::Elapsed,
            JtlColumn::Success,
            JtlColumn::Label,
            JtlColumn::ResponseCode,
        ]);
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testResults version="1.2">
<sample t="12" s="true" lb="T" rc="">
  <httpSample t="12" s="false" lb="a, &quot;b&quot;" rc="200">
    <assertionResult>
      <name>Assertion</name>
      <failure>true</failure>
      <error>false</error>
      <failureMessage>Test failed:&#xa;text</failureMessage>
    </assertionResult>
    <httpSample t="12" s="true" lb="a-0" rc="302"/>
    <httpSample t="12" s="true" lb="a-1" rc="200"/>
  </httpSample>
</sample>

</testResults>
"#;
        check(JtlFormat::Xml, columns, expected);
    }
}
