//! Databases that tell about themselves: MySQL, MariaDB, PostgreSQL.

pub mod mysql;
pub mod postgres;
