//! The page around the sections.

use super::block::HtmlWriter;
use crate::document::{About, ReportDocument, Section, SectionRole};
use crate::words::Words;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plimsoll_analysis::requirements::Judgement;

const STYLE: &str = include_str!("style.css");
const VIEWER: &str = include_str!("viewer.js");

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
                    @for part in document.sections.chunk_by(|a, b| a.run == b.run) { (self::part(document, words, part)) }
                }
                @if about.is_some() {
                    script type="application/json" id="viewer-words" { (PreEscaped(viewer_words(words))) }
                    script { (PreEscaped(VIEWER)) }
                }
            }
        }
    };
    page.into_string()
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
    let said = serde_json::json!({ "back": words.text("format-viewer-back"), "hide": words.text("format-viewer-hide"), "link": words.text("format-viewer-link") });
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
    let (id, title) = (writer.id(section.anchor.as_ref()), writer.spans(&section.title));
    let blocks = writer.blocks(&section.blocks);
    let class = match section.role {
        SectionRole::Part => return html! { h2.run id=[id] { (title) } (blocks) },
        SectionRole::Bare => return blocks,
        SectionRole::Plain => None,
        SectionRole::Conclusion => Some("conclusion".to_owned()),
        SectionRole::Servers => Some("servers".to_owned()),
        SectionRole::Verdict { judgement, alarmed } => {
            Some(format!("verdict {}{}", class_of(judgement), if alarmed { " alarmed" } else { "" }))
        }
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
