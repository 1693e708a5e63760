//! Beside the real JMeter: its command line taken over, and itself as load generator.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod command;
mod generator;
mod place;
mod plans;
