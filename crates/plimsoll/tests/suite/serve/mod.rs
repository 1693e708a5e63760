//! The lab, asked as browsers and pipelines ask it: by HTTP, of the real program.

mod client;
mod hostile;
mod library;
mod pages;
mod people;
mod runs;
mod starting;

pub use client::{Answer, Lab, RESULTS};
