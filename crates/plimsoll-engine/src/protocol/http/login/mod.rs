//! How a user proves who it is: the challenges of servers, and the answers to them (RFC 9110, 11; RFC 7616).

mod challenge;
mod digest;
mod session;

pub use challenge::Challenge;
pub use digest::Digest;
pub use session::{DigestSession, strongest};
