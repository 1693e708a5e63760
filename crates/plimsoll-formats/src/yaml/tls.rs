//! `tls:` of a YAML plan.

use super::context::Context;
use super::emit::{map, text};
use super::entries::Entries;
use super::names::TLS_VERSIONS;
use super::shapes;
use super::texts::{scalar, template_of};
use crate::files;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Identity, TlsSettings};
use plimsoll_plan::{Plan, Template};

pub fn read(node: &Node, plan: &mut Plan, context: &mut Context, problems: &mut Problems) {
    let mut fields = Fields::of(node, &shapes::TLS, problems);
    plan.verify_certificates = fields.flag("verify").unwrap_or(true);
    let authorities = fields.optional("ca").and_then(|n| {
        let name = scalar(n, "ca", fields.problems)?;
        let known = context.evaluation.known_text(&name);
        let known = known.map_err(|reason| fields.problems.error(n.line, "ca", reason.reason).line).ok()?;
        let path = files::resolve(context.folder, &known);
        expect_file(&Template::literal(path.display().to_string()), n, "ca", fields.problems);
        Some(path)
    });
    let certificate = file(&mut fields, "certificate", context);
    let key = file(&mut fields, "key", context);
    if key.is_some() && certificate.is_none() {
        fields.problems.error(node.line, "tls", "there is a `key`, but no `certificate` that it belongs to");
    }
    let versions = |word: &str| TLS_VERSIONS.read(word);
    plan.tls = TlsSettings {
        authorities,
        // One file may hold both.
        identity: certificate
            .map(|certificate| Identity { key: key.unwrap_or_else(|| certificate.clone()), certificate }),
        server_name: fields.text("server_name"),
        minimum: fields.parsed("minimum", versions),
        maximum: fields.parsed("maximum", versions),
    };
    if plan.tls.maximum.is_some_and(|maximum| plan.tls.minimum.is_some_and(|minimum| minimum > maximum)) {
        fields.problems.error(node.line, "tls", "`minimum` is above `maximum`");
    }
    fields.finish();
}

fn file(fields: &mut Fields, key: &'static str, context: &Context) -> Option<Template> {
    let node = fields.optional(key)?;
    let name = template_of(node, key, fields.problems)?;
    let path = files::resolve_template(context.folder, name);
    expect_file(&path, node, key, fields.problems);
    Some(path)
}

/// A file whose name is known now must be there now.
fn expect_file(path: &Template, node: &Node, key: &'static str, problems: &mut Problems) {
    let Some(path) = path.as_literal() else { return };
    if !std::path::Path::new(path).is_file() {
        problems.error(node.line, key, format!("the file {path} is not there"));
    }
}

/// Writes what [`read`] reads.
pub fn push(entries: &mut Entries, plan: &Plan) {
    let mut tls = Vec::new();
    if !plan.verify_certificates {
        tls.push(("verify", text("false")));
    }
    let TlsSettings { authorities, identity, server_name, minimum, maximum } = &plan.tls;
    tls.extend(authorities.iter().map(|path| ("ca", text(path.display().to_string()))));
    if let Some(Identity { certificate, key }) = identity {
        tls.push(("certificate", text(certificate.source())));
        if key != certificate {
            tls.push(("key", text(key.source())));
        }
    }
    tls.extend(server_name.iter().map(|name| ("server_name", text(name.as_str()))));
    for (name, version) in [("minimum", minimum), ("maximum", maximum)] {
        let word = version.as_ref().and_then(|version| TLS_VERSIONS.write(version));
        tls.extend(word.map(|word| (name, text(word))));
    }
    if !tls.is_empty() {
        entries.push(("tls", map(tls)));
    }
}
