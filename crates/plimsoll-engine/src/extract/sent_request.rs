//! What was asked, as extractors and checks see it.

use crate::protocol::http::HttpTarget;
use std::borrow::Cow;

/// Made into text when somebody looks at it: most checks don't, and a request may be long.
#[derive(Clone, Debug)]
pub enum SentRequest<'a> {
    /// A request by HTTP, as it was sent.
    Http { target: &'a HttpTarget, bytes: &'a [u8] },
    /// The same, kept beyond its exchange.
    Stored { url: String, head: String, headers: String, data: String },
    /// What has neither address nor headers.
    Other(Cow<'a, str>),
}

impl Default for SentRequest<'_> {
    fn default() -> Self {
        SentRequest::Other(Cow::Borrowed(""))
    }
}

impl SentRequest<'_> {
    pub fn url(&self) -> Cow<'_, str> {
        match self {
            SentRequest::Http { target, .. } => Cow::Owned(target.to_string()),
            SentRequest::Stored { url, .. } => Cow::Borrowed(url),
            SentRequest::Other(_) => Cow::Borrowed(""),
        }
    }

    /// The request's line and all of its headers, each with a line feed at its end.
    pub fn head(&self) -> Cow<'_, str> {
        match self {
            SentRequest::Http { bytes, .. } => {
                let head = String::from_utf8_lossy(&bytes[..head_length(bytes)]);
                Cow::Owned(
                    head.split("\r\n").filter(|line| !line.is_empty()).flat_map(|l| [l, "\n"]).collect(),
                )
            }
            SentRequest::Stored { head, .. } => Cow::Borrowed(head),
            SentRequest::Other(_) => Cow::Borrowed(""),
        }
    }

    /// The headers, each line with a line feed at its end; without `Cookie`, as JMeter shows them
    /// (HTTPHC4Impl.getAllHeadersExceptCookie).
    pub fn headers(&self) -> Cow<'_, str> {
        match self {
            SentRequest::Http { bytes, .. } => {
                let head = String::from_utf8_lossy(&bytes[..head_length(bytes)]);
                let is_shown = |line: &&str| {
                    let name = line.split(':').next().unwrap_or_default();
                    !line.is_empty() && !name.eq_ignore_ascii_case("cookie")
                };
                let lines = head.split("\r\n").skip(1).filter(is_shown);
                Cow::Owned(lines.flat_map(|line| [line, "\n"]).collect())
            }
            SentRequest::Stored { headers, .. } => Cow::Borrowed(headers),
            SentRequest::Other(_) => Cow::Borrowed(""),
        }
    }

    pub fn data(&self) -> Cow<'_, str> {
        match self {
            SentRequest::Http { bytes, .. } => String::from_utf8_lossy(&bytes[head_length(bytes)..]),
            SentRequest::Stored { data, .. } => Cow::Borrowed(data),
            SentRequest::Other(data) => Cow::Borrowed(data),
        }
    }

    /// The same as it was sent, text or not.
    pub fn data_bytes(&self) -> &[u8] {
        match self {
            SentRequest::Http { bytes, .. } => &bytes[head_length(bytes)..],
            SentRequest::Stored { data, .. } => data.as_bytes(),
            SentRequest::Other(data) => data.as_bytes(),
        }
    }

    pub fn into_owned(self) -> SentRequest<'static> {
        match self {
            SentRequest::Http { .. } => SentRequest::Stored {
                url: self.url().into_owned(),
                head: self.head().into_owned(),
                headers: self.headers().into_owned(),
                data: self.data().into_owned(),
            },
            SentRequest::Stored { url, head, headers, data } => {
                SentRequest::Stored { url, head, headers, data }
            }
            SentRequest::Other(data) => SentRequest::Other(Cow::Owned(data.into_owned())),
        }
    }
}

/// With the empty line; everything where there is none.
fn head_length(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|w| w == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_split_behind_its_empty_line_and_keeps_its_text_beyond_its_exchange() {
        let target = HttpTarget::parse("http://a.example:81/x?y=1").expect("an address");
        let asked = SentRequest::Http {
            target: &target,
            bytes: b"POST /x HTTP/1.1\r\nA: b\r\nCookie: c=1\r\n\r\nbody\r\n\r\n",
        };
        for asked in [asked.clone(), asked.into_owned()] {
            assert_eq!(asked.url(), "http://a.example:81/x?y=1");
            assert_eq!(asked.headers(), "A: b\n");
            assert_eq!(asked.head(), "POST /x HTTP/1.1\nA: b\nCookie: c=1\n");
            assert_eq!(asked.data(), "body\r\n\r\n");
            assert_eq!(asked.data_bytes(), b"body\r\n\r\n");
        }
    }
}
