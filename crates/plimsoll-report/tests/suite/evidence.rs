//! Links of a page, and what every statement of it rests on.

use crate::runs::{climb, english, found, limited, lost_server, of, rates, searched_in_vain, watched};
use plimsoll_analysis::analyse;
use plimsoll_report::html;
use std::collections::BTreeSet;

/// The values of an attribute in a page, as they are written.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// What lies between the first `from` and the next `to` after it.
pub fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = page[start..].find(to).unwrap_or_else(|| panic!("{to}"));
    &page[start..start + end]
}

#[test]
fn every_link_leads_somewhere_and_every_place_is_there_once() {
    let mut pages: Vec<String> = Vec::new();
    let mut other = rates(true);
    other.header.variant.name = "other".to_owned();
    for analysis in [
        watched(),
        lost_server(),
        of(limited()),
        of(rates(true)),
        of(searched_in_vain()),
        analyse(&[climb(), other, found()], &[], 42),
    ] {
        pages.push(html(&analysis, &english()));
    }
    for page in &pages {
        let ids = attributes(page, "id");
        let places: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(places.len(), ids.len(), "twice: {ids:?}");
        for link in attributes(page, "href") {
            assert!(places.contains(link.strip_prefix('#').expect("within the page")), "{link}: {places:?}");
        }
    }
}

#[test]
fn every_finding_verdict_and_capacity_has_its_evidence() {
    for analysis in [watched(), of(limited()), of(rates(true)), of(found()), of(searched_in_vain())] {
        let page = html(&analysis, &english());
        let findings = &page[page.find("<ol class=\"findings\">").expect("findings")..];
        let findings: Vec<&str> = between(findings, "<ol", "</ol>").split("<li ").skip(1).collect();
        assert_eq!(findings.len(), analysis.runs[0].findings.len());
        let box_text = between(&page, "<section class=\"verdict", "</section>");
        let verdicts: Vec<&str> =
            between(box_text, "<ul class=\"requirements\">", "</ul>").split("<li>").skip(1).collect();
        assert_eq!(verdicts.len(), analysis.runs[0].verdicts.len());
        let tiles = box_text.split("<div class=\"tile\">").skip(1).take(3);
        for part in findings.into_iter().chain(verdicts).chain(tiles) {
            assert!(part.contains("<p class=\"evidence\">Evidence: <a href=\"#"), "{part}");
        }
    }
}
