//! A request's header block for HTTP/2, out of the bytes that HTTP/1.1 would send.

use crate::protocol::http::message::Outgoing;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Uri};
use std::sync::Arc;

/// Most header lines of a request.
const HEADERS_MAX: usize = 256;

/// A request as `h2` takes it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What it was made of; a request that is always the same is prepared once.
    pub of: Arc<[u8]>,
    pub head: Request<()>,
    pub body: Bytes,
}

/// Headers that belong to the connection are left out (RFC 9113, 8.2.2), `Host` becomes `:authority`.
pub fn prepare(outgoing: &Outgoing) -> Result<Prepared, String> {
    let mut space = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Request::new(&mut space);
    let length = match parsed.parse(&outgoing.bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Err("the request's header block has no end".to_owned()),
        Err(error) => return Err(format!("the request's headers can't be sent: {error}")),
    };
    let target = &outgoing.target;
    let mut headers = HeaderMap::with_capacity(parsed.headers.len());
    let mut authority = target.authority();
    let is_grpc = parsed.headers.iter().any(|h| h.value == crate::protocol::grpc::CONTENT_TYPE.as_bytes());
    for header in &*parsed.headers {
        let name = HeaderName::from_bytes(header.name.as_bytes())
            .map_err(|_| format!("`{}` is not a header name", header.name))?;
        match name.as_str() {
            "host" => authority = String::from_utf8_lossy(header.value).into_owned(),
            "connection" | "keep-alive" | "proxy-connection" | "transfer-encoding" | "upgrade" => {}
            // Messages have their own lengths, and a call ends with its trailers.
            "content-length" if is_grpc => {}
            "te" if header.value != b"trailers" => {}
            _ => {
                let value = HeaderValue::from_bytes(header.value)
                    .map_err(|_| format!("the value of the header `{name}` can't be sent"))?;
                headers.append(name, value);
            }
        }
    }
    let uri = Uri::builder()
        .scheme(if target.secure { "https" } else { "http" })
        .authority(authority.as_str())
        .path_and_query(target.path.as_str())
        .build()
        .map_err(|error| format!("`{authority}{}` is not an address: {error}", target.path))?;
    let method = Method::from_bytes(outgoing.method.as_bytes())
        .map_err(|_| format!("`{}` is not a request method", outgoing.method))?;
    let mut head = Request::new(());
    (*head.method_mut(), *head.uri_mut(), *head.headers_mut()) = (method, uri, headers);
    *head.version_mut() = http::Version::HTTP_2;
    let body = match outgoing.bytes.len() - length {
        0 => Bytes::new(),
        _ => Bytes::from_owner(Arc::clone(&outgoing.bytes)).slice(length..),
    };
    Ok(Prepared { of: Arc::clone(&outgoing.bytes), head, body })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::http::Target;

    fn check(text: &str, expected: &str) {
        let target = Arc::new(Target::parse("https://a.example:8443/x?y=1").expect("a target"));
        let outgoing = Outgoing { target, method: "POST".into(), bytes: text.as_bytes().into() };
        let shown = match prepare(&outgoing) {
            Ok(prepared) => {
                let lines =
                    prepared.head.headers().iter().map(|(n, v)| format!(" {n}={}", v.to_str().unwrap()));
                let (method, uri) = (prepared.head.method(), prepared.head.uri());
                format!("{method} {uri}{} {:?}", lines.collect::<String>(), prepared.body)
            }
            Err(problem) => problem,
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_belongs_to_a_connection_stays_behind() {
        let start = "POST /x?y=1 HTTP/1.1\r\nHost: b.example\r\nConnection: keep-alive\r\n";
        check(
            &format!("{start}X-Trace: 7\r\nTE: trailers, gzip\r\nContent-Length: 2\r\n\r\nOK"),
            "POST https://b.example/x?y=1 x-trace=7 content-length=2 b\"OK\"",
        );
        check(&format!("{start}te: trailers\r\n\r\n"), "POST https://b.example/x?y=1 te=trailers b\"\"");
        check(&format!("{start}a b: c\r\n\r\n"), "the request's headers can't be sent: invalid header name");
        check(start, "the request's header block has no end");
        check("POST / HTTP/1.1\r\nHost: <x>\r\n\r\n", "`<x>/x?y=1` is not an address: invalid uri character");
    }
}
