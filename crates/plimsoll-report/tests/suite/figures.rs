//! The figures of a page.

use crate::page::page;
use crate::runs::{climb, english, found, of, rates, searched_in_vain};
use plimsoll_report::html;
use plimsoll_run::Run;

/// Every picture of a page, parsed.
pub fn pictures(page: &str) -> Vec<roxmltree::Document<'_>> {
    let parts = page.split("<svg role=").skip(1).map(|rest| {
        let start = rest.as_ptr() as usize - page.as_ptr() as usize - "<svg role=".len();
        let end = page[start..].find("</svg></div>").expect("an end") + start + "</svg>".len();
        &page[start..end]
    });
    parts.map(|svg| roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg:.200}"))).collect()
}

#[test]
fn every_figure_is_well_formed_and_inside_its_frame() {
    for run in [climb(), rates(true), found(), searched_in_vain()] {
        check_figures(run);
    }
}

fn check_figures(run: Run) {
    let analysis = of(run);
    let page = html(&analysis, &english());
    let pictures = pictures(&page);
    assert_eq!(pictures.len(), 2 * analysis.runs[0].figures.len());
    for picture in &pictures {
        let view: Vec<f64> = picture
            .root_element()
            .attribute("viewBox")
            .expect("one")
            .split(' ')
            .flat_map(str::parse)
            .collect();
        for node in picture.descendants() {
            let number = |name| node.attribute(name).and_then(|v| v.parse::<f64>().ok());
            let places = node.attribute("d").map(places).unwrap_or_default().into_iter();
            for (x, y) in places.chain(number("x").zip(number("y"))) {
                let inside = (-1.0..=view[2] + 1.0).contains(&x) && (-1.0..=view[3] + 1.0).contains(&y);
                assert!(inside, "({x}, {y}) in {view:?}");
            }
        }
    }
}

/// The corners of a path: the first absolute, the others relative.
fn places(path: &str) -> Vec<(f64, f64)> {
    let mut at = (0.0, 0.0);
    path.trim_end_matches('z')
        .split(['M', 'l'])
        .skip(1)
        .map(|pair| {
            let middle = pair.find(' ').or_else(|| pair[1..].find('-').map(|i| i + 1)).expect("two numbers");
            let number = |text: &str| text.trim().parse::<f64>().expect("a number");
            at = (at.0 + number(&pair[..middle]), at.1 + number(&pair[middle..]));
            at
        })
        .collect()
}

#[test]
fn limits_of_requirements_are_in_the_figures_of_response_time() {
    let text = page(climb());
    assert!(text.matches("p95 &lt;= 2.5 s</text>").count() >= 4, "by load and over time, wide and narrow");
    assert!(text.contains("response time, logarithmic"));
    assert!(text.contains("failed per second"));
    assert!(text.contains("Total</th>"));
}
