//! The attributes of a sample in JMeter's XML.

use memchr::memchr;
use std::borrow::Cow;

/// The attributes of one sample, by what they mean.
#[derive(Default)]
pub(super) struct SampleAttributes<'a> {
    pub time: &'a str,
    pub elapsed: &'a str,
    pub latency: &'a str,
    pub connect: &'a str,
    pub success: &'a str,
    pub label: Cow<'a, str>,
    pub status: Cow<'a, str>,
    pub message: Cow<'a, str>,
    pub thread: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub received: &'a str,
    pub sent: &'a str,
    pub users: &'a str,
    pub samples: &'a str,
    pub errors: &'a str,
}

impl<'a> SampleAttributes<'a> {
    /// Reads what stands in a tag behind its name, as far as it is attributes.
    pub fn read(mut text: &'a str) -> SampleAttributes<'a> {
        let mut all = SampleAttributes::default();
        while let Some((name, rest)) = text.split_once('=') {
            let rest = rest.trim_start();
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
            let Some(end) = rest[1..].find(quote) else { break };
            all.set(name.trim(), &rest[1..1 + end]);
            text = &rest[end + 2..];
        }
        all
    }

    fn set(&mut self, name: &str, value: &'a str) {
        match name {
            "ts" | "timeStamp" => self.time = value,
            "t" | "time" => self.elapsed = value,
            "lt" => self.latency = value,
            "ct" => self.connect = value,
            "s" | "success" => self.success = value,
            "lb" | "label" => self.label = unescaped(value),
            "rc" | "responseCode" => self.status = unescaped(value),
            "rm" | "responseMessage" => self.message = unescaped(value),
            "tn" | "threadName" => self.thread = unescaped(value),
            "hn" => self.host = unescaped(value),
            "by" => self.received = value,
            "sby" => self.sent = value,
            "na" => self.users = value,
            "sc" => self.samples = value,
            "ec" => self.errors = value,
            _ => {}
        }
    }
}

/// Entities and character references replaced; unknown ones stay.
fn unescaped(text: &str) -> Cow<'_, str> {
    if memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let reference = rest.find(';').filter(|end| *end <= 10).map(|end| &rest[1..end]);
        match reference.and_then(character) {
            Some(character) => {
                plain.push(character);
                rest = &rest[reference.map_or(0, str::len) + 2..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn character(reference: &str) -> Option<char> {
    match reference {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = reference.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_replaced_and_unknown_ones_stay() {
        let cases = [
            ("plain", "plain"),
            ("&lt;a&gt; &amp; &quot;b&quot; &apos;", "<a> & \"b\" '"),
            ("&#229;&#xE5;&#x1F600;", "åå😀"),
            ("&nbsp; &#xD800; &; & &#99999999;", "&nbsp; &#xD800; &; & &#99999999;"),
            ("&", "&"),
        ];
        for (written, expected) in cases {
            assert_eq!(unescaped(written), expected);
        }
    }

    #[test]
    fn attributes_of_both_versions_are_known() {
        for text in [" t=\"5\" lb='a > \"b\"' rm=\"\"", "time = \"5\" label='a > \"b\"' broken"] {
            let all = SampleAttributes::read(text);
            assert_eq!((all.elapsed, &*all.label, &*all.message), ("5", "a > \"b\"", ""), "{text}");
        }
    }
}
