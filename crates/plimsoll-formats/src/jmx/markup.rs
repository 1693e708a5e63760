//! Elements that look into XML and HTML.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::extractor::{match_number, parts, source_variable, variable};
use plimsoll_plan::plan::{Check, DocumentKind, Extractor, ExtractorKind, ResponseField, XPath};

/// What is said of everything that is read although it is no XML.
const REPAIRED: &str = "HTML is repaired as browsers do it, not as Tidy does";
const XPATH_1: &str = "expressions are XPath 1.0, not 3.1";

/// Notes what of several differences is said; the last would win otherwise.
fn approximate_all(lowering: &mut Lowering, element: &Element, differences: &[&str]) {
    if !differences.is_empty() {
        lowering.approximate(element, &differences.join("; "));
    }
}

/// How XPathExtractor and XPathAssertion read a document; `prefix` is that of their properties.
fn document(element: &Element, prefix: &str, differences: &mut Vec<&str>) -> DocumentKind {
    let flag = |name: &str| element.flag(&format!("{prefix}.{name}"), false);
    if flag("tolerant") {
        differences.push(REPAIRED);
        return DocumentKind::Html;
    }
    if flag("validate") {
        differences.push("documents are not validated against their document type");
    }
    if flag("download_dtds") {
        differences.push("document types are not fetched");
    }
    if flag("namespace") { DocumentKind::XmlNamespaces } else { DocumentKind::Xml }
}

/// `prefix=address`, one in a line (XPathUtil.namespacesParse).
fn namespaces(text: &str) -> Vec<(String, String)> {
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    pairs.map(|(prefix, address)| (prefix.to_owned(), address.to_owned())).collect()
}

pub fn xpath_extractor(lowering: &mut Lowering, element: &Element) -> ElementResult<Extractor> {
    let second = element.kind == "XPath2Extractor";
    let prefix = if second { "XPathExtractor2" } else { "XPathExtractor" };
    let name = |field: &str| format!("{prefix}.{field}");
    let mut differences = Vec::new();
    let document = match second {
        true => {
            differences.push(XPATH_1);
            DocumentKind::XmlWholeText
        }
        false => document(element, prefix, &mut differences),
    };
    let fragment = element.flag(&name("fragment"), false);
    if fragment {
        differences.push("the XML of a fragment may be written differently");
    }
    approximate_all(lowering, element, &differences);
    let number = match element.text(&name("matchNumber")) {
        "" => -1,
        number => match_number(lowering, number)?,
    };
    Ok(Extractor {
        variable: variable(element.text(&name("refname")))?,
        source: source_variable(element).map_or(ResponseField::Body, ResponseField::Variable),
        scope: parts(element),
        kind: ExtractorKind::XPath(XPath {
            expression: Lowering::template("xpathQuery", element.text(&name("xpathQuery")))?,
            document,
            namespaces: namespaces(element.text(&name("namespaces"))),
            fragment,
        }),
        match_number: number,
        default: Some(Lowering::template("default", element.text(&name("default")))?),
    })
}

pub fn xpath_check(
    lowering: &mut Lowering,
    element: &Element,
    source: ResponseField,
) -> ElementResult<Check> {
    let mut differences = Vec::new();
    let document = match element.kind.as_str() {
        "XPath2Assertion" => {
            differences.push(XPATH_1);
            DocumentKind::XmlWholeText
        }
        _ => document(element, "XPath", &mut differences),
    };
    approximate_all(lowering, element, &differences);
    let expression = match element.text("XPath.xpath") {
        "" => "/",
        expression => expression,
    };
    let xpath = XPath {
        expression: Lowering::template("XPath.xpath", expression)?,
        document,
        namespaces: namespaces(element.text("XPath.namespaces")),
        fragment: false,
    };
    Ok(Check::XPath { source, xpath, negate: element.flag("XPath.negate", false) })
}

