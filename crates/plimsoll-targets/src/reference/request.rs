//! As much of HTTP/1.1 as a request to a reference server needs.

/// The head of a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Head {
    /// Bytes of it, the empty line included.
    pub length: usize,
    /// Bytes of the body that follow.
    pub body: u64,
    pub route: ReferencePath,
    /// The connection ends after the answer.
    pub close: bool,
    /// An answer to HEAD has no body.
    pub bodiless: bool,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReferencePath {
    /// Every path but those below: answered after its delay, and counted.
    Delayed,
    Truth,
    /// With the rate per second to compare with.
    Gaps(Option<f64>),
    /// Forget what was measured: the next request is the first.
    Reset,
}

impl Eq for ReferencePath {}

/// Longest head.
pub const HEAD_MAX: usize = 16 * 1024;

/// The head at the beginning of `bytes`; `Ok(None)`: more of it is to come. The error is a status line.
pub fn head(bytes: &[u8]) -> Result<Option<Head>, &'static str> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
        return if bytes.len() > HEAD_MAX { Err("431 Request Header Fields Too Large") } else { Ok(None) };
    };
    const BAD: &str = "400 Bad Request";
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| BAD)?;
    let mut lines = text.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(BAD);
    };
    if !version.starts_with("HTTP/1.") {
        return Err("505 HTTP Version Not Supported");
    }
    let mut head = Head {
        length: end + 4,
        body: 0,
        route: route(target)?,
        close: version == "HTTP/1.0",
        bodiless: method == "HEAD",
    };
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(BAD)?;
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            head.body = value.parse().map_err(|_| BAD)?;
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            return Err("501 Not Implemented");
        } else if name.eq_ignore_ascii_case("connection") {
            let asks = |what: &str| value.split(',').any(|token| token.trim().eq_ignore_ascii_case(what));
            head.close = asks("close") || (head.close && !asks("keep-alive"));
        }
    }
    Ok(Some(head))
}

fn route(target: &str) -> Result<ReferencePath, &'static str> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(match path {
        "/truth" => ReferencePath::Truth,
        "/reset" => ReferencePath::Reset,
        "/gaps" => {
            let rate = query.split('&').find_map(|pair| pair.strip_prefix("rate="));
            let good = |rate: &f64| rate.is_finite() && *rate > 0.0;
            let parse = |rate: &str| {
                rate.parse().ok().filter(good).ok_or("400 The Rate Is A Number Of Requests Per Second")
            };
            ReferencePath::Gaps(rate.map(parse).transpose()?)
        }
        _ => ReferencePath::Delayed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<Option<(u64, ReferencePath, bool)>, &str>) {
        let found = head(text.as_bytes()).map(|head| head.map(|h| (h.body, h.route, h.close)));
        assert_eq!(found, expected, "{text}");
    }

    proptest::proptest! {
        #[test]
        fn a_head_ends_within_what_was_received_whatever_that_is(
            bytes: Vec<u8>, line in "[A-Z]{1,4} /[a-z?=0-9]{0,12} HTTP/1\\.[01]\r\n", field in ".{0,20}",
        ) {
            for text in [bytes, format!("{line}{field}\r\n\r\n").into_bytes()] {
                if let Ok(Some(head)) = head(&text) {
                    assert!(head.length >= 4 && head.length <= text.len());
                }
            }
        }
    }

    #[test]
    fn requests_are_understood_as_far_as_needed_and_refused_otherwise() {
        check("GET / HTTP/1.1\r\nHost: x\r\n", Ok(None));
        check("GET /any?x HTTP/1.1\r\nHost: x\r\n\r\n", Ok(Some((0, ReferencePath::Delayed, false))));
        check("POST / HTTP/1.1\r\ncontent-LENGTH: 12\r\n\r\n", Ok(Some((12, ReferencePath::Delayed, false))));
        check("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n", Ok(Some((0, ReferencePath::Delayed, true))));
        check("GET / HTTP/1.0\r\n\r\n", Ok(Some((0, ReferencePath::Delayed, true))));
        check(
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            Ok(Some((0, ReferencePath::Delayed, false))),
        );
        check("GET /truth HTTP/1.1\r\n\r\n", Ok(Some((0, ReferencePath::Truth, false))));
        check(
            "GET /gaps?rate=1e3 HTTP/1.1\r\n\r\n",
            Ok(Some((0, ReferencePath::Gaps(Some(1_000.0)), false))),
        );
        check("GET /gaps HTTP/1.1\r\n\r\n", Ok(Some((0, ReferencePath::Gaps(None), false))));
        check("GET /gaps?rate=fast HTTP/1.1\r\n\r\n", Err("400 The Rate Is A Number Of Requests Per Second"));
        check("hello\r\n\r\n", Err("400 Bad Request"));
        check("GET / HTTP/2.0\r\n\r\n", Err("505 HTTP Version Not Supported"));
        check("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", Err("400 Bad Request"));
        check("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", Err("501 Not Implemented"));
        check(&"x".repeat(HEAD_MAX + 1), Err("431 Request Header Fields Too Large"));
    }
}
