//! A body as it is shown: indented where it is JSON, as it is where it is text, as size and sum where it is neither.

use plimsoll_report::trial::ShownBody;
use plimsoll_run::Secrets;
use sha2::{Digest, Sha256};

/// Longest body that is shown, bytes.
const SHOWN_MAX: usize = 64 * 1024;

pub fn shown(bytes: &[u8], secrets: &Secrets) -> ShownBody {
    if bytes.is_empty() {
        return ShownBody::Empty;
    }
    let is_binary = |text: &str| text.contains(['\0', '\u{fffd}']);
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| !is_binary(text)) else {
        let sum = Sha256::digest(bytes);
        let sha256 = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        return ShownBody::Binary { bytes: bytes.len(), sha256 };
    };
    // What is masked is masked before it is cut, so that no half of it is left.
    let masked = secrets.text(text);
    let is_json = masked.trim_start().starts_with(['{', '[']);
    let tree = if is_json { serde_json::from_str::<serde_json::Value>(&masked).ok() } else { None };
    let pretty = tree.and_then(|tree| serde_json::to_string_pretty(&tree).ok());
    let (raw, left_out) = cut(&masked);
    ShownBody::Text { raw, pretty: pretty.map(|pretty| cut(&pretty).0), left_out }
}

fn cut(text: &str) -> (String, usize) {
    let end = text.floor_char_boundary(SHOWN_MAX.min(text.len()));
    (text[..end].to_owned(), text.len() - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> ShownBody {
        shown(bytes, &Secrets::default())
    }

    #[test]
    fn json_is_indented_text_is_cut_and_anything_else_is_size_and_sum() {
        assert_eq!(of(b""), ShownBody::Empty);
        let ShownBody::Text { raw, pretty, left_out } = of(b"{\"a\":[1,{\"password\":\"hunter22\"}]}") else {
            panic!("no text")
        };
        assert_eq!((raw.as_str(), left_out), ("{\"a\":[1,{\"password\":\"***\"}]}", 0));
        assert_eq!(
            pretty.as_deref(),
            Some("{\n  \"a\": [\n    1,\n    {\n      \"password\": \"***\"\n    }\n  ]\n}")
        );
        let long = "ø".repeat(40_000);
        let ShownBody::Text { raw, pretty, left_out } = of(long.as_bytes()) else { panic!("no text") };
        assert_eq!((raw.len(), left_out, pretty), (SHOWN_MAX, long.len() - SHOWN_MAX, None));
        let sum = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
        assert_eq!(of(&[0]), ShownBody::Binary { bytes: 1, sha256: sum.to_owned() });
    }
}
