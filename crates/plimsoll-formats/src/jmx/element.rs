//! A JMeter plan as written: elements with their properties.

use std::rc::Rc;

/// An element of the test tree and what is below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The class without JMeter's package, e.g. `HTTPSamplerProxy`.
    pub kind: String,
    pub gui: String,
    pub name: String,
    pub enabled: bool,
    /// Of the start tag, 1-based.
    pub line: u32,
    /// The place in the file among all elements; of copies, and of elements of other files, behind all of it.
    pub ordinal: usize,
    /// The file that it was included from.
    pub file: Option<Rc<str>>,
    pub properties: Vec<Property>,
    pub children: Vec<Element>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub value: PropertyValue,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PropertyValue {
    Text(String),
    /// A collection, or an element inside an element.
    Group(Vec<Property>),
}

/// Access by name to a list of properties.
pub trait ElementProperties {
    fn properties(&self) -> &[Property];

    fn property(&self, name: &str) -> Option<&PropertyValue> {
        self.properties().iter().find(|p| p.name == name).map(|p| &p.value)
    }

    /// The text of a property; empty when it is absent.
    fn text(&self, name: &str) -> &str {
        match self.property(name) {
            Some(PropertyValue::Text(text)) => text,
            _ => "",
        }
    }

    fn has(&self, name: &str) -> bool {
        self.property(name).is_some()
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        match self.text(name).trim() {
            "" => default,
            text => text.eq_ignore_ascii_case("true"),
        }
    }

    fn group(&self, name: &str) -> &[Property] {
        match self.property(name) {
            Some(PropertyValue::Group(properties)) => properties,
            _ => &[],
        }
    }

    /// The members of a collection that are elements, e.g. the headers of a header manager.
    fn members(&self, name: &str) -> Vec<&[Property]> {
        self.group(name).iter().filter_map(Property::as_group).collect()
    }

    /// The members of a collection that are texts.
    fn texts(&self, name: &str) -> Vec<&str> {
        self.group(name).iter().filter_map(Property::as_text).collect()
    }
}

impl Property {
    pub fn as_group(&self) -> Option<&[Property]> {
        match &self.value {
            PropertyValue::Group(properties) => Some(properties),
            PropertyValue::Text(_) => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            PropertyValue::Text(text) => Some(text),
            PropertyValue::Group(_) => None,
        }
    }

    fn texts_into<'a>(&'a self, path: &str, into: &mut Vec<(String, &'a str)>) {
        match &self.value {
            PropertyValue::Text(text) => into.push((path.to_owned(), text)),
            PropertyValue::Group(properties) => properties.iter().for_each(|p| p.texts_into(path, into)),
        }
    }
}

impl ElementProperties for Element {
    fn properties(&self) -> &[Property] {
        &self.properties
    }
}

impl ElementProperties for [Property] {
    fn properties(&self) -> &[Property] {
        self
    }
}

impl ElementProperties for &[Property] {
    fn properties(&self) -> &[Property] {
        self
    }
}

impl Element {
    /// How messages name it: `HTTPSamplerProxy "Login"`.
    pub fn title(&self) -> String {
        format!("{} \"{}\"", self.kind, self.name)
    }

    /// Every text among the properties, with the name of the outermost property it is in.
    pub fn all_texts(&self) -> Vec<(String, &str)> {
        let mut texts = Vec::new();
        self.properties.iter().for_each(|p| p.texts_into(&p.name, &mut texts));
        texts
    }
}
