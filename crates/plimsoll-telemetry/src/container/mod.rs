//! Containers: `docker stats` and the Docker API.

pub mod api;
pub mod docker;
pub mod inspect;
pub mod kubernetes;
