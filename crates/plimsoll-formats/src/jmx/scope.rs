//! What the elements of one hash tree give to the samplers below it.

use super::element::Element;
use super::session::{MatchedParameters, UrlSession};
use plimsoll_plan::plan::{Check, Extractor, Header, OnError, Pause, Step};

/// The scoped elements of one level of the tree.
// A field for each kind of element that JMeter applies to the requests in its scope.
#[derive(Clone, Debug, Default)]
pub struct Level<'e> {
    /// HTTP request defaults.
    pub defaults: Vec<&'e Element>,
    /// Defaults of TCP samplers.
    pub tcp_defaults: Vec<&'e Element>,
    /// One list per header manager.
    pub headers: Vec<Vec<Header>>,
    /// Indices into the plan's cookie jars.
    pub jars: Vec<usize>,
    /// Indices into the plan's caches.
    pub caches: Vec<usize>,
    /// Indices into the plan's sets of logins.
    pub logins: Vec<usize>,
    pub timers: Vec<Pause>,
    /// Pre-processors.
    pub before: Vec<Step>,
    /// HTTP URL Re-writing Modifiers.
    pub sessions: Vec<UrlSession>,
    /// RegEx User Parameters.
    pub matched: Vec<MatchedParameters>,
    /// Post-processors that are steps of their own.
    pub after: Vec<Step>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
    /// What happens at the start of each iteration of the controller that owns the level.
    pub starts: Vec<Step>,
    /// What result status handlers do.
    pub on_failure: Vec<Step>,
    /// The level is of a transaction that stands for its requests.
    pub replaces_requests: bool,
}

impl<'e> Level<'e> {
    /// JMeter copies the elements of the test plan into each thread group, behind the group's own
    /// (StandardJMeterEngine.startThreadGroup).
    pub fn append(&mut self, other: Level<'e>) {
        self.defaults.extend(other.defaults);
        self.tcp_defaults.extend(other.tcp_defaults);
        self.headers.extend(other.headers);
        self.jars.extend(other.jars);
        self.caches.extend(other.caches);
        self.logins.extend(other.logins);
        self.timers.extend(other.timers);
        self.before.extend(other.before);
        self.sessions.extend(other.sessions);
        self.matched.extend(other.matched);
        self.after.extend(other.after);
        self.extractors.extend(other.extractors);
        self.checks.extend(other.checks);
        self.starts.extend(other.starts);
        self.on_failure.extend(other.on_failure);
    }
}

/// The levels around a sampler, the outermost first (TestCompiler.saveSamplerConfigs).
#[derive(Clone, Copy)]
pub struct Scope<'s, 'e> {
    pub outer: Option<&'s Scope<'s, 'e>>,
    pub level: &'s Level<'e>,
}

impl<'s, 'e> Scope<'s, 'e> {
    fn outward(&self) -> Vec<&'s Level<'e>> {
        let mut levels = vec![self.level];
        let mut scope = self.outer;
        while let Some(Scope { outer, level }) = scope {
            levels.push(level);
            scope = *outer;
        }
        levels
    }

    fn inward(&self) -> Vec<&'s Level<'e>> {
        let mut levels = self.outward();
        levels.reverse();
        levels
    }

    /// Inner ones first: they fill what is missing before the outer ones do.
    pub fn defaults(&self) -> Vec<&'e Element> {
        self.outward().into_iter().flat_map(|l| l.defaults.iter().copied()).collect()
    }

    pub fn tcp_defaults(&self) -> Vec<&'e Element> {
        self.outward().into_iter().flat_map(|l| l.tcp_defaults.iter().copied()).collect()
    }

    /// Header managers merge by name, and the inner one wins (HeaderManager.merge).
    pub fn headers(&self) -> Vec<Header> {
        let mut merged: Vec<Header> = Vec::new();
        for (number, manager) in self.outward().into_iter().flat_map(|l| &l.headers).enumerate() {
            for header in manager {
                let name = header.name.source().to_lowercase();
                // Equal names are kept by the innermost manager alone: of an outer one's the first is taken over.
                let is_known = || merged.iter().any(|known| known.name.source().to_lowercase() == name);
                if number == 0 || !is_known() {
                    merged.push(header.clone());
                }
            }
        }
        merged
    }

    /// Cookie managers supersede one another, so the outermost and last stays.
    pub fn jar(&self) -> Option<usize> {
        self.outward().into_iter().flat_map(|l| &l.jars).last().copied()
    }

    /// So do cache managers.
    pub fn cache(&self) -> Option<usize> {
        self.outward().into_iter().flat_map(|l| &l.caches).last().copied()
    }

    /// Authorization managers supersede one another, too.
    pub fn login(&self) -> Option<usize> {
        self.outward().into_iter().flat_map(|l| &l.logins).last().copied()
    }

    pub fn timers(&self) -> Vec<Pause> {
        self.outward().into_iter().flat_map(|l| &l.timers).cloned().collect()
    }

    /// Pre-processors, post-processors and assertions of outer levels run before inner ones.
    pub fn before(&self) -> Vec<Step> {
        self.inward().into_iter().flat_map(|l| &l.before).cloned().collect()
    }

    pub fn sessions(&self) -> Vec<&'s UrlSession> {
        self.inward().into_iter().flat_map(|l| &l.sessions).collect()
    }

    pub fn matched(&self) -> Vec<&'s MatchedParameters> {
        self.inward().into_iter().flat_map(|l| &l.matched).collect()
    }

    pub fn after(&self) -> Vec<Step> {
        self.inward().into_iter().flat_map(|l| &l.after).cloned().collect()
    }

    /// What a failed request does to its user beside what the thread group says. Handlers that see the sample
    /// of a transaction do not see its requests (JMeterThread.getSampleListeners).
    pub fn on_failure(&self) -> Option<Step> {
        let levels = self.outward().into_iter().take_while(|level| !level.replaces_requests);
        let actions: Vec<Step> = levels.flat_map(|level| &level.on_failure).cloned().collect();
        let strength = |step: &Step| match step {
            Step::Stop(OnError::StopTestNow) => 3,
            Step::Stop(OnError::StopTest) => 2,
            Step::Stop(OnError::StopUser) => 1,
            _ => 0,
        };
        // Of equal ones the last stays, as in JMeter.
        actions.into_iter().max_by_key(strength)
    }

    pub fn extractors(&self) -> Vec<Extractor> {
        self.inward().into_iter().flat_map(|l| &l.extractors).cloned().collect()
    }

    pub fn checks(&self) -> Vec<Check> {
        self.inward().into_iter().flat_map(|l| &l.checks).cloned().collect()
    }
}
