//! Which column of a JMeter CSV file is which: from its header, or guessed from its first row.

use super::record::CsvFields;
use crate::line::to_str;
use plimsoll_run::jtl::JtlColumn;

const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// What every version writes first.
const HEAD: [JtlColumn; 8] = [
    JtlColumn::TimeStamp,
    JtlColumn::Elapsed,
    JtlColumn::Label,
    JtlColumn::ResponseCode,
    JtlColumn::ResponseMessage,
    JtlColumn::ThreadName,
    JtlColumn::DataType,
    JtlColumn::Success,
];

/// What follows, by version, the newest first.
const TAILS: [&[JtlColumn]; 7] = {
    use JtlColumn::*;
    [
        &[FailureMessage, Bytes, SentBytes, GroupThreads, AllThreads, Url, Latency, IdleTime, Connect],
        &[FailureMessage, Bytes, SentBytes, GroupThreads, AllThreads, Latency, IdleTime, Connect],
        &[FailureMessage, Bytes, GroupThreads, AllThreads, Latency, IdleTime, Connect],
        &[Bytes, GroupThreads, AllThreads, Latency, IdleTime],
        &[Bytes, GroupThreads, AllThreads, Latency],
        &[Bytes, Latency],
        &[Bytes],
    ]
};

/// The layout of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct CsvLayout {
    pub delimiter: u8,
    pub count: usize,
    /// By [`JtlColumn`], the position.
    places: [Option<u16>; JtlColumn::COUNT],
    /// The header's names in their order, to know a header that comes again.
    names: Vec<String>,
}

impl CsvLayout {
    #[inline]
    pub fn place(&self, column: JtlColumn) -> Option<usize> {
        self.places[column as usize].map(usize::from)
    }

    /// A header: a line in which two names or more are JMeter's.
    pub fn from_header(line: &[u8]) -> Option<CsvLayout> {
        // The last of equals wins below, and that should be the comma.
        let candidates = DELIMITERS.iter().rev().filter_map(|delimiter| {
            let columns = CsvLayout::named(*delimiter, names(line, *delimiter)?);
            let known = columns.places.iter().flatten().count();
            (known >= 2).then_some((known, columns))
        });
        candidates.max_by_key(|(known, _)| *known).map(|(_, columns)| columns)
    }

    /// In the order the user gave; the delimiter is the one that splits the first row so.
    pub fn given(given: &[String], first_row: &[u8]) -> Option<CsvLayout> {
        let mut fields = CsvFields::default();
        let fits = |delimiter: &&u8| fields.split(first_row, **delimiter) && fields.len() == given.len();
        let delimiter = DELIMITERS.iter().find(fits)?;
        Some(CsvLayout::named(*delimiter, given.to_vec()))
    }

    /// Without a header: one of the orders that a version of JMeter writes by default, told by the number of columns
    /// and by where `true` or `false` stands.
    pub fn guessed(first_row: &[u8]) -> Option<CsvLayout> {
        for delimiter in DELIMITERS {
            let Some(row) = names(first_row, delimiter) else { continue };
            let tail = TAILS.iter().find(|tail| HEAD.len() + tail.len() == row.len());
            let (Some(tail), true) = (tail, row.len() > HEAD.len() && is_boolean(&row[7])) else { continue };
            let is_time = crate::number::whole(row[0].as_bytes()).is_some_and(|ms| ms > 100_000_000_000)
                || crate::time::local(&row[0]).is_some();
            if is_time && crate::number::whole(row[1].as_bytes()).is_some() {
                let names = HEAD.iter().chain(tail.iter()).map(|column| column.name().to_owned()).collect();
                return Some(CsvLayout::named(delimiter, names));
            }
        }
        None
    }

    /// Whether a record is this header again, as in files put one after another.
    pub fn is_header(&self, record: &str, fields: &CsvFields) -> bool {
        fields.len() == self.count
            && self.names.iter().enumerate().all(|(index, name)| *fields.text(record, index) == **name)
    }

    fn named(delimiter: u8, names: Vec<String>) -> CsvLayout {
        let mut places = [None; JtlColumn::COUNT];
        for (index, name) in names.iter().enumerate() {
            if let (Some(column), Ok(index)) = (JtlColumn::named(name.trim()), u16::try_from(index)) {
                places[column as usize].get_or_insert(index);
            }
        }
        CsvLayout { delimiter, count: names.len(), places, names }
    }
}

pub fn is_boolean(text: &str) -> bool {
    text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false")
}

fn names(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let text = to_str(line);
    let mut fields = CsvFields::default();
    let whole = fields.split(text.as_bytes(), delimiter);
    whole.then(|| (0..fields.len()).map(|index| fields.text(&text, index).into_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let columns =
                CsvLayout::from_header(line.as_bytes()).or_else(|| CsvLayout::guessed(line.as_bytes()));
            let found = columns.map(|c| (c.delimiter, c.count, c.place(JtlColumn::Label)));
            assert_eq!(found, expected, "{line}");
        }
    }
}
