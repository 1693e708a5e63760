//! The links of HTML that a browser follows by itself.

use super::{PageLinks, css};
use html5gum::Span;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use std::convert::Infallible;

/// The attributes of a tag that may hold a link, or say whether another one does.
#[derive(Default)]
struct Tag {
    name: Vec<u8>,
    attributes: Vec<(Vec<u8>, String)>,
}

pub fn links(text: &[u8], links: &mut PageLinks) {
    let mut tag = Tag::default();
    let callback = |event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                tag.name = name.to_ascii_lowercase();
                tag.attributes.clear();
            }
            CallbackEvent::AttributeName { name } => {
                tag.attributes.push((name.to_ascii_lowercase(), String::new()));
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some((_, text)) = tag.attributes.last_mut() {
                    *text = String::from_utf8_lossy(value).into_owned();
                }
            }
            CallbackEvent::CloseStartTag { .. } => tag.links(links),
            _ => {}
        }
        None
    };
    let mut emitter = CallbackEmitter::new(callback);
    // What looks like a tag inside of a script is none.
    emitter.naively_switch_states(true);
    // Reading from memory can't fail.
    let _ = html5gum::Tokenizer::new_with_emitter(text, emitter).finish();
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(n, _)| n == name.as_bytes());
        found.map(|(_, value)| value.as_str())
    }

    fn is(&self, name: &str, values: &[&str]) -> bool {
        let value = self.get(name).unwrap_or_default();
        values.iter().any(|wanted| value.eq_ignore_ascii_case(wanted))
    }

    fn links(&self, links: &mut PageLinks) {
        let mut add = |name: &str| {
            if let Some(link) = self.get(name) {
                links.add(link);
            }
        };
        match self.name.as_slice() {
            b"base" => {
                if let Some(link) = self.get("href") {
                    links.rebase(link);
                }
            }
            b"img" | b"script" | b"frame" | b"iframe" | b"embed" | b"bgsound" => add("src"),
            b"input" if self.is("type", &["image"]) => add("src"),
            b"link" if self.is("rel", &["stylesheet", "icon", "shortcut icon", "preload"]) => add("href"),
            b"object" => {
                add("codebase");
                add("data");
            }
            b"applet" => match self.get("codebase").filter(|base| !base.trim().is_empty()) {
                Some(base) => {
                    let archive = self.get("archive").filter(|archive| !archive.trim().is_empty());
                    let file = archive.or_else(|| self.get("code")).unwrap_or_default();
                    links.add(&format!("{base}/{file}"));
                }
                None => add("code"),
            },
            b"input" | b"link" => {}
            _ => add("background"),
        }
        if let Some(style) = self.get("style") {
            css::quoted_urls(style, links);
        }
    }
}
