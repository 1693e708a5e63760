//! The bytes of a plan file as text.

/// By byte-order mark, else UTF-8. What is not UTF-8 is taken as Latin-1 (windows-1252 for the bytes
/// that Latin-1 leaves to control characters): the encodings that old plans declare.
pub fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_utf8(rest),
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => decode_utf8(bytes),
    }
}

fn decode_utf8(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_by_mark_then_utf8_then_latin1() {
        let cases: [(&[u8], &str); 5] = [
            (b"\xEF\xBB\xBFx", "x"),
            ("blå".as_bytes(), "blå"),
            (b"bl\xE5 \x80", "blå €"),
            (b"\xFF\xFEa\0b\0", "ab"),
            (b"\xFE\xFF\0a\0b", "ab"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(decode(bytes), expected);
        }
    }
}
