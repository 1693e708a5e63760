//! Figures of what servers did, all over the whole time of the run.

use super::figure::{
    Axis, Figure, FigureKind, FigurePart, FigureSeries, Mark, PlacementUncertainty, Scale, SeriesName,
};
use super::over_time::{Calls, calls, drawn, gaps_of};
use super::quantity::Quantity;
use super::time::{bands, bucket_s};
use crate::servers::lines::{NamedLine, lines};
use crate::servers::{Observations, PANELS, Panel, PanelKind};
use crate::step::StepRow;
use plimsoll_run::SECOND_US;
use plimsoll_run::{At, Input, Run, SeriesPoints, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

const POINTS_MAX: u32 = 150;
/// More lines than this are not distinguished in one figure; there are several then.
const LINES_MAX: usize = 8;
/// Of more lines than so many figures take, the busiest are drawn.
const PARTS_MAX: usize = 3;

pub(crate) fn figures(run: &Run, observed: &Observations, rows: &[StepRow]) -> Vec<Figure> {
    let end_s = end_s(run, observed);
    let width_s = bucket_s(end_s.ceil() as u32, POINTS_MAX);
    let frame = Frame { run, rows, end_s, width_s };
    let mut sources: BTreeMap<&Source, Vec<&SeriesPoints>> = BTreeMap::new();
    for series in &observed.points {
        sources.entry(&series.series.source).or_default().push(series);
    }
    let mut figures = Vec::new();
    for (source, all) in &sources {
        for panel in PANELS {
            figures.extend(frame.panel(panel, source, all));
        }
    }
    figures
        .extend(calls(observed, width_s).into_iter().flat_map(|(source, calls)| frame.calls(&source, calls)));
    figures.sort_by(|a, b| {
        let host = |figure: &Figure| figure.source.as_ref().map(|source| source.host.clone());
        (host(a), a.kind.panel(), &a.source).cmp(&(host(b), b.kind.panel(), &b.source))
    });
    figures
}

/// The whole time of the run, and what was seen after its load.
fn end_s(run: &Run, observed: &Observations) -> f64 {
    let load = run.seconds.iter().map(|s| f64::from(s.second) + 1.0).fold(1.0, f64::max);
    let ended = run.end.as_ref().map_or(0.0, |end| end.at_us as f64 / SECOND_US as f64);
    let last =
        observed.points.iter().filter_map(|s| s.points.last()).map(|p| p.at_us as f64 / SECOND_US as f64);
    let last = last.fold(0.0, f64::max);
    // Logs of a whole day must not squeeze a run of an hour.
    load.max(ended).max(last.min(load * 1.25))
}

struct Frame<'a> {
    run: &'a Run,
    rows: &'a [StepRow],
    end_s: f64,
    width_s: u32,
}

impl Frame<'_> {
    fn panel(&self, panel: &Panel, source: &Source, all: &[&SeriesPoints]) -> Vec<Figure> {
        let gaps = gaps_of(&self.run.telemetry.gaps, source);
        let mut named = lines(panel, all);
        for (_, values) in &mut named {
            values.retain(|(at, _)| *at >= 0.0 && *at <= self.end_s);
        }
        let left_out = keep_busiest(&mut named, LINES_MAX * PARTS_MAX);
        let series: Vec<FigureSeries> = named
            .into_iter()
            .map(|(name, values)| FigureSeries {
                name: SeriesName::Attribute(name),
                points: drawn(&values, self.width_s, &gaps, !panel.kind.is_of_events()),
            })
            .filter(|series| !series.points.is_empty())
            .collect();
        let any = series.iter().flat_map(|s| &s.points).any(|p| p.y.is_some_and(|y| y != 0.0));
        // Paging that never happened is said in the table.
        if series.is_empty() || (panel.kind == PanelKind::Paging && !any) {
            return Vec::new();
        }
        let uncertainty = uncertainty(&self.run.telemetry.inputs, panel, source);
        let figure = |(part, series)| Figure {
            uncertainty,
            part,
            ..self.figure(panel.kind, panel.quantity, source, series)
        };
        parted(series, left_out).into_iter().map(figure).collect()
    }

    fn calls(&self, source: &Source, calls: Calls) -> Vec<Figure> {
        let named = |name: SeriesName, points| FigureSeries { name, points };
        let mut figures = vec![self.figure(
            PanelKind::Calls,
            Quantity::CallsPerMinute,
            source,
            vec![named(SeriesName::Attribute("calls".to_owned()), calls.per_minute)],
        )];
        if !calls.times.is_empty() {
            let series = calls.times.into_iter().map(|(name, points)| named(name, points)).collect();
            figures.push(self.figure(PanelKind::ServerTimes, Quantity::ServerTimeUs, source, series));
        }
        figures
    }

    fn figure(
        &self,
        kind: PanelKind,
        quantity: Quantity,
        source: &Source,
        series: Vec<FigureSeries>,
    ) -> Figure {
        Figure {
            steps: bands(self.rows),
            point_s: Some(self.width_s),
            source: Some(source.clone()),
            end_s: Some(self.end_s),
            marks: self.marks(source),
            ..Figure::new(
                FigureKind::Server(kind),
                Axis { quantity: Quantity::TimeS, scale: Scale::Linear },
                Axis { quantity, scale: Scale::Linear },
                series,
            )
        }
    }

    /// Events of the source's host.
    fn marks(&self, source: &Source) -> Vec<Mark> {
        let events = self.run.telemetry.events.iter().enumerate();
        events
            .filter(|(_, event)| event.source.host == source.host)
            .filter_map(|(index, event)| match event.at {
                At::Run(us) => Some(Mark { at_s: us as f64 / SECOND_US as f64, event: index }),
                _ => None,
            })
            .filter(|mark| mark.at_s >= 0.0 && mark.at_s <= self.end_s)
            .collect()
    }
}

