//! Pictures are left out of the page before it is read, and drawn again as files.

use crate::evidence::figure_anchor;
use plimsoll_analysis::Analysis;
use plimsoll_analysis::figures::Figure;

/// Every figure with the id that it has on the page.
pub fn named_figures(analysis: &Analysis) -> Vec<(String, &Figure)> {
    let several = analysis.runs.len() > 1;
    let mut named: Vec<(String, &Figure)> = Vec::new();
    named.extend(analysis.figures.iter().map(|figure| (figure_anchor(figure), figure)));
    for (i, run) in analysis.runs.iter().enumerate() {
        let figures = run.figures.iter().chain(&run.servers.figures);
        let scope = if several { format!("run-{}-", i + 1) } else { String::new() };
        named.extend(figures.map(|figure| (format!("{scope}{}", figure_anchor(figure)), figure)));
    }
    named
}

/// Without `<svg>` elements, and without characters that XML cannot hold.
pub fn without_pictures(page: &str) -> String {
    let mut text = String::with_capacity(page.len() / 8);
    let mut depth = 0_usize;
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        if depth == 0 {
            text.extend(before.chars().map(allowed));
        }
        let opens = tag.starts_with("<svg");
        let closes = tag.starts_with("</svg>");
        let end = if closes { "</svg>".len() } else { 1 };
        match (opens, closes) {
            (true, _) => depth += 1,
            (_, true) => depth = depth.saturating_sub(1),
            _ if depth == 0 => text.push('<'),
            _ => {}
        }
        rest = &tag[end..];
    }
    text.extend(rest.chars().map(allowed));
    text
}

fn allowed(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => character,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_in_pictures_are_left_out_and_text_stays() {
        let page =
            "a<p>1 &lt; 2\u{1}</p><svg role=\"img\"><svg class=\"z\"><path d=\"\"/></svg>x</svg><b>c</b>";
        assert_eq!(without_pictures(page), "a<p>1 &lt; 2\u{fffd}</p><b>c</b>");
    }
}
