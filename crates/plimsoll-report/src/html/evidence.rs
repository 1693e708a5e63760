//! The way from a sentence to what it rests on.

use crate::evidence::Place;
use crate::words::{self, Words};
use maud::{Markup, html};

/// Under a sentence: `Evidence: step 9, figure "Throughput against load"`, each a link.
pub fn links(words: &Words, places: &[Place]) -> Markup {
    html! {
        p.evidence {
            (words.text("evidence-evidence")) " "
            @for (i, place) in places.iter().enumerate() {
                @if i > 0 { ", " }
                a href={ "#" (place.anchor()) } { (words::evidence::place(words, place)) }
            }
        }
    }
}

/// A run's part of a page with several runs: its anchors, and the links to them, carry the run's number.
pub fn scoped(part: &str, run: usize) -> String {
    // Foreign text can't hold these: its quotation marks are escaped.
    part.replace(" id=\"", &format!(" id=\"run-{run}-")).replace(" href=\"#", &format!(" href=\"#run-{run}-"))
}
