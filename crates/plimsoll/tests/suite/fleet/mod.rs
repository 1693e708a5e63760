//! A fleet on real NATS servers.

mod access;
mod faults;
mod jmeter;
mod kubernetes;
mod lab;
mod link;
mod networks;
mod real;
mod resume;
mod runs;
mod searches;
