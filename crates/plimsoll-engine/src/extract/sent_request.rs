//! What was asked, as extractors and checks see it.

use crate::protocol::http::HttpTarget;
use std::borrow::Cow;

/// Made into text when somebody looks at it: most checks don't, and a request may be long.
#[derive(Clone, Debug)]
pub enum SentRequest<'a> {
    /// A request by HTTP, as it was sent.
    Http { target: &'a HttpTarget, bytes: &'a [u8] },
    /// The same, kept beyond its exchange.
    Stored { url: String, headers: String, data: String },
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

    /// The first line and the headers.
    pub fn headers(&self) -> Cow<'_, str> {
        match self {
            SentRequest::Http { bytes, .. } => String::from_utf8_lossy(&bytes[..head_length(bytes)]),
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

    pub fn into_owned(self) -> SentRequest<'static> {
        match self {
            SentRequest::Http { .. } => SentRequest::Stored {
                url: self.url().into_owned(),
                headers: self.headers().into_owned(),
                data: self.data().into_owned(),
            },
            SentRequest::Stored { url, headers, data } => SentRequest::Stored { url, headers, data },
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
        let asked =
            SentRequest::Http { target: &target, bytes: b"POST /x HTTP/1.1\r\nA: b\r\n\r\nbody\r\n\r\n" };
        for asked in [asked.clone(), asked.into_owned()] {
            assert_eq!(asked.url(), "http://a.example:81/x?y=1");
            assert_eq!(asked.headers(), "POST /x HTTP/1.1\r\nA: b\r\n\r\n");
            assert_eq!(asked.data(), "body\r\n\r\n");
        }
    }
}
