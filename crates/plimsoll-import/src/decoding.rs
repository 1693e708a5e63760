//! `import.yaml` to [`ImportSettings`].

use crate::settings::{FileRule, HostRule, ImportSettings};
use jiff::tz::TimeZone;
use plimsoll_analysis::Requirement;
use plimsoll_analysis::advice::{HEADROOM_PERCENT_MAX, headroom_percent};
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, Problems, key};
use plimsoll_telemetry::{FORMATS, Format};

const TEXTS: Kind = Kind::OneOrMore(&Kind::Text);

/// Which keys `import.yaml` may have.
pub static IMPORT: MappingShape = MappingShape::new(
    "import",
    "What files of other tools can't say of themselves.",
    &[
        key("import", Kind::Text, "The name of the run.").example("checkout, 12 March"),
        key("time_zone", Kind::Text, "Of times without a zone; UTC by default.").example("Europe/Copenhagen"),
        key("host", Kind::Text, "The host of files whose path names none."),
        key("test", Kind::Text, "Of files with several tests: this one."),
        key(
            "keep_path_ids",
            Kind::Flag,
            "Paths in a server's log keep their ids (`/users/8812` instead of `/users/{id}`); no by default.",
        ),
        key("goal", Kind::Percentage, "The share of the added load that a step must gain; 60 % by default."),
        key("expected", Kind::Rate, "The expected use.").example("11000/h"),
        key(
            "headroom",
            Kind::Percentage,
            "How much of a maximum the recommended operating point leaves free; 20 % by default.",
        ),
        key("requirements", TEXTS, "What is demanded.").example("[p95 <= 500 ms]"),
        key("about", Kind::Named(&Kind::Text), "What the report says of the system."),
        key("files", Kind::OneOrMore(&Kind::Mapping(&FILE)), "What is to be known of single files."),
        key("hosts", Kind::Named(&Kind::Mapping(&HOST)), "What is to be known of hosts."),
    ],
);

static HOST: MappingShape = MappingShape::new(
    "host",
    "A host of the files.",
    &[
        key("role", Kind::Text, "What it is for.").example("database"),
        key(
            "clock_ahead",
            Kind::Text,
            "How far its clock was ahead of the load generator's; `-2 s` is behind.",
        )
        .example("1.5 s"),
    ],
);

static FILE: MappingShape = MappingShape::new(
    "file",
    "What is to be known of a file, or of several by a pattern.",
    &[
        key("file", Kind::Text, "The file's path, or a pattern.").required().example("'**/vmstat.txt'"),
        key("format", Kind::Words(formats), "Its format, where it can't be recognised."),
        key("time_zone", Kind::Text, "Of its times.").example("Europe/Copenhagen"),
        key("columns", TEXTS, "What its columns are."),
        key("pattern", Kind::Text, "The pattern by which a server wrote its lines."),
        key("host", Kind::Text, "The host that it is of."),
        key("start", Kind::Text, "When it began, where it does not say.").example("'2019-10-07 11:19:59'"),
        key("every", Kind::Duration, "The time between two readings, where it does not say."),
        key("timestamp_is_end", Kind::Flag, "Its times are those of the end of a request or interval."),
        key("skip", Kind::Flag, "It is left out."),
    ],
);

fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name).collect()
}

/// Reads the settings on top of those given: what the file tells counts only where the command line told nothing.
pub fn read_settings(node: &Node, settings: &mut ImportSettings, problems: &mut Problems) {
    let mut fields = Fields::of(node, &IMPORT, problems);
    let name = fields.text("import");
    if settings.name.is_empty() {
        settings.name = name.unwrap_or_default();
    }
    if let Some((text, zone)) = fields.parsed("time_zone", |text| Ok((text.to_owned(), zone(text)?)))
        && settings.time_zone_name == "UTC"
    {
        (settings.time_zone, settings.time_zone_name) = (zone, text);
    }
    let (host, test) = (fields.text("host"), fields.text("test"));
    settings.host = settings.host.take().or(host);
    settings.test = settings.test.take().or(test);
    settings.keep_path_ids |= fields.flag("keep_path_ids").unwrap_or(false);
    settings.goal = fields.parsed("goal", percent).or(settings.goal);
    if let Some(rate) = fields.parsed("expected", rate_per_s) {
        settings.expected_per_s = Some(rate);
    }
    settings.headroom_percent = fields.parsed("headroom", headroom).or(settings.headroom_percent);
    let (files, hosts) = (fields.optional("files"), fields.optional("hosts"));
    let (requirements, about) = (fields.optional("requirements"), fields.optional("about"));
    for item in requirements.map(Node::items).unwrap_or_default() {
        let parse = |text: &str| Requirement::parse(text).map(|_| text.to_owned()).map_err(|e| e.to_string());
        settings.requirements.extend(fields.parse_node(item, "requirements", parse));
    }
    for (key, value) in about.map(Node::entries).unwrap_or_default() {
        if let (Some(key), Some(value)) = (key.as_str(), value.as_str()) {
            settings.about.push((key.to_owned(), value.to_owned()));
        }
    }
    fields.finish();
    let zone = settings.time_zone.clone();
    for item in files.map(Node::items).unwrap_or_default() {
        let rule = file_rule(item, &zone, problems);
        settings.files.extend(rule);
    }
    for (key, value) in hosts.map(Node::entries).unwrap_or_default() {
        let Some(host) = key.as_str() else { continue };
        let mut fields = Fields::of(value, &HOST, problems);
        let rule = HostRule {
            role: fields.text("role").unwrap_or_default(),
            clock_ahead_us: fields.parsed("clock_ahead", signed_duration_us),
        };
        fields.finish();
        settings.hosts.entry(host.to_owned()).or_insert(rule);
    }
}

