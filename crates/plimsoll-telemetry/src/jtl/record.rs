//! One CSV record: where its fields are, without copying them.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Places of the fields of one record; reused from record to record.
#[derive(Default)]
pub struct CsvFields {
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    /// Doubled quotes inside stand for one.
    escaped: bool,
}

impl CsvFields {
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Finds the fields; false when a quote is left open, so that the record goes on in the next line.
    ///
    /// A field that begins with a quote ends with one; a quote inside any other field is a plain character, and so
    /// is what follows a closing quote up to the delimiter.
    pub fn split(&mut self, record: &[u8], delimiter: u8) -> bool {
        self.places.clear();
        if self.split_unquoted(record, delimiter) {
            return true;
        }
        self.places.clear();
        let mut start = 0;
        loop {
            let end = if record.get(start) == Some(&b'"') {
                let Some(after) = self.quoted(record, start + 1) else {
                    return false;
                };
                memchr(delimiter, &record[after..]).map(|at| after + at)
            } else {
                let end = memchr(delimiter, &record[start..]).map(|at| start + at);
                self.places.push(Place { start, end: end.unwrap_or(record.len()), escaped: false });
                end
            };
            match end {
                Some(end) => start = end + 1,
                None => return true,
            }
        }
    }

    /// False when there is a quote. Fields are short, and eight bytes are looked at together: to search for each
    /// delimiter by itself was most of the time that a file took.
    fn split_unquoted(&mut self, record: &[u8], delimiter: u8) -> bool {
        let delimiters = u64::from_ne_bytes([delimiter; 8]);
        let quotes = u64::from_ne_bytes([b'"'; 8]);
        let (words, rest) = record.as_chunks::<8>();
        let mut start = 0;
        for (number, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            if zero_bytes(word ^ quotes) != 0 {
                return false;
            }
            let mut found = zero_bytes(word ^ delimiters);
            while found != 0 {
                let end = number * 8 + found.trailing_zeros() as usize / 8;
                self.places.push(Place { start, end, escaped: false });
                start = end + 1;
                found &= found - 1;
            }
        }
        for (number, byte) in rest.iter().enumerate() {
            if *byte == b'"' {
                return false;
            }
            if *byte == delimiter {
                let end = words.len() * 8 + number;
                self.places.push(Place { start, end, escaped: false });
                start = end + 1;
            }
        }
        self.places.push(Place { start, end: record.len(), escaped: false });
        true
    }

    /// A field whose opening quote lies before `start`; gives the place after its closing quote.
    fn quoted(&mut self, record: &[u8], start: usize) -> Option<usize> {
        let mut escaped = false;
        let mut from = start;
        loop {
            let quote = from + memchr(b'"', &record[from..])?;
            if record.get(quote + 1) == Some(&b'"') {
                escaped = true;
                from = quote + 2;
                continue;
            }
            self.places.push(Place { start, end: quote, escaped });
            return Some(quote + 1);
        }
    }

    /// A field of the record that was split; empty beyond the last.
    #[inline]
    pub fn bytes<'a>(&self, record: &'a str, index: usize) -> &'a [u8] {
        let Some(place) = self.places.get(index) else {
            return &[];
        };
        record.as_bytes().get(place.start..place.end).unwrap_or_default()
    }

    #[inline]
    pub fn text<'a>(&self, record: &'a str, index: usize) -> Cow<'a, str> {
        let Some(place) = self.places.get(index) else {
            return Cow::Borrowed("");
        };
        let text = record.get(place.start..place.end).unwrap_or_default();
        if place.escaped { Cow::Owned(text.replace("\"\"", "\"")) } else { Cow::Borrowed(text) }
    }
}

/// The highest bit of each byte that is zero, and no other.
fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    !(((word & LOW) + LOW) | word | LOW)
}

/// How many fields a line has; `None` when a quote is left open in it.
pub fn count_columns(line: &[u8], delimiter: u8) -> Option<usize> {
    if memchr(b'"', line).is_none() {
        return Some(memchr_iter(delimiter, line).count() + 1);
    }
    let mut fields = CsvFields::default();
    fields.split(line, delimiter).then_some(fields.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &str, expected: Option<&[&str]>) {
        let mut fields = CsvFields::default();
        let whole = fields.split(record.as_bytes(), b',');
        let found: Vec<_> = (0..fields.len()).map(|index| fields.text(record, index)).collect();
        assert_eq!(whole.then_some(found.iter().map(|f| &**f).collect()), expected.map(<[_]>::to_vec));
    }

    #[test]
    fn fields_are_found_with_and_without_quotes() {
        check("a,b,,d", Some(&["a", "b", "", "d"]));
        check(
            ",12345678,,1234567,\u{ac}-\u{ac},",
            Some(&["", "12345678", "", "1234567", "\u{ac}-\u{ac}", ""]),
        );
        check("123456789012345,,7890123456789012,a", Some(&["123456789012345", "", "7890123456789012", "a"]));
        check("12345678,1234567,\"8,9\"", Some(&["12345678", "1234567", "8,9"]));
        check("", Some(&[""]));
        check("\"a,b\",c", Some(&["a,b", "c"]));
        check("\"say \"\"hi\"\"\",\"\"", Some(&["say \"hi\"", ""]));
        check("a\"b,c", Some(&["a\"b", "c"]));
        check("\"a\"x,c,", Some(&["a", "c", ""]));
        check("a,\"open", None);
        check("\"a\nb\",c", Some(&["a\nb", "c"]));
    }
}
