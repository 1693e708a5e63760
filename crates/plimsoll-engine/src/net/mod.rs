//! Connections, of whatever protocol: names, addresses, TCP, TLS.

pub mod connection;
mod failure;
pub mod identity;
pub mod resolve;
mod send_buffer;
mod socket;
pub mod tls;
mod way;

pub use connection::Connection;
pub use failure::{FailureDetail, no_answer, no_connection};
pub use send_buffer::SendBuffer;
pub use socket::kernel_stamps_arrivals;
pub use way::Way;