fn file_rule(node: &Node, usual: &TimeZone, problems: &mut Problems) -> Option<FileRule> {
    let mut fields = Fields::of(node, &FILE, problems);
    let file = fields.required("file").and_then(Node::as_str).map(str::to_owned);
    let format = fields.parsed("format", |text| {
        Format::named(text).map(|format| format.name.to_owned()).map_err(|error| error.to_string())
    });
    let own_zone = fields.parsed("time_zone", zone);
    let zone = own_zone.clone().unwrap_or_else(|| usual.clone());
    let columns = fields.optional("columns").map(Node::items).unwrap_or_default();
    let rule = FileRule {
        file: file.clone().unwrap_or_default(),
        format,
        pattern: fields.text("pattern"),
        columns: columns.iter().filter_map(|node| node.as_str().map(str::to_owned)).collect(),
        host: fields.text("host"),
        time_zone: own_zone,
        start_unix_us: fields.parsed("start", |text| {
            plimsoll_telemetry::time::local(text)
                .and_then(|written| plimsoll_telemetry::time::WallClock::new(zone.clone()).unix_us(&written))
                .ok_or_else(|| format!("`{text}` is not a time such as 2019-10-07 11:19:59"))
        }),
        interval_us: fields
            .duration("every")
            .map(|every| u64::try_from(every.as_micros()).unwrap_or(u64::MAX))
            .filter(|us| *us > 0),
        timestamp_is_end: fields.flag("timestamp_is_end"),
        skip: fields.flag("skip").unwrap_or(false),
    };
    fields.finish();
    file.map(|_| rule)
}

/// Whether a format of that name can be read.
pub fn known_format(name: &str) -> Result<(), String> {
    Format::named(name).map(|_| ()).map_err(|error| error.to_string())
}

/// An IANA name, or an offset: `+01:00`.
pub fn zone(text: &str) -> Result<TimeZone, String> {
    let text = text.trim();
    let offset = || {
        let (sign, rest) = match text.split_at_checked(1)? {
            ("+", rest) => (1, rest),
            ("-", rest) => (-1, rest),
            _ => return None,
        };
        let (hours, minutes) = rest.split_once(':').unwrap_or((rest, "0"));
        let seconds =
            hours.parse::<i32>().ok()?.checked_mul(3600)? + minutes.parse::<i32>().ok()?.checked_mul(60)?;
        jiff::tz::Offset::from_seconds(sign * seconds).ok().map(TimeZone::fixed)
    };
    match offset() {
        Some(zone) => Ok(zone),
        None => TimeZone::get(text)
            .map_err(|_| format!("`{text}` is not a time zone such as Europe/Copenhagen or +01:00")),
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .map(|number| number / 100.0)
        .ok_or_else(|| format!("`{text}` is not a share such as 60 %"))
}

/// In percent, of a maximum.
fn headroom(text: &str) -> Result<f64, String> {
    headroom_percent(percent(text)?)
        .ok_or_else(|| format!("`{text}` is not from 0 % to {HEADROOM_PERCENT_MAX} % of a maximum"))
}

fn rate_per_s(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is not a rate such as 11000/h");
    let (number, unit) = text.split_once('/').ok_or_else(wrong)?;
    let seconds = match unit.trim() {
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err(wrong()),
    };
    let number = number.trim().parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    number.map(|number| number / seconds).ok_or_else(wrong)
}

fn signed_duration_us(text: &str) -> Result<i64, String> {
    let (sign, rest) = match text.trim().strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.trim()),
    };
    let duration = plimsoll_plan::units::duration(rest).map_err(|error| error.to_string())?;
    i64::try_from(duration.as_micros()).map(|us| sign * us).map_err(|_| format!("`{text}` is too long"))
}
