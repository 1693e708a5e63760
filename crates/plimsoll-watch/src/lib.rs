//! Collectors: they run tools on hosts and ask services, give what comes to the readers, and stamp it with the run's clock.
//!
//! [`spec`] says what to watch, [`place`] where commands run (here, over ssh, in a container, in a pod), [`script`] which
//! command a source is, [`service`] how a service is asked, [`stream`] and [`poll`] keep a source going, [`collection`] has all of them and what they found.
//! Nothing is installed on a host. What fails is tried again and leaves a gap; it never stops the load.

pub mod clock;
pub mod collected;
pub mod collection;
pub mod place;
pub mod poll;
pub mod probe;
pub mod script;
pub mod service;
pub mod sink;
pub mod spec;
pub mod stream;

pub use collected::{Collected, Totals};
pub use collection::{Collection, RunTime};
pub use place::{AddressError, Place};
pub use probe::{Probe, probe};
pub use spec::{Database, DockerAddress, KafkaAccess, Login, Sasl, Source, Target, Tls, Watch, What};
