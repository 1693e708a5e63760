//! What of a plan holds on each node of a fleet by itself: no node waits for another one while the load goes on.

use plimsoll_plan::plan::{Sharing, Step, TextVisitor, Timer};
use plimsoll_plan::template::{Function, Part};
use plimsoll_plan::{Plan, Template};
use std::collections::BTreeSet;

/// A sentence for each.
pub fn sentences(plan: &Plan) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for timer in &plan.timers {
        if let Timer::Rendezvous(rendezvous) = timer {
            let users =
                rendezvous.users.map_or("the scenario's users".to_owned(), |users| format!("{users} users"));
            found.insert(format!(
                "a rendezvous (synchronizing timer) collects the users of one node: {users} have to be there on each of them"
            ));
        }
    }
    for data in plan.data.iter().filter(|data| data.sharing == Sharing::User) {
        let name = data.path.file_name().unwrap_or_default().to_string_lossy();
        found.insert(format!("each user reads {name} from its first row, on every node"));
    }
    plan.visit_steps(&mut |step| {
        if matches!(step, Step::Lock { .. }) {
            found.insert(
                "a critical section holds for the users of one node: each node has one user in it".to_owned(),
            );
        }
    });
    let mut texts = SharedProperties::default();
    plan.visit_texts(&mut texts);
    if texts.are_set {
        found.insert("properties that the plan sets (__setProperty) are those of one node".to_owned());
    }
    found
}

#[derive(Default)]
struct SharedProperties {
    are_set: bool,
}

impl<'a> TextVisitor<'a> for SharedProperties {
    fn text(&mut self, text: &'a Template) {
        for part in &text.parts {
            let Part::Call(call) = part else { continue };
            self.are_set |= call.function == Function::SetProperty;
            call.arguments.iter().for_each(|argument| self.text(argument));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_fleet_can_share_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("p.yaml");
        let text = "plan: p\ntimers: [{rendezvous: {users: 4}}]\nscenarios:\n  - users: 4\n    iterations: 1\n    steps:\n      - \
                    lock: {name: door, steps: [{get: \"http://127.0.0.1:9/${__setProperty(a,b)}\", think: {timer: 1}}]}\n";
        std::fs::write(&path, text).expect("written");
        let reading = plimsoll_formats::read_plan(&path, &Default::default()).expect("a plan");
        let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let found = sentences(&plan);
        for part in ["4 users", "critical section", "__setProperty"] {
            assert!(found.iter().any(|text| text.contains(part)), "{part} in {found:?}");
        }
        assert_eq!(found.len(), 3);
    }
}
