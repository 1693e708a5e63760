//! What is told of the elements of a plan: how faithfully each will be performed, and what is wrong with it.

use super::context::Lowering;
use super::element::Element;
use super::kind;
use plimsoll_plan::{Diagnostic, ElementReport, Fidelity};

impl Lowering<'_> {
    /// Exact, unless something else was noted before.
    pub fn report(&mut self, element: &Element) {
        self.reports.entry(element.ordinal).or_insert_with(|| entry(element, Fidelity::Exact));
    }

    pub fn approximate(&mut self, element: &Element, difference: &str) {
        self.reports.insert(element.ordinal, entry(element, Fidelity::Approximated(difference.to_owned())));
    }

    /// The element and all below it have no effect.
    pub fn inert(&mut self, element: &Element) {
        self.reports.entry(element.ordinal).or_insert_with(|| entry(element, Fidelity::Inert));
        element.children.iter().for_each(|child| self.inert(child));
    }

    /// The element and all below it are not performed.
    pub fn leave_out(&mut self, element: &Element, reason: String) {
        self.leave_out_only(element, reason);
        let inside = format!("inside {}, which is left out", element.title());
        element.children.iter().for_each(|child| self.left_out_with(child, &inside));
    }

    /// As [`Lowering::leave_out`], but what is below the element is performed.
    pub fn leave_out_only(&mut self, element: &Element, reason: String) {
        self.diagnostics.push(Diagnostic::warning(
            self.file_of(element),
            element.line,
            element.title(),
            &reason,
        ));
        self.reports.insert(element.ordinal, entry(element, Fidelity::Unsupported(reason)));
    }

    pub fn leave_out_unless_done(&mut self, element: &Element, reason: &str) {
        if !self.reports.contains_key(&element.ordinal) {
            self.leave_out(element, reason.to_owned());
        }
    }

    fn left_out_with(&mut self, element: &Element, inside: &str) {
        if !element.enabled || kind::is_inert(&element.kind) {
            return self.inert(element);
        }
        // Variables hold wherever they stand; what was left out for a reason of its own keeps it.
        let keeps =
            |r: &ElementReport| r.kind == "Arguments" || matches!(r.fidelity, Fidelity::Unsupported(_));
        if !self.reports.get(&element.ordinal).is_some_and(keeps) {
            self.reports.insert(element.ordinal, entry(element, Fidelity::Unsupported(inside.to_owned())));
        }
        element.children.iter().for_each(|child| self.left_out_with(child, inside));
    }

    pub fn is_done(&self, element: &Element) -> bool {
        self.reports.contains_key(&element.ordinal)
    }

    pub fn error(&mut self, element: &Element, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::error(
            self.file_of(element),
            element.line,
            element.title(),
            message,
        ));
        self.diagnostics.last_mut().expect("just pushed")
    }

    pub fn warn(&mut self, element: &Element, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::warning(
            self.file_of(element),
            element.line,
            element.title(),
            message,
        ));
        self.diagnostics.last_mut().expect("just pushed")
    }

    /// What is used as a module counts as faithful as the worst of its uses.
    pub(super) fn join_reports(&mut self, copy: usize, original: usize) {
        let rank = |fidelity: &Fidelity| match fidelity {
            Fidelity::Inert => 0,
            Fidelity::Exact => 1,
            Fidelity::Approximated(_) => 2,
            Fidelity::Unsupported(_) => 3,
        };
        let Some(used) = self.reports.remove(&copy) else { return };
        if let Some(report) = self.reports.get_mut(&original)
            && rank(&used.fidelity) > rank(&report.fidelity)
        {
            report.fidelity = used.fidelity;
            report.enabled |= used.enabled;
        }
    }

    fn file_of<'f>(&'f self, element: &'f Element) -> &'f str {
        element.file.as_deref().unwrap_or(self.file)
    }
}

fn entry(element: &Element, fidelity: Fidelity) -> ElementReport {
    ElementReport {
        line: element.line,
        kind: element.kind.clone(),
        name: match &element.file {
            Some(file) => format!("{} ({file})", element.name),
            None => element.name.clone(),
        },
        enabled: element.enabled,
        fidelity,
    }
}
