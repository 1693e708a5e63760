//! What load generators that are other programs have in common: their result files while they grow, and what they cost
//! this machine.

mod feed;
mod health;
mod results;
mod tail;

pub use feed::{ArrivalsBySecond, SecondFeed};
pub use results::{ResultSecond, Results};
pub use tail::{LineTail, Tail};
