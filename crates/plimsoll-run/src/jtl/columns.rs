//! Which fields a result file has.

/// A field that JMeter's `jmeter.save.saveservice.*` properties turn on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
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
    /// `grpThreads` and `allThreads`.
    ThreadCounts,
    Url,
    Filename,
    Latency,
    Encoding,
    /// `SampleCount` and `ErrorCount`.
    SampleCount,
    Hostname,
    IdleTime,
    Connect,
}

impl Column {
    /// In the order of the file; a reader rejects another one (`CSVSaveService`).
    pub const ALL: [Column; 20] = [
        Column::TimeStamp,
        Column::Elapsed,
        Column::Label,
        Column::ResponseCode,
        Column::ResponseMessage,
        Column::ThreadName,
        Column::DataType,
        Column::Success,
        Column::FailureMessage,
        Column::Bytes,
        Column::SentBytes,
        Column::ThreadCounts,
        Column::Url,
        Column::Filename,
        Column::Latency,
        Column::Encoding,
        Column::SampleCount,
        Column::Hostname,
        Column::IdleTime,
        Column::Connect,
    ];

    /// What JMeter leaves out unless it is asked.
    pub const OPTIONAL: [Column; 4] =
        [Column::Filename, Column::Encoding, Column::SampleCount, Column::Hostname];

    /// The names in the header line.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Column::TimeStamp => &["timeStamp"],
            Column::Elapsed => &["elapsed"],
            Column::Label => &["label"],
            Column::ResponseCode => &["responseCode"],
            Column::ResponseMessage => &["responseMessage"],
            Column::ThreadName => &["threadName"],
            Column::DataType => &["dataType"],
            Column::Success => &["success"],
            Column::FailureMessage => &["failureMessage"],
            Column::Bytes => &["bytes"],
            Column::SentBytes => &["sentBytes"],
            Column::ThreadCounts => &["grpThreads", "allThreads"],
            Column::Url => &["URL"],
            Column::Filename => &["Filename"],
            Column::Latency => &["Latency"],
            Column::Encoding => &["Encoding"],
            Column::SampleCount => &["SampleCount", "ErrorCount"],
            Column::Hostname => &["Hostname"],
            Column::IdleTime => &["IdleTime"],
            Column::Connect => &["Connect"],
        }
    }

    /// The property that asks for it, after `jmeter.save.saveservice.`.
    pub fn property(self) -> &'static str {
        match self {
            // `timestamp_format=none` leaves it out, too.
            Column::TimeStamp => "timestamp_format",
            Column::Elapsed => "time",
            Column::Label => "label",
            Column::ResponseCode => "response_code",
            Column::ResponseMessage => "response_message",
            Column::ThreadName => "thread_name",
            Column::DataType => "data_type",
            Column::Success => "successful",
            Column::FailureMessage => "assertion_results_failure_message",
            Column::Bytes => "bytes",
            Column::SentBytes => "sent_bytes",
            Column::ThreadCounts => "thread_counts",
            Column::Url => "url",
            Column::Filename => "filename",
            Column::Latency => "latency",
            Column::Encoding => "encoding",
            Column::SampleCount => "sample_count",
            Column::Hostname => "hostname",
            Column::IdleTime => "idle_time",
            Column::Connect => "connect_time",
        }
    }
}

/// What a result file holds. The default is JMeter's.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// In the order of [`Column::ALL`], each once; see [`Columns::of`].
    pub(super) columns: Vec<Column>,
    /// CSV: a line of names first (`print_field_names`).
    pub header: bool,
    pub delimiter: char,
    /// Rows of sub-results, too (`subresults`).
    pub sub_results: bool,
    /// Names of variables whose values come last (`sample_variables`).
    pub variables: Vec<String>,
    /// What `Hostname` says.
    pub hostname: String,
}

impl Default for Columns {
    fn default() -> Self {
        Columns::of(Column::ALL.into_iter().filter(|column| !Column::OPTIONAL.contains(column)))
    }
}

impl Columns {
    /// These columns, put into the file's order.
    pub fn of(columns: impl IntoIterator<Item = Column>) -> Self {
        let mut columns: Vec<Column> = columns.into_iter().collect();
        columns.sort_unstable();
        columns.dedup();
        Columns {
            columns,
            header: true,
            delimiter: ',',
            sub_results: true,
            variables: Vec::new(),
            hostname: String::new(),
        }
    }

    pub fn list(&self) -> &[Column] {
        &self.columns
    }

    pub fn has(&self, column: Column) -> bool {
        self.columns.contains(&column)
    }
}
