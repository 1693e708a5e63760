//! Evaluates expressions on a document. All that is visited is counted, and time is asked for: an answer may be of any form.

use super::axis::{XPathAxis, next_within};
use super::syntax::{LocationPath, LocationStep, NodeTest, PathStart, XPathExpression};
use super::value::{XPathValue, number_of, text_of};
use crate::budget::LookBudget;
use std::cell::{Cell, OnceCell};
use uppsala::dom::{Document, NodeId, NodeKind, QName};

/// Most nodes that one expression visits: axes inside of predicates multiply.
const VISITS_MAX: u64 = 1_000_000;
/// Visits between two looks at the time.
const VISITS_TIMED: u64 = 1_024;
/// So many bytes of text cost as much as a node.
const BYTES_A_VISIT: usize = 256;

pub struct XPathEvaluation<'d> {
    pub document: &'d Document<'d>,
    /// Prefixes, and what they stand for.
    namespaces: Vec<(String, String)>,
    budget: &'d LookBudget,
    visits: Cell<u64>,
    order: OnceCell<Vec<Extent>>,
}

/// The first and the last place of a node and what is in it, in the order of the document.
#[derive(Clone, Copy, Default)]
struct Extent {
    first: u32,
    last: u32,
}

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub struct XPathContext {
    pub node: NodeId,
    pub position: usize,
    pub size: usize,
}

