//! What the servers did: figures of each host, tables by server and step.

use super::times::{TimeUnit, rate};
use super::{recorded, watched};
use crate::document::{
    Block, Cell, CellKind, CellValue, ColumnSet, ReportFigure, Section, SectionRole, Spans, Table,
    stored_name,
};
use crate::evidence::{SectionAnchor, host_anchor};
use crate::words::{Words, args, panel, servers as reported};
use plimsoll_analysis::figures::Figure;
use plimsoll_analysis::servers::{HostStep, PanelKind, ServerStep, StepValue};
use plimsoll_analysis::{RunAnalysis, Servers};
use plimsoll_run::{At, ServerEvent};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let servers = &run.servers;
    if servers.is_empty(&run.telemetry) {
        return None;
    }
    let watched = !servers.hosts(&run.telemetry).is_empty() || !run.telemetry.series.is_empty();
    let title = words.text(if watched { "panel-servers" } else { "label-inputs" });
    let mut section = Section::new(title).at(SectionAnchor::Servers.name()).role(SectionRole::Servers);
    if !watched {
        return Some(section.with([watched::inputs(words, &run.telemetry)]));
    }
    section.push(Block::paragraph(format!("{}.", words.capitalised(&summary(words, run)))));
    if !servers.figures.is_empty() {
        section.push(Block::note(words.text("panel-same-axis")));
    }
    let averaged = |seconds: u32| Block::note(words.say("panel-averaged", args![seconds]));
    section.blocks.extend(servers.averaged_over_s.map(averaged));
    for name in servers.hosts(&run.telemetry) {
        section.blocks.extend(host(words, run, name));
    }
    if !servers.server_steps.is_empty() {
        section.push(Block::heading(words.text("panel-requests-of-servers")));
        section.push(Block::Table(server_requests(words, servers)));
        section.push(Block::note(words.text("panel-requests-note")));
    }
    if !servers.recorded.is_empty() {
        section.push(Block::heading(words.text("panel-recorded")));
        let table = recorded::table(words, &servers.recorded);
        let note = Block::note(words.text("panel-recorded-note"));
        let left_out = |n: usize| Block::note(words.say("panel-recorded-left-out", args![n]));
        let more = servers.recorded_left_out.map(left_out);
        let blocks = [note, Block::Table(table)].into_iter().chain(more).collect();
        section.push(Block::details(words.text("panel-recorded-show"), blocks));
    }
    section.push(Block::heading(words.text("label-watched")));
    Some(section.with(watched::blocks(words, &run.telemetry)))
}

fn summary(words: &Words, run: &RunAnalysis) -> String {
    let logged: u64 = run.telemetry.request_logs.iter().map(|log| log.requests).sum();
    panel::summary(words, run.servers.hosts(&run.telemetry).len(), run.telemetry.series.len(), logged)
}

fn host<'a>(words: &Words, run: &'a RunAnalysis, name: &str) -> Vec<Block<'a>> {
    let known = run.telemetry.hosts.iter().find(|host| host.name == name);
    let of_host = |figure: &&Figure| figure.source.as_ref().is_some_and(|source| source.host == name);
    let figures: Vec<ReportFigure<'a>> = run
        .servers
        .figures
        .iter()
        .filter(of_host)
        .map(|figure| ReportFigure::of(words, figure, Some(run)))
        .collect();
    let (events, steps) = (events(words, run, name), host_steps(words, &run.servers, name));
    if figures.is_empty() && events.rows.is_empty() {
        return vec![Block::Data(steps)];
    }
    let mut title =
        Spans::from(if name.is_empty() { words.text("label-unnamed-host") } else { name.to_owned() });
    if let Some(host) = known.filter(|host| !host.role.is_empty()) {
        title = title.soft(format!(", {}", host.role));
    }
    let mut blocks =
        vec![Block::heading_at(host_anchor(name), title), Block::Figures(figures), Block::Table(events)];
    if !steps.rows.is_empty() {
        blocks.push(Block::details(words.text("panel-hosts-by-step"), vec![Block::Table(steps)]));
    }
    blocks
}

/// Of one host; events keep their numbers in the run's telemetry.
fn events(words: &Words, run: &RunAnalysis, host: &str) -> Table {
    let at_s = |event: &ServerEvent| match event.at {
        At::Run(us) => Some(us as f64 / 1e6),
        _ => None,
    };
    let (text, written) = (|id| words.text(id), CellKind::Text);
    let events = (1..).zip(&run.telemetry.events).filter(|(_, event)| event.source.host == host);
    ColumnSet::new()
        .column(CellKind::Key, "#".to_owned(), &["event"], |(number, _): &(usize, &ServerEvent)| {
            Cell::of(number.to_string(), *number)
        })
        .column(CellKind::Number, text("label-time"), &["time_s"], |(_, event)| {
            Cell::maybe(at_s(event), crate::words::time::since_start)
        })
        .column(written, text("label-event"), &["kind"], |(_, event)| {
            Cell::of(panel::event(words, event.kind), stored_name(&event.kind, None))
        })
        .column(written, text("label-source"), &["source"], |(_, event)| {
            Cell::text(reported::source(words, &event.source))
        })
        .column(written, text("label-seen"), &["seen"], |(_, event)| Cell::text(event.text.clone()))
        .table(&of_host("events", host), events)
}

/// The name of a table of one host. What no file system takes becomes `-`.
fn of_host(table: &str, host: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = host.chars().map(plain).take(80).collect();
    if name.is_empty() { table.to_owned() } else { format!("{table}-{name}") }
}

/// A line of a host's table: panel, which source, line.
type Line = (PanelKind, String, String);

