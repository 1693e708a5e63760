//! Server-sent events (HTML Standard, 9.2): of the lab, and of a run that goes on.

use super::blocking::blocking;
use super::{ApiCall, ApiError};
use crate::lab::{LabEvent, LabServer};
use crate::live::FeedEvent;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

/// A line now and then, so that proxies keep the connection and a page knows that the lab is there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Texts that wait for a slow page.
const WAITING_MAX: usize = 8;

/// What goes out as it comes.
struct EventBody {
    texts: mpsc::Receiver<Bytes>,
}

impl hyper::body::Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.texts.poll_recv(context).map(|text| text.map(|text| Ok(Frame::data(text))))
    }
}

fn stream<T: Clone + Send + 'static>(
    first: Option<String>,
    mut events: broadcast::Receiver<T>,
    text: impl Fn(T) -> (String, bool) + Send + 'static,
    behind: &'static str,
) -> Response<Body> {
    let (sender, texts) = mpsc::channel(WAITING_MAX);
    tokio::spawn(async move {
        // It goes when the page does: then nothing can be sent.
        let mut next = Some(first.unwrap_or_else(|| ": here\n\n".to_owned()));
        let mut is_last = false;
        while let Some(text_now) = next.take() {
            if sender.send(text_now.into()).await.is_err() || is_last {
                return;
            }
            next = Some(tokio::select! {
                event = events.recv() => match event {
                    Ok(event) => {
                        let (text, last) = text(event);
                        is_last = last;
                        text
                    }
                    Err(RecvError::Lagged(_)) => behind.to_owned(),
                    Err(RecvError::Closed) => return,
                },
                () = tokio::time::sleep(KEEP_ALIVE) => ": here\n\n".to_owned(),
                () = sender.closed() => return,
            });
        }
    });
    let mut response = Response::new(Body::new(EventBody { texts }));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Of nginx: what comes goes on at once.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

pub fn of_lab(lab: &Arc<LabServer>) -> Response<Body> {
    let text = |event: LabEvent| match event {
        LabEvent::Library(id) => {
            (format!("event: library\ndata: {}\n\n", serde_json::json!({ "changed": [id] })), false)
        }
        LabEvent::Jobs => ("event: jobs\ndata: {}\n\n".to_owned(), false),
    };
    stream(None, lab.events.subscribe(), text, "event: library\ndata: {\"changed\":[]}\n\n")
}

pub async fn of_run(lab: &Arc<LabServer>, call: ApiCall) -> Result<Response<Body>, ApiError> {
    let feed = blocking(lab, move |lab| {
        let summary = lab.run(call.part("id"))?;
        lab.feed(&summary)
    })
    .await?;
    let events = feed.sender.subscribe();
    let end = "event: end\ndata: {\"state\":\"complete\"}\n\n";
    if feed.has_ended() {
        let (_, nothing) = broadcast::channel::<()>(1);
        return Ok(stream(Some(end.to_owned()), nothing, |()| (String::new(), true), ""));
    }
    let text = |event: FeedEvent| match event {
        FeedEvent::Update(json) => (format!("event: update\ndata: {json}\n\n"), false),
        FeedEvent::SoFar => ("event: sofar\ndata: {\"changed\":true}\n\n".to_owned(), false),
        FeedEvent::End => (end.to_owned(), true),
    };
    // A page that is behind looks at all again.
    Ok(stream(None, events, text, "event: behind\ndata: {}\n\n"))
}
