//! What a page needs beside itself: the URLs of images, scripts, style sheets, frames and so on, as JMeter's
//! parsers find them (LagartoBasedHtmlParser, CssParser).

mod css;
mod html;

use url::Url;

/// Most URLs of one document.
const URLS_MAX: usize = 10_000;

/// What a document's resources are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    Html,
    Css,
}

impl PageKind {
    /// By the `Content-Type` among an answer's header lines.
    pub fn of(headers: &str) -> Option<PageKind> {
        let mut fields = headers.lines().filter_map(|line| line.split_once(':')).rev();
        let (_, value) = fields.find(|(name, _)| name.trim().eq_ignore_ascii_case("content-type"))?;
        let media_type = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match media_type.as_str() {
            "text/html" | "application/xhtml+xml" | "application/xml" | "text/xml" => Some(PageKind::Html),
            "text/css" => Some(PageKind::Css),
            _ => None,
        }
    }
}

/// Absolute `http(s)` URLs in the order of the document, each once, without fragments.
pub fn resources(kind: PageKind, text: &[u8], base: &str) -> Vec<Url> {
    let Ok(base) = Url::parse(base) else { return Vec::new() };
    let mut links = PageLinks { base, found: Vec::new() };
    match kind {
        PageKind::Html => html::links(text, &mut links),
        PageKind::Css => css::imports(&String::from_utf8_lossy(text), &mut links),
    }
    links.found
}

/// PageLinks as they are found, made absolute.
pub struct PageLinks {
    base: Url,
    found: Vec<Url>,
}

impl PageLinks {
    fn rebase(&mut self, link: &str) {
        if let Ok(url) = self.base.join(link.trim()) {
            self.base = url;
        }
    }

    /// What is no URL, or is none of HTTP (`data:`), is passed over.
    fn add(&mut self, link: &str) {
        let link = link.trim();
        if link.is_empty() || self.found.len() >= URLS_MAX {
            return;
        }
        let Ok(mut url) = self.base.join(link) else { return };
        url.set_fragment(None);
        if matches!(url.scheme(), "http" | "https") && !self.found.contains(&url) {
            self.found.push(url);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: PageKind, text: &str, expected: &[&str]) {
        let found = resources(kind, text.as_bytes(), "http://a.example/d/page?q");
        let found: Vec<&str> = found.iter().map(Url::as_str).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn html_names_its_resources() {
        let html = |text: &str, expected: &[&str]| check(PageKind::Html, text, expected);
        html(
            "<IMG SRC=x.png><img src='/y.png?a=1&amp;b=2#z'>",
            &["http://a.example/d/x.png", "http://a.example/y.png?a=1&b=2"],
        );
        html(
            "<script src=//b.example/s.js></script><script>\"<img src=no>\"</script>",
            &["http://b.example/s.js"],
        );
        html(
            "<link rel=stylesheet href=a.css><link rel=Icon href=i><link rel=preload href=k><link rel='shortcut icon' href=j><link rel=next href=no>",
            &["a.css", "i", "k", "j"]
                .map(|n| format!("http://a.example/d/{n}"))
                .each_ref()
                .map(String::as_str),
        );
        html(
            "<base href=/other/><body background=b.gif><table background=c.gif>",
            &["http://a.example/other/b.gif", "http://a.example/other/c.gif"],
        );
        html(
            "<iframe src=f></iframe><frame src=g><embed src=h><bgsound src=k>",
            &["f", "g", "h", "k"].map(|n| format!("http://a.example/d/{n}")).each_ref().map(String::as_str),
        );
        html(
            "<object data=o codebase=c></object><applet code=A.class><applet codebase=x archive=y>",
            &["c", "o", "A.class", "x/y"]
                .map(|n| format!("http://a.example/d/{n}"))
                .each_ref()
                .map(String::as_str),
        );
        html("<input type=IMAGE src=i><input src=no type=text>", &["http://a.example/d/i"]);
        html(
            "<p style=\"background: url( 's.png' ), URL('t.png')\"><p style='background: url(no)'>",
            &["http://a.example/d/s.png", "http://a.example/d/t.png"],
        );
        html(
            "<!-- <img src=no> --><img src='  '><img src=data:image/png;base64,xx><img src=x><img src=x#y>",
            &["http://a.example/d/x"],
        );
        html("<a href=no><img alt=x><img src", &[]);
    }

    #[test]
    fn style_sheets_name_theirs() {
        let css = |text: &str, expected: &[&str]| check(PageKind::Css, text, expected);
        css(
            "@import 'a.css'; @IMPORT url( \"b.css\" ) screen; @import url(c.css);",
            &["http://a.example/d/a.css", "http://a.example/d/b.css", "http://a.example/d/c.css"],
        );
        css("/* @import 'no'; */ p { content: \"@import 'no'\"; background: url(no) }", &[]);
        css("@import url(data:x); @import; @important 'no'; /* open @import 'no'", &[]);
        css("@import 'open", &[]);
    }

    #[test]
    fn documents_are_known_by_their_type() {
        for (line, expected) in [
            ("content-type: text/html; charset=utf-8", Some(PageKind::Html)),
            ("Content-Type:TEXT/CSS", Some(PageKind::Css)),
            ("Content-Type: image/png", None),
            ("X: text/html", None),
        ] {
            let headers = format!("HTTP/1.1 200 OK\r\nServer: x\r\n{line}\r\n\r\n");
            assert_eq!(PageKind::of(&headers), expected, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_document_is_survived(
            parts in proptest::collection::vec(proptest::sample::select(vec![
                "<img src=", "<", ">", "\"", "'", "url(", ")", "@import ", "/*", "*/", "<base href=", "//", "\u{e9}", "\\", "&amp", "x",
            ]), 0..60),
        ) {
            let text = parts.concat();
            for kind in [PageKind::Html, PageKind::Css] {
                let found = resources(kind, text.as_bytes(), "http://a.example/");
                proptest::prop_assert!(found.iter().all(|url| url.scheme().starts_with("http")));
            }
        }
    }
}
