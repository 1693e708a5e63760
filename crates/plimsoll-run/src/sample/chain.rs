//! Several answers as one sample: redirects, and a page with its resources.

use super::SampleRow;

/// What a request brought, in JMeter's order (`HTTPSamplerBase.followRedirects`, `downloadPageResources`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestChain {
    /// Answers that sent the request on.
    pub hops: Vec<SampleRow>,
    /// Resources of the last answer, in the order in which they were found.
    pub parts: Vec<SampleRow>,
    /// A failed part fails the whole.
    pub parts_matter: bool,
}

/// The sample of a request whose last answer is `last`. A single answer is the sample; of several, each becomes a
/// sub-result named `label-0`, `label-1`, … , and the sample has the first one's start, latency and connect time, the
/// last page's code, and the sum of all bytes.
pub fn joined(chain: RequestChain, last: SampleRow) -> SampleRow {
    let RequestChain { hops, parts, parts_matter } = chain;
    if hops.is_empty() && parts.is_empty() {
        return last;
    }
    let mut whole = last.clone();
    whole.failure = None;
    if let Some(first) = hops.first() {
        whole.started_unix_ms = first.started_unix_ms;
        (whole.latency_ms, whole.connect_ms) = (first.latency_ms, first.connect_ms);
    }
    if parts_matter && parts.iter().any(|part| !part.success) {
        whole.success = false;
        whole.message = complaint(&parts);
    }
    whole.sub_results = hops;
    whole.sub_results.push(last);
    whole.sub_results.extend(parts);
    (whole.bytes, whole.bytes_sent) = (0, 0);
    let mut ended = whole.started_unix_ms;
    for (number, part) in whole.sub_results.iter_mut().enumerate() {
        part.label = format!("{}-{number}", whole.label);
        part.failure = None;
        part.variables.clone_from(&whole.variables);
        whole.bytes += part.bytes;
        whole.bytes_sent += part.bytes_sent;
        ended = ended.max(part.ended_unix_ms());
    }
    whole.elapsed_ms = (ended - whole.started_unix_ms) as u64;
    whole
}

/// `HTTPSamplerBase.setParentSampleSuccess`.
fn complaint(parts: &[SampleRow]) -> String {
    let failed = parts.iter().filter(|part| !part.success).map(|part| {
        let url = part.url.as_deref().unwrap_or("null");
        format!("{url} code:{} message:{}, ", part.code, part.message)
    });
    let failed: String = failed.collect();
    format!("Embedded resource download error:{failed}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::DataType;

    fn row(start: i64, elapsed: u64, code: &str) -> SampleRow {
        SampleRow {
            started_unix_ms: start,
            elapsed_ms: elapsed,
            label: "page".to_owned(),
            code: code.to_owned(),
            success: code.starts_with(['2', '3']),
            bytes: 100,
            bytes_sent: 10,
            data: DataType::Text,
            url: Some(format!("http://h/{code}")),
            ..SampleRow::default()
        }
    }

    fn labels(row: &SampleRow) -> Vec<&str> {
        row.sub_results.iter().map(|sub| sub.label.as_str()).collect()
    }

    #[test]
    fn a_single_answer_is_the_sample() {
        assert_eq!(joined(RequestChain::default(), row(5, 7, "200")), row(5, 7, "200"));
    }

    #[test]
    fn a_redirect_chain_is_one_sample_with_the_last_answers_code() {
        let chain =
            RequestChain { hops: vec![row(10, 5, "302"), row(16, 2, "301")], ..RequestChain::default() };
        let whole = joined(chain, row(20, 9, "404"));
        assert_eq!((whole.started_unix_ms, whole.elapsed_ms, whole.bytes), (10, 19, 300));
        assert_eq!((whole.code.as_str(), whole.success), ("404", false));
        assert_eq!(labels(&whole), ["page-0", "page-1", "page-2"]);
    }

    #[test]
    fn a_failed_resource_fails_its_page_where_it_matters() {
        for parts_matter in [true, false] {
            let parts = vec![row(12, 3, "200"), row(12, 30, "500")];
            let whole =
                joined(RequestChain { parts, parts_matter, ..RequestChain::default() }, row(10, 1, "200"));
            assert_eq!((whole.success, whole.elapsed_ms, labels(&whole).len()), (!parts_matter, 32, 3));
            let complaint = "Embedded resource download error:http://h/500 code:500 message:, ";
            assert_eq!(whole.message, if parts_matter { complaint } else { "" });
            assert!(whole.sub_results[0].success);
        }
    }
}
