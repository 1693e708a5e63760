//! Targets as a client sees them.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod capacity;
mod client;
mod echo;
mod events;
mod listening;
mod reference;
mod routes;
mod shop;
