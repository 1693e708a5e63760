//! All that can be asked.

use super::route::ApiRoute;
use super::{
    compared, examples, health, job_routes, library_routes, live_routes, openapi, people_routes, plan_routes,
    report_routes, session_routes,
};

pub fn table() -> Vec<ApiRoute> {
    let mut all = Vec::new();
    all.extend(session_routes::routes());
    all.extend(library_routes::routes());
    all.extend(report_routes::routes());
    all.extend(examples::routes());
    all.extend(live_routes::routes());
    all.extend(compared::routes());
    all.extend(plan_routes::routes());
    all.extend(job_routes::routes());
    all.extend(people_routes::routes());
    all.extend(health::routes());
    all.extend(openapi::routes());
    all
}
