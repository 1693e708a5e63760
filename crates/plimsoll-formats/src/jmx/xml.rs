//! The text of a `.jmx` file as a tree of [`Element`]s.

use super::element::{Element, ElementProperties, Property, PropertyValue};
use super::placeholder;
use plimsoll_plan::Diagnostic;
use roxmltree::{Document, Node};
use std::borrow::Cow;

/// Deepest nesting of XML tags; GUI-made plans stay under 50.
const DEPTH_MAX: u32 = 400;

/// Character references to what XML forbids become private characters: this plus the code.
const FORBIDDEN_BASE: u32 = 0xF700;

/// The elements of the outermost tree: the test plan, and what some old files have beside it.
pub fn elements(file: &str, text: &str) -> Result<Vec<Element>, Diagnostic> {
    if text.trim().is_empty() {
        let hint = "was it saved? A plan begins with `<jmeterTestPlan`";
        return Err(Diagnostic::error(file, 0, "", "the file is empty").with_hint(hint));
    }
    let text = declared_first(text);
    let escaped = without_forbidden_references(&text);
    let document = Document::parse(&escaped).map_err(|e| placeholder::malformed(file, &escaped, &e))?;
    let root = document.root_element();
    if let Some(old) = document.descendants().find(|n| n.has_tag_name("testelement")) {
        let line = Lines::of(&escaped).line(old.range().start);
        return Err(Diagnostic::error(file, line, "testelement", "this plan was written by JMeter 1 or 2.0")
            .with_hint("open it in JMeter 2.1 or later, save it, and use the saved file"));
    }
    if !root.has_tag_name("jmeterTestPlan") {
        let message = format!("this is no JMeter plan: its root is `{}`", root.tag_name().name());
        let line = Lines::of(&escaped).line(root.range().start);
        let hint = "a JMeter plan begins with `<jmeterTestPlan version=…>`";
        return Err(Diagnostic::error(file, line, "", message).with_hint(hint));
    }
    let mut tree = Tree { lines: Lines::of(&escaped), elements: 0, too_deep: None };
    let elements =
        root.children().filter(|n| n.has_tag_name("hashTree")).flat_map(|n| tree.hash_tree(n, 0)).collect();
    match tree.too_deep {
        None => Ok(elements),
        Some(line) => {
            let message = format!("the plan is nested more than {DEPTH_MAX} tags deep");
            Err(Diagnostic::error(file, line, "", message)
                .with_hint("no plan made with JMeter is; is the file damaged?"))
        }
    }
}

/// JMeter's parser puts up with white space before the declaration, and with a mark of the byte order. What is in the
/// way is left out, lines stay as they are.
pub(super) fn declared_first(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let before = &text[..text.len() - trimmed.len()];
    let end = trimmed.find("?>").filter(|_| trimmed.starts_with("<?xml"));
    let (false, Some(end)) = (before.is_empty(), end) else { return Cow::Borrowed(text) };
    let lines = "\n".repeat(text[..before.len() + end].matches('\n').count());
    Cow::Owned(format!("{lines}{}", &trimmed[end + 2..]))
}

/// Where each line begins.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let after_breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        Lines { starts: std::iter::once(0).chain(after_breaks).collect() }
    }

    /// 1-based.
    fn line(&self, at: usize) -> u32 {
        self.starts.partition_point(|start| *start <= at) as u32
    }
}

struct Tree {
    lines: Lines,
    elements: usize,
    too_deep: Option<u32>,
}

impl Tree {
    /// A hash tree holds elements, each followed by the hash tree of what is below it.
    fn hash_tree(&mut self, node: Node, depth: u32) -> Vec<Element> {
        let mut elements: Vec<Element> = Vec::new();
        if self.is_too_deep(node, depth) {
            return elements;
        }
        for child in node.children().filter(Node::is_element) {
            if !child.has_tag_name("hashTree") {
                elements.push(self.element(child, depth + 1));
            } else if let Some(parent) = elements.last_mut() {
                parent.children.extend(self.hash_tree(child, depth + 1));
            }
        }
        elements
    }

    fn is_too_deep(&mut self, node: Node, depth: u32) -> bool {
        if depth > DEPTH_MAX {
            self.too_deep.get_or_insert(self.lines.line(node.range().start));
        }
        depth > DEPTH_MAX
    }

