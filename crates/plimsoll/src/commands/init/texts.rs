//! The plan and the study, with what a reader wants to know next as comments.

use super::FirstStudy;
use crate::arguments::TestKind;
use std::time::Duration;

pub fn plan(wanted: &FirstStudy) -> String {
    let FirstStudy { origin, path, host, .. } = wanted;
    format!(
        "\
# What a user does. Every key: docs/plans.md; `plimsoll schema plan` lets an editor complete and check them.
# More of it: `plimsoll record --browser` (a browser's session), `plimsoll convert` (JMeter, HAR, OpenAPI, Postman).
plan: {name}
variables:
  server: ${{__P(server,{origin})}}    # another one: -Jserver=https://staging.example
scenarios:
  - name: visitors
    users: 5          # where a study says nothing else
    hold: 30 s
    steps:
      - get: ${{server}}{path}
        label: {label}
        check: {{status: 200}}
{pause}      # A value of the answer in the next request, and a body:
      # - post: ${{server}}/basket
      #   label: put into basket
      #   headers: {{Content-Type: application/json}}
      #   body: '{{\"item\": \"${{item}}\"}}'
      #   (and in the request before: extract: {{variable: item, json: $.items[0].id}})
",
        name = quoted(host),
        pause = match wanted.kind {
            TestKind::Climb => "      # - pause: 1 s    # think time: without it a few users find the limit\n",
            _ => "      - pause: 1 s    # think time\n",
        },
        label = quoted(path.split('?').next().unwrap_or("/")),
    )
}

pub fn study(wanted: &FirstStudy) -> String {
    let FirstStudy { host, kind, requirements, .. } = wanted;
    let requirements: String =
        requirements.iter().map(|requirement| format!("  - {}\n", quoted(requirement))).collect();
    format!(
        "\
# The experiment: how much load, what must hold, who is watched. Every key: docs/studies.md.
study: {name}
plan: plan.yaml
{load}requirements:
{requirements}\
# expected: 20/s               # the use that is expected: the report says how much is left above it
# watch:                       # servers, on the same clock; `plimsoll watch ssh://user@host` shows what can be seen
#   - host: ssh://user@host
#     vmstat: true
#     iostat: true
# variants:                    # configurations to compare
#   small: {{properties: {{server: \"https://small.example\"}}}}
#   large: {{properties: {{server: \"https://large.example\"}}}}
# repeats: 3
report: {{formats: [html, json, junit]}}
",
        name = quoted(&format!("{host}, {kind}", kind = word(*kind))),
        load = load(wanted),
    )
}

fn load(wanted: &FirstStudy) -> String {
    let step = seconds(wanted.step);
    let per_s = wanted.per_s;
    match wanted.kind {
        TestKind::Load | TestKind::Soak => format!(
            "rates: [{per_s}/s]    # arrivals, whether or not the server keeps up; users that wait for answers: threads: [10, 20]\n\
             ramp: 5 s\nstep: {step}\n"
        ),
        TestKind::Climb => format!(
            "climb:                # users are added while they gain throughput\n  threads: {{start: 1, add: 2, max: 64}}\n  \
             ramp: 2 s\n  step: {step}\n"
        ),
        TestKind::Capacity => format!(
            "capacity:             # the rate is doubled while the requirements hold, then narrowed down and confirmed\n  \
             start: {per_s}/s\n  max: {}/s\n  ramp: 2 s\n  step: {step}\nusers: 500            # at work at the same time, at most\n",
            (per_s * 1_000.0).max(1_000.0)
        ),
    }
}

/// After which a sentence goes on with a comma.
pub fn does(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Load => "puts the load on",
        TestKind::Climb => "raises the load until more gains nothing",
        TestKind::Capacity => "finds the highest rate that meets the requirements",
        TestKind::Soak => "keeps the load up",
    }
}

fn word(kind: TestKind) -> &'static str {
    match kind {
        TestKind::Load => "load",
        TestKind::Climb => "climb",
        TestKind::Capacity => "capacity",
        TestKind::Soak => "soak",
    }
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} ms", time.as_millis()),
        s if s % 3600 == 0 => format!("{} h", s / 3600),
        s if s % 60 == 0 => format!("{} min", s / 60),
        s => format!("{s} s"),
    }
}

/// As YAML takes any text.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
