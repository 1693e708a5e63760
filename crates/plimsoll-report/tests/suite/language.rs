//! The same report in each language.

use crate::evidence::between;
use crate::runs::{climb, found, limited, lost_server, of, rates, searched_in_vain, watched};
use plimsoll_report::{Language, Words, html, terminal};
use std::collections::BTreeSet;

/// What a reader reads of a page: its text without markup, pictures and script, a line for each piece.
fn text_of(page: &str) -> String {
    let body = between(page, "<main>", "</main>");
    let mut text = String::new();
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = if rest.starts_with("<svg") { "</svg>" } else { ">" };
        rest = rest.split_once(end).map_or("", |(_, after)| after);
        text.push('\n');
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n").replace('\u{a0}', " ")
}

#[test]
fn text_of_a_climb_in_every_language() {
    let analysis = of(climb());
    for language in Language::ALL {
        let text = text_of(&html(&analysis, &Words::new(language)));
        insta::assert_snapshot!(format!("text_of_a_climb_{}", language.tag()), text);
    }
}

#[test]
fn text_of_a_search_that_the_generator_ended_in_every_language() {
    let analysis = of(searched_in_vain());
    for language in Language::ALL {
        let text = terminal(&analysis, &Words::new(language), 100);
        insta::assert_snapshot!(format!("terminal_of_a_search_{}", language.tag()), text);
    }
}

/// Nothing is left of a message that was not filled in, and nothing in English but what the run itself says.
#[test]
fn a_report_is_in_one_language() {
    for analysis in
        [watched(), lost_server(), of(limited()), of(rates(true)), of(found()), of(searched_in_vain())]
    {
        let text = |language| text_of(&html(&analysis, &Words::new(language)));
        let english = text(Language::English);
        let is_word = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        let is_sentence = |line: &&str| line.split(' ').filter(is_word).count() > 1;
        let sentences: BTreeSet<&str> = english.lines().filter(is_sentence).collect();
        // Danish has no word of its own for collections.
        let own = ["MinLog2 borger lookup", "plimsoll run lookup.jmx", "Garbage collections, full"];
        for language in [Language::Danish, Language::Turkish] {
            let other = text(language);
            for left in ["{$", "{ $", "-term", "{\"\"}"] {
                assert!(!other.contains(left) && !english.contains(left), "{left}");
            }
            let same: Vec<&str> =
                // Names of requests with their shares.
                other
                    .lines()
                    .filter(|line| sentences.contains(line) && !own.contains(line) && !line.starts_with("GET "))
                    // A host with its container.
                    .filter(|line| !line.contains(", container "))
                    .collect();
            assert!(same.is_empty(), "{language:?}: {same:?}");
        }
    }
}
