//! Built-in HTTP/1.1 servers to shoot at, for the demo, for tests and for calibration.
//!
//! A [`Target`] listens on one address and answers by its [`Behaviour`]; beside it, every target has the
//! fixed routes listed in [`routes`]. It runs on one thread of its own: as a system with a known
//! capacity it is honest, as a benchmark of servers it is not meant. It knows no TLS and no HTTP/2.
//!
//! Start reading at [`Target`], then [`routes`].

pub mod body;
pub mod queue;
pub mod routes;
pub mod target;

pub use queue::Delay;
pub use target::{Behaviour, Target, TargetError};
