//! Why a connection can't be used, or brought nothing.

use plimsoll_run::ErrorKind;

/// In the words of an error kind and a detail.
pub type FailureDetail = (ErrorKind, String);

/// The connection was not made in time.
pub fn no_connection(limit_us: Option<u64>) -> FailureDetail {
    let limit_ms = limit_us.unwrap_or(0) / 1_000;
    (ErrorKind::ConnectTimeout, format!("no connection within {limit_ms} ms"))
}

/// The server was silent for too long.
pub fn no_answer(limit_us: Option<u64>) -> FailureDetail {
    let limit_ms = limit_us.unwrap_or(0) / 1_000;
    (ErrorKind::ResponseTimeout, format!("no answer within {limit_ms} ms"))
}
