//! The attributes of a sample in JMeter's XML.

use crate::number::whole;
use quick_xml::events::BytesStart;
use std::borrow::Cow;

/// The attributes of one sample, by what they mean.
#[derive(Default)]
pub(super) struct SampleAttributes<'a> {
    pub time: Cow<'a, str>,
    pub elapsed: Cow<'a, str>,
    pub latency: Cow<'a, str>,
    pub connect: Cow<'a, str>,
    pub success: Cow<'a, str>,
    pub label: Cow<'a, str>,
    pub status: Cow<'a, str>,
    pub message: Cow<'a, str>,
    pub thread: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub received: Cow<'a, str>,
    pub sent: Cow<'a, str>,
    pub users: Cow<'a, str>,
    pub samples: Cow<'a, str>,
    pub errors: Cow<'a, str>,
}

impl<'a> SampleAttributes<'a> {
    /// Reads the attributes of a tag, up to the first that is none.
    pub fn read(tag: &'a BytesStart<'_>) -> SampleAttributes<'a> {
        let mut all = SampleAttributes::default();
        for attribute in tag.attributes().with_checks(false).map_while(Result::ok) {
            if let Some(place) = all.place(attribute.key.as_ref()) {
                *place = unescaped(attribute.value);
            }
        }
        all
    }

    pub fn is_successful(&self) -> bool {
        match &*self.success {
            "" => !matches!(whole(self.status.as_bytes()), Some(400..)),
            text => text.eq_ignore_ascii_case("true"),
        }
    }

    /// For longer than the text of the tag.
    pub fn into_owned(self) -> SampleAttributes<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        SampleAttributes {
            time: owned(self.time),
            elapsed: owned(self.elapsed),
            latency: owned(self.latency),
            connect: owned(self.connect),
            success: owned(self.success),
            label: owned(self.label),
            status: owned(self.status),
            message: owned(self.message),
            thread: owned(self.thread),
            host: owned(self.host),
            received: owned(self.received),
            sent: owned(self.sent),
            users: owned(self.users),
            samples: owned(self.samples),
            errors: owned(self.errors),
        }
    }

    fn place(&mut self, name: &str) -> Option<&mut Cow<'a, str>> {
        Some(match name {
            "ts" | "timeStamp" => &mut self.time,
            "t" | "time" => &mut self.elapsed,
            "lt" => &mut self.latency,
            "ct" => &mut self.connect,
            "s" | "success" => &mut self.success,
            "lb" | "label" => &mut self.label,
            "rc" | "responseCode" => &mut self.status,
            "rm" | "responseMessage" => &mut self.message,
            "tn" | "threadName" => &mut self.thread,
            "hn" => &mut self.host,
            "by" => &mut self.received,
            "sby" => &mut self.sent,
            "na" => &mut self.users,
            "sc" => &mut self.samples,
            "ec" => &mut self.errors,
            _ => return None,
        })
    }
}

/// Entities and character references replaced; a text with unknown ones stays as it is.
pub(super) fn unescaped(text: Cow<'_, str>) -> Cow<'_, str> {
    match quick_xml::escape::unescape(&text) {
        Ok(Cow::Owned(plain)) => Cow::Owned(plain),
        _ => text,
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
            assert_eq!(unescaped(Cow::Borrowed(written)), expected);
        }
    }

    #[test]
    fn attributes_of_both_versions_are_known() {
        for text in ["s t=\"5\" lb='a > \"b\"' rm=\"\"", "s time = \"5\" label='a > \"b\"' broken"] {
            let tag = BytesStart::from_content(text, 1);
            let all = SampleAttributes::read(&tag);
            assert_eq!((&*all.elapsed, &*all.label, &*all.message), ("5", "a > \"b\"", ""), "{text}");
        }
    }
}
