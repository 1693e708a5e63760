//! Many machines as one load generator.
//!
//! The machines, nodes, meet on a NATS server. A [`Fleet`] is the coordinator's side: it finds the nodes, gives each its
//! share of a plan, lets all of them begin at one moment of the run's clock, and merges their seconds
//! ([`FleetGenerator`], a [`LoadGenerator`](plimsoll_study::LoadGenerator)). A node ([`serve`]) performs its share with
//! the engine; once it has started it needs nobody: its seconds wait for the server, and come late rather than never.
//!
//! When a coordinator is killed, another process goes on from what it wrote down ([`FleetState`]) and from what the nodes sent
//! to the server meanwhile.
//!
//! Nothing here knows plans' formats: whoever runs a node hands in a [`NodeProgram`].
//!
//! Start reading at [`message`], then `coordinator/` and `node/`.

mod access;
mod body;
mod clock;
mod connection;
mod coordinator;
mod kubernetes;
mod launch;
mod message;
mod node;
mod parcel;
mod server;

pub use access::{NatsAccess, UnpackedAccess};
pub use connection::{ConnectionError, Credentials};
pub use coordinator::{CheckedTarget, Fleet, FleetError, FleetGenerator, FleetState, NodeCheck, NodeFile};
pub use kubernetes::{PodsError, manifests, remove as remove_pods};
pub use message::{NodeCalibration, PROTOCOL};
pub use node::{NodeError, NodeOptions, NodeProgram, ReadPlan, serve};
pub use parcel::{FileParcel, ParcelError, PlanParcel};
