//! What the engine and the collectors share when they talk to servers: whom TLS trusts, how PostgreSQL is logged in to, and a
//! connection to MySQL.
//!
//! Only MySQL's opens a socket; with all others whoever uses them has sockets of its own kind, and bytes go in and out.

pub mod certificates;
pub mod mysql;
pub mod postgres;

pub use postgres::{LoginFailure, PostgresLogin};
