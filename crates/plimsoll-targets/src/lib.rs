//! Built-in HTTP/1.1 servers to shoot at, for the demo, for tests and for calibration.
//!
//! A [`Target`] listens on one address and answers by its [`Behaviour`]; beside it, every target has the
//! fixed routes listed in [`routes`]. It runs on one thread of its own: as a system with a known
//! capacity it is honest, as a benchmark of servers it is not meant. It knows no TLS and no HTTP/2.
//!
//! A [`ReferenceTarget`] is another kind: its delays are programmed and measured to the microsecond, so that
//! an instrument can be compared with the truth.
//!
//! Start reading at [`Target`], then [`routes`]; [`reference`] stands by itself.

pub mod body;
pub mod events;
pub mod queue;
pub mod reference;
pub mod routes;
pub mod shop;
pub mod target;

pub use events::EventFields;
pub use queue::Delay;
pub use reference::{Distribution, ReferenceSetup, ReferenceTarget, Stall};
pub use target::{Behaviour, Target, TargetError};
