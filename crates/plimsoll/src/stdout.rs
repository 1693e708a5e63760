//! What commands print.

use crate::exit::Failure;
use crate::{charset, message};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

/// Why stdout did not take everything; the first reason.
static UNPRINTED: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Text for stdout, as [`message::shown`]. Whether it arrived is asked once, at the end: what is left to do is done in any
/// case.
pub fn print(text: &str) {
    let text = message::shown(text);
    print_data(&charset::for_stream(&text, &std::io::stdout()));
}

/// The same byte by byte: for a plan, which another program reads and in which a password stays one.
pub fn print_data(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let mut unprinted = UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner);
        unprinted.get_or_insert(error);
    }
}

/// Fails when stdout did not take everything (its disk is full). A reader that has gone away (`| head`) is no error.
pub fn printed() -> Result<(), Failure> {
    let unprinted = UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner).take();
    match unprinted.filter(|error| error.kind() != ErrorKind::BrokenPipe) {
        Some(error) => Err(Failure::internal(format!("failed to write to stdout: {error}"))),
        None => Ok(()),
    }
}
