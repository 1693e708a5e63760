//! One CSV record: where its fields are, without copying them.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Places of the fields of one record; reused from record to record.
#[derive(Default)]
pub struct Fields {
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    /// Doubled quotes inside stand for one.
    escaped: bool,
}

impl Fields {
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
        if memchr(b'"', record).is_none() {
            let mut start = 0;
            for end in memchr_iter(delimiter, record) {
                self.places.push(Place { start, end, escaped: false });
                start = end + 1;
            }
            self.places.push(Place { start, end: record.len(), escaped: false });
            return true;
        }
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
    pub fn bytes<'a>(&self, record: &'a str, index: usize) -> &'a [u8] {
        let Some(place) = self.places.get(index) else {
            return &[];
        };
        record.as_bytes().get(place.start..place.end).unwrap_or_default()
    }

    pub fn text<'a>(&self, record: &'a str, index: usize) -> Cow<'a, str> {
        let Some(place) = self.places.get(index) else {
            return Cow::Borrowed("");
        };
        let text = record.get(place.start..place.end).unwrap_or_default();
        if place.escaped { Cow::Owned(text.replace("\"\"", "\"")) } else { Cow::Borrowed(text) }
    }
}

/// How many fields a line has; `None` when a quote is left open in it.
pub fn count_columns(line: &[u8], delimiter: u8) -> Option<usize> {
    if memchr(b'"', line).is_none() {
        return Some(memchr_iter(delimiter, line).count() + 1);
    }
    let mut fields = Fields::default();
    fields.split(line, delimiter).then_some(fields.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &str, expected: Option<&[&str]>) {
        let mut fields = Fields::default();
        let whole = fields.split(record.as_bytes(), b',');
        let found: Vec<_> = (0..fields.len()).map(|index| fields.text(record, index)).collect();
        assert_eq!(whole.then_some(found.iter().map(|f| &**f).collect()), expected.map(<[_]>::to_vec));
    }

    #[test]
    fn fields_are_found_with_and_without_quotes() {
        check("a,b,,d", Some(&["a", "b", "", "d"]));
        check("", Some(&[""]));
        check("\"a,b\",c", Some(&["a,b", "c"]));
        check("\"say \"\"hi\"\"\",\"\"", Some(&["say \"hi\"", ""]));
        check("a\"b,c", Some(&["a\"b", "c"]));
        check("\"a\"x,c,", Some(&["a", "c", ""]));
        check("a,\"open", None);
        check("\"a\nb\",c", Some(&["a\nb", "c"]));
    }
}
