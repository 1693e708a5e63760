//! Whole exchanges in XML results that were asked for with data (`jmeter.save.saveservice.response_data`, `.requestHeaders`,
//! `.responseHeaders`, `.samplerData`, `.url`): one user's, to be looked at.

use super::TRANSACTION;
use super::attributes::SampleAttributes;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A sample with what was sent and answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JtlExchange {
    pub label: String,
    pub code: String,
    pub message: String,
    pub success: bool,
    pub method: String,
    pub url: String,
    /// Lines of `Name: value`.
    pub request_headers: String,
    /// The body; of a GET its query.
    pub query: String,
    pub response_headers: String,
    pub body: String,
    /// Redirects and embedded resources, or the requests of a transaction.
    pub parts: Vec<JtlExchange>,
}

impl JtlExchange {
    fn is_transaction(&self) -> bool {
        self.message.starts_with(TRANSACTION)
    }
}

/// Requests in the order of the file; those of transactions without these. A file that was cut off gives what is whole.
pub fn exchanges(text: &str) -> Vec<JtlExchange> {
    let mut reader = Reader::from_str(text);
    let (mut open, mut found): (Vec<JtlExchange>, Vec<JtlExchange>) = (Vec::new(), Vec::new());
    let mut field: Option<String> = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag)) if is_sample(&tag) => open.push(of(&tag)),
            Ok(Event::Empty(tag)) if is_sample(&tag) => close(of(&tag), &mut open, &mut found),
            Ok(Event::Start(tag)) => field = Some(tag.name().as_ref().to_owned()),
            Ok(Event::Text(text)) => {
                add(&mut open, field.as_deref(), text.as_ref());
            }
            Ok(Event::CData(text)) => {
                add(&mut open, field.as_deref(), text.as_ref());
            }
            Ok(Event::GeneralRef(reference)) => {
                let plain = match reference.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    _ => named(&reference).to_owned(),
                };
                add(&mut open, field.as_deref(), &plain);
            }
            Ok(Event::End(tag)) => {
                field = None;
                if matches!(tag.name().as_ref(), "sample" | "httpSample")
                    && let Some(sample) = open.pop()
                {
                    close(sample, &mut open, &mut found);
                }
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => {}
        }
    }
}

fn is_sample(tag: &BytesStart) -> bool {
    matches!(tag.name().as_ref(), "sample" | "httpSample")
}

fn named(reference: &str) -> &'static str {
    match reference {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    }
}

fn of(tag: &BytesStart) -> JtlExchange {
    let attributes = SampleAttributes::read(tag);
    JtlExchange {
        label: attributes.label.into_owned(),
        code: attributes.status.into_owned(),
        message: attributes.message.into_owned(),
        success: attributes.success == "true",
        ..JtlExchange::default()
    }
}

fn close(sample: JtlExchange, open: &mut [JtlExchange], found: &mut Vec<JtlExchange>) {
    match open.last_mut() {
        Some(parent) => parent.parts.push(sample),
        None if sample.is_transaction() => found.extend(flattened(sample.parts)),
        None => found.push(sample),
    }
}

fn flattened(parts: Vec<JtlExchange>) -> Vec<JtlExchange> {
    let each = |part: JtlExchange| if part.is_transaction() { flattened(part.parts) } else { vec![part] };
    parts.into_iter().flat_map(each).collect()
}

fn add(open: &mut [JtlExchange], field: Option<&str>, text: &str) {
    let (Some(sample), Some(field)) = (open.last_mut(), field) else { return };
    let place = match field {
        "responseHeader" => &mut sample.response_headers,
        "requestHeader" => &mut sample.request_headers,
        "responseData" => &mut sample.body,
        "queryString" => &mut sample.query,
        "method" => &mut sample.method,
        "java.net.URL" => &mut sample.url,
        _ => return,
    };
    place.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_read_with_their_parts_and_without_transactions() {
        let text = r#"<?xml version="1.0"?><testResults version="1.2">
<sample lb="buy" rc="200" rm="Number of samples in transaction : 1, number of failing samples : 0" s="true">
  <httpSample lb="a &amp; b" rc="200" rm="OK" s="true">
    <httpSample lb="a-0" rc="302" rm="Found" s="true"><java.net.URL>http://h/x</java.net.URL></httpSample>
    <responseHeader class="java.lang.String">HTTP/1.1 200
Content-Type: text/html</responseHeader>
    <requestHeader class="java.lang.String">X: &lt;1&gt;&#xd;
</requestHeader>
    <responseData class="java.lang.String">&lt;p&gt;ü</responseData>
    <method class="java.lang.String">POST</method><queryString class="java.lang.String">n=1&amp;m=2</queryString>
    <java.net.URL>http://h/</java.net.URL>
  </httpSample>
</sample>
<sample lb="cut"#;
        let found = exchanges(text);
        assert_eq!(found.len(), 1);
        let one = &found[0];
        assert_eq!((one.label.as_str(), one.code.as_str(), one.success), ("a & b", "200", true));
        assert_eq!(
            (one.method.as_str(), one.url.as_str(), one.query.as_str()),
            ("POST", "http://h/", "n=1&m=2")
        );
        assert_eq!((one.body.as_str(), one.request_headers.as_str()), ("<p>ü", "X: <1>\r\n"));
        assert!(one.response_headers.ends_with("Content-Type: text/html"));
        assert_eq!((one.parts.len(), one.parts[0].code.as_str()), (1, "302"));
    }
}
