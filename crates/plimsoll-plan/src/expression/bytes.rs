//! Arrays of bytes: the texts they stand for, and Base64.

use super::arguments::Arguments;
use super::value::ScriptValue;
use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose};

type Outcome = Result<ScriptValue, String>;

/// Reads with padding and without, as the decoders of commons-codec and Groovy do.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const PLAIN: GeneralPurpose = GeneralPurpose::new(&base64::alphabet::STANDARD, LENIENT);
const URL: GeneralPurpose = GeneralPurpose::new(&base64::alphabet::URL_SAFE, LENIENT);

pub(super) fn encoded(bytes: &[u8], url: bool) -> String {
    if url { general_purpose::URL_SAFE.encode(bytes) } else { general_purpose::STANDARD.encode(bytes) }
}

/// Of either alphabet; what is no digit of it is skipped.
pub(super) fn decoded(text: &str) -> Result<Vec<u8>, String> {
    let is_url = text.contains(['-', '_']);
    let digits: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_' | '='))
        .collect();
    let engine = if is_url { URL } else { PLAIN };
    engine.decode(digits).map_err(|error| format!("this is no Base64: {error}"))
}

/// The bytes of a text or an array.
pub(super) fn of(value: &ScriptValue) -> Result<Vec<u8>, String> {
    match value {
        ScriptValue::Bytes(bytes) => Ok(bytes.to_vec()),
        value => {
            value.as_str().map(|text| text.as_bytes().to_vec()).ok_or_else(|| "this has no bytes".to_owned())
        }
    }
}

/// A text in an encoding; none is UTF-8.
pub(super) fn encode(text: &str, encoding: Option<&str>) -> Result<Vec<u8>, String> {
    match encoding.unwrap_or("utf-8").to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => Ok(text.as_bytes().to_vec()),
        "iso-8859-1" | "latin1" | "us-ascii" | "ascii" => {
            Ok(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect())
        }
        other => Err(format!("the encoding `{other}` is not known")),
    }
}

pub(super) fn text(bytes: &[u8], encoding: Option<&str>) -> Result<String, String> {
    match encoding.unwrap_or("utf-8").to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" => Ok(String::from_utf8_lossy(bytes).into_owned()),
        "iso-8859-1" | "latin1" => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
        other => Err(format!("the encoding `{other}` is not known")),
    }
}

/// java.util.Base64's encoders and decoders.
pub(super) fn coder(class: &str, method: &str, arguments: &Arguments<'_>) -> Outcome {
    let url = class.starts_with("Url");
    let bytes = || of(arguments.get(0)?);
    let made = |bytes: &[u8]| {
        let text = encoded(bytes, url);
        if class.ends_with("Unpadded") { text.trim_end_matches('=').to_owned() } else { text }
    };
    Ok(match (class, method) {
        ("Encoder", "withoutPadding") => ScriptValue::Instance("EncoderUnpadded"),
        ("UrlEncoder", "withoutPadding") => ScriptValue::Instance("UrlEncoderUnpadded"),
        (_, "encodeToString") => made(&bytes()?).into(),
        (_, "encode") => ScriptValue::bytes(made(&bytes()?).into_bytes()),
        (_, "decode") => ScriptValue::bytes(decoded(&String::from_utf8_lossy(&bytes()?))?),
        _ => return Err(format!("`{method}` is not known of Base64's {class}")),
    })
}

/// org.apache.commons.codec.binary.Base64
pub(super) fn commons(method: &str, arguments: &Arguments<'_>) -> Outcome {
    let bytes = of(arguments.get(0)?)?;
    Ok(match method {
        "encodeBase64" => ScriptValue::bytes(encoded(&bytes, false).into_bytes()),
        "encodeBase64String" => encoded(&bytes, false).into(),
        "encodeBase64URLSafe" => ScriptValue::bytes(unpadded(&bytes).into_bytes()),
        "encodeBase64URLSafeString" => unpadded(&bytes).into(),
        _ => ScriptValue::bytes(decoded(&String::from_utf8_lossy(&bytes))?),
    })
}

fn unpadded(bytes: &[u8]) -> String {
    encoded(bytes, true).trim_end_matches('=').to_owned()
}