    fn element(&mut self, node: Node, depth: u32) -> Element {
        let ordinal = self.elements;
        self.elements += 1;
        let class = node.attribute("testclass").filter(|c| !c.is_empty());
        Element {
            kind: short_class(class.unwrap_or(node.tag_name().name())).to_owned(),
            gui: short_class(node.attribute("guiclass").unwrap_or_default()).to_owned(),
            name: restored(node.attribute("testname").unwrap_or_default()),
            enabled: node.attribute("enabled").is_none_or(|e| e.eq_ignore_ascii_case("true")),
            line: self.lines.line(node.range().start),
            ordinal,
            file: None,
            properties: self.properties(node, depth + 1),
            children: Vec::new(),
        }
    }

    fn properties(&mut self, node: Node, depth: u32) -> Vec<Property> {
        if self.is_too_deep(node, depth) {
            return Vec::new();
        }
        node.children().filter(Node::is_element).map(|child| self.one_property(child, depth)).collect()
    }

    fn one_property(&mut self, node: Node, depth: u32) -> Property {
        let name = restored(node.attribute("name").unwrap_or(node.tag_name().name()));
        let value = match node.tag_name().name() {
            "elementProp" | "collectionProp" | "mapProp" => {
                let mut properties = self.properties(node, depth + 1);
                // An element's name stands in its tag: cookies are known by it (TestElementPropertyConverter).
                if let Some(name) = node.attribute("testname")
                    && !properties.has("TestElement.name")
                {
                    let value = PropertyValue::Text(restored(name));
                    properties.push(Property { name: "TestElement.name".to_owned(), value });
                }
                PropertyValue::Group(properties)
            }
            _ => PropertyValue::Text(property_text(node)),
        };
        // Double and float properties hold their name and value as tags.
        let name = match node.children().find(|c| c.has_tag_name("name")) {
            Some(inner) if node.attribute("name").is_none() => text_of(inner),
            _ => name,
        };
        Property { name, value }
    }
}

fn property_text(node: Node) -> String {
    // XStream writes a value that was there before as the way to it.
    let node = node.attribute("reference").and_then(|way| referred(node, way)).unwrap_or(node);
    text_of(node.children().find(|c| c.has_tag_name("value")).unwrap_or(node))
}

/// The node at the end of a way such as `../../collectionProp/stringProp[3]`.
fn referred<'a, 'input>(from: Node<'a, 'input>, way: &str) -> Option<Node<'a, 'input>> {
    way.split('/').try_fold(from, |node, step| match step {
        ".." => node.parent(),
        step => {
            let (name, number) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
                Some((name, number)) => (name, number.parse::<usize>().ok()?.checked_sub(1)?),
                None => (step, 0),
            };
            node.children().filter(|child| child.has_tag_name(name)).nth(number)
        }
    })
}

fn text_of(node: Node) -> String {
    let pieces = node.children().filter(Node::is_text).filter_map(|t| t.text());
    restored(&pieces.collect::<String>())
}

/// JMeter's own classes go by their last name; those of plug-ins keep their package.
pub(super) fn short_class(class: &str) -> &str {
    match class.strip_prefix("org.apache.jmeter.") {
        Some(rest) => rest.rsplit('.').next().unwrap_or(rest),
        None => class,
    }
}

/// XStream writes references such as `&#x1;`, which XML 1.0 does not allow and JMeter reads.
pub(super) fn without_forbidden_references(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    for (at, _) in text.match_indices("&#") {
        let Some((length, code)) = reference(&text[at..]) else { continue };
        let allowed = matches!(code, 0x9 | 0xA | 0xD | 0x20..);
        if let Some(private) = char::from_u32(FORBIDDEN_BASE + code).filter(|_| !allowed) {
            out.push_str(&text[done..at]);
            out.push(private);
            done = at + length;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The reverse of [`without_forbidden_references`], for a text that is to be written again.
pub(super) fn with_forbidden_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c).checked_sub(FORBIDDEN_BASE).filter(|code| *code < 0x20) {
            Some(code) => out.push_str(&format!("&#x{code:x};")),
            None => out.push(c),
        }
    }
    out
}

/// The length and the code of the numeric reference that the text begins with.
fn reference(text: &str) -> Option<(usize, u32)> {
    let body = &text[2..];
    let end = body.bytes().take(8).position(|b| b == b';')?;
    let code = match body[..end].strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => body[..end].parse(),
    };
    Some((end + 3, code.ok()?))
}

fn restored(text: &str) -> String {
    let original = |c: char| {
        let code = u32::from(c).checked_sub(FORBIDDEN_BASE).filter(|code| *code < 0x20);
        code.and_then(char::from_u32).unwrap_or(c)
    };
    text.chars().map(original).collect()
}
