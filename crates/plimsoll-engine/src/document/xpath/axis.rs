//! Where a step of a path leads from a node (XPath 1.0, 2.2), without recursion.

use uppsala::dom::{Document, NodeId, NodeKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XPathAxis {
    Child,
    Descendant,
    DescendantOrSelf,
    Parent,
    Ancestor,
    AncestorOrSelf,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
    /// Nothing: nodes of namespaces are not made.
    Namespace,
    OwnNode,
}

const NAMES: [(&str, XPathAxis); 13] = [
    ("child", XPathAxis::Child),
    ("descendant", XPathAxis::Descendant),
    ("descendant-or-self", XPathAxis::DescendantOrSelf),
    ("parent", XPathAxis::Parent),
    ("ancestor", XPathAxis::Ancestor),
    ("ancestor-or-self", XPathAxis::AncestorOrSelf),
    ("following-sibling", XPathAxis::FollowingSibling),
    ("preceding-sibling", XPathAxis::PrecedingSibling),
    ("following", XPathAxis::Following),
    ("preceding", XPathAxis::Preceding),
    ("attribute", XPathAxis::Attribute),
    ("namespace", XPathAxis::Namespace),
    ("self", XPathAxis::OwnNode),
];

impl XPathAxis {
    pub fn named(name: &str) -> Option<XPathAxis> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, axis)| *axis)
    }

    /// Shows the nodes of the axis, the nearest one first, until `visit` fails.
    pub fn walk<E>(
        self,
        document: &Document<'_>,
        from: NodeId,
        visit: &mut dyn FnMut(NodeId) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_attribute = matches!(document.node_kind(from), Some(NodeKind::Attribute(..)));
        match self {
            XPathAxis::OwnNode => visit(from),
            XPathAxis::Parent => document.parent(from).map_or(Ok(()), visit),
            XPathAxis::Namespace => Ok(()),
            XPathAxis::Attribute => {
                document.get_attribute_nodes(from).iter().try_for_each(|node| visit(*node))
            }
            XPathAxis::Child | XPathAxis::FollowingSibling | XPathAxis::PrecedingSibling if is_attribute => {
                Ok(())
            }
            XPathAxis::Child => chain(document.first_child(from), |node| document.next_sibling(node), visit),
            XPathAxis::FollowingSibling => {
                chain(document.next_sibling(from), |node| document.next_sibling(node), visit)
            }
            XPathAxis::PrecedingSibling => {
                chain(document.previous_sibling(from), |node| document.previous_sibling(node), visit)
            }
            XPathAxis::Ancestor => chain(document.parent(from), |node| document.parent(node), visit),
            XPathAxis::AncestorOrSelf => chain(Some(from), |node| document.parent(node), visit),
            XPathAxis::Descendant if is_attribute => Ok(()),
            XPathAxis::DescendantOrSelf if is_attribute => visit(from),
            XPathAxis::Descendant => {
                chain(document.first_child(from), |node| next_within(document, from, node), visit)
            }
            XPathAxis::DescendantOrSelf => chain(Some(from), |node| next_within(document, from, node), visit),
            XPathAxis::Following => {
                // What stands in an element follows its attributes.
                let owner = document.parent(from).filter(|_| is_attribute);
                let first = match owner {
                    Some(owner) => next(document, owner),
                    None => behind(document, from),
                };
                chain(first, |node| next(document, node), visit)
            }
            XPathAxis::Preceding => {
                let from = document.parent(from).filter(|_| is_attribute).unwrap_or(from);
                let mut top = Some(from);
                while let Some(node) = top {
                    let siblings = |node: NodeId| document.previous_sibling(node);
                    let mut sibling = siblings(node);
                    while let Some(root) = sibling {
                        let last = deepest_last(document, root);
                        chain(Some(last), |node| previous_within(document, root, node), visit)?;
                        sibling = siblings(root);
                    }
                    top = document.parent(node);
                }
                Ok(())
            }
        }
    }
}

fn chain<E>(
    first: Option<NodeId>,
    next: impl Fn(NodeId) -> Option<NodeId>,
    visit: &mut dyn FnMut(NodeId) -> Result<(), E>,
) -> Result<(), E> {
    let mut node = first;
    while let Some(current) = node {
        visit(current)?;
        node = next(current);
    }
    Ok(())
}

/// The next node of the document that is not in this one.
fn behind(document: &Document<'_>, node: NodeId) -> Option<NodeId> {
    let mut node = node;
    loop {
        if let Some(sibling) = document.next_sibling(node) {
            return Some(sibling);
        }
        node = document.parent(node)?;
    }
}

/// The next node of the document.
fn next(document: &Document<'_>, node: NodeId) -> Option<NodeId> {
    document.first_child(node).or_else(|| behind(document, node))
}

/// The next node of the document, as long as it is in `root`.
pub fn next_within(document: &Document<'_>, root: NodeId, node: NodeId) -> Option<NodeId> {
    if let Some(child) = document.first_child(node) {
        return Some(child);
    }
    let mut node = node;
    while node != root {
        if let Some(sibling) = document.next_sibling(node) {
            return Some(sibling);
        }
        node = document.parent(node)?;
    }
    None
}

fn deepest_last(document: &Document<'_>, node: NodeId) -> NodeId {
    let mut node = node;
    while let Some(child) = document.last_child(node) {
        node = child;
    }
    node
}

/// The node of the document before this one, up to `root` itself.
fn previous_within(document: &Document<'_>, root: NodeId, node: NodeId) -> Option<NodeId> {
    if node == root {
        return None;
    }
    match document.previous_sibling(node) {
        Some(sibling) => Some(deepest_last(document, sibling)),
        None => document.parent(node),
    }
}
