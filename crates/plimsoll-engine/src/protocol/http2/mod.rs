//! HTTP/2: connections and streams driven by readiness, without an executor.
//!
//! The `h2` crate keeps the protocol's state (frames, HPACK, flow control, SETTINGS, GOAWAY). It is written as
//! futures; here they are polled when epoll or another future says so. [`Alarm`] is the waker: it only notes
//! who wants to be polled, and the worker polls the noted ones before it waits again.

mod alarm;
mod driver;
mod head;
mod io;
mod session;
mod sessions;
mod stream;

pub use alarm::Rung;
pub use driver::goes_by_stream;
pub use head::{Http2Request, prepare};
pub use session::{Admission, Http2Session, SessionEvent, Waiter, is_session, same_server};
pub use sessions::Sessions;
pub use stream::{BodySink, Failed, Http2Stream, Plain};
