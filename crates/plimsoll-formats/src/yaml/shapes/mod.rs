//! Which keys the mappings of a YAML plan may have: what the readers beside this folder read, and what
//! `plimsoll schema plan` prints.

mod answer;
mod load;
mod plan;
mod request;
mod samplers;
mod step;
mod texts;

pub use answer::*;
pub use load::*;
pub use plan::*;
pub use request::*;
pub use samplers::*;
pub use step::*;
pub use texts::{PAIRS, STEP_NAME, STEPS, TIME_OR_REFERENCE};
