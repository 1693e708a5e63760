//! All that can be asked over HTTP: one table of routes, from which the router and its OpenAPI description are made.

mod call;
mod compared;
mod error;
mod events;
mod examples;
mod health;
mod job_routes;
mod library_routes;
mod live_routes;
mod openapi;
mod people_routes;
mod plan_routes;
mod reply;
mod report_routes;
mod routes;
mod session_routes;
mod uploads;

pub use call::Call;
pub use error::ApiError;
pub use openapi::openapi;
pub use reply::Reply;
pub use routes::router;
