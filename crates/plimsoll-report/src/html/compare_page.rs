//! A comparison, or a history, as a page of its own.

use super::page::STYLE;
use crate::words::number::dash;
use crate::words::{self, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plimsoll_analysis::comparison::{
    ComparedGroup, Comparison, Contrast, Effect, HISTORY_RUNS_MIN, History, Judged, Row,
};

/// One HTML file: no network, no script; prints on A4.
pub fn comparison_html(comparison: &Comparison, words: &Words) -> String {
    let contents = html! {
        @for found in &comparison.contrasts { (contrast(words, comparison, found)) }
    };
    page(words, &words.text("compare-title"), contents)
}

/// The same of a history.
pub fn history_html(history: &History, words: &Words) -> String {
    let contents = html! {
        (verdict(words, history.judged, &words::compare::history_summary(words, history)))
        @if history.runs.len() < HISTORY_RUNS_MIN { p { (words.text("compare-history-few")) } }
        section {
            h2 { (words.text("compare-rows")) }
            (changes(words, history))
            p.note { (words.text("compare-history-note")) }
        }
    };
    page(words, &words.text("compare-history-title"), contents)
}

fn page(words: &Words, title: &str, contents: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(words.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main { header { h1 { (title) } } (contents) } }
        }
    };
    page.into_string()
}

fn verdict(words: &Words, judged: Judged, summary: &str) -> Markup {
    let class = match judged {
        Judged::NoRegression => "pass",
        Judged::Regression => "fail",
        Judged::Undecided => "open",
    };
    html! {
        section class={ "verdict " (class) } {
            h2 { span class={ "badge " (class) } { (words::compare::judged(words, judged)) } }
            p { (summary) }
        }
    }
}

fn contrast(words: &Words, comparison: &Comparison, contrast: &Contrast) -> Markup {
    html! {
        h2.run { (words::compare::heading(words, contrast)) }
        (verdict(words, contrast.judged, &words::compare::counts(words, comparison, contrast)))
        p.note { (words::compare::unit(words, contrast)) }
        (runs(words, contrast))
        @if !contrast.caveats.is_empty() {
            section {
                h2 { (words.text("compare-caveats")) }
                ul { @for caveat in &contrast.caveats { li { (words::compare::caveat(words, caveat)) } } }
            }
        }
        @if !contrast.rows.is_empty() { (rows(words, comparison, contrast)) }
        @if !contrast.jobs.is_empty() { (jobs(words, contrast)) }
        (configuration(words, contrast))
    }
}

fn runs(words: &Words, contrast: &Contrast) -> Markup {
    let side = |id: &str, group: &ComparedGroup| {
        html! {
            dt { (words.text(id)) ": " (group.name) }
            dd {
                @for run in &group.runs {
                    (run.name) " · " (words.date_time(run.started_unix_us, &run.time_zone)) br;
                }
            }
        }
    };
    html! { dl { (side("compare-before", &contrast.before)) (side("compare-after", &contrast.after)) } }
}

fn rows(words: &Words, comparison: &Comparison, contrast: &Contrast) -> Markup {
    let scale = scale(&contrast.rows, comparison.margin_percent);
    let sentences: Vec<String> =
        contrast.rows.iter().filter_map(|row| words::compare::sentence(words, contrast, row)).collect();
    html! {
        section {
            h2 { (words.text("compare-rows")) }
            div.scroll tabindex="0" {
                table {
                    thead { tr {
                        th.text { (words.text("compare-load")) }
                        th.text { (words.text("compare-requests")) }
                        th.text { (words.text("compare-metric")) }
                        th { (words.text("compare-before")) }
                        th { (words.text("compare-after")) }
                        th { (words.text("compare-change")) }
                        th { (words.text("compare-interval")) }
                        th.text { "−" (words.fixed(scale, 0)) " … +" (words.with_percent_sign(words.fixed(scale, 0))) }
                        th.text { (words.text("compare-judgement")) }
                    } }
                    tbody { @for found in &contrast.rows { (row(words, comparison.margin_percent, scale, found)) } }
                }
            }
            @for sentence in &sentences { p { (sentence) } }
        }
    }
}

