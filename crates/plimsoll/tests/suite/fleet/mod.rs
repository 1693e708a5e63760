//! A fleet on real NATS servers.

mod access;
mod control_plane;
mod faults;
mod images;
mod jmeter;
mod kubernetes;
mod lab;
mod link;
mod machines;
mod networks;
mod pods;
mod real;
mod resume;
mod runs;
mod searches;
