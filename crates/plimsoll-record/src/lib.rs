//! A recording proxy: what clients and servers say to each other through it, as an HTTP archive (HAR 1.2).
//!
//! HTTP/1.1, HTTP/2 and WebSockets, plain and by TLS, for which it makes certificates with an authority of its own
//! ([`Authority`]). Bodies go through as they come; what is recorded is a copy. The archive is a whole HAR file after each
//! exchange ([`Archive`]): whatever ends the program, what was recorded until then is there.
//!
//! Start reading at [`TrafficRecorder::start`], then `proxy.rs`.

mod archive;
mod authority;
mod body;
mod content;
mod entry;
mod error;
mod event;
mod exchange;
mod log;
mod pages;
mod prefixed;
mod proxy;
mod recorder;
mod upstream;
mod websocket;

pub use archive::Archive;
pub use authority::Authority;
pub use error::RecordError;
pub use event::{RecordEvent, RecordingSummary};
pub use exchange::host_of;
pub use recorder::{RecordingSettings, TrafficRecorder};
