//! The answers of one request beside its own, where extractors or checks look at them: those of its redirects and
//! of its embedded resources. Their order is that of JMeter's sub-samples (HTTPSamplerBase): each redirect, then
//! the request's own answer once more, then the resources. A request without redirects and resources has none.

use super::exchange::Exchange;
use crate::extract::{Answer, SentRequest};
use crate::protocol::http::content;
use crate::protocol::http::response::BODY_STORED_MAX;
use std::borrow::Cow;

#[derive(Default)]
pub struct SubResponses {
    redirects: Vec<Answer<'static>>,
    resources: Vec<Answer<'static>>,
    /// The answer is a document with links, even if none of them is wanted.
    pub has_links: bool,
    /// When the redirect that was followed last had come.
    redirected_us: Option<u64>,
    /// Of the bodies of all of them.
    bytes: usize,
}

impl SubResponses {
    /// The answer as it is kept: without its body, where all of them together get too long.
    fn retained(&mut self, mut answer: Answer<'static>) -> Answer<'static> {
        self.bytes = self.bytes.saturating_add(answer.body.len());
        if self.bytes > BODY_STORED_MAX {
            (answer.body, answer.bytes_of_body, answer.is_cut) = (Cow::Borrowed(""), None, true);
        }
        answer
    }

    /// Those of an exchange that has ended, with its own.
    pub fn all(mut self, exchange: &mut Exchange, now_us: u64) -> Vec<Answer<'static>> {
        if !self.redirects.is_empty() || self.has_links {
            let own_us = now_us.saturating_sub(self.redirected_us.unwrap_or(exchange.times.started_us));
            let own = answer(exchange, own_us).into_owned();
            // It is read again, as the request's own.
            exchange.reader.body = own.bytes_of_body.clone().unwrap_or_else(|| own.body.as_bytes().to_vec());
            exchange.reader.content_encoding = None;
            self.redirects.push(own);
        }
        self.redirects.append(&mut self.resources);
        self.redirects
    }
}

/// The answer that a redirect is.
pub fn keep_redirect(exchange: &mut Exchange, now_us: u64) {
    let Some(mut responses) = exchange.sub_responses.take() else { return };
    let since_us = responses.redirected_us.replace(now_us).unwrap_or(exchange.times.started_us);
    let retained = answer(exchange, now_us.saturating_sub(since_us)).into_owned();
    let retained = responses.retained(retained);
    responses.redirects.push(retained);
    exchange.sub_responses = Some(responses);
}

/// The answers of a part of a page, which has ended: its own before those that led to it.
pub fn keep_resource(page: &mut Exchange, part: &mut Exchange, now_us: u64) {
    let (Some(responses), Some(own)) = (&mut page.sub_responses, part.sub_responses.take()) else { return };
    let parts = own.all(part, now_us);
    let retained = answer(part, now_us.saturating_sub(part.times.started_us)).into_owned();
    for answer in std::iter::once(retained).chain(parts) {
        let answer = responses.retained(answer);
        responses.resources.push(answer);
    }
}

/// The exchange's answer as extractors and checks see it; its body is taken out of it.
pub fn answer(exchange: &mut Exchange, response_us: u64) -> Answer<'_> {
    // It is shown as HTTP/1.1 has it, whatever it went over.
    exchange.write_out();
    let reader = &mut exchange.reader;
    let body = content::decode(std::mem::take(&mut reader.body), reader.content_encoding.as_deref());
    let is_cut =
        reader.is_cut || reader.content_encoding.is_some() && body.len() as u64 >= content::DECODED_MAX;
    let (body, bytes_of_body) = match String::from_utf8(body) {
        Ok(text) => (text, None),
        Err(e) => (String::from_utf8_lossy(e.as_bytes()).into_owned(), Some(e.into_bytes())),
    };
    Answer {
        status: reader.status,
        reason: Cow::Borrowed(&reader.reason),
        headers: Cow::Borrowed(&reader.headers),
        body: Cow::Owned(body),
        bytes_of_body,
        asked: SentRequest::Http { target: &exchange.outgoing.target, bytes: &exchange.outgoing.bytes },
        bytes: reader.bytes,
        head_bytes: reader.head_bytes,
        response_us,
        is_cut,
        ..Answer::default()
    }
}
