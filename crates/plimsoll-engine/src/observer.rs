//! Who sees each sample whole, and decides which waits take place: for one user that is watched, not for a load.
//!
//! A task without an observer pays for one look at an empty option, where a sample's answer is looked at and where a user
//! begins to wait. With one, every answer is kept and every check is performed, also behind one that failed.

use plimsoll_run::ErrorKind;
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// Is called by the workers, on their threads.
pub trait SampleObserver: Send + Sync {
    /// A sample has ended.
    fn sampled(&self, sample: ObservedSample);

    /// A user comes to a wait of so many microseconds. False: it goes on at once.
    fn waits(&self, user: &ObservedUser, micros: u64) -> bool;
}

/// Whose sample it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedUser {
    pub scenario: String,
    /// From 1, within its scenario.
    pub number: u32,
    /// From 1.
    pub iteration: u64,
    /// The transactions that are open, the outermost first.
    pub transactions: Vec<String>,
}

/// A step that has ended, with what was asked, the answer, and what was made of it.
#[derive(Clone, Debug, Default)]
pub struct ObservedSample {
    pub user: ObservedUser,
    pub label: String,
    pub exchange: ObservedExchange,
    /// Those that led to it and those of embedded resources.
    pub parts: Vec<ObservedExchange>,
    pub times: ObservedTimes,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    /// In the order of the plan.
    pub extracted: Vec<ObservedExtraction>,
    pub checks: Vec<ObservedCheck>,
    pub failure: Option<(ErrorKind, String)>,
    /// All variables with a value, after it.
    pub variables: BTreeMap<String, String>,
}

/// What was asked and answered; texts are empty where a protocol has no such thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedExchange {
    pub url: String,
    /// The request's line and headers, each with a line feed at its end.
    pub asked_head: String,
    pub asked_body: Vec<u8>,
    /// `200 OK`; empty without an answer.
    pub status: String,
    pub head: String,
    pub body: Vec<u8>,
    /// The body is longer than what is kept of it.
    pub is_cut: bool,
    pub took_us: u64,
}

/// Microseconds. A connection that was there before took no time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedTimes {
    pub connecting: Option<ObservedConnecting>,
    /// From the start to the first byte of the answer.
    pub first_byte_us: Option<u64>,
    pub whole_us: u64,
}

/// How a connection was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedConnecting {
    pub address: SocketAddr,
    /// Until its address was known.
    pub name_us: u64,
    /// `None`: it has not come to that.
    pub connect_us: Option<u64>,
    /// `None`: without TLS, or it has not come to that.
    pub tls_us: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedExtraction {
    pub variable: String,
    pub is_found: bool,
    /// Of the variable, afterwards.
    pub value: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedCheck {
    /// What must hold, with the values that it had.
    pub text: String,
    /// Why it does not hold.
    pub failure: Option<String>,
}
