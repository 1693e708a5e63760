//! Reports as they are printed: where their pages end.

use crate::earlier_versions::unpacked;
use crate::program::{plimsoll, said};
use plimsoll_testkit::programs::program;
use std::path::Path;
use std::process::Command;

/// How wide a space is on paper, is for the eye.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The text of an element's inside, without its tags.
fn text_of(inside: &str) -> String {
    let parts = inside.split('<').enumerate();
    let outside =
        parts.map(|(i, part)| if i == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) });
    let text: String = outside.collect();
    dense(&text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\""))
}

/// Headings, and each paragraph before a table: what no page may end with.
fn introductions(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in ["h2", "h3"] {
        for part in html.split(&format!("<{tag}")).skip(1) {
            let inside = part.split(&format!("</{tag}>")).next().unwrap_or_default();
            found.push(text_of(inside.split_once('>').map_or("", |(_, inside)| inside)));
        }
    }
    for part in html.split("</p><div class=\"scroll\"").collect::<Vec<_>>().iter().rev().skip(1) {
        let (_, inside) = part.rsplit_once("<p").expect("a paragraph that ends has a beginning");
        found.push(text_of(inside.split_once('>').map_or("", |(_, inside)| inside)));
    }
    found.retain(|text| text.chars().count() > 3);
    found
}

/// The texts of a PDF's pages, without the line with their numbers.
fn pages(folder: &Path, pdf: &str, pdftotext: &Path) -> Vec<String> {
    let text = Command::new(pdftotext).args(["-layout", pdf, "-"]).current_dir(folder).output();
    let text = String::from_utf8_lossy(&text.expect("pdftotext runs").stdout).into_owned();
    let pages: Vec<&str> = text.split('\u{c}').filter(|page| !page.trim().is_empty()).collect();
    let numbered = pages.iter().enumerate().map(|(i, page)| {
        let number = format!("{}/{}", i + 1, pages.len());
        let page = dense(page);
        page.strip_suffix(&number).unwrap_or_else(|| panic!("page {number} of {pdf}: {page}")).to_owned()
    });
    numbered.collect()
}

#[test]
fn no_page_ends_with_a_heading_or_with_what_introduces_a_table() {
    let (Some(_), Some(pdftotext)) = (program("chromium"), program("pdftotext")) else { return };
    let folder = unpacked();
    let here = folder.path();
    for (runs, name) in [(&["jobs.run"][..], "one"), (&["capacity.run", "plain.run", "jobs.run"], "three")] {
        let output = plimsoll(here, &[&["report"], runs, &["--format", "html,pdf", "-o", name]].concat());
        let html = std::fs::read_to_string(here.join(name).join("report.html"));
        let html = html.unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
        let introductions = introductions(&html);
        assert!(introductions.len() > 20, "{introductions:?}");
        let pages = pages(here, &format!("{name}/report.pdf"), &pdftotext);
        assert!(pages.len() > 3, "{}", pages.len());
        for (number, page) in pages.iter().enumerate() {
            let last = introductions.iter().find(|text| page.ends_with(text.as_str()));
            assert_eq!(last, None, "page {} of {name}", number + 1);
        }
    }
}

#[test]
fn the_first_page_says_what_was_tested_and_what_to_do() {
    let (Some(_), Some(pdftotext)) = (program("chromium"), program("pdftotext")) else { return };
    let folder = unpacked();
    let output = plimsoll(folder.path(), &["report", "capacity.run", "--format", "html,pdf", "-o", "one"]);
    let pages = pages(folder.path(), "one/report.pdf", &pdftotext);
    assert!(pages.len() > 1, "{}", said(&output));
    for wanted in ["Target http://127.0.0.1:28401", "Load 6 steps, 50–100/s", "What to do next"] {
        assert!(pages[0].contains(&dense(wanted)), "{wanted}: {}", pages[0]);
    }
}
