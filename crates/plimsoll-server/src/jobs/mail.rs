//! A mail with the verdict.

use crate::config::SmtpConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Message, SmtpTransport, Transport};
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(20);
/// Of a subject line.
const SUBJECT_CHARS: usize = 120;

pub fn send(smtp: &SmtpConfig, to: &str, text: &str) -> Result<(), String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let subject: String = text.chars().filter(|c| !c.is_control()).take(SUBJECT_CHARS).collect();
    let message = Message::builder()
        .from(smtp.from.parse().map_err(|error| said(&error))?)
        .to(to.parse().map_err(|error| said(&error))?)
        .subject(subject)
        .body(format!("{text}\n"))
        .map_err(|error| said(&error))?;
    let mut transport = SmtpTransport::from_url(&smtp.url).map_err(|error| said(&error))?.timeout(Some(WAIT));
    if let (Some(password), Some(user)) = (&smtp.password, user(&smtp.url)) {
        transport = transport.credentials(Credentials::new(user, password.clone()));
    }
    transport.build().send(&message).map(drop).map_err(|error| said(&error))
}

/// `smtp://user@host`
fn user(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let (user, _) = rest.split_once('@')?;
    Some(user.split(':').next()?.replace("%40", "@"))
}
