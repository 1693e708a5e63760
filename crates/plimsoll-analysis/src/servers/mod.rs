//! What the servers did: figures of each host over the run's time, and tables of each server and step.

pub(crate) mod attendance;
pub(crate) mod averaging;
pub(crate) mod cpu;
pub(crate) mod disk;
pub(crate) mod heap;
pub(crate) mod jvms;
pub(crate) mod lines;
pub(crate) mod panel;
pub(crate) mod peers;
pub(crate) mod pool;
pub(crate) mod queue;
pub(crate) mod readings;
pub(crate) mod recorded;
pub(crate) mod requests;
pub(crate) mod resources;
pub(crate) mod shape;
pub(crate) mod steps;

pub use averaging::Averaging;
pub use panel::{Line, PANELS, Panel, PanelKind, Shape};
pub use pool::{Pool, PoolKind};
pub use queue::Queue;
pub(crate) use readings::READINGS_MIN;
pub use readings::{Observations, ReadingSummary};
pub use recorded::RecordedSeries;
pub use requests::{LimitCount, ServerStep};
pub use resources::resources;
pub use steps::{HostStep, StepValue};
