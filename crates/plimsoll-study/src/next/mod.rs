//! The study that a finding proposes, as the tree of a study file: the study of the run that was made, with other loads and times,
//! and with one quantity of the system under test changed, where the study says that quantity itself.
//!
//! Start reading at [`NextStudy::of`]. What the loads become is in `loads`, which quantity is changed in `quantity`.

mod base;
mod loads;
mod quantity;
mod study;
mod timing;

pub use base::NextBase;
pub use study::{NextProblem, NextStudy};
