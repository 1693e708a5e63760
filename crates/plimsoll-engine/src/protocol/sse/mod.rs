//! Server-sent events: `text/event-stream` of the HTML standard (section 9.2), without any input or output
//! of its own.

mod parser;
mod stream;

pub use parser::Event;
pub use stream::{EventStream, is_event_stream};
