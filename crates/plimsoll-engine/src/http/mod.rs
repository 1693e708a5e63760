//! HTTP/1.1 from the client's side (RFC 9110, RFC 9112).

pub mod cache;
pub mod content;
pub mod cookies;
pub mod login;
pub mod message;
pub mod page;
pub mod response;
mod target;
mod via;

pub use target::Target;
pub use via::{Tunnel, Via};
