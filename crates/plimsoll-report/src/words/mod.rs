//! Every word a reader sees, in English. Values come in typed; nothing here computes what it states.
//!
//! Danish and Turkish will be modules beside these, chosen here.

pub mod appendix;
pub mod capacity;
pub mod figure;
pub mod finding;
pub mod label;
pub mod load;
pub mod number;
pub mod panel;
pub mod run;
pub mod search;
pub mod servers;
pub mod time;
pub mod validity;
pub mod verdict;
