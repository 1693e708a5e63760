//! What the page's script does in a real browser. Without Chromium it is skipped, and says so.

use plimsoll_analysis::analyse;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_report::{Language, Words, html};
use plimsoll_testkit::programs::program;
use plimsoll_testkit::synthetic::{Spec, run};
use serde_json::Value;
use std::process::Command;

/// Moves a pointer over the second figure, marks a stretch of it, goes back, hides a series; and tells what was seen.
const ACTIONS: &str = r#"
const told = {};
try {
const plots = [...document.querySelectorAll("figure div.wide svg[data-axes]")];
const svg = plots.find((plot) => plot.dataset.axes.includes('"throughput-per-s"') && plot.dataset.axes.includes('"time-s"'));
const frame = svg.getBoundingClientRect();
const width = svg.viewBox.baseVal.width;
const [x] = JSON.parse(svg.dataset.axes);
const point = (type, seconds, target = svg) => {
  const place = x[2] + (x[3] - x[2]) * (seconds - x[0]) / (x[1] - x[0]);
  const clientX = frame.left + place * frame.width / width;
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY: frame.top + 60, pointerType: "mouse", button: 0 }));
};
const views = () => plots.filter((plot) => plot.dataset.axes.includes('"time-s"')).map((plot) => plot.querySelector("svg.z").getAttribute("viewBox"));
point("pointermove", SECONDS);
told.readout = document.querySelector(".readout").innerText;
told.cursors = document.querySelectorAll('line.cursor[visibility="visible"]').length;
told.drawn = views();
point("pointerdown", 60);
point("pointermove", 120);
point("pointerup", 120, window);
told.zoomed = views();
document.querySelector("button.back").click();
told.back = views();
const name = document.querySelector('.legend li[data-s="0"]');
name.querySelector("button").click();
const parts = [...name.closest("figure").querySelectorAll('g[data-s="0"]')];
told.off = [document.querySelectorAll("g.off").length, parts.length, parts.filter((part) => part.getBoundingClientRect().width > 0).length];
} catch (error) { told.error = String(error); }
const out = document.createElement("pre");
out.id = "told";
out.textContent = JSON.stringify(told);
document.body.append(out);
"#;

/// Texts that stand more than half a pixel outside of their picture; and how many there are in all.
const OUTSIDE: &str = r#"
const outside = [];
let texts = 0;
for (const svg of document.querySelectorAll("figure svg")) {
  const frame = svg.getBoundingClientRect();
  if (frame.width < 1) continue;
  for (const text of svg.querySelectorAll("text")) {
    const own = text.getBoundingClientRect();
    texts += 1;
    if (frame.left - own.left > 0.5 || own.right - frame.right > 0.5) outside.push(text.textContent);
  }
}
const out = document.createElement("pre");
out.id = "told";
out.textContent = JSON.stringify({ outside, texts });
document.body.append(out);
"#;

#[test]
fn labels_stay_within_their_pictures() {
    // Times of 1 to 100 ms, and of seconds.
    for (lambda, language) in [400.0, 0.4]
        .into_iter()
        .flat_map(|lambda| [Language::English, Language::Danish, Language::Turkish].map(|l| (lambda, l)))
    {
        let spec = Spec { loads: vec![(10, 1), (40, 1)], measured_s: 60, lambda, ..Spec::default() };
        let page = html(&analyse(&[run(&spec)], &[], 7), &Words::new(language));
        let Some(reported) = seen(&page, OUTSIDE) else { return };
        assert!(reported["texts"].as_u64() > Some(50), "{reported}");
        assert_eq!(reported["outside"], Value::Array(Vec::new()), "{language:?}");
    }
}

#[test]
fn values_are_read_stretches_enlarged_and_lines_hidden() {
    let spec =
        Spec { loads: vec![(10, 1), (20, 1), (40, 1)], measured_s: 60, lambda: 40.0, ..Spec::default() };
    let analysis = analyse(&[run(&spec)], &[], 7);
    let page = html(&analysis, &Words::new(Language::English));
    let figures = &analysis.runs[0].figures;
    let figure = figures.iter().find(|f| f.kind == FigureKind::ThroughputOverTime).expect("drawn");
    let points = &figure.series[0].points;
    let point = &points[points.len() / 2];
    let truth = point.y.expect("a value");
    let Some(reported) = seen(&page, &ACTIONS.replace("SECONDS", &point.x.to_string())) else { return };
    assert_eq!(reported["error"], Value::Null);
    let readout = reported["readout"].as_str().unwrap_or_else(|| panic!("{reported}"));
    let value = readout.lines().nth(1).and_then(|line| line.rsplit(' ').next()).expect(readout);
    let value: f64 = value.replace(',', "").parse().expect(readout);
    let at = point.x.round() as u64;
    assert!(readout.starts_with(&format!("{}:{:02}", at / 60, at % 60)), "{readout} for {at} s");
    assert!((value / truth - 1.0).abs() < 0.01, "{value} for {truth}");
    let over_time = reported["drawn"].as_array().expect("views").len() as u64;
    assert!(reported["cursors"].as_u64() >= Some(over_time), "one time for all figures: {reported}");
    let views = |name: &str| reported[name].as_array().expect("views").clone();
    assert!(views("zoomed").iter().zip(views("drawn")).all(|(zoomed, drawn)| *zoomed != drawn), "{reported}");
    assert_eq!(reported["back"], reported["drawn"]);
    let off: Vec<u64> = reported["off"].as_array().expect("counts").iter().flat_map(Value::as_u64).collect();
    assert!(off[0] >= 2 && off[0] == off[1] && off[2] == 0, "line and marks, wide and narrow: {reported}");
}

/// What the actions have seen in it.
pub fn seen(page: &str, actions: &str) -> Option<Value> {
    let chromium = program("chromium")?;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.html");
    std::fs::write(&file, page.replace("</body>", &format!("<script>{actions}</script></body>")))
        .expect("written");
    // A browser that ends without a page, as a machine without memory makes it, has not been asked yet.
    for attempt in 1.. {
        let output = Command::new(&chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--window-size=1400,1000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.path().join(format!("profile{attempt}")).display()))
            .arg(format!("file://{}", file.display()))
            .output()
            .expect("Chromium runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let reported = text.split_once("<pre id=\"told\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        if let Some((reported, _)) = reported {
            let reported = reported.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            return Some(serde_json::from_str(&reported).expect("JSON"));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(attempt < 3 && text.is_empty(), "the script failed: {}: {said}", output.status);
    }
    None
}
