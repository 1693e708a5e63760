//! The next experiment of a finding: which findings propose one that a run decides, what has to come of it, and what came of it.
//!
//! A run that was made to decide says so in its labels: which run it follows ([`NEXT_OF`]), by which finding ([`CLAIM`]), and what was
//! changed ([`CHANGED`]). With both runs the claim is judged. Pure, as all of the analysis.
//!
//! Start reading at [`proposals`] and [`FollowUp`]; what a next step has to bring is in `expectation`, the judging in `judge`.

mod change;
mod expectation;
mod judge;
mod labels;
mod pairing;
mod proposals;

pub use expectation::{Expectation, expected, needs_change};
pub use judge::{ClaimBasis, ClaimVerdict, FoundAgain, OpenReason, RISE_PERCENT_MIN};
pub use labels::{CHANGED, CLAIM, NEXT_OF, label, run_key};
pub use pairing::FollowUp;
pub use proposals::proposals;
