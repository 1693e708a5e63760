//! What an import decided, and what its files do not say.

use super::{Words, args};
use plimsoll_run::visible_line;
use plimsoll_run::{
    ColumnMeaning, ColumnUse, FileNote, ImportNote, PassedOver, SeveralGenerators, StepsFrom, UsedColumn,
};

pub fn content(words: &Words, note: &ImportNote) -> String {
    match note {
        ImportNote::Steps { count, from } => steps(words, *count, from),
        ImportNote::TooFewOfUsers { users, from_s, to_s, requests, requests_min, seconds_min } => {
            let (from, to) = (from_s.to_string(), to_s.to_string());
            let least = words.count(*requests_min);
            let length = words.length(*seconds_min as f64);
            words.say(
                "import-too-few-of-users",
                args![n = *users, from, to, requests = *requests, least, length],
            )
        }
        ImportNote::TooFewApart { from_s, to_s, requests } => {
            let (from, to) = (from_s.to_string(), to_s.to_string());
            words.say("import-too-few-apart", args![from, to, n = *requests])
        }
        ImportNote::EndedLate { second, requests } => {
            words.say("import-ended-late", args![n = *requests, second = second.to_string()])
        }
        ImportNote::LevelsJoined { first, second, per_s } => {
            let (first, second) = (words.count(u64::from(*first)), words.count(u64::from(*second)));
            words.say("import-levels-joined", args![first, second, rate = words.fixed(*per_s, 1)])
        }
        ImportNote::NoTests { test } => {
            words.say("import-no-tests", args![test = format!("{:?}", visible_line(test))])
        }
        ImportNote::CountsOnly => words.text("import-counts-only"),
        ImportNote::TableOnly { file } => words.say("import-table-only", args![file]),
        ImportNote::ServerLogsOnly => words.text("import-server-logs-only"),
        ImportNote::OneAfterAnother { has_lengths: true } => words.text("import-one-after-another"),
        ImportNote::OneAfterAnother { has_lengths: false } => words.text("import-no-lengths"),
        ImportNote::FarAway { requests } => words.say("import-far-away", args![n = *requests]),
        ImportNote::Summarised { requests, of } => {
            words.say("import-summarised", args![requests = words.count(*requests), of = words.count(*of)])
        }
        ImportNote::UsersCounted { files } => {
            words.say("import-users-counted", args![n = files.len(), files = files.join(", ")])
        }
        ImportNote::UsersAdded { why, files } => users_added(words, *why, files),
        ImportNote::UsersOfOne { files } => words.say("import-users-of-one", args![files = files.join(", ")]),
        ImportNote::ClockAhead { host, ahead_s, uncertainty_s, correlation } => {
            let (ahead, uncertainty) = (words.fixed(*ahead_s, 0), words.fixed(*uncertainty_s, 0));
            let correlation = words.fixed(*correlation, 2);
            words.say("import-clock-ahead", args![host, ahead, uncertainty, correlation])
        }
        ImportNote::OfFile { file, note } => {
            words.say("import-of-file", args![file, said = of_file(words, note)])
        }
    }
}

/// `4 steps, found by …`
fn steps(words: &Words, count: u64, from: &StepsFrom) -> String {
    let steps = words.say("import-steps", args![n = count]);
    match from {
        StepsFrom::Table(file) => words.say("import-steps-of-table", args![steps, file]),
        StepsFrom::Users(file) => words.say("import-steps-by-users", args![steps, file]),
        StepsFrom::Rate => words.say("import-steps-by-rate", args![steps]),
        StepsFrom::OneLevel(file) => words.say("import-steps-one-level", args![steps, file]),
        StepsFrom::Fluctuating(file) => words.say("import-steps-fluctuating", args![steps, file]),
        StepsFrom::Arrivals(file) => words.say("import-steps-by-arrivals", args![steps, file]),
        StepsFrom::Ramp(file) => words.say("import-steps-of-ramp", args![steps, file]),
        StepsFrom::Parts(parts) => words.say("import-steps-of-parts", args![steps, n = *parts]),
        StepsFrom::Whole => words.text("import-steps-whole"),
        StepsFrom::TooShort { users_of, least, most } => {
            let (least, most) = (words.count(u64::from(*least)), words.count(u64::from(*most)));
            words.say("import-steps-too-short", args![file = users_of, least, most])
        }
        StepsFrom::WholeSeconds => words.text("import-steps-whole-seconds"),
        StepsFrom::OneRate => words.say("import-steps-one-rate", args![steps]),
    }
}