fn row(words: &Words, margin: f64, scale: f64, row: &Row) -> Markup {
    let class = match row.effect {
        Effect::Worse => "badge fail",
        Effect::Better | Effect::Equivalent => "badge pass",
        Effect::Unproven(_) | Effect::NotComparable => "badge open",
    };
    html! {
        tr {
            th.text { (words::compare::load(words, &row.subject.load, &row.subject.step_name)) }
            td.text { (words::compare::requests(words, &row.subject)) }
            td.text { (words::compare::metric(words, row.metric)) }
            td { (words::compare::side(words, row.metric, &row.before)) }
            td { (words::compare::side(words, row.metric, &row.after)) }
            td { strong { (words::compare::change(words, row)) } }
            td { (words::compare::bounds(words, row).unwrap_or_else(dash)) }
            td.text { @if row.ratio.is_some() && row.effect != Effect::NotComparable { (strip(margin, scale, row)) } }
            td.text { span class=(class) { (words::compare::effect(words, row.effect)) } }
        }
    }
}

/// Percent at the ends of the strips: what holds the intervals, but no more than a doubling.
fn scale(rows: &[Row], margin: f64) -> f64 {
    let far = |row: &Row| {
        let change = row.change();
        let ends = change.bounds_95.map_or(0.0, |b| b.low.abs().max(b.high.abs()));
        ends.max(change.value.abs())
    };
    let compared = rows.iter().filter(|row| row.ratio.is_some() && row.effect != Effect::NotComparable);
    let widest = compared.map(far).fold(2.0 * margin, f64::max);
    (widest / 10.0).ceil().clamp(1.0, 10.0) * 10.0
}

/// One line of the forest: the margin in grey, equality as a line, the interval with its estimate.
fn strip(margin: f64, scale: f64, row: &Row) -> Markup {
    const WIDTH: f64 = 200.0;
    let at = |percent: f64| WIDTH / 2.0 * (1.0 + percent.clamp(-scale, scale) / scale);
    let change = row.change();
    let number = |x: f64| format!("{x:.1}");
    html! {
        svg width="200" height="18" viewBox="0 0 200 18" aria-hidden="true" {
            rect x=(number(at(-margin))) y="0" width=(number(at(margin) - at(-margin))) height="18" fill="#e4e8ec" {}
            line x1="100" y1="0" x2="100" y2="18" stroke="#57606a" stroke-width="1" {}
            @if let Some(bounds) = change.bounds_95 {
                line x1=(number(at(bounds.low))) y1="9" x2=(number(at(bounds.high))) y2="9" stroke="#1b1f24" stroke-width="2" {}
            }
            circle cx=(number(at(change.value))) cy="9" r="4" fill="#1b1f24" {}
        }
    }
}

fn jobs(words: &Words, contrast: &Contrast) -> Markup {
    let head = ["compare-before", "compare-after", "compare-delta", "compare-change"];
    html! {
        section {
            h2 { (words.text("compare-jobs")) }
            div.scroll tabindex="0" {
                table {
                    thead { tr { th.text { (words.text("compare-job")) } @for id in head { th { (words.text(id)) } } } }
                    tbody {
                        @for row in &contrast.jobs {
                            @let [name, cells @ ..] = words::compare::job_row(words, row);
                            tr { th.text { (name) } @for cell in cells { td { (cell) } } }
                        }
                    }
                }
            }
            @if let Some(summary) = &contrast.job_summary {
                p { (words::compare::job_summary(words, contrast, summary)) }
            }
            @for trend in &contrast.job_trends { p { (words::compare::job_trend(words, trend)) } }
        }
    }
}

fn configuration(words: &Words, contrast: &Contrast) -> Markup {
    let head = ["compare-setting", "compare-name", "compare-before", "compare-after"];
    html! {
        section {
            h2 { (words.text("compare-configuration")) }
            @if contrast.configuration.is_empty() { p { (words.text("compare-configuration-same")) } }
            @else {
                div.scroll tabindex="0" {
                    table {
                        thead { tr { @for id in head { th.text { (words.text(id)) } } } }
                        tbody {
                            @for found in &contrast.configuration {
                                tr { @for cell in words::compare::difference(words, found) { td.text { (cell) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn changes(words: &Words, history: &History) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th.text { (words.text("compare-history-run")) }
                    th.text { (words.text("compare-metric")) }
                    th { (words.text("compare-before")) }
                    th { (words.text("compare-after")) }
                    th { (words.text("compare-change")) }
                    th.text { (words.text("compare-judgement")) }
                } }
                tbody {
                    @for series in &history.series {
                        @for change in &series.changes {
                            tr {
                                th.text { (change.name) }
                                td.text { (words::compare::what(words, &series.subject, series.metric)) }
                                td { (words::compare::level(words, series.metric, change.before, change.servers_before)) }
                                td { (words::compare::level(words, series.metric, change.after, change.servers_after)) }
                                td { (change.percent.map_or_else(dash, |p| words.with_percent_sign(words::compare::signed(words, p, 1)))) }
                                td.text { (words::compare::effect(words, change.effect)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
