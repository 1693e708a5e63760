//! All that can be asked over HTTP: one table of routes, from which the router and its OpenAPI description are made.

mod blocking;
mod call;
mod compared;
mod error;
mod events;
mod examples;
mod file_body;
mod health;
mod job_routes;
mod library_routes;
mod live_routes;
mod openapi;
mod people_routes;
mod plan_files;
mod plan_routes;
mod reply;
mod report_routes;
mod route;
mod routes;
mod session_routes;
mod table;
mod uploads;

pub use call::ApiCall;
pub use error::ApiError;
pub use openapi::openapi;
pub use reply::ApiReply;
pub use routes::router;
