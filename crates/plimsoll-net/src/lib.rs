//! What the engine and the collectors share when they talk to servers: whom TLS trusts, and how PostgreSQL is logged in to.
//!
//! It opens no connection: whoever uses it has sockets of its own kind, and bytes go in and out.

pub mod certificates;
pub mod postgres;

pub use postgres::{LoginFailure, PostgresLogin};
