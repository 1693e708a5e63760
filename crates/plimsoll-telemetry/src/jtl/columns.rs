//! Which column of a JMeter CSV file is which: from its header, or guessed from its first row.

use super::record::Fields;
use crate::text::to_str;

/// What a column holds; names as in JMeter's `CSVSaveService`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    TimeStamp,
    Elapsed,
    Label,
    ResponseCode,
    ResponseMessage,
    ThreadName,
    DataType,
    Success,
    FailureMessage,
    Bytes,
    SentBytes,
    GrpThreads,
    AllThreads,
    Url,
    Latency,
    IdleTime,
    Connect,
    Hostname,
    SampleCount,
    ErrorCount,
}

const NAMES: [(&str, Column); 20] = [
    ("timeStamp", Column::TimeStamp),
    ("elapsed", Column::Elapsed),
    ("label", Column::Label),
    ("responseCode", Column::ResponseCode),
    ("responseMessage", Column::ResponseMessage),
    ("threadName", Column::ThreadName),
    ("dataType", Column::DataType),
    ("success", Column::Success),
    ("failureMessage", Column::FailureMessage),
    ("bytes", Column::Bytes),
    ("sentBytes", Column::SentBytes),
    ("grpThreads", Column::GrpThreads),
    ("allThreads", Column::AllThreads),
    ("URL", Column::Url),
    ("Latency", Column::Latency),
    ("IdleTime", Column::IdleTime),
    ("Connect", Column::Connect),
    ("Hostname", Column::Hostname),
    ("SampleCount", Column::SampleCount),
    ("ErrorCount", Column::ErrorCount),
];

const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// The layout of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    pub delimiter: u8,
    pub count: usize,
    /// By [`Column`], the position.
    places: [Option<u16>; NAMES.len()],
    /// The header's names in their order, to know a header that comes again.
    names: Vec<String>,
}

impl Columns {
    #[inline]
    pub fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize].map(usize::from)
    }

    /// A header: a line in which two names or more are JMeter's.
    pub fn from_header(line: &[u8]) -> Option<Columns> {
        // The last of equals wins below, and that should be the comma.
        let candidates = DELIMITERS.iter().rev().filter_map(|delimiter| {
            let columns = Columns::named(*delimiter, names(line, *delimiter)?);
            let known = columns.places.iter().flatten().count();
            (known >= 2).then_some((known, columns))
        });
        candidates.max_by_key(|(known, _)| *known).map(|(_, columns)| columns)
    }

    /// In the order the user gave; the delimiter is the one that splits the first row so.
    pub fn given(given: &[String], first_row: &[u8]) -> Option<Columns> {
        let mut fields = Fields::default();
        let fits = |delimiter: &&u8| fields.split(first_row, **delimiter) && fields.len() == given.len();
        let delimiter = DELIMITERS.iter().find(fits)?;
        Some(Columns::named(*delimiter, given.to_vec()))
    }

    /// Without a header: one of the orders that a version of JMeter writes by default, told by the number of columns
    /// and by where `true` or `false` stands.
    pub fn guessed(first_row: &[u8]) -> Option<Columns> {
        const HEAD: [&str; 8] = [
            "timeStamp",
            "elapsed",
            "label",
            "responseCode",
            "responseMessage",
            "threadName",
            "dataType",
            "success",
        ];
        const TAILS: [&[&str]; 7] = [
            &[
                "failureMessage",
                "bytes",
                "sentBytes",
                "grpThreads",
                "allThreads",
                "URL",
                "Latency",
                "IdleTime",
                "Connect",
            ],
            &[
                "failureMessage",
                "bytes",
                "sentBytes",
                "grpThreads",
                "allThreads",
                "Latency",
                "IdleTime",
                "Connect",
            ],
            &["failureMessage", "bytes", "grpThreads", "allThreads", "Latency", "IdleTime", "Connect"],
            &["bytes", "grpThreads", "allThreads", "Latency", "IdleTime"],
            &["bytes", "grpThreads", "allThreads", "Latency"],
            &["bytes", "Latency"],
            &["bytes"],
        ];
        for delimiter in DELIMITERS {
            let Some(row) = names(first_row, delimiter) else { continue };
            let tail = TAILS.iter().find(|tail| HEAD.len() + tail.len() == row.len());
            let (Some(tail), true) = (tail, row.len() > HEAD.len() && is_boolean(&row[7])) else { continue };
            let is_time = crate::number::whole(row[0].as_bytes()).is_some_and(|ms| ms > 100_000_000_000)
                || crate::time::local(&row[0]).is_some();
            if is_time && crate::number::whole(row[1].as_bytes()).is_some() {
                let names = HEAD.iter().chain(tail.iter()).map(|name| (*name).to_owned()).collect();
                return Some(Columns::named(delimiter, names));
            }
        }
        None
    }

    /// Whether a record is this header again, as in files put one after another.
    pub fn is_header(&self, record: &str, fields: &Fields) -> bool {
        fields.len() == self.count
            && self.names.iter().enumerate().all(|(index, name)| *fields.text(record, index) == **name)
    }

    fn named(delimiter: u8, names: Vec<String>) -> Columns {
        let mut places = [None; NAMES.len()];
        for (index, name) in names.iter().enumerate() {
            let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
            if let (Some((_, column)), Ok(index)) = (known, u16::try_from(index)) {
                places[*column as usize].get_or_insert(index);
            }
        }
        Columns { delimiter, count: names.len(), places, names }
    }
}

pub fn is_boolean(text: &str) -> bool {
    text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false")
}

fn names(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let text = to_str(line);
    let mut fields = Fields::default();
    let whole = fields.split(text.as_bytes(), delimiter);
    whole.then(|| (0..fields.len()).map(|index| fields.text(&text, index).into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enum_and_the_table_agree() {
        for (index, (_, column)) in NAMES.iter().enumerate() {
            assert_eq!(*column as usize, index);
        }
    }

    #[test]
    fn layouts_are_found_in_headers_and_guessed_from_rows() {
        type Layout = Option<(u8, usize, Option<usize>)>;
        let cases: [(&str, Layout); 7] = [
            ("timeStamp,elapsed,label", Some((b',', 3, Some(2)))),
            ("label\tresponseCode\tsuccess", Some((b'\t', 3, Some(0)))),
            ("timeStamp;elapsed;\"label\";\"myVar\"", Some((b';', 4, Some(2)))),
            ("timeStamp", None),
            ("1393227741256,1425,GET /,200,OK,TG 1-1,text,true,3478,1016", Some((b',', 10, Some(2)))),
            ("TNP1-JR0-0,200,,TG0-SNL 1-1,text,true,1,1,1,0", None),
            ("some text, with commas", None),
        ];
        for (line, expected) in cases {
            let columns = Columns::from_header(line.as_bytes()).or_else(|| Columns::guessed(line.as_bytes()));
            let found = columns.map(|c| (c.delimiter, c.count, c.place(Column::Label)));
            assert_eq!(found, expected, "{line}");
        }
    }
}
