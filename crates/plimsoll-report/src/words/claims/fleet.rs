//! Findings on the machines of a fleet.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{NodeLimited, NodeLost, NodeSkew};

fn places(steps: &[u32]) -> Vec<ReportPlace> {
    vec![ReportPlace::Steps(steps.to_vec()), ReportPlace::Section(SectionAnchor::Generator)]
}

impl ClaimWords for NodeLost {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (node, name) = (self.node.to_string(), &self.name);
        let lost = (!self.steps.is_empty()).then(|| {
            let steps = words.steps(&self.steps);
            words.say("finding-node-lost", args![node = node.as_str(), name, steps, seconds = self.seconds])
        });
        let without = (!self.without.is_empty()).then(|| {
            let steps = words.steps(&self.without);
            words.say("finding-node-absent", args![node = node.as_str(), name, steps])
        });
        lost.into_iter().chain(without).collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("validity-remedy-nodes"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        places(&[self.steps.as_slice(), &self.without].concat())
    }
}

impl ClaimWords for NodeLimited {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (node, name, steps) = (self.node.to_string(), &self.name, words.steps(&self.steps));
        let cpu = words.with_percent_sign(words.fixed(self.cpu_percent_max, 0));
        let late = words.time(self.lateness_us_max as f64);
        words.say("finding-node-limited", args![node, name, steps, cpu, late])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.say("detector-next-node", args![name = &self.name]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        places(&self.steps)
    }
}

impl ClaimWords for NodeSkew {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (node, name, steps) = (self.node.to_string(), &self.name, words.steps(&self.steps));
        let (own, others) = (words.time(self.response_p50_us as f64), words.time(self.others_p50_us as f64));
        words.say("finding-node-skew", args![node, name, steps, own, others])
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        places(&self.steps)
    }
}
