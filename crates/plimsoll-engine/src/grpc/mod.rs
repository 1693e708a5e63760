//! gRPC calls: their messages, their answers, and the server's own description of itself.
//!
//! A call is a request of HTTP/2 with a body of its own kind; it goes the way of every request.

mod answer;
mod call;
mod resolve;

pub use answer::Answer;
pub use call::{CONTENT_TYPE, body, headers, is_literal};
pub use resolve::resolve;
