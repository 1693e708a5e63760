//! `embedded:` of a request: `true`, or a mapping.

use super::emit::{map, text};
use super::entries::Entries;
use super::shapes::EMBEDDED;
use super::texts::TemplateFields;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::Embedded;

pub fn read(node: &Node, problems: &mut Problems) -> Option<Box<Embedded>> {
    match node.as_str() {
        Some("true") => return Some(Box::default()),
        Some("false") => return None,
        Some(other) => {
            let message = format!("`{other}` is neither true, false, nor a mapping");
            problems.error(node.line, "embedded", message).hint =
                Some("for example `embedded: {pool: 6, match: 'http://host/.*'}`".to_owned());
            return None;
        }
        None => {}
    }
    let mut fields = Fields::of(node, &EMBEDDED, problems);
    let per_host = number(&mut fields, "pool").unwrap_or(Embedded::PER_HOST);
    let at_once = number(&mut fields, "at_once").unwrap_or(Embedded::AT_ONCE.max(per_host));
    let include = fields.template("match");
    let exclude = fields.template("exclude");
    fields.finish();
    Some(Box::new(Embedded { per_host, at_once, include, exclude }))
}

fn number(fields: &mut Fields, key: &'static str) -> Option<u32> {
    fields.parsed(key, |text| match text.trim().parse::<u32>() {
        Ok(number) if (1..=Embedded::AT_ONCE_MAX).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is not a number from 1 to {}", Embedded::AT_ONCE_MAX)),
    })
}

/// Writes what [`read`] reads.
pub fn push(entries: &mut Entries, embedded: &Option<Box<Embedded>>) {
    let Some(embedded) = embedded else { return };
    if **embedded == Embedded::default() {
        return entries.push(("embedded", text("true")));
    }
    let Embedded { per_host, at_once, include, exclude } = &**embedded;
    let mut own = vec![("pool", text(per_host.to_string())), ("at_once", text(at_once.to_string()))];
    own.extend(include.iter().map(|pattern| ("match", text(pattern.source()))));
    own.extend(exclude.iter().map(|pattern| ("exclude", text(pattern.source()))));
    entries.push(("embedded", map(own)));
}
