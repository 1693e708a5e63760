//! Recordings may be large: what no plan is made of is not held.

use super::entry::Entry;
use crate::json::{self, Json, JsonValue};
use plimsoll_plan::{Diagnostic, input_file};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// `None`: it is in another encoding than UTF-8, or no file to read piece by piece.
pub fn open(path: &Path) -> io::Result<Option<impl BufRead>> {
    let Ok(file) = input_file::open(path) else { return Ok(None) };
    let mut reader = BufReader::with_capacity(256 * 1024, file);
    let first = reader.fill_buf()?;
    if first.starts_with(&[0xfe, 0xff]) || first.starts_with(&[0xff, 0xfe]) {
        return Ok(None);
    }
    if first.starts_with("\u{feff}".as_bytes()) {
        reader.consume(3);
    }
    Ok(Some(reader))
}

pub fn read(file: &str, source: impl BufRead) -> Result<Json, Diagnostic> {
    json::read_from(file, source, &shorten)
}

/// Contents that are no text, and those of images, scripts, style sheets and fonts.
fn shorten(map: &mut Vec<(String, Json)>) {
    let has = |key: &str| map.iter().any(|(name, _)| name == key);
    if has("mimeType") && has("encoding") {
        map.retain(|(name, _)| name != "text");
    } else if has("request") && has("response") {
        let whole = Json { line: 0, value: JsonValue::Map(std::mem::take(map)) };
        let is_resource = Entry::of(&whole).is_resource();
        if let JsonValue::Map(entries) = whole.value {
            *map = entries;
        }
        if is_resource {
            without_content(map);
        }
    }
}

fn without_content(entry: &mut [(String, Json)]) {
    let value = |map: &mut [(String, Json)], key: &str| -> Option<usize> {
        map.iter().position(|(name, _)| name == key)
    };
    let Some(at) = value(entry, "response") else { return };
    let JsonValue::Map(response) = &mut entry[at].1.value else { return };
    let Some(at) = value(response, "content") else { return };
    if let JsonValue::Map(content) = &mut response[at].1.value {
        content.retain(|(name, _)| name != "text");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_that_no_plan_needs_stay_out_of_memory() {
        let entry = |kind: &str, more: &str| {
            format!(
                r#"{{"request": {{"method": "GET", "url": "http://h/"}},
                     "response": {{"status": 200, "content": {{"mimeType": "{kind}", "text": "x"{more}}}}}}}"#
            )
        };
        let (page, script) = (entry("text/html", ""), entry("text/javascript", ""));
        let image = entry("application/octet-stream", r#", "encoding": "base64""#);
        let text = format!(r#"{{"log": {{"entries": [{page}, {script}, {image}]}}}}"#);
        let tree = read("a.har", text.as_bytes()).expect("a recording");
        let entries = tree.get("log").expect("a log").list("entries");
        let texts = entries.iter().map(|e| e.at(&["response", "content", "text"]).is_some());
        assert_eq!(texts.collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(entries[1].line, 2, "lines are those of the file");
    }
}