/// Of all inputs that the panel's lines came from, the one whose times are the least sure.
fn uncertainty(inputs: &[Input], panel: &Panel, source: &Source) -> Option<PlacementUncertainty> {
    let is_drawn = |series: &Arc<plimsoll_run::Series>| {
        series.source == *source && panel.lines.iter().any(|line| line.fits(series))
    };
    let width = |uncertainty: &PlacementUncertainty| uncertainty.seconds.unwrap_or(f64::INFINITY);
    inputs
        .iter()
        .filter(|input| input.placed.iter().any(is_drawn))
        .map(|input| PlacementUncertainty {
            method: input.placement.method,
            seconds: input.placement.uncertainty_us.map(|us| us as f64 / SECOND_US as f64),
        })
        .max_by(|a, b| width(a).total_cmp(&width(b)))
}

/// As many lines in each figure as in every other, or one less.
fn parted<T>(mut lines: Vec<T>, left_out: usize) -> Vec<(Option<FigurePart>, Vec<T>)> {
    let of = lines.len().div_ceil(LINES_MAX);
    let mut parts = Vec::new();
    for number in 1..=of {
        let rest = lines.split_off(lines.len().div_ceil(of + 1 - number));
        let part = match (left_out, of) {
            (0, 1) => None,
            (0, _) => Some(FigurePart::Lines { number, of }),
            _ => Some(FigurePart::Busiest { number, of, left_out }),
        };
        parts.push((part, std::mem::replace(&mut lines, rest)));
    }
    parts
}

/// How many were left out.
fn keep_busiest(named: &mut Vec<NamedLine>, most: usize) -> usize {
    let left_out = named.len().saturating_sub(most);
    if left_out == 0 {
        return 0;
    }
    let total = |values: &[(f64, f64)]| {
        values.iter().map(|(_, value)| value.abs()).sum::<f64>() / values.len().max(1) as f64
    };
    let mut order: Vec<usize> = (0..named.len()).collect();
    order.sort_by(|a, b| total(&named[*b].1).total_cmp(&total(&named[*a].1)));
    order.truncate(most);
    order.sort_unstable();
    let all = std::mem::take(named);
    *named = all.into_iter().enumerate().filter(|(i, _)| order.contains(i)).map(|(_, line)| line).collect();
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: usize, sizes: &[usize]) {
        let mut named: Vec<NamedLine> = (0..lines).map(|i| (i.to_string(), vec![(0.0, i as f64)])).collect();
        let left_out = keep_busiest(&mut named, LINES_MAX * PARTS_MAX);
        let parts = parted(named, left_out);
        assert_eq!(parts.iter().map(|(_, lines)| lines.len()).collect::<Vec<_>>(), sizes);
        assert_eq!(left_out + sizes.iter().sum::<usize>(), lines);
        let reported = parts.iter().all(|(part, _)| match part {
            None => lines <= LINES_MAX,
            Some(FigurePart::Busiest { left_out: reported, .. }) => left_out > 0 && *reported == left_out,
            Some(_) => left_out == 0 && lines > LINES_MAX,
        });
        assert!(reported, "{lines} lines");
    }

    #[test]
    fn lines_that_one_figure_does_not_take_are_in_several_and_those_left_out_are_counted() {
        check(1, &[1]);
        check(8, &[8]);
        check(9, &[5, 4]);
        check(12, &[6, 6]);
        check(24, &[8, 8, 8]);
        check(100, &[8, 8, 8]);
    }
}
