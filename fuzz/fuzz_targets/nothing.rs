//! Where findings go that nobody looks at.

use plimsoll_run::{Reading, ServerEvent};
use plimsoll_telemetry::problem::Problem;
use plimsoll_telemetry::reader::Output;
use plimsoll_telemetry::request::RequestRow;

pub struct Nothing;

impl Output for Nothing {
    fn reading(&mut self, _: Reading) {}
    fn event(&mut self, _: ServerEvent) {}
    fn request(&mut self, _: &RequestRow<'_>) {}
    fn problem(&mut self, _: Problem) {}
}