impl<'d> XPathEvaluation<'d> {
    pub fn new(
        document: &'d Document<'d>,
        namespaces: Vec<(String, String)>,
        budget: &'d LookBudget,
    ) -> XPathEvaluation<'d> {
        XPathEvaluation { document, namespaces, budget, visits: Cell::new(0), order: OnceCell::new() }
    }

    /// From the root of the document.
    pub fn whole(&self, expression: &XPathExpression<'_>) -> Result<XPathValue, String> {
        self.value(expression, XPathContext { node: self.document.root(), position: 1, size: 1 })
    }

    pub fn value(&self, expression: &XPathExpression<'_>, at: XPathContext) -> Result<XPathValue, String> {
        Ok(match expression {
            XPathExpression::Chain(first, rest) => self.chain(first, rest, at)?,
            XPathExpression::Negative(of) => XPathValue::Number(-self.number(of, at)?),
            XPathExpression::Path(path) => XPathValue::Nodes(self.path(path, at)?),
            XPathExpression::Call(function, arguments) => self.call(*function, arguments, at)?,
            XPathExpression::Number(number) => XPathValue::Number(*number),
            XPathExpression::Text(text) => XPathValue::Text((*text).to_owned()),
        })
    }

    pub fn nodes(&self, expression: &XPathExpression<'_>, at: XPathContext) -> Result<Vec<NodeId>, String> {
        match self.value(expression, at)? {
            XPathValue::Nodes(nodes) => Ok(nodes),
            _ => Err("it gives no nodes".to_owned()),
        }
    }

    pub fn number(&self, expression: &XPathExpression<'_>, at: XPathContext) -> Result<f64, String> {
        self.as_number(&self.value(expression, at)?)
    }

    pub fn text(&self, expression: &XPathExpression<'_>, at: XPathContext) -> Result<String, String> {
        self.as_text(self.value(expression, at)?)
    }

    pub fn as_number(&self, value: &XPathValue) -> Result<f64, String> {
        Ok(match value {
            XPathValue::Nodes(nodes) => match nodes.first() {
                Some(node) => number_of(&self.string_value(*node)?),
                None => f64::NAN,
            },
            XPathValue::Boolean(value) => f64::from(u8::from(*value)),
            XPathValue::Number(number) => *number,
            XPathValue::Text(text) => number_of(text),
        })
    }

    /// Of nodes the text of the first one.
    pub fn as_text(&self, value: XPathValue) -> Result<String, String> {
        Ok(match value {
            XPathValue::Nodes(nodes) => match nodes.first() {
                Some(node) => self.string_value(*node)?,
                None => String::new(),
            },
            XPathValue::Boolean(value) => value.to_string(),
            XPathValue::Number(number) => text_of(number).into_owned(),
            XPathValue::Text(text) => text,
        })
    }

    fn chain(
        &self,
        first: &XPathExpression<'_>,
        rest: &[(&str, XPathExpression<'_>)],
        at: XPathContext,
    ) -> Result<XPathValue, String> {
        let operator = rest.first().map_or("", |(operator, _)| operator);
        if operator == "|" {
            let mut nodes = self.nodes(first, at)?;
            for (_, other) in rest {
                nodes.extend(self.nodes(other, at)?);
            }
            return Ok(XPathValue::Nodes(self.in_order(nodes)));
        }
        if let "and" | "or" = operator {
            // What decides is enough.
            let mut value = self.boolean(first, at)?;
            for (_, other) in rest {
                if value == (operator == "or") {
                    break;
                }
                value = self.boolean(other, at)?;
            }
            return Ok(XPathValue::Boolean(value));
        }
        let mut value = self.value(first, at)?;
        for (operator, other) in rest {
            self.visit(1)?;
            let other = self.value(other, at)?;
            value = match *operator {
                "=" | "!=" => XPathValue::Boolean(self.is_equal(&value, &other, *operator == "=")?),
                "<" | "<=" | ">" | ">=" => XPathValue::Boolean(self.is_ordered(&value, &other, operator)?),
                operator => {
                    let (a, b) = (self.as_number(&value)?, self.as_number(&other)?);
                    XPathValue::Number(match operator {
                        "+" => a + b,
                        "-" => a - b,
                        "*" => a * b,
                        "div" => a / b,
                        _ => a % b,
                    })
                }
            };
        }
        Ok(value)
    }

    fn path(&self, path: &LocationPath<'_>, at: XPathContext) -> Result<Vec<NodeId>, String> {
        let mut nodes = match &path.start {
            PathStart::Root => vec![self.document.root()],
            PathStart::Context => vec![at.node],
            PathStart::Of(inside, predicates) => {
                let nodes = self.nodes(inside, at)?;
                self.chosen(nodes, predicates)?
            }
        };
        let mut steps = path.steps.as_slice();
        while let [step, rest @ ..] = steps {
            // `//name` is `/descendant::name`, where no place among brothers is asked for.
            let is_short =
                |next: &&LocationStep<'_>| next.axis == XPathAxis::Child && next.predicates.is_empty();
            let is_any = step.axis == XPathAxis::DescendantOrSelf
                && matches!(step.test, NodeTest::Node)
                && step.predicates.is_empty();
            (nodes, steps) = match rest.first().filter(|_| is_any).filter(is_short) {
                Some(next) => (self.step(&nodes, XPathAxis::Descendant, next)?, &rest[1..]),
                None => (self.step(&nodes, step.axis, step)?, rest),
            };
        }
        Ok(nodes)
    }

    fn step(&self, from: &[NodeId], axis: XPathAxis, step: &LocationStep<'_>) -> Result<Vec<NodeId>, String> {
        let uri = match step.test {
            NodeTest::Named { prefix: Some(prefix), .. } => {
                let known = self.namespaces.iter().rev().find(|(known, _)| known == prefix);
                Some(known.map(|(_, uri)| uri.as_str()).ok_or_else(|| unknown(prefix))?)
            }
            _ => None,
        };
        let mut all = Vec::new();
        let covers = axis == XPathAxis::Descendant && step.predicates.is_empty();
        let mut covered = 0;
        for node in from {
            // What is in a node that was walked through has been found.
            if covers && from.len() > 1 {
                let extent = self.extent(*node);
                if extent.first < covered {
                    continue;
                }
                covered = extent.last + 1;
            }
            let mut found = Vec::new();
            axis.walk(self.document, *node, &mut |node| {
                self.visit(1)?;
                if self.passes(node, step.test, uri, axis) {
                    found.push(node);
                }
                Ok::<_, String>(())
            })?;
            all.extend(self.chosen(found, &step.predicates)?);
        }
        Ok(self.in_order(all))
    }

    /// Those for which all predicates hold; their places are those among what is given.
    fn chosen(&self, nodes: Vec<NodeId>, predicates: &[XPathExpression<'_>]) -> Result<Vec<NodeId>, String> {
        let mut nodes = nodes;
        for predicate in predicates {
            if let XPathExpression::Number(place) = predicate {
                let index = nodes.iter().enumerate().position(|(index, _)| (index + 1) as f64 == *place);
                nodes = index.map(|index| nodes[index]).into_iter().collect();
                continue;
            }
            let size = nodes.len();
            let mut retained = Vec::new();
            for (index, node) in nodes.into_iter().enumerate() {
                self.visit(1)?;
                let at = XPathContext { node, position: index + 1, size };
                let holds = match self.value(predicate, at)? {
                    XPathValue::Number(number) => number == at.position as f64,
                    XPathValue::Nodes(nodes) => !nodes.is_empty(),
                    XPathValue::Boolean(value) => value,
                    XPathValue::Text(text) => !text.is_empty(),
                };
                if holds {
                    retained.push(node);
                }
            }
            nodes = retained;
        }
        Ok(nodes)
    }

    fn passes(&self, node: NodeId, test: NodeTest<'_>, uri: Option<&str>, axis: XPathAxis) -> bool {
        let kind = self.document.node_kind(node);
        let named = |name: &QName<'_>| match test {
            NodeTest::Named { prefix: None, local: None } => true,
            NodeTest::Named { local, .. } => {
                name.namespace_uri.as_deref() == uri && local.is_none_or(|local| name.local_name == local)
            }
            _ => false,
        };
        match (test, kind) {
            (NodeTest::Node, Some(NodeKind::Text(_) | NodeKind::CData(_)))
            | (NodeTest::Text, Some(NodeKind::Text(_) | NodeKind::CData(_))) => {
                !continues_text(self.document, node)
            }
            (NodeTest::Node, _) => true,
            (NodeTest::Comment, Some(NodeKind::Comment(_))) => true,
            (NodeTest::Instruction(target), Some(NodeKind::ProcessingInstruction(found))) => {
                target.is_none_or(|target| found.target == target)
            }
            (NodeTest::Named { .. }, Some(NodeKind::Element(element))) => {
                axis != XPathAxis::Attribute && named(&element.name)
            }
            (NodeTest::Named { .. }, Some(NodeKind::Attribute(name, _))) => {
                axis == XPathAxis::Attribute && named(name)
            }
            _ => false,
        }
    }

    /// The string-value of a node (XPath 1.0, 5).
    pub fn string_value(&self, node: NodeId) -> Result<String, String> {
        let mut text = String::new();
        match self.document.node_kind(node) {
            Some(NodeKind::Document | NodeKind::Element(_)) => self.descendants(node, &mut |inner| {
                if let Some(NodeKind::Text(found) | NodeKind::CData(found)) = self.document.node_kind(inner) {
                    text.push_str(found);
                }
            })?,
            Some(NodeKind::Text(found) | NodeKind::CData(found)) => {
                text.push_str(found);
                let mut next = self.document.next_sibling(node);
                while let Some(sibling) = next.filter(|sibling| continues_text(self.document, *sibling)) {
                    self.visit(1)?;
                    if let Some(NodeKind::Text(found) | NodeKind::CData(found)) =
                        self.document.node_kind(sibling)
                    {
                        text.push_str(found);
                    }
                    next = self.document.next_sibling(sibling);
                }
            }
            Some(NodeKind::Comment(found)) => text.push_str(found),
            Some(NodeKind::Attribute(_, value)) => text.push_str(value),
            Some(NodeKind::ProcessingInstruction(instruction)) => {
                text.push_str(instruction.data.as_deref().unwrap_or_default());
            }
            None => {}
        }
        self.visit((text.len() / BYTES_A_VISIT) as u64)?;
        Ok(text)
    }

    pub fn descendants(&self, node: NodeId, see: &mut dyn FnMut(NodeId)) -> Result<(), String> {
        XPathAxis::Descendant.walk(self.document, node, &mut |node| {
            self.visit(1)?;
            see(node);
            Ok(())
        })
    }

    fn visit(&self, count: u64) -> Result<(), String> {
        let before = self.visits.get();
        let visits = before + count;
        self.visits.set(visits);
        if visits > VISITS_MAX {
            return Err(self.refused(format!("the XPath visits more than {VISITS_MAX} nodes of this answer")));
        }
        if visits / VISITS_TIMED != before / VISITS_TIMED && !self.budget.goes_on() {
            return Err(self.budget.problem().unwrap_or_default());
        }
        Ok(())
    }

    pub fn refused(&self, problem: String) -> String {
        self.budget.refuse(problem.clone());
        problem
    }

    fn in_order(&self, nodes: Vec<NodeId>) -> Vec<NodeId> {
        let mut nodes = nodes;
        if nodes.len() > 1 {
            let order = self.order();
            let place = |node: &NodeId| order.get(node.index()).map_or(u32::MAX, |extent| extent.first);
            if !nodes.is_sorted_by_key(place) {
                nodes.sort_by_key(place);
            }
            nodes.dedup();
        }
        nodes
    }

    fn extent(&self, node: NodeId) -> Extent {
        self.order().get(node.index()).copied().unwrap_or_default()
    }

    fn order(&self) -> &[Extent] {
        self.order.get_or_init(|| order_of(self.document))
    }
}

/// By the number of a node.
fn order_of(document: &Document<'_>) -> Vec<Extent> {
    let mut order: Vec<Extent> = Vec::new();
    let mut place = 0;
    let mut put = |order: &mut Vec<Extent>, node: NodeId| {
        if order.len() <= node.index() {
            order.resize(node.index() + 1, Extent::default());
        }
        place += 1;
        order[node.index()] = Extent { first: place, last: place };
        place
    };
    let root = document.root();
    let mut open: Vec<NodeId> = Vec::new();
    let mut next = Some(root);
    let mut last = 0;
    while let Some(node) = next {
        let parent = document.parent(node);
        while open.last().is_some_and(|top| Some(*top) != parent) {
            let done = open.pop().unwrap_or(root);
            order[done.index()].last = last;
        }
        last = put(&mut order, node);
        for attribute in document.get_attribute_nodes(node) {
            last = put(&mut order, *attribute);
        }
        open.push(node);
        next = next_within(document, root, node);
    }
    for done in open {
        order[done.index()].last = last;
    }
    order
}

/// Texts side by side (one of them may be CDATA) are one node for XPath.
pub fn continues_text(document: &Document<'_>, node: NodeId) -> bool {
    let is_text =
        |node: NodeId| matches!(document.node_kind(node), Some(NodeKind::Text(_) | NodeKind::CData(_)));
    is_text(node) && document.previous_sibling(node).is_some_and(is_text)
}

fn unknown(prefix: &str) -> String {
    format!("the prefix `{prefix}` stands for no namespace")
}
