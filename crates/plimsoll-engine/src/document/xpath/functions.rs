//! The functions (XPath 1.0, 4).

use super::evaluation::{XPathContext, XPathEvaluation};
use super::syntax::XPathExpression;
use super::value::{XPathValue, is_true, number_of, rounded};
use uppsala::dom::{NodeId, NodeKind};

/// Longest text that functions make.
const TEXT_MAX: usize = 10 << 20;

macro_rules! functions {
    ($($function:ident $name:literal $least:literal..=$most:expr;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum XPathFunction { $($function,)* }

        impl XPathFunction {
            pub fn named(name: &str) -> Option<XPathFunction> {
                match name {
                    $($name => Some(XPathFunction::$function),)*
                    _ => None,
                }
            }

            /// Whether it can be used with so many arguments.
            pub fn takes(self, count: usize) -> bool {
                match self {
                    $(XPathFunction::$function => ($least..=$most).contains(&count),)*
                }
            }
        }
    };
}

functions! {
    Last "last" 0..=0;
    Position "position" 0..=0;
    Count "count" 1..=1;
    Id "id" 1..=1;
    LocalName "local-name" 0..=1;
    NamespaceUri "namespace-uri" 0..=1;
    Name "name" 0..=1;
    String "string" 0..=1;
    Concat "concat" 2..=usize::MAX;
    StartsWith "starts-with" 2..=2;
    Contains "contains" 2..=2;
    SubstringBefore "substring-before" 2..=2;
    SubstringAfter "substring-after" 2..=2;
    Substring "substring" 2..=3;
    StringLength "string-length" 0..=1;
    NormalizeSpace "normalize-space" 0..=1;
    Translate "translate" 3..=3;
    Boolean "boolean" 1..=1;
    Not "not" 1..=1;
    True "true" 0..=0;
    False "false" 0..=0;
    Lang "lang" 1..=1;
    Number "number" 0..=1;
    Sum "sum" 1..=1;
    Floor "floor" 1..=1;
    Ceiling "ceiling" 1..=1;
    Round "round" 1..=1;
}

impl XPathFunction {
    pub fn gives_nodes(self) -> bool {
        self == XPathFunction::Id
    }

    pub fn needs_nodes(self) -> bool {
        use XPathFunction::{Count, LocalName, Name, NamespaceUri, Sum};
        matches!(self, Count | LocalName | Name | NamespaceUri | Sum)
    }
}

impl XPathEvaluation<'_> {
    pub fn call(
        &self,
        function: XPathFunction,
        arguments: &[XPathExpression<'_>],
        at: XPathContext,
    ) -> Result<XPathValue, String> {
        let text = |index: usize| match arguments.get(index) {
            Some(argument) => self.text(argument, at),
            None => self.string_value(at.node),
        };
        let number = |index: usize| match arguments.get(index) {
            Some(argument) => self.number(argument, at),
            None => Ok(number_of(&self.string_value(at.node)?)),
        };
        let boolean = || arguments.first().map_or(Ok(false), |argument| self.boolean(argument, at));
        let nodes = || arguments.first().map_or(Ok(vec![at.node]), |argument| self.nodes(argument, at));
        let of = |text: &str| XPathValue::Text(text.to_owned());
        Ok(match function {
            XPathFunction::Last => XPathValue::Number(at.size as f64),
            XPathFunction::Position => XPathValue::Number(at.position as f64),
            XPathFunction::Count => XPathValue::Number(nodes()?.len() as f64),
            XPathFunction::Id => XPathValue::Nodes(self.with_ids(arguments, at)?),
            XPathFunction::LocalName | XPathFunction::NamespaceUri | XPathFunction::Name => {
                let node = nodes()?.first().copied();
                XPathValue::Text(node.map(|node| self.name(node, function)).unwrap_or_default())
            }
            XPathFunction::String => XPathValue::Text(text(0)?),
            XPathFunction::Concat => {
                let mut whole = String::new();
                for index in 0..arguments.len() {
                    whole.push_str(&text(index)?);
                    self.fits(whole.len())?;
                }
                XPathValue::Text(whole)
            }
            XPathFunction::StartsWith => XPathValue::Boolean(text(0)?.starts_with(&text(1)?)),
            XPathFunction::Contains => XPathValue::Boolean(text(0)?.contains(&text(1)?)),
            XPathFunction::SubstringBefore => {
                of(text(0)?.split_once(&text(1)?).map_or("", |(before, _)| before))
            }
            XPathFunction::SubstringAfter => {
                of(text(0)?.split_once(&text(1)?).map_or("", |(_, behind)| behind))
            }
            XPathFunction::Substring => {
                let (start, length) = (rounded(number(1)?), arguments.get(2).map(|_| number(2)).transpose()?);
                let end = length.map_or(f64::INFINITY, |length| start + rounded(length));
                let positions = text(0)?;
                let within = positions.chars().zip(1_u32..).filter(|(_, position)| {
                    let position = f64::from(*position);
                    position >= start && position < end
                });
                XPathValue::Text(within.map(|(c, _)| c).collect())
            }
            XPathFunction::StringLength => XPathValue::Number(text(0)?.chars().count() as f64),
            XPathFunction::NormalizeSpace => {
                let text = text(0)?;
                let words = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
                XPathValue::Text(words.collect::<Vec<_>>().join(" "))
            }
            XPathFunction::Translate => XPathValue::Text(translated(&text(0)?, &text(1)?, &text(2)?)),
            XPathFunction::Boolean => XPathValue::Boolean(boolean()?),
            XPathFunction::Not => XPathValue::Boolean(!boolean()?),
            XPathFunction::True => XPathValue::Boolean(true),
            XPathFunction::False => XPathValue::Boolean(false),
            XPathFunction::Lang => XPathValue::Boolean(self.is_in_language(at.node, &text(0)?)),
            XPathFunction::Number => XPathValue::Number(number(0)?),
            XPathFunction::Sum => {
                let numbers = nodes()?.into_iter().map(|node| Ok(number_of(&self.string_value(node)?)));
                XPathValue::Number(numbers.sum::<Result<f64, String>>()?)
            }
            XPathFunction::Floor => XPathValue::Number(number(0)?.floor()),
            XPathFunction::Ceiling => XPathValue::Number(number(0)?.ceil()),
            XPathFunction::Round => XPathValue::Number(rounded(number(0)?)),
        })
    }

    pub fn boolean(&self, expression: &XPathExpression<'_>, at: XPathContext) -> Result<bool, String> {
        Ok(match self.value(expression, at)? {
            XPathValue::Nodes(nodes) => !nodes.is_empty(),
            XPathValue::Boolean(value) => value,
            XPathValue::Number(number) => is_true(number),
            XPathValue::Text(text) => !text.is_empty(),
        })
    }

    fn fits(&self, bytes: usize) -> Result<(), String> {
        match bytes <= TEXT_MAX {
            true => Ok(()),
            false => Err(self.refused(format!("the XPath makes a text of more than {} MB", TEXT_MAX >> 20))),
        }
    }

    fn name(&self, node: NodeId, function: XPathFunction) -> String {
        let name = match self.document.node_kind(node) {
            Some(NodeKind::Element(element)) => &element.name,
            Some(NodeKind::Attribute(name, _)) => name,
            Some(NodeKind::ProcessingInstruction(instruction)) if function != XPathFunction::NamespaceUri => {
                return instruction.target.to_string();
            }
            _ => return String::new(),
        };
        match function {
            XPathFunction::LocalName => name.local_name.to_string(),
            XPathFunction::NamespaceUri => name.namespace_uri.as_deref().unwrap_or_default().to_owned(),
            _ => name.prefixed_name().into_owned(),
        }
    }

    /// Elements whose attribute `id` is one of these words.
    fn with_ids(&self, arguments: &[XPathExpression<'_>], at: XPathContext) -> Result<Vec<NodeId>, String> {
        let wanted = match arguments.first() {
            Some(argument) if argument.is_nodes() => {
                let nodes = self.nodes(argument, at)?;
                nodes
                    .into_iter()
                    .map(|node| self.string_value(node))
                    .collect::<Result<Vec<_>, _>>()?
                    .join(" ")
            }
            Some(argument) => self.text(argument, at)?,
            None => String::new(),
        };
        let wanted: std::collections::HashSet<&str> = wanted.split_ascii_whitespace().collect();
        let mut found = Vec::new();
        self.descendants(self.document.root(), &mut |node| {
            let id = self.document.get_attribute(node, "id");
            found.extend(id.filter(|id| wanted.contains(id)).map(|_| node));
        })?;
        Ok(found)
    }

    fn is_in_language(&self, node: NodeId, wanted: &str) -> bool {
        let mut at = Some(node);
        while let Some(node) = at {
            let element = self.document.element(node);
            let language = element.and_then(|element| {
                let of =
                    element.attributes.iter().find(|attribute| attribute.name.prefixed_name() == "xml:lang");
                of.map(|attribute| attribute.value.to_lowercase())
            });
            if let Some(language) = language {
                let rest = language.strip_prefix(&wanted.to_lowercase());
                return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
            }
            at = self.document.parent(node);
        }
        false
    }
}

/// Characters of `from` by those of `to` at the same place; without those that have none there.
fn translated(text: &str, from: &str, to: &str) -> String {
    let mut pairs = std::collections::HashMap::new();
    let mut to = to.chars();
    for c in from.chars() {
        let other = to.next();
        pairs.entry(c).or_insert(other);
    }
    text.chars().filter_map(|c| pairs.get(&c).copied().unwrap_or(Some(c))).collect()
}
