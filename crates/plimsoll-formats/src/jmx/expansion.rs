//! Parts of a plan that are kept elsewhere: what modules lead to is copied to where they stand, included files
//! are read (org.apache.jmeter.JMeter.convertSubTree).

use super::element::{Element, ElementProperties as _};
use super::xml;
use crate::{Properties, files};
use plimsoll_plan::Diagnostic;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Elements that copies and included files may add: modules inside of modules may double them each time.
const ADDED_MAX: usize = 100_000;

pub struct Expansion {
    pub roots: Vec<Element>,
    /// By the ordinal of a copy, that of the element copied.
    pub copies: HashMap<usize, usize>,
    /// By the ordinal of an include controller, why its file can't be read.
    pub missing: HashMap<usize, String>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What leads to the element that is looked at: elements used as modules, and files.
#[derive(Default)]
struct Chain {
    targets: Vec<usize>,
    files: Vec<PathBuf>,
}

struct Expander<'a> {
    file: &'a str,
    folder: &'a Path,
    prefix: &'a str,
    /// As written.
    tree: Vec<Element>,
    next: usize,
    first: usize,
    expansion: Expansion,
}

impl Expansion {
    pub fn of(file: &str, folder: &Path, properties: &Properties, mut roots: Vec<Element>) -> Expansion {
        let (copies, missing) = (HashMap::new(), HashMap::new());
        let expansion = Expansion { roots: Vec::new(), copies, missing, diagnostics: Vec::new() };
        if !roots.iter().any(leads_elsewhere) {
            return Expansion { roots, ..expansion };
        }
        let first = roots.iter().map(count).sum();
        let prefix = properties.get("includecontroller.prefix").map_or("", String::as_str);
        let tree = roots.clone();
        let mut expander = Expander { file, folder, prefix, tree, next: first, first, expansion };
        roots.iter().for_each(|root| expander.expect_targets(root));
        roots.iter_mut().for_each(|root| expander.expand(root, &mut Chain::default()));
        Expansion { roots, ..expander.expansion }
    }
}

fn leads_elsewhere(element: &Element) -> bool {
    matches!(element.kind.as_str(), "ModuleController" | "IncludeController")
        || element.children.iter().any(leads_elsewhere)
}

fn count(element: &Element) -> usize {
    1 + element.children.iter().map(count).sum::<usize>()
}

impl Expander<'_> {
    fn expand(&mut self, element: &mut Element, chain: &mut Chain) {
        if !element.enabled {
            return;
        }
        match element.kind.as_str() {
            "ModuleController" => self.module(element, chain),
            "IncludeController" => self.include(element, chain),
            _ => element.children.iter_mut().for_each(|child| self.expand(child, chain)),
        }
    }

    /// JMeter performs no plan in which a module leads nowhere, not even a disabled one
    /// (ModuleController.resolveReplacementSubTree).
    fn expect_targets(&mut self, element: &Element) {
        if element.kind == "ModuleController" && target(&self.tree, element).is_none() {
            let path = element.texts("ModuleController.node_path");
            let message = match path.get(1..).unwrap_or_default() {
                [] => "no controller is chosen".to_owned(),
                path => format!("there is no controller at {}", path.join(" > ")),
            };
            let hint = "choose the module again in JMeter, or delete this element; JMeter stops here, too";
            self.error(element, message, hint);
        }
        element.children.iter().for_each(|child| self.expect_targets(child));
    }

    fn module(&mut self, element: &mut Element, chain: &mut Chain) {
        if element.file.is_some() {
            let message = "it is empty in JMeter, which does not look for modules of included files";
            let warning = Diagnostic::warning(self.file_of(element), element.line, element.title(), message);
            self.expansion.diagnostics.push(warning);
            return;
        }
        let Some(target) = target(&self.tree, element) else { return };
        let (ordinal, mut copy) = (target.ordinal, target.clone());
        if chain.targets.contains(&ordinal) {
            let title = copy.title();
            self.error(element, format!("{title} leads back to itself"), "a module must not contain itself");
            return;
        }
        copy.enabled = true;
        self.number(&mut copy, None);
        if !self.has_room(element) {
            return;
        }
        chain.targets.push(ordinal);
        self.expand(&mut copy, chain);
        chain.targets.pop();
        element.children = vec![copy];
    }

    fn include(&mut self, element: &mut Element, chain: &mut Chain) {
        let name = format!("{}{}", self.prefix, element.text("IncludeController.includepath").trim());
        if element.text("IncludeController.includepath").trim().is_empty() {
            return;
        }
        let path = files::resolve(self.folder, &name);
        if chain.files.contains(&path) {
            let message = format!("{} includes itself", path.display());
            self.error(element, message, "an included file must not include itself");
            return;
        }
        let text = match plimsoll_plan::input_file::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                let reason = format!("failed to read the included file {}: {error}", path.display());
                self.expansion.missing.insert(element.ordinal, reason);
                return;
            }
        };
        let mut fragment = match xml::elements(&name, &text) {
            Ok(roots) => fragment(roots),
            Err(diagnostic) => return self.expansion.diagnostics.push(diagnostic),
        };
        let file: Rc<str> = name.into();
        fragment.iter_mut().for_each(|child| self.number(child, Some(&file)));
        if !self.has_room(element) {
            return;
        }
        chain.files.push(path);
        fragment.iter_mut().for_each(|child| self.expand(child, chain));
        chain.files.pop();
        element.children = fragment;
    }

    /// Gives the elements new ordinals, and says where they come from.
    fn number(&mut self, element: &mut Element, file: Option<&Rc<str>>) {
        match file {
            Some(file) => element.file = Some(Rc::clone(file)),
            None => _ = self.expansion.copies.insert(self.next, element.ordinal),
        }
        element.ordinal = self.next;
        self.next += 1;
        element.children.iter_mut().for_each(|child| self.number(child, file));
    }

    fn has_room(&mut self, element: &Element) -> bool {
        let has_room = self.next - self.first <= ADDED_MAX;
        if !has_room {
            let message = format!("modules and included files add more than {ADDED_MAX} elements");
            self.error(element, message, "does a module use others that use others, many times over?");
        }
        has_room
    }

    fn file_of<'f>(&'f self, element: &'f Element) -> &'f str {
        element.file.as_deref().unwrap_or(self.file)
    }

    fn error(&mut self, element: &Element, message: String, hint: &str) {
        let error = Diagnostic::error(self.file_of(element), element.line, element.title(), message);
        self.expansion.diagnostics.push(error.with_hint(hint));
    }
}

/// What a module leads to. The first name of its path stands for the whole tree.
fn target<'e>(tree: &'e [Element], module: &Element) -> Option<&'e Element> {
    let path = module.texts("ModuleController.node_path");
    let mut found = None;
    find(tree, path.get(1..).unwrap_or_default(), &mut found);
    found
}

/// ModuleController.traverse: the last element at the path, but none inside of another module.
fn find<'e>(elements: &'e [Element], path: &[&str], found: &mut Option<&'e Element>) {
    let Some((name, rest)) = path.split_first() else { return };
    for element in elements.iter().filter(|e| e.kind != "ModuleController" && e.name == *name) {
        if rest.is_empty() {
            *found = Some(element);
        }
        find(&element.children, rest, found);
    }
}

/// What is in the first test fragment of a file, whether that is enabled or not.
fn fragment(elements: Vec<Element>) -> Vec<Element> {
    for element in elements {
        match element.kind.as_str() {
            "TestPlan" => return fragment(element.children),
            "TestFragmentController" => return element.children,
            _ => {}
        }
    }
    Vec::new()
}
