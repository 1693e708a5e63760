//! Recordings may be large: what no plan is made of is not held.

use super::entry::Entry;
use crate::json;
use plimsoll_plan::document::{Node, NodeValue, build};
use plimsoll_plan::{Diagnostic, input_file};
use std::cell::Cell;
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

/// Of contents, all answers together; values are not searched for in those that come later.
pub const CONTENT_BYTES_MAX: usize = 64 << 20;

/// In the place of a content for which there was no room.
pub const LEFT_OUT: &str = "_leftOut";

pub fn read(file: &str, source: impl BufRead) -> Result<Node, Diagnostic> {
    read_within(file, source, CONTENT_BYTES_MAX)
}

fn read_within(file: &str, source: impl BufRead, content_bytes_max: usize) -> Result<Node, Diagnostic> {
    let bytes = Cell::new(0);
    json::read_from(file, source, &|map| {
        shorten(map);
        let own = content(map).map_or(0, |content| text_bytes(content));
        match bytes.get() + own > content_bytes_max {
            true => leave_out(map),
            false => bytes.set(bytes.get() + own),
        }
    })
}

/// Contents that are no text, and those of images, scripts, style sheets and fonts.
fn shorten(map: &mut Vec<(Node, Node)>) {
    let has = |key: &str| place(map, key).is_some();
    if has("mimeType") && has("encoding") {
        map.retain(|(name, _)| name.as_str() != Some("text"));
    } else if has("request") && has("response") {
        let whole = Node { line: 0, value: NodeValue::Mapping(std::mem::take(map)) };
        let is_resource = Entry::of(&whole).is_resource();
        if let NodeValue::Mapping(entries) = whole.value {
            *map = entries;
        }
        if is_resource {
            without_content(map);
        }
    }
}

fn without_content(entry: &mut [(Node, Node)]) {
    if let Some(content) = content(entry) {
        content.retain(|(name, _)| name.as_str() != Some("text"));
    }
}

fn leave_out(entry: &mut [(Node, Node)]) {
    let Some(content) = content(entry) else { return };
    content.retain(|(name, _)| name.as_str() != Some("text"));
    content.push((build::text(LEFT_OUT), build::text("true")));
}

fn place(map: &[(Node, Node)], key: &str) -> Option<usize> {
    map.iter().position(|(name, _)| name.as_str() == Some(key))
}

/// Of an entry's answer.
fn content(entry: &mut [(Node, Node)]) -> Option<&mut Vec<(Node, Node)>> {
    place(entry, "request")?;
    let at = place(entry, "response")?;
    let NodeValue::Mapping(response) = &mut entry[at].1.value else { return None };
    let at = place(response, "content")?;
    match &mut response[at].1.value {
        NodeValue::Mapping(content) => Some(content),
        _ => None,
    }
}

fn text_bytes(content: &[(Node, Node)]) -> usize {
    place(content, "text").and_then(|at| content[at].1.as_text()).map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_beyond_the_limit_are_left_out_and_counted() {
        let entry = r#"{"request": {"method": "GET", "url": "http://h/"},
            "response": {"status": 200, "content": {"mimeType": "text/html", "text": "twelve bytes"}}}"#;
        let text = format!(r#"{{"log": {{"entries": [{entry}, {entry}, {entry}]}}}}"#);
        let tree = read_within("a.har", text.as_bytes(), 25).expect("a recording");
        let entries = tree.get("log").expect("a log").list("entries");
        let has = |key: &str| -> Vec<bool> {
            entries.iter().map(|entry| entry.at(&["response", "content", key]).is_some()).collect()
        };
        assert_eq!((has("text"), has(LEFT_OUT)), (vec![true, true, false], vec![false, false, true]));
    }

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
