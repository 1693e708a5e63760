//! What may be shown of a sample: its texts without secrets.

use super::body;
use plimsoll_engine::{ObservedExchange, ObservedSample, ObservedTimes};
use plimsoll_report::trial::{ShownExchange, ShownExtraction, TrialSample, VariableChange};
use plimsoll_run::{ExampleConnecting, Secrets};
use std::collections::BTreeMap;

/// Longest value that is shown in a line, characters.
const VALUE_MAX: usize = 120;

/// `before`: the variables of its user after the sample before.
pub fn observed(
    sample: &ObservedSample,
    number: usize,
    before: &BTreeMap<String, String>,
    waits_us: Vec<u64>,
    secrets: &Secrets,
) -> TrialSample {
    let text = |text: &str| secrets.text(text).into_owned();
    let extraction = |found: &plimsoll_engine::ObservedExtraction| {
        let value = found.value.as_deref().map(|value| shown(&found.variable, value, secrets));
        let (found_value, instead) = if found.is_found { (value, None) } else { (None, value) };
        let found_value = found_value.or_else(|| found.is_found.then(String::new));
        ShownExtraction { variable: found.variable.clone(), found: found_value, instead }
    };
    let checks = sample.checks.iter();
    TrialSample {
        number,
        scenario: sample.user.scenario.clone(),
        iteration: sample.user.iteration,
        transactions: sample.user.transactions.iter().map(|name| text(name)).collect(),
        label: text(&sample.label),
        exchange: exchange(&sample.exchange, secrets),
        parts: sample.parts.iter().map(|part| exchange(part, secrets)).collect(),
        phases: phases(&sample.times),
        whole_us: sample.times.whole_us,
        address: sample.times.connecting.as_ref().map(|made| made.address.to_string()),
        bytes_received: sample.bytes_received,
        extracted: sample.extracted.iter().map(extraction).collect(),
        checks: checks.map(|check| (text(&check.text), check.failure.as_deref().map(text))).collect(),
        failure: sample.failure.as_ref().map(|(_, detail)| text(detail)),
        changes: changes(before, sample, secrets),
        waits_us,
    }
}

fn shown(name: &str, value: &str, secrets: &Secrets) -> String {
    let value = secrets.value(name, value);
    match value.char_indices().nth(VALUE_MAX) {
        Some((end, _)) => format!("{}… ({} characters)", &value[..end], value.chars().count()),
        None => value.into_owned(),
    }
}

fn exchange(seen: &ObservedExchange, secrets: &Secrets) -> ShownExchange {
    let mut lines = seen.asked_head.lines();
    let method = lines.next().and_then(|line| line.split(' ').next()).unwrap_or_default().to_owned();
    let headers = |lines: &mut dyn Iterator<Item = &str>| -> Vec<(String, String)> {
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let value = secrets.value(name, value.trim()).into_owned();
            Some((name.to_owned(), secrets.text(&value).into_owned()))
        };
        lines.filter_map(header).collect()
    };
    ShownExchange {
        method,
        url: secrets.text(&seen.url).into_owned(),
        asked_headers: headers(&mut lines),
        asked_body: body::shown(&seen.asked_body, secrets),
        status: secrets.text(&seen.status).into_owned(),
        headers: headers(&mut seen.head.lines()),
        body: body::shown(&seen.body, secrets),
        is_cut: seen.is_cut,
        took_us: seen.took_us,
    }
}

fn phases(times: &ObservedTimes) -> Vec<(&'static str, u64)> {
    let connecting = times.connecting.as_ref().map(|made| ExampleConnecting {
        name_us: made.name_us,
        connect_us: made.connect_us,
        tls_us: made.tls_us,
    });
    phases_of(connecting, times.first_byte_us, times.whole_us)
}

/// The parts of its time, as far as they are known.
pub fn phases_of(
    connecting: Option<ExampleConnecting>,
    first_byte_us: Option<u64>,
    whole_us: u64,
) -> Vec<(&'static str, u64)> {
    let mut phases = Vec::new();
    let mut before_us = 0;
    if let Some(made) = connecting {
        let parts = [("name", Some(made.name_us)), ("connect", made.connect_us), ("TLS", made.tls_us)];
        for (name, us) in parts.into_iter().filter_map(|(name, us)| Some((name, us?))) {
            phases.push((name, us));
            before_us += us;
        }
    }
    if let Some(first_us) = first_byte_us {
        phases.push(("first byte", first_us.saturating_sub(before_us)));
        phases.push(("rest", whole_us.saturating_sub(first_us)));
    }
    phases
}

/// What JMeter sets by itself says nothing of a plan.
fn is_own(name: &str) -> bool {
    ["START.", "TESTSTART.", "__jm__", "__jmv"].iter().any(|start| name.starts_with(start))
}

fn changes(
    before: &BTreeMap<String, String>,
    sample: &ObservedSample,
    secrets: &Secrets,
) -> Vec<VariableChange> {
    let after = &sample.variables;
    // With its count and its groups, `name_matchNr` and `name_g1`.
    let is_of = |name: &str, variable: &str| {
        name.strip_prefix(variable).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let is_extracted = |name: &str| sample.extracted.iter().any(|found| is_of(name, &found.variable));
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let names = names.into_iter().filter(|name| !is_own(name) && !is_extracted(name));
    let changed = names.filter(|name| before.get(*name) != after.get(*name));
    let value = |name: &String, of: &BTreeMap<String, String>| Some(shown(name, of.get(name)?, secrets));
    changed
        .map(|name| VariableChange {
            name: name.clone(),
            before: value(name, before),
            after: value(name, after),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_sample_shows_a_secret() {
        let head = "POST /x?token=QUERY-1 HTTP/1.1\nAuthorization: Bearer HEADER-2\nX-A: KNOWN-3\nCookie: s=COOKIE-4\n";
        let sample = ObservedSample {
            exchange: ObservedExchange {
                url: "http://u:URLPASS-5@h/x?token=QUERY-1".to_owned(),
                asked_head: head.to_owned(),
                asked_body: b"password=BODYPASS-6".to_vec(),
                status: "200 OK".to_owned(),
                head: "HTTP/1.1 200 OK\nSet-Cookie: s=COOKIE-7\n".to_owned(),
                body: b"{\"access_token\":\"ANSWER-8\"}".to_vec(),
                ..ObservedExchange::default()
            },
            variables: BTreeMap::from([("api_key".to_owned(), "VARIABLE-9".to_owned())]),
            ..ObservedSample::default()
        };
        let mut secrets = Secrets::default();
        secrets.add_value("KNOWN-3");
        let shown = observed(&sample, 1, &BTreeMap::new(), Vec::new(), &secrets);
        let text = format!("{shown:?}");
        for secret in [
            "QUERY-1",
            "HEADER-2",
            "KNOWN-3",
            "COOKIE-4",
            "URLPASS-5",
            "BODYPASS-6",
            "COOKIE-7",
            "ANSWER-8",
            "VARIABLE-9",
        ] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert_eq!(shown.exchange.method, "POST");
        assert_eq!(shown.changes.len(), 1);
    }

    #[test]
    fn phases_add_up_to_the_whole() {
        let connecting = Some(plimsoll_engine::ObservedConnecting {
            address: ([127, 0, 0, 1], 80).into(),
            name_us: 10,
            connect_us: Some(20),
            tls_us: None,
        });
        let times = ObservedTimes { connecting, first_byte_us: Some(100), whole_us: 130 };
        assert_eq!(phases(&times), [("name", 10), ("connect", 20), ("first byte", 70), ("rest", 30)]);
    }
}
