//! The parameters and files of an HTTP sampler, as query and body.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property};
use super::manager::ARGUMENT_LIST;
use crate::files;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, Field, FilePart};
use plimsoll_plan::template::{Call, Function, Part};
use std::path::Path;

pub const ARGUMENTS: &str = "HTTPsampler.Arguments";

#[derive(Debug)]
pub struct Sent {
    pub query: Vec<Field>,
    pub body: Body,
}

/// Which of them goes where depends on the method and on whether the parameters have names
/// (HTTPSamplerBase.getUrl and getSendParameterValuesAsPostBody, HTTPHC4Impl).
pub fn sent(lowering: &mut Lowering, properties: &[Property], method: &str) -> ElementResult<Sent> {
    let arguments = properties.group(ARGUMENTS).members(ARGUMENT_LIST);
    let all_unnamed = !arguments.is_empty() && arguments.iter().all(|a| a.text("Argument.name").is_empty());
    let is_raw = properties.flag("HTTPSampler.postBodyRaw", false) || all_unnamed;
    let mut files = files_of(lowering.folder, properties)?;
    for file in &mut files {
        next_to_plan(lowering, &mut file.path);
    }
    let one_as_body = files.len() == 1 && files[0].name.is_empty();
    let mut sent = Sent { query: Vec::new(), body: Body::Empty };
    match method {
        "HEAD" | "TRACE" => {}
        "GET" | "OPTIONS" if !is_raw => sent.query = fields(&arguments)?,
        // In both places (HTTPSamplerBase.getUrl, HTTPHC4Impl.setupRequest).
        "DELETE" if !is_raw => {
            sent.query = fields(&arguments)?;
            sent.body = if sent.query.is_empty() { Body::Empty } else { Body::Form(sent.query.clone()) };
        }
        "GET" | "OPTIONS" | "DELETE" => sent.body = raw(&arguments)?,
        "POST"
            if properties.flag("HTTPSampler.DO_MULTIPART_POST", false)
                || (!files.is_empty() && !one_as_body) =>
        {
            sent.body = Body::Multipart { fields: fields(&arguments)?, files };
        }
        _ if one_as_body => {
            let FilePart { path, content_type, .. } = files.remove(0);
            sent.body = Body::File { path, content_type };
        }
        // An entity without a byte has its type all the same.
        _ if is_raw => {
            sent.body = match raw(&arguments)? {
                Body::Empty => Body::Text(Template::literal("")),
                body => body,
            }
        }
        _ => {
            let fields = fields(&arguments)?;
            sent.body = if fields.is_empty() { Body::Empty } else { Body::Form(fields) };
        }
    }
    Ok(sent)
}

/// Says which files are not there. They may come to be while the plan runs.
pub fn expect_files(lowering: &mut Lowering, element: &Element, body: &Body) {
    let paths: Vec<&Template> = match body {
        Body::Multipart { files, .. } => files.iter().map(|file| &file.path).collect(),
        Body::File { path, .. } => vec![path],
        _ => Vec::new(),
    };
    for path in paths {
        let Ok(known) = lowering.evaluation.known_text(&path.source()) else { continue };
        if !known.is_empty() && !Path::new(&known).is_file() {
            let folder = format!("{}/", lowering.plan.origin.folder.display());
            let name = known.strip_prefix(&folder).unwrap_or(&known);
            let (problem, hint) = files::missing(Path::new(&known), name);
            lowering.warn(element, format!("the file to send {known} {problem}: the request fails")).hint =
                Some(hint);
        }
    }
}

/// The values one after the other.
fn raw(arguments: &[&[Property]]) -> ElementResult<Body> {
    let mut whole = String::new();
    let mut encoded = Vec::new();
    for argument in arguments {
        if argument.flag("HTTPArgument.always_encode", false) {
            encoded.push(Lowering::template("Argument.value", argument.text("Argument.value"))?);
        }
        whole.push_str(argument.text("Argument.value"));
    }
    if whole.is_empty() {
        return Ok(Body::Empty);
    }
    match encoded.as_slice() {
        [] => Ok(Body::Text(Lowering::template("Argument.value", &whole)?)),
        [value] if arguments.len() == 1 => Ok(Body::Text(percent_encoded(value)?)),
        _ => Err("a body of several encoded values is not supported".to_owned()),
    }
}

fn percent_encoded(value: &Template) -> ElementResult<Template> {
    // Parentheses end a function's argument, so a text that has them can't be written as one.
    if value.source().contains(['(', ')']) && value.as_literal().is_none() {
        return Err("an encoded body with parentheses is not supported".to_owned());
    }
    if let Some(text) = value.as_literal() {
        return Ok(Template::literal(form_encoded(text)));
    }
    let call = Call::new(Function::UrlEncode, vec![value.clone()]);
    Ok(Template::of(vec![Part::Call(call)]))
}

/// Java's URLEncoder.
fn form_encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'*' | b'_' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

/// Parameters without a name are skipped.
fn fields(arguments: &[&[Property]]) -> ElementResult<Vec<Field>> {
    let named = arguments.iter().filter(|a| !a.text("Argument.name").is_empty());
    named
        .map(|argument| {
            let equals = match argument.has("Argument.metadata") {
                true => argument.text("Argument.metadata") == "=",
                false => argument.flag("HTTPArgument.use_equals", true),
            };
            Ok(Field {
                name: Lowering::template("Argument.name", argument.text("Argument.name"))?,
                value: Lowering::template("Argument.value", argument.text("Argument.value"))?,
                encode: argument.flag("HTTPArgument.always_encode", false),
                equals,
            })
        })
        .collect()
}

/// A file whose name begins with a property or a variable lies beside the plan, too, when the name is not absolute.
fn next_to_plan(lowering: &mut Lowering, path: &mut Template) {
    if matches!(path.parts.first(), None | Some(Part::Literal(_))) {
        return;
    }
    let known = lowering.evaluation.text(path);
    if !known.contains("${") && Path::new(&known).is_relative() {
        let file = files::resolve(lowering.folder, &known).display().to_string();
        if let Some(folder) = file.strip_suffix(&known) {
            path.parts.insert(0, Part::Literal(folder.to_owned()));
        }
    }
}

fn files_of(folder: &Path, properties: &[Property]) -> ElementResult<Vec<FilePart>> {
    let mut files = Vec::new();
    for file in properties.group("HTTPsampler.Files").members("HTTPFileArgs.files") {
        files.extend(file_part(folder, &file, "File.path", "File.paramname", "File.mimetype")?);
    }
    if files.is_empty() {
        // Plans of JMeter 2.3 and older have one file.
        let names = ["HTTPSampler.FILE_NAME", "HTTPSampler.FILE_FIELD", "HTTPSampler.mimetype"];
        files.extend(file_part(folder, &properties, names[0], names[1], names[2])?);
    }
    Ok(files)
}

fn file_part(
    folder: &Path,
    properties: &&[Property],
    path: &str,
    name: &str,
    content_type: &str,
) -> ElementResult<Option<FilePart>> {
    let file = Lowering::template(path, properties.text(path))?;
    if file.is_empty() {
        return Ok(None);
    }
    Ok(Some(FilePart {
        name: Lowering::template(name, properties.text(name))?,
        path: files::resolve_template(folder, file),
        content_type: Lowering::template(content_type, properties.text(content_type))?,
    }))
}
