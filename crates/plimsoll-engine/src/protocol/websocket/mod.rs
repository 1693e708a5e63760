//! WebSockets (RFC 6455), without any input or output of their own.

mod codec;
mod deflate;
mod handshake;
mod inflate;

pub use codec::{Codec, Heard};
pub use handshake::{offer, verify};