/// Tidy knows mistakes that it can repair, and few that it can't; here all are of the first kind.
pub fn html_check(lowering: &mut Lowering, element: &Element) -> ElementResult<Check> {
    const XML: &str = "2";
    if element.text("html_assertion_format") == XML {
        lowering.approximate(element, "XML must be well-formed, whatever Tidy would repair");
        return Ok(Check::WellFormed);
    }
    lowering.approximate(element, "mistakes are counted as browsers see them, not as Tidy does");
    let allowed = lowering.evaluation.known_text(element.text("html_assertion_warning_threshold"))?;
    let errors_max = match allowed.trim() {
        _ if element.flag("html_assertion_errorsonly", false) => u64::MAX,
        "" => 0,
        number => number.parse().map_err(|_| format!("`{number}` is not a number of mistakes"))?,
    };
    Ok(Check::Html { errors_max })
}

pub fn css_extractor(lowering: &mut Lowering, element: &Element) -> ElementResult<Extractor> {
    let field = |name: &str| element.text(&format!("HtmlExtractor.{name}"));
    let expression = field("expr");
    if let Some(own) = JSOUP_ALONE.iter().find(|own| expression.contains(*own)) {
        return Err(format!("`{own}` is jsoup's own, and not known here"));
    }
    if field("extractor_impl") == "JODD" {
        lowering.approximate(element, "elements are found and read as jsoup does it, not as Jodd");
    }
    let default = Some(field("default"))
        .filter(|default| !default.is_empty() || element.flag("HtmlExtractor.default_empty_value", false));
    Ok(Extractor {
        variable: variable(field("refname"))?,
        source: source_variable(element).map_or(ResponseField::Body, ResponseField::Variable),
        scope: parts(element),
        kind: ExtractorKind::Css {
            selector: Lowering::template("HtmlExtractor.expr", &as_css(expression))?,
            attribute: Lowering::template("HtmlExtractor.attribute", field("attribute"))?,
        },
        match_number: match_number(lowering, field("match_number"))?,
        default: default.map(|default| Lowering::template("default", default)).transpose()?,
    })
}

/// What jsoup adds to CSS and is not translated.
const JSOUP_ALONE: [&str; 10] =
    [":contains", ":matches", ":eq(", ":lt(", ":gt(", "[^", ":parent", ":element", ":matchText", "!="];

/// In jsoup's selectors the values of attributes need no quotes, and their case does not matter; `~=` is a regular
/// expression.
fn as_css(selector: &str) -> String {
    let mut out = String::new();
    let mut rest = selector;
    while let Some(start) = rest.find('[') {
        let Some(length) = rest[start..].find(']') else { break };
        let inner = &rest[start + 1..start + length];
        out.push_str(&rest[..start]);
        out.push_str(&attribute_as_css(inner));
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    out
}

fn attribute_as_css(inner: &str) -> String {
    let Some((name, value)) = inner.split_once('=') else { return format!("[{inner}]") };
    let value = value.trim();
    let quoted = match value.starts_with(['"', '\'']) {
        true => value.to_owned(),
        false => format!("\"{value}\""),
    };
    let is_plain =
        value.trim_matches(['"', '\'']).chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    // A plain word as an expression is found anywhere.
    let name = match name.strip_suffix('~') {
        Some(name) if is_plain => format!("{name}*"),
        _ => name.to_owned(),
    };
    format!("[{name}={quoted} i]")
}

#[cfg(test)]
mod tests {
    use super::as_css;

    #[test]
    fn jsoups_attributes_become_css() {
        for (written, expected) in [
            ("div.a p", "div.a p"),
            ("input[name=token]", "input[name=\"token\" i]"),
            ("a[href], b[x='1']", "a[href], b[x='1' i]"),
            ("input[name~=my_input]", "input[name*=\"my_input\" i]"),
            ("a[href^=/x/y]", "a[href^=\"/x/y\" i]"),
            ("a[b", "a[b"),
        ] {
            assert_eq!(as_css(written), expected);
        }
    }
}
