//! Pre-processors that change the parameters of a request: HTTP URL Re-writing Modifier and RegEx User Parameters.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::http_body::Sent;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, Field, Step};
use plimsoll_plan::template::{Call, Function, Part};

/// An id that is taken from the answer before.
#[derive(Clone, Debug)]
pub struct UrlSession {
    name: String,
    in_path: bool,
    /// No `=` between name and id.
    is_bare: bool,
    encode: bool,
    /// Holds the id.
    variable: String,
    /// `true` when there was an answer to take it from.
    known: String,
}

pub fn session(element: &Element) -> ElementResult<(UrlSession, Step)> {
    let name = element.text("argument_name").to_owned();
    if name.is_empty() || name.contains("${") || name.contains(['(', ')', ',', '\\']) {
        return Err(format!("the name `{name}` of the session's argument is not supported"));
    }
    let in_path = element.flag("path_extension", false);
    let is_bare = element.flag("path_extension_no_equals", false);
    let mut place = if in_path { "path" } else { "argument" }.to_owned();
    for (is_set, word) in
        [(is_bare, " bare"), (element.flag("path_extension_no_questionmark", false), " short")]
    {
        if in_path && is_set {
            place.push_str(word);
        }
    }
    let keep = element.flag("cache_value", false).to_string();
    // Each element keeps an id of its own.
    let variable = format!("session_{name}_{}", element.ordinal);
    let known = format!("{variable}_known");
    let arguments = [name.as_str(), &place, &keep, &variable].map(Template::literal).to_vec();
    let step = Step::Assign { variable: known.clone(), value: call(Function::SessionId, arguments) };
    let encode = element.flag("encode", false);
    Ok((UrlSession { name, in_path, is_bare, encode, variable, known }, step))
}

impl UrlSession {
    /// Appends the id to the path, or sends it instead of the parameter of its name.
    pub fn rewrite(&self, path: &mut Template, sent: &mut Sent, method: &str) -> ElementResult<()> {
        if self.in_path {
            return self.extend(path);
        }
        let encoded = variable(&self.variable);
        let value = if self.encode { encoded } else { call(Function::UrlDecode, vec![encoded]) };
        let name = self.if_known(Template::literal(self.name.as_str()), Template::literal(""));
        let own = Field { name, value, encode: true, equals: true };
        let fields = match (&mut sent.body, method) {
            (_, "HEAD" | "TRACE") => return Ok(()),
            (Body::Form(fields) | Body::Multipart { fields, .. }, _) => fields,
            (Body::Empty, "GET" | "DELETE" | "OPTIONS") => &mut sent.query,
            (Body::Empty, _) => {
                sent.body = Body::Form(vec![own]);
                return Ok(());
            }
            _ => return Err("a session's id beside a body that is sent as it is is not supported".to_owned()),
        };
        for field in fields.iter_mut().filter(|field| field.name.as_literal() == Some(&self.name)) {
            field.name = self.if_known(Template::literal(""), Template::literal(self.name.as_str()));
        }
        fields.push(own);
        Ok(())
    }

    fn extend(&self, path: &mut Template) -> ElementResult<()> {
        let extension = format!(";{}", self.name);
        let has_one = |part: &Part| matches!(part, Part::Literal(text) if text.contains(&extension));
        if path.parts.iter().any(has_one) {
            return Err("a path that has a session's id already is not supported".to_owned());
        }
        let equals = if self.is_bare { "" } else { "=" };
        let mut with_id = Template::literal(format!("{extension}{equals}"));
        with_id.parts.extend(variable(&self.variable).parts);
        path.parts.extend(self.if_known(with_id, Template::literal("")).parts);
        Ok(())
    }

    fn if_known(&self, then: Template, otherwise: Template) -> Template {
        let truth = Template::literal(true.to_string());
        call(Function::If, vec![variable(&self.known), truth, then, otherwise])
    }
}

/// Values for parameters by name, from the matches of a regular expression.
#[derive(Clone, Debug)]
pub struct MatchedParameters {
    /// The reference name, and the numbers of the groups that hold names and values.
    of: [Template; 3],
}

pub fn matched_parameters(element: &Element) -> ElementResult<MatchedParameters> {
    let text = |name: &str| Lowering::template(name, element.text(name).trim());
    let [reference, names, values] = [
        "RegExUserParameters.regex_ref_name",
        "RegExUserParameters.param_names_gr_nr",
        "RegExUserParameters.param_values_gr_nr",
    ]
    .map(text);
    Ok(MatchedParameters { of: [reference?, names?, values?] })
}

impl MatchedParameters {
    pub fn rewrite(&self, sent: &mut Sent) -> ElementResult<()> {
        let in_body = match &mut sent.body {
            Body::Form(fields) | Body::Multipart { fields, .. } => fields.as_mut_slice(),
            _ => &mut [],
        };
        for field in sent.query.iter_mut().chain(in_body) {
            // Parentheses end a function's argument.
            let has_one = |part: &Part| matches!(part, Part::Literal(text) if text.contains(['(', ')']));
            if field.name.parts.iter().chain(&field.value.parts).any(has_one) {
                return Err("a parameter with parentheses is not rewritten".to_owned());
            }
            let mut arguments = self.of.to_vec();
            arguments.extend([field.name.clone(), field.value.clone()]);
            field.value = call(Function::RegexParameter, arguments);
        }
        Ok(())
    }
}

fn variable(name: &str) -> Template {
    Template::of(vec![Part::Variable(name.to_owned())])
}

fn call(function: Function, arguments: Vec<Template>) -> Template {
    Template::of(vec![Part::Call(Call::new(function, arguments))])
}
