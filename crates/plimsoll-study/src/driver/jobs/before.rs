//! What another process, which is gone, did of a load with jobs.

use super::Segments;
use crate::driver::perform::RunDriver;
use crate::generator::StepUnderWay;
use crate::jobs::{JobRunner, JobSegment, SharedTimeline};
use plimsoll_run::{LoadStep, SECOND_US, Second};

impl<'a> RunDriver<'a, '_> {
    /// A load that had begun; it is one for the nodes, whatever its steps are in the file.
    pub(super) fn load_under_way(&self) -> Option<StepUnderWay<'a>> {
        let (before, journal) = (self.setup.before?, self.setup.journal?);
        let started_us = journal.load_began_us()?;
        Some(StepUnderWay { started_us, seconds: &before.seconds })
    }

    /// Jobs and steps as they were; whether all of it is over already.
    pub(super) fn take_over_jobs(&mut self, segments: &mut Segments<'_>) -> bool {
        let (Some(before), Some(journal)) = (self.setup.before, self.setup.journal) else { return false };
        let timeline = SharedTimeline::take_over(journal.clone());
        let (began_us, is_over) = {
            let known = timeline.lock();
            (known.began_us, known.is_over)
        };
        let of_nodes = before.seconds.iter().filter(|second| !second.generator.nodes.is_empty());
        let last_us = of_nodes.map(|second| (u64::from(second.second) + 1) * SECOND_US).max();
        segments.seen_us = Some(last_us.unwrap_or(began_us));
        segments.runner = Some(JobRunner::new(timeline));
        segments.reported.clone_from(&before.jobs);
        for step in &before.steps {
            self.take_over_segment(segments, step, &before.seconds);
        }
        if is_over && segments.open.is_none() {
            self.say_jobs(segments);
            return true;
        }
        false
    }

    fn take_over_segment(&mut self, segments: &mut Segments<'_>, step: &LoadStep, seconds: &[Second]) {
        let Some(runner) = &segments.runner else { return };
        let from_s = (step.started_us / SECOND_US) as u32;
        let segment = {
            let timeline = runner.timeline.lock();
            let Some(segment) = timeline.segments.get(timeline.at(from_s)) else { return };
            JobSegment { from_s, ..segment.clone() }
        };
        let (mut count, _) = self.open_segment(segments, &segment, step.number);
        for second in seconds.iter().filter(|second| second.step == step.number) {
            self.show_second(Some(&mut count), second);
        }
        match step.ended_us {
            Some(_) => self.observe_part(&count, step),
            None => segments.open = Some((segment, count)),
        }
    }
}
