//! A fleet on real NATS servers.

mod faults;
mod kubernetes;
mod lab;
mod link;
mod real;
mod resume;
mod runs;