/// Mean and maximum of every line in every step.
fn host_steps(words: &Words, servers: &Servers, host: &str) -> Table {
    let steps: Vec<&HostStep> = servers.host_steps.iter().filter(|step| step.source.host == host).collect();
    let mut numbers: Vec<u32> = steps.iter().map(|step| step.step).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut lines: Vec<Line> =
        steps.iter().flat_map(|step| step.values.iter().map(|value| line_of(step, value))).collect();
    lines.sort();
    lines.dedup();
    let value = |line: &Line, number: u32| -> Option<&StepValue> {
        let of_step = steps.iter().filter(|step| step.step == number);
        of_step
            .flat_map(|step| step.values.iter().map(move |value| (*step, value)))
            .find(|(step, value)| line_of(step, value) == *line)
            .map(|(_, value)| value)
    };
    let name = |line: &&Line| {
        let quantity = numbers.iter().find_map(|number| value(line, *number)).map(|value| value.quantity);
        let of_source = |other: &&Line| (other.0, &other.1) == (line.0, &line.1);
        let is_alone = lines.iter().filter(of_source).count() == 1 && !panel::is_no_use(&line.2);
        let name = match line.2.as_str() {
            _ if is_alone => panel::panel(words, line.0),
            name => format!("{}, {}", panel::panel(words, line.0), panel::line(words, name)),
        };
        let values = vec![
            stored_name(&line.0, None).into(),
            line.2.clone().into(),
            line.1.clone().into(),
            quantity.map(|quantity| stored_name(&quantity, None)).into(),
        ];
        let unit = quantity.map(|quantity| panel::unit(words, quantity));
        let others = lines.iter().filter(|other| (other.0, &other.2) == (line.0, &line.2)).count() > 1;
        let source = Some(&line.1).filter(|source| others || !(source.contains('/') || *source == host));
        let short = |source: &String| source.rsplit('/').next().unwrap_or_default().to_owned();
        let reported = unit.into_iter().chain(source.map(short)).filter(|text| !text.is_empty());
        let note = Some(reported.collect::<Vec<_>>().join(", ")).filter(|note| !note.is_empty());
        Cell::written(name).noted(note).valued(values)
    };
    let names = ["figure", "line", "instance", "unit"];
    let mut columns = ColumnSet::new().column(CellKind::Name, String::new(), &names, name);
    for number in &numbers {
        let [mean, max] = ["mean", "max"].map(|what| format!("step_{number}_{what}"));
        let head = format!("{} {number}", words.text("label-step"));
        columns = columns
            .column(CellKind::Number, head, &[&mean, &max], |line| value_cell(words, value(line, *number)));
    }
    columns.table(&of_host("host-steps", host), &lines).laid_out("sticky hosts")
}

fn line_of(step: &HostStep, value: &StepValue) -> Line {
    (value.panel, panel::source_on_host(&step.source), value.line.clone())
}

fn value_cell(words: &Words, value: Option<&StepValue>) -> Cell {
    let Some(value) = value else { return Cell::missing() };
    let written = |of| panel::value(words, value.quantity, of);
    let (mean, max) = (written(value.mean), written(value.max));
    let note = Some(format!("({max})")).filter(|_| max != mean);
    Cell::written(mean).noted(note).valued(vec![value.mean.into(), value.max.into()])
}

/// Requests that each server logged in each step, with counts over the limits.
fn server_requests(words: &Words, servers: &Servers) -> Table {
    let rows = &servers.server_steps;
    let over = |row: &ServerStep| -> Vec<f64> { row.over.iter().map(|over| over.limit_us).collect() };
    let limits = rows.iter().map(over).max_by_key(Vec::len).unwrap_or_default();
    let unit = TimeUnit::of_us(rows.iter().filter_map(|row| row.max_us));
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    let in_unit = |head: String| format!("{head} {}", unit.name);
    let server = |row: &&ServerStep| {
        let server: CellValue = panel::source_on_host(&row.source).into();
        let values = vec![row.source.host.as_str().into(), server];
        Cell::written(reported::source(words, &row.source)).valued(values)
    };
    let mut columns = ColumnSet::new()
        .column(CellKind::Name, text("label-server"), &["host", "server"], server)
        .column(figure, text("label-step"), &["step"], |row| Cell::key(row.step))
        .column(figure, text("label-requests"), &["requests"], |row| Cell::count(words, row.requests))
        .column(figure, text("label-share-percent"), &["share_percent"], |row| {
            Cell::of(words.fixed(row.share_percent, 1), row.share_percent)
        })
        .column(figure, text("label-per-s"), &["requests_per_s"], |row| rate(words, row.per_s))
        .column(figure, text("label-errors"), &["errors"], |row| Cell::count(words, row.errors))
        .column(figure, in_unit(text("label-mean")), &["mean_us"], |row| unit.cell(words, row.mean_us))
        .column(figure, in_unit("p95".to_owned()), &["p95_us"], |row| unit.whole(words, row.p95_us))
        .column(figure, in_unit("p98".to_owned()), &["p98_us"], |row| unit.whole(words, row.p98_us))
        .column(figure, in_unit(text("label-max")), &["max_us"], |row| unit.whole(words, row.max_us));
    for (number, limit) in limits.iter().enumerate() {
        let (name, head) = (format!("over_{limit}_us"), format!("> {}", words.limit_time(*limit)));
        columns = columns
            .column(figure, head, &[&name], move |row| {
                row.over.get(number).map_or_else(Cell::missing, |over| Cell::count(words, over.count))
            })
            .column(figure, "%".to_owned(), &[&format!("{name}_percent")], move |row| {
                Cell::maybe(row.over.get(number).map(|over| over.percent), |percent| words.percent(percent))
            });
    }
    columns.table("requests-by-server", rows).laid_out("sticky")
}
