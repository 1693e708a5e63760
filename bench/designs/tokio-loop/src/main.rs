//! A closed loop over tokio's current-thread runtime: one task per connection, otherwise as it is by default.

use std::cell::RefCell;
use std::time::Instant;

use client::{Answer, REQUEST, Recorder, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

thread_local! {
    // There is one thread: tasks share the recorder without a lock.
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

fn main() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(load())
}

async fn load() -> Result<()> {
    let options = client::options()?;
    let mut streams = Vec::with_capacity(options.connections);
    for _ in 0..options.connections {
        let stream = client::dial(options.address)?;
        stream.set_nonblocking(true)?;
        streams.push(TcpStream::from_std(stream)?);
    }
    RECORDER.set(Some(Recorder::new(options.hold)?));
    let users: Vec<_> = streams
        .into_iter()
        .map(|stream| tokio::spawn(async { user(stream).await.map_err(|error| error.to_string()) }))
        .collect();
    for user in users {
        user.await??;
    }
    let summary = RECORDER.with_borrow(|recorder| recorder.as_ref().map(Recorder::summary));
    println!("{}", summary.unwrap_or_default());
    Ok(())
}

async fn user(mut stream: TcpStream) -> Result<()> {
    let mut answer = Answer::default();
    let mut start = Some(Instant::now());
    while let Some(sent) = start {
        stream.write_all(REQUEST).await?;
        loop {
            let bytes = stream.read(answer.room()).await?;
            if answer.took(bytes)? {
                break;
            }
        }
        start = RECORDER
            .with_borrow_mut(|recorder| recorder.as_mut().and_then(|recorder| recorder.answered(sent)));
    }
    Ok(())
}
