//! Which fields a result file has: the one list of JMeter's columns, for whoever writes and whoever reads them.

use crate::secrets::Secrets;

/// A column of JMeter's CSV (`CSVSaveService`), in the order of the file; a reader of JMeter's rejects another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JtlColumn {
    TimeStamp,
    Elapsed,
    Label,
    ResponseCode,
    ResponseMessage,
    ThreadName,
    DataType,
    Success,
    /// CSV only; XML has the assertions themselves.
    FailureMessage,
    Bytes,
    SentBytes,
    GroupThreads,
    AllThreads,
    Url,
    Filename,
    Latency,
    Encoding,
    SampleCount,
    ErrorCount,
    Hostname,
    IdleTime,
    Connect,
}

/// Column, name in the header line, property that asks for it after `jmeter.save.saveservice.`
/// (`timestamp_format=none` leaves the time stamp out, too).
const COLUMNS: [(JtlColumn, &str, &str); 22] = [
    (JtlColumn::TimeStamp, "timeStamp", "timestamp_format"),
    (JtlColumn::Elapsed, "elapsed", "time"),
    (JtlColumn::Label, "label", "label"),
    (JtlColumn::ResponseCode, "responseCode", "response_code"),
    (JtlColumn::ResponseMessage, "responseMessage", "response_message"),
    (JtlColumn::ThreadName, "threadName", "thread_name"),
    (JtlColumn::DataType, "dataType", "data_type"),
    (JtlColumn::Success, "success", "successful"),
    (JtlColumn::FailureMessage, "failureMessage", "assertion_results_failure_message"),
    (JtlColumn::Bytes, "bytes", "bytes"),
    (JtlColumn::SentBytes, "sentBytes", "sent_bytes"),
    (JtlColumn::GroupThreads, "grpThreads", "thread_counts"),
    (JtlColumn::AllThreads, "allThreads", "thread_counts"),
    (JtlColumn::Url, "URL", "url"),
    (JtlColumn::Filename, "Filename", "filename"),
    (JtlColumn::Latency, "Latency", "latency"),
    (JtlColumn::Encoding, "Encoding", "encoding"),
    (JtlColumn::SampleCount, "SampleCount", "sample_count"),
    (JtlColumn::ErrorCount, "ErrorCount", "sample_count"),
    (JtlColumn::Hostname, "Hostname", "hostname"),
    (JtlColumn::IdleTime, "IdleTime", "idle_time"),
    (JtlColumn::Connect, "Connect", "connect_time"),
];

impl JtlColumn {
    pub const COUNT: usize = COLUMNS.len();

    /// What JMeter leaves out unless it is asked.
    pub const OPTIONAL: [JtlColumn; 5] = [
        JtlColumn::Filename,
        JtlColumn::Encoding,
        JtlColumn::SampleCount,
        JtlColumn::ErrorCount,
        JtlColumn::Hostname,
    ];

    pub fn all() -> impl Iterator<Item = JtlColumn> {
        COLUMNS.iter().map(|(column, ..)| *column)
    }

    /// By its name in a header, in any case: other tools write their own.
    pub fn named(name: &str) -> Option<JtlColumn> {
        COLUMNS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|(column, ..)| *column)
    }

    /// The name in the header line.
    pub fn name(self) -> &'static str {
        COLUMNS[self as usize].1
    }

    /// The property that asks for it, after `jmeter.save.saveservice.`.
    pub fn property(self) -> &'static str {
        COLUMNS[self as usize].2
    }
}

/// What a result file holds. The default is JMeter's.
#[derive(Clone, Debug, PartialEq)]
pub struct JtlColumns {
    /// In the order of the file, each once; see [`JtlColumns::of`].
    pub(super) columns: Vec<JtlColumn>,
    /// CSV: a line of names first (`print_field_names`).
    pub header: bool,
    pub delimiter: char,
    /// Rows of sub-results, too (`subresults`).
    pub sub_results: bool,
    /// Names of variables whose values come last (`sample_variables`).
    pub variables: Vec<String>,
    /// What `Hostname` says.
    pub hostname: String,
    /// What is masked, beside what is secret everywhere.
    pub secrets: Secrets,
}

impl Default for JtlColumns {
    fn default() -> Self {
        JtlColumns::of(JtlColumn::all().filter(|column| !JtlColumn::OPTIONAL.contains(column)))
    }
}

impl JtlColumns {
    /// These columns, put into the file's order.
    pub fn of(columns: impl IntoIterator<Item = JtlColumn>) -> Self {
        let mut columns: Vec<JtlColumn> = columns.into_iter().collect();
        columns.sort_unstable();
        columns.dedup();
        JtlColumns {
            columns,
            header: true,
            delimiter: ',',
            sub_results: true,
            variables: Vec::new(),
            hostname: String::new(),
            secrets: Secrets::default(),
        }
    }

    pub fn list(&self) -> &[JtlColumn] {
        &self.columns
    }

    pub fn has(&self, column: JtlColumn) -> bool {
        self.columns.contains(&column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enum_and_the_table_agree() {
        for (index, column) in JtlColumn::all().enumerate() {
            assert_eq!(column as usize, index);
        }
    }
}
