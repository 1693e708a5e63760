//! The header block of an answer, and how it says that the body ends.

use super::{Keep, ResponseReader, State};
use std::mem::MaybeUninit;

/// Header lines that need no memory of their own.
const HEADERS_USUAL: usize = 128;
/// Most header lines that are accepted.
const HEADERS_MAX: usize = 4_096;
/// Most interim answers (1xx) before the real one.
const INTERIM_MAX: u16 = 1_000;

impl ResponseReader {
    /// The length of the header block, when it is whole.
    pub(super) fn parse_head(
        &mut self,
        block: &[u8],
        keep: Keep,
        head_request: bool,
    ) -> Result<Option<usize>, String> {
        let mut headers = [MaybeUninit::uninit(); HEADERS_USUAL];
        let mut more = Vec::new();
        let mut response = httparse::Response::new(&mut []);
        // Header lines that browsers and JMeter's client put up with: folded ones (RFC 9112, 5.2), spaces before
        // the colon, and lines without any.
        let mut config = httparse::ParserConfig::default();
        config.allow_obsolete_multiline_headers_in_responses(true);
        config.allow_spaces_after_header_name_in_responses(true);
        config.ignore_invalid_headers_in_responses(true);
        let mut parsed = config.parse_response_with_uninit_headers(&mut response, block, &mut headers);
        if parsed == Err(httparse::Error::TooManyHeaders) {
            more.resize(HEADERS_MAX, MaybeUninit::uninit());
            response = httparse::Response::new(&mut []);
            parsed = config.parse_response_with_uninit_headers(&mut response, block, &mut more);
        }
        let length = match parsed {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(error) => return Err(format!("not an HTTP answer: {error}")),
        };
        let status = response.code.unwrap_or(0);
        if status == 101 && !keep.upgrade {
            return Err("the server switched to another protocol".to_owned());
        }
        if (100..200).contains(&status) && status != 101 {
            // An interim answer: the real one follows.
            self.interim += 1;
            self.continued |= status == 100;
            if self.interim > INTERIM_MAX {
                return Err(format!("more than {INTERIM_MAX} interim answers"));
            }
            return Ok(Some(length));
        }
        self.status = status;
        self.head_bytes = length as u64;
        self.keep_alive = response.version == Some(1);
        if keep.headers || keep.is_example(status) {
            self.headers = header_text(response.version, status, response.reason, response.headers);
            self.reason = response.reason.unwrap_or_default().to_owned();
        } else if !(200..400).contains(&status) {
            self.reason = response.reason.unwrap_or_default().to_owned();
        }
        self.state = self.framing(response.headers, status, keep, head_request)?;
        Ok(Some(length))
    }

    /// How the body ends (RFC 9112, 6.3).
    fn framing(
        &mut self,
        headers: &[httparse::Header<'_>],
        status: u16,
        keep: Keep,
        head_request: bool,
    ) -> Result<State, String> {
        let mut length: Option<u64> = None;
        let (mut chunked, mut coded) = (false, false);
        let is_old = !self.keep_alive;
        for header in headers {
            let value = header.value;
            match header.name.len() {
                14 if header.name.eq_ignore_ascii_case("content-length") => {
                    for part in value.split(|byte| *byte == b',') {
                        let number = whole(part.trim_ascii()).ok_or("Content-Length is not a number")?;
                        if length.is_some_and(|before| before != number) {
                            return Err("two different Content-Length headers".to_owned());
                        }
                        length = Some(number);
                    }
                }
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    for coding in value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
                        if chunked && !coding.is_empty() {
                            let text = "another transfer coding, or another time, after chunked";
                            return Err(text.to_owned());
                        }
                        chunked |= coding.eq_ignore_ascii_case(b"chunked");
                        coded |= !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity");
                    }
                }
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    if has_token(value, "close") {
                        self.keep_alive = false;
                    } else if has_token(value, "keep-alive") {
                        self.keep_alive = true;
                    }
                }
                10 if header.name.eq_ignore_ascii_case("keep-alive") => self.take_keep_alive(value),
                16 if status == 401 && header.name.eq_ignore_ascii_case("www-authenticate") => {
                    self.challenges.push(String::from_utf8_lossy(value).into_owned());
                }
                16 if (keep.body || keep.is_example(status))
                    && header.name.eq_ignore_ascii_case("content-encoding") =>
                {
                    self.content_encoding = Some(String::from_utf8_lossy(value).trim().to_ascii_lowercase());
                }
                8 if header.name.eq_ignore_ascii_case("location") => {
                    self.location = Some(String::from_utf8_lossy(value).into_owned());
                }
                10 if keep.cookies && header.name.eq_ignore_ascii_case("set-cookie") => {
                    self.set_cookies.push(String::from_utf8_lossy(value).into_owned());
                }
                _ => {}
            }
        }
        self.length = length;
        // Who disagrees about where such an answer ends would take the next one for something else (RFC 9112, 6.1 and 6.3).
        if chunked && (length.is_some() || is_old) {
            self.keep_alive = false;
        }
        Ok(match length {
            _ if head_request || matches!(status, 101 | 204 | 304) => State::Done,
            _ if chunked => State::ChunkSize,
            // Another coding than chunks has no end of its own (RFC 9112, 6.3).
            _ if coded => {
                self.keep_alive = false;
                State::UntilClose
            }
            Some(0) => State::Done,
            Some(length) => State::Length(length),
            None => {
                self.keep_alive = false;
                State::UntilClose
            }
        })
    }

    /// `timeout=5, max=100`: what the server grants an idle connection (RFC 2068, 19.7.1).
    fn take_keep_alive(&mut self, value: &[u8]) {
        for part in value.split(|b| *b == b',').filter_map(|part| std::str::from_utf8(part).ok()) {
            let Some((name, number)) = part.split_once('=') else { continue };
            let Ok(number) = number.trim().trim_matches('"').parse::<u32>() else { continue };
            match name.trim().to_ascii_lowercase().as_str() {
                "timeout" => self.idle_s = Some(number),
                "max" if number == 0 => self.keep_alive = false,
                _ => {}
            }
        }
    }
}

/// Digits and nothing else (RFC 9110, 8.6).
fn whole(text: &[u8]) -> Option<u64> {
    let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| is_number)?.parse().ok()
}

/// The status line and the headers as extractors and checks see them, each line with a line feed at its end, as
/// JMeter shows them (HTTPHC4Impl.getResponseHeaders). A folded value is one line.
fn header_text(
    version: Option<u8>,
    status: u16,
    reason: Option<&str>,
    headers: &[httparse::Header<'_>],
) -> String {
    let mut text = format!("HTTP/1.{} {status} {}\n", version.unwrap_or(1), reason.unwrap_or_default());
    for header in headers.iter().filter(|header| !header.name.is_empty()) {
        let value = String::from_utf8_lossy(header.value);
        text.push_str(header.name);
        text.push_str(": ");
        let mut lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
        text.extend(lines.next());
        lines.for_each(|line| text.extend([" ", line]));
        text.push('\n');
    }
    text
}

fn has_token(value: &[u8], token: &str) -> bool {
    let mut tokens = value.split(|b| *b == b',').map(<[u8]>::trim_ascii);
    tokens.any(|t| t.eq_ignore_ascii_case(token.as_bytes()))
}
