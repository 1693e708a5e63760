//! Collectors: they run tools on hosts and ask services, give what comes to the readers, and stamp it with the run's clock.
//!
//! [`source`] says what to watch and what a kind of source is, each of which is a file in [`sources`]; [`transport`] where
//! commands run (here, over ssh, in a container, in a pod); [`stream`] and [`poll`] keep a source going; [`collectors`] has
//! all of them and what they found. Nothing is installed on a host. What fails is tried again and leaves a gap; it never
//! stops the load.

pub mod clock;
pub mod collectors;
pub mod delivery;
pub mod output;
pub mod poll;
pub mod probe;
pub mod source;
pub mod sources;
pub mod stream;
pub mod task;
pub mod transport;

pub use clock::RunTime;
pub use collectors::Collectors;
pub use delivery::{Delivery, Totals};
pub use probe::{Probe, probe};
pub use source::*;
pub use transport::{AddressError, Transport};
