//! One body to one receiver, tried again while that may help.

use crate::protocol::PostBody;
use crate::receiver::Receiver;
use std::time::{Duration, Instant};

const ANSWER_WAIT: Duration = Duration::from_secs(10);
const PAUSE_MIN: Duration = Duration::from_millis(250);
const PAUSE_MAX: Duration = Duration::from_secs(10);
/// Of an answer that says what is wrong.
const ANSWER_MAX: u64 = 64 << 10;
const SHOWN_MAX: usize = 300;

pub struct Poster {
    agent: ureq::Agent,
    receiver: Receiver,
}

/// What became of a body.
#[derive(Debug)]
pub enum PostOutcome {
    Taken,
    /// The receiver does not want this body, or a part of it; the next one it may.
    Rejected(String),
    /// It wants none from us.
    Refused(String),
    /// Nobody took it in the time there was.
    Undelivered(String),
}

enum PostAnswer {
    Final(PostOutcome),
    Later { why: String, wait: Option<Duration> },
}

/// How long to go on trying.
pub trait RetryPatience {
    /// At the first failure and at each further one, with the time since the first.
    fn goes_on(&mut self, why: &str, since_first: Duration) -> bool;
    /// Waits; ends early when there is no sense in it any more.
    fn pause(&mut self, time: Duration);
}

impl Poster {
    pub fn new(receiver: &Receiver) -> Poster {
        let tls = ureq::tls::TlsConfig::builder().root_certs(ureq::tls::RootCerts::PlatformVerifier).build();
        let config = ureq::Agent::config_builder().timeout_global(Some(ANSWER_WAIT)).user_agent("Plimsoll");
        let config = config.http_status_as_error(false).max_redirects(0).tls_config(tls);
        Poster { agent: ureq::Agent::new_with_config(config.build()), receiver: receiver.clone() }
    }

    pub fn deliver(&self, body: &PostBody, patience: &mut dyn RetryPatience) -> PostOutcome {
        let mut first_failure = None;
        let mut pause = PAUSE_MIN;
        loop {
            let (why, wait) = match self.post(body) {
                PostAnswer::Final(delivery) => return delivery,
                PostAnswer::Later { why, wait } => (why, wait),
            };
            let since = first_failure.get_or_insert_with(Instant::now).elapsed();
            if !patience.goes_on(&why, since) {
                return PostOutcome::Undelivered(why);
            }
            patience.pause(wait.unwrap_or(pause).min(PAUSE_MAX));
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    fn post(&self, body: &PostBody) -> PostAnswer {
        let mut request = self.agent.post(self.receiver.url.as_str());
        for (name, value) in body.headers {
            request = request.header(*name, *value);
        }
        if let Some(authorization) = &self.receiver.authorization {
            request = request.header("Authorization", authorization);
        }
        match request.send(body.bytes.as_slice()) {
            Ok(response) => answer(response, body),
            Err(error) => PostAnswer::Later { why: error.to_string(), wait: None },
        }
    }
}

fn answer(mut response: ureq::http::Response<ureq::Body>, body: &PostBody) -> PostAnswer {
    let status = response.status().as_u16();
    let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    let text = response.body_mut().with_config().limit(ANSWER_MAX).lossy_utf8(true).read_to_string();
    let text = text.unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = words.chars().take(SHOWN_MAX).collect();
    let why = match shown.is_empty() {
        true => format!("status {status}"),
        false => format!("status {status}: {shown}"),
    };
    match status {
        200..=299 => match (body.rejected)(&text) {
            Some(why) => PostAnswer::Final(PostOutcome::Rejected(why)),
            None => PostAnswer::Final(PostOutcome::Taken),
        },
        408 | 425 | 429 | 500..=599 => PostAnswer::Later { why, wait: wait.map(Duration::from_secs) },
        400 | 413 | 422 => PostAnswer::Final(PostOutcome::Rejected(why)),
        _ => PostAnswer::Final(PostOutcome::Refused(why)),
    }
}
