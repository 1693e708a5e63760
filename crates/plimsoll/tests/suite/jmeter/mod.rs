//! Beside the real JMeter: its command line taken over, and itself as load generator.

mod command;
mod generator;
mod place;
pub mod plans;
mod trial;
