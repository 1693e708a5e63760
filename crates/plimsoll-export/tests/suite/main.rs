//! Runs that are sent to real receivers, and what those then say of them.

mod collector;
mod dashboards;
mod influxdb;
mod prometheus;
mod run_file;
mod server;
mod trouble;
