//! A request's header block for HTTP/2.

use crate::protocol::grpc;
use crate::protocol::http::HttpTarget;
use crate::protocol::http::message::Pieces;
use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Uri};

/// A request as `h2` takes it.
#[derive(Clone, Debug)]
pub struct Http2Request {
    pub head: Request<()>,
    pub body: Bytes,
    /// How many bytes HTTP/1.1 would send, which is what is counted: the size on the wire is known to nobody, for HPACK sends
    /// what was sent before as a number.
    pub bytes: usize,
}

/// Headers that belong to the connection are left out (RFC 9113, 8.2.2), `Host` becomes `:authority`.
pub fn prepare(target: &HttpTarget, pieces: &Pieces) -> Result<Http2Request, String> {
    let is_grpc = pieces.headers.iter().any(|(_, value)| value == grpc::CONTENT_TYPE);
    let mut headers = HeaderMap::with_capacity(pieces.headers.len() + 4);
    let mut authority = target.authority();
    let mut bytes = pieces.start_line(target).len() + "\r\n".len() + pieces.body.len();
    let mut problem = None;
    pieces.for_each_header(target, |name, value| {
        bytes += name.len() + value.len() + ": \r\n".len();
        if let Err(text) = add(&mut headers, &mut authority, (name, value), is_grpc) {
            problem.get_or_insert(text);
        }
    });
    if let Some(problem) = problem {
        return Err(problem);
    }
    let uri = Uri::builder()
        .scheme(if target.secure { "https" } else { "http" })
        .authority(authority.as_str())
        .path_and_query(target.path.as_str())
        .build()
        .map_err(|error| format!("`{authority}{}` is not an address: {error}", target.path))?;
    let method = Method::from_bytes(pieces.method.as_bytes())
        .map_err(|_| format!("`{}` is not a request method", pieces.method))?;
    let mut head = Request::new(());
    (*head.method_mut(), *head.uri_mut(), *head.headers_mut()) = (method, uri, headers);
    *head.version_mut() = http::Version::HTTP_2;
    Ok(Http2Request { head, body: Bytes::copy_from_slice(&pieces.body), bytes })
}

fn add(
    headers: &mut HeaderMap,
    authority: &mut String,
    (name, value): (&str, &str),
    is_grpc: bool,
) -> Result<(), String> {
    let name = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| format!("the request's headers can't be sent: `{name}` is not a header name"))?;
    let value = value.trim_matches([' ', '\t']);
    match name.as_str() {
        "host" => value.clone_into(authority),
        "connection" | "keep-alive" | "proxy-connection" | "transfer-encoding" | "upgrade" => {}
        // Messages have their own lengths, and a call ends with its trailers.
        "content-length" if is_grpc => {}
        "te" if value != "trailers" => {}
        _ => {
            let value = HeaderValue::from_bytes(value.as_bytes())
                .map_err(|_| format!("the value of the header `{name}` can't be sent"))?;
            headers.append(name, value);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&str, &str)], expected: &str) {
        let target = HttpTarget::parse("https://a.example:8443/x?y=1").expect("a target");
        let headers = headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let pieces = Pieces { method: "POST".to_owned(), headers, body: b"OK".to_vec(), ..Pieces::default() };
        let shown = match prepare(&target, &pieces) {
            Ok(prepared) => {
                assert_eq!(
                    prepared.bytes,
                    pieces.to_bytes(&target).len(),
                    "{headers:?}",
                    headers = pieces.headers
                );
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
        let agent = ("user-agent", "x");
        check(
            &[
                ("Host", "b.example"),
                ("Connection", "keep-alive"),
                ("X-Trace", "7"),
                ("TE", "trailers, gzip"),
                agent,
            ],
            "POST https://b.example/x?y=1 x-trace=7 user-agent=x content-length=2 b\"OK\"",
        );
        check(
            &[("te", "trailers"), agent],
            "POST https://a.example:8443/x?y=1 te=trailers user-agent=x content-length=2 b\"OK\"",
        );
        check(&[("a b", "c")], "the request's headers can't be sent: `a b` is not a header name");
        check(&[("Host", "<x>")], "`<x>/x?y=1` is not an address: invalid uri character");
    }
}
