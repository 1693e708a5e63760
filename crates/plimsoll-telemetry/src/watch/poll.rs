//! A document that is fetched again and again.

use super::collected::Totals;
use super::collection::{Interruption, Task, reader};
use super::sink::Sink;
use super::spec::{Login, What};
use plimsoll_run::{Input, InputPlacement};
use std::time::{Duration, Instant};

/// Longest time for one document.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Largest document.
const BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Runs until the end is asked for.
pub fn run(task: Task) -> Totals {
    let What::Http { url, login, .. } = task.watched.what.clone() else {
        unreachable!("only documents over HTTP are polled")
    };
    let agent = agent(task.watched.every);
    let mut sink =
        Sink::new(task.out.clone(), task.source.clone(), task.time.started_unix_us(), task.offset.clone());
    let mut interruption = Interruption::new(&task);
    let (mut reader_made, mut trouble, mut bytes) = (None, None, 0);
    let (started, mut number, mut failures) = (Instant::now(), 0, 0);
    let mut last_us = task.time.now_us();
    loop {
        let asked_us = task.time.now_us();
        match fetch(&agent, &url, &login) {
            Ok(document) => {
                // The values were so at some moment of the exchange.
                let at_us = i64::midpoint(asked_us, task.time.now_us());
                interruption.end(at_us);
                (last_us, bytes) = (at_us, bytes + document.len() as u64);
                sink.stamp(at_us);
                if reader_made.is_none() {
                    match reader(&task, &document) {
                        Ok(made) => reader_made = made,
                        Err(error) => trouble = Some(error),
                    }
                }
                if let Some(reader) = &mut reader_made {
                    reader.read(&document, Some(at_us), &mut sink);
                    reader.read(b"\n", Some(at_us), &mut sink);
                } else {
                    trouble.get_or_insert_with(|| "its answer is of no known format".to_owned());
                }
                sink.flush();
            }
            Err(reason) => {
                interruption.begin(last_us, &reason);
                trouble = Some(reason);
                failures += 1;
            }
        }
        number += 1;
        // By the clock and not after each answer, so that a slow answer does not thin the readings.
        let next = started + task.watched.every * number;
        let now = Instant::now();
        if now > next {
            number = (started.elapsed().as_micros() / task.watched.every.as_micros().max(1)) as u32 + 1;
        }
        let next = started + task.watched.every * number;
        if task.stop.wait(next.saturating_duration_since(now)) {
            break;
        }
    }
    if let Some(reader) = &mut reader_made {
        reader.finish(&mut sink);
    }
    sink.flush();
    let counts = sink.counts;
    let input = Input {
        name: url,
        format: task.watched.what.format().unwrap_or_default().to_owned(),
        host: task.source.host.clone(),
        bytes,
        sha256: None,
        placement: InputPlacement { evidence: "stamped as it was read".to_owned(), ..Default::default() },
        readings: counts.readings,
        events: counts.events,
        requests: counts.requests,
        problems: counts.problems,
        refused: trouble.clone(),
    };
    let trouble = trouble.or(counts.last_problem);
    Totals { input, cpu: None, watched: started.elapsed(), restarts: failures, trouble }
}

fn agent(every: Duration) -> ureq::Agent {
    let timeout = TIMEOUT.min(every.max(Duration::from_secs(2)));
    // The machine's own certificates, as curl has it.
    let tls = ureq::tls::TlsConfig::builder().root_certs(ureq::tls::RootCerts::PlatformVerifier).build();
    let config = ureq::Agent::config_builder().timeout_global(Some(timeout)).user_agent("Plimsoll");
    config.tls_config(tls).build().new_agent()
}

fn fetch(agent: &ureq::Agent, url: &str, login: &Login) -> Result<Vec<u8>, String> {
    let request = agent
        .get(url)
        .header("Accept", "text/plain, application/openmetrics-text;q=0.9, application/json, */*;q=0.1");
    let request = match login {
        Login::Nobody => request,
        Login::Basic { user, password } => {
            let pair = base64::Engine::encode(
                &base64::engine::general_purpose::STANDARD,
                format!("{user}:{password}"),
            );
            request.header("Authorization", format!("Basic {pair}"))
        }
        Login::Bearer(token) => request.header("Authorization", format!("Bearer {token}")),
    };
    let mut answer = request.call().map_err(|error| error.to_string())?;
    answer.body_mut().with_config().limit(BYTES_MAX).read_to_vec().map_err(|error| error.to_string())
}
