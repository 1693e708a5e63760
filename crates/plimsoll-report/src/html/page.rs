//! The page around the sections.

use super::block::HtmlWriter;
use crate::document::{About, ReportDocument, Section, SectionRole};
use crate::words::{Words, args};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plimsoll_analysis::requirements::Judgement;
use plimsoll_run::visible;
use std::collections::BTreeMap;

pub const STYLE: &str = concat!(include_str!("theme.css"), include_str!("style.css"));
pub const VIEWER: &str = include_str!("viewer.js");

/// Of a page on a screen; on paper all are light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub fn named(name: &str) -> Option<Theme> {
        [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// One HTML file: no network; complete without its script, which lets the reader look closer; prints on A4.
pub fn page(document: &ReportDocument<'_>, words: &Words) -> String {
    let about = document.about.as_ref();
    let title = match about {
        Some(about) => format!("{} – {}", document.title, about.kind),
        None => document.title.clone(),
    };
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) @if about.is_some() { (PreEscaped(print_head(&title))) } }
            }
            body {
                main {
                    (heading(&document.title, about))
                    @let head = document.sections.len().min(1);
                    @for section in &document.sections[..head] { (self::part(document, words, std::slice::from_ref(section))) }
                    @if about.is_some() { (contents(document, words)) }
                    @for part in document.sections[head..].chunk_by(|a, b| a.run == b.run) { (self::part(document, words, part)) }
                }
                @if about.is_some() {
                    script type="application/json" id="viewer-words" { (PreEscaped(viewer_words(words))) }
                    script { (PreEscaped(VIEWER)) }
                }
            }
        }
    };
    // What is not written by a span: titles, keys of figures.
    visible(&page.into_string()).into_owned()
}

/// The sections alone.
pub fn part_of_page(document: &ReportDocument<'_>, words: &Words) -> String {
    let part =
        html! { div { @for section in &document.sections { (self::section(document, words, section)) } } };
    visible(&part.into_string()).into_owned()
}

/// At the head of every printed page. A title is foreign text: what could end the string or the element is written
/// by number.
fn print_head(title: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " -–.,:/()".contains(c);
    let written: String = title
        .chars()
        .map(|c| if plain(c) { c.to_string() } else { format!("\\{:x} ", u32::from(c)) })
        .collect();
    format!(
        "@page {{ @top-left {{ content: \"{written}\"; font: 8pt system-ui, Arial, sans-serif; color: #57606a; }} }}"
    )
}

/// What the script says. A catalogue's text holds no markup, but `<` could end the element.
fn viewer_words(words: &Words) -> String {
    let said = serde_json::json!({ "back": words.text("format-viewer-back"), "find": words.text("format-viewer-find"), "hide": words.text("format-viewer-hide"), "link": words.text("format-viewer-link") });
    said.to_string().replace('<', "\\u003c")
}

fn heading(title: &str, about: Option<&About>) -> Markup {
    html! {
        header {
            @if let Some(about) = about { p.kicker { (about.kind) } }
            h1 { (title) }
            @if let Some(origin) = about.and_then(|about| about.origin.as_ref()) { p.meta { (origin) } }
        }
    }
}

/// The sections with links; closed on a screen, a list with page numbers on paper.
fn contents(document: &ReportDocument<'_>, words: &Words) -> Markup {
    let listed = |section: &&Section<'_>| has_anchor(section) && !section.title.is_empty();
    html! {
        nav.contents {
            details {
                summary { (words.text("label-contents")) }
                ol {
                    @for section in document.sections.iter().filter(listed) {
                        @let inner = document.has_several_runs && section.run.is_some();
                        li class=[inner.then_some("inner")] {
                            a href={ "#" (anchor(document, section)) } { (section.title.plain()) }
                        }
                    }
                }
            }
        }
    }
}

/// The box that is read first needs no way to it.
fn has_anchor(section: &Section<'_>) -> bool {
    !matches!(section.role, SectionRole::Bare | SectionRole::Verdict { .. }) || section.anchor.is_some()
}

/// Its own, or one by its place.
fn anchor(document: &ReportDocument<'_>, section: &Section<'_>) -> String {
    let prefix = document.prefix(section);
    match &section.anchor {
        Some(anchor) => format!("{prefix}{anchor}"),
        None => {
            let place = document.sections.iter().position(|other| std::ptr::eq(other, section));
            format!("section-{}", place.unwrap_or_default() + 1)
        }
    }
}

/// What a printer adds behind links: the page that each anchor is on. Without any, as wide as a number of two digits.
pub fn page_numbers(words: &Words, pages: &BTreeMap<String, u32>) -> String {
    let set = |selector: &str, number: &str| {
        let said = words.say("format-page", args![number]);
        format!("a[href{selector}]{{--page:\"{said}\";--page-number:\"{number}\"}}")
    };
    let plain = |anchor: &&String| anchor.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let rules: String = match pages.is_empty() {
        true => set("^=\"#\"", "00"),
        false => {
            let known = pages.iter().filter(|(anchor, _)| plain(anchor));
            known.map(|(anchor, page)| set(&format!("=\"#{anchor}\""), &page.to_string())).collect()
        }
    };
    format!("<style>@media print{{{rules}}}</style>")
}

/// Sections that follow each other and are of the same run, or of none.
fn part(document: &ReportDocument<'_>, words: &Words, sections: &[Section<'_>]) -> Markup {
    let all = html! { @for section in sections { (self::section(document, words, section)) } };
    match sections.first().and_then(|section| section.run) {
        Some(run) => html! { div data-run=(run) { (all) } },
        None => all,
    }
}

fn section(document: &ReportDocument<'_>, words: &Words, section: &Section<'_>) -> Markup {
    let writer = HtmlWriter { words, prefix: document.prefix(section) };
    let id = has_anchor(section).then(|| anchor(document, section));
    let title = writer.spans(&section.title);
    let blocks = writer.blocks(&section.blocks);
    let class = match section.role {
        SectionRole::Part => return html! { h2.run id=[id] { (title) } (blocks) },
        SectionRole::Bare => return blocks,
        SectionRole::Plain => None,
        SectionRole::Conclusion => Some("conclusion".to_owned()),
        SectionRole::Servers => Some("servers".to_owned()),
        SectionRole::Verdict { judgement, alarmed } => Some(format!(
            "verdict {}{}",
            judgement.map_or("", class_of),
            if alarmed { " alarmed" } else { "" }
        )),
    };
    html! { section class=[class] id=[id] { h2 { (title) } (blocks) } }
}

/// The class of the style sheet.
pub fn class_of(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Pass => "pass",
        Judgement::Fail => "fail",
        Judgement::Inconclusive => "open",
    }
}