fn users_added(words: &Words, why: SeveralGenerators, files: &[Vec<String>]) -> String {
    let why = words.text(match why {
        SeveralGenerators::OtherUsers => "import-other-users",
        SeveralGenerators::SameThreads => "import-same-threads",
        SeveralGenerators::MoreAtWork => "import-more-at-work",
    });
    let of_one = |files: &Vec<String>| match files.as_slice() {
        [one] => one.clone(),
        _ => words.say("import-of-one", args![files = words.listed(files)]),
    };
    let listed = files.iter().map(of_one).collect::<Vec<_>>().join(", ");
    words.say("import-users-added", args![n = files.len(), why, files = listed])
}

fn of_file(words: &Words, note: &FileNote) -> String {
    let rows =
        |id, rows: &u64, of: &u64| words.say(id, args![rows = words.count(*rows), of = words.count(*of)]);
    match note {
        FileNote::TimesAreEnds => words.text("import-times-are-ends"),
        FileNote::Parts { rows: n, of } => rows("import-parts", n, of),
        FileNote::ParentSamples { rows: n, of } => rows("import-parent-samples", n, of),
        FileNote::Groups { rows: n, of } => rows("import-groups", n, of),
        FileNote::PathIds { requests, name } => words.say(
            "import-path-ids",
            args![n = words.count(*requests), name = visible_line(name).into_owned(), id = "{id}"],
        ),
        FileNote::PassedOver(PassedOver::Unnamed { value }) => words.say("import-passed-over", args![value]),
        FileNote::PassedOver(PassedOver::NoUnit { name, value }) => {
            words.say("import-no-unit", args![name, value])
        }
        FileNote::WithoutTime { requests, of } => rows("import-without-time", requests, of),
        FileNote::NotSent { requests, first } => words.say("import-not-sent", args![n = *requests, first]),
        FileNote::BeforeYear2000 => words.text("import-before-year-2000"),
        FileNote::RepeatedHour { has_both: true } => words.text("import-hour-twice"),
        FileNote::RepeatedHour { has_both: false } => words.text("import-hour-once"),
        FileNote::Untimed { rows: n, of } => rows("import-untimed", n, of),
        FileNote::Repeats { other } => words.say("import-repeats", args![other]),
        FileNote::OutsideLoad { is_before, apart_s } => {
            let id = if *is_before { "import-before-load" } else { "import-after-load" };
            words.say(id, args![apart = words.length(*apart_s as f64)])
        }
        FileNote::Columns(columns) => column_use(words, columns),
        FileNote::UsersFromTimes => words.text("import-users-from-times"),
        FileNote::OtherLengths { answers } => words.say("import-other-lengths", args![n = *answers]),
    }
}

fn column_use(words: &Words, columns: &ColumnUse) -> String {
    let mut parts: Vec<String> = columns.used.iter().map(|column| used(words, column)).collect();
    let listed = |(names, more): &(Vec<String>, u64)| {
        let more = (*more > 0).then(|| words.say("import-columns-more", args![n = *more]));
        names
            .iter()
            .map(|name| format!("{:?}", visible_line(name)))
            .chain(more)
            .collect::<Vec<_>>()
            .join(", ")
    };
    if !columns.differing.0.is_empty() {
        parts.push(words.say("import-columns-differing", args![columns = listed(&columns.differing)]));
    }
    if !columns.unused.0.is_empty() {
        parts.push(words.say("import-columns-unused", args![columns = listed(&columns.unused)]));
    }
    words.say("import-columns", args![columns = parts.join("; ")])
}

fn used(words: &Words, column: &UsedColumn) -> String {
    let meaning = match &column.meaning {
        ColumnMeaning::Named(name) => match name.as_str() {
            "threads" => words.text("import-column-users"),
            "throughput" => words.text("import-column-throughput"),
            "throughput_per_minute" => words.text("import-column-throughput-minute"),
            "throughput_per_hour" => words.text("import-column-throughput-hour"),
            "errors_pct" => words.text("import-column-errors-percent"),
            "mean_ms" => words.text("import-column-mean-ms"),
            "mean_s" => words.text("import-column-mean-s"),
            "nodes" => words.text("import-column-nodes"),
            "minutes" => words.text("import-column-minutes"),
            "seconds" => words.text("import-column-seconds"),
            "requests" => words.text("import-column-requests"),
            "errors" => words.text("import-column-errors"),
            other => other.to_owned(),
        },
        ColumnMeaning::MeanTime => words.text("import-column-mean"),
        ColumnMeaning::LongestTime => words.text("import-column-longest"),
        ColumnMeaning::Percentile(percent) => {
            words.say("import-column-percentile", args![percent = percent.to_string()])
        }
    };
    words.say("import-column", args![name = format!("{:?}", visible_line(&column.name)), meaning])
}
