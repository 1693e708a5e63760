//! gRPC without a network: message schemas, messages from JSON and to JSON, how messages are framed, and what
//! the status codes are called.
//!
//! It opens no connection and knows nothing of HTTP/2: the plan reader checks plans with it, the engine speaks
//! with it. Start reading at [`Schema`], then [`Frames`].

mod frames;
mod gzip;
mod imports;
mod reflection;
mod schema;
mod status;

pub use frames::{FrameError, Frames, frame, frame_gzip};
pub use reflection::{Reflection, ReflectionError, VERSIONS};
pub use schema::{MessageError, Method, Schema, SchemaError};
pub use status::{Code, status_message};
