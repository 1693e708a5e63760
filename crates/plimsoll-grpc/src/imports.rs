//! Puts right what servers leave out of their descriptions.

use prost_reflect::DescriptorPool;
use prost_reflect::prost_types::{DescriptorProto, FileDescriptorProto};
use std::collections::{BTreeMap, BTreeSet};

/// Adds imports that a file needs and does not name (grpc-js answers such files), and Google's well-known
/// types where a server has left them out.
pub fn complete(files: &mut Vec<FileDescriptorProto>) {
    let known = DescriptorPool::global();
    let mut at = 0;
    while at < files.len() {
        let home: BTreeMap<String, String> = files
            .iter()
            .flat_map(|file| defined(file).into_iter().map(|name| (name, file.name().to_owned())))
            .collect();
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        for name in mentioned(&files[at]) {
            let well_known = || known.get_message_by_name(&name).map(|m| m.parent_file().name().to_owned());
            wanted.extend(home.get(&name).cloned().or_else(well_known));
        }
        wanted.remove(files[at].name());
        let missing: Vec<String> =
            wanted.into_iter().filter(|name| !files[at].dependency.contains(name)).collect();
        files[at].dependency.extend(missing);
        for name in files[at].dependency.clone() {
            let is_there = files.iter().any(|file| file.name() == name);
            if let Some(file) = known.get_file_by_name(&name).filter(|_| !is_there) {
                files.push(file.file_descriptor_proto().clone());
            }
        }
        at += 1;
    }
}

/// The full names of a file's types, without the leading dot.
fn defined(file: &FileDescriptorProto) -> Vec<String> {
    let mut names: Vec<String> = file.enum_type.iter().map(|e| join(file.package(), e.name())).collect();
    for message in &file.message_type {
        inside(file.package(), message, &mut names);
    }
    names
}

fn inside(outer: &str, message: &DescriptorProto, names: &mut Vec<String>) {
    let name = join(outer, message.name());
    names.extend(message.enum_type.iter().map(|e| join(&name, e.name())));
    message.nested_type.iter().for_each(|nested| inside(&name, nested, names));
    names.push(name);
}

fn join(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

/// The full names that a file's fields and methods mention.
fn mentioned(file: &FileDescriptorProto) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    file.message_type.iter().for_each(|message| fields(message, &mut names));
    let methods = file.service.iter().flat_map(|service| &service.method);
    methods.for_each(|method| names.extend([method.input_type(), method.output_type()]));
    names.into_iter().map(|name| name.trim_start_matches('.').to_owned()).collect()
}

fn fields<'a>(message: &'a DescriptorProto, names: &mut Vec<&'a str>) {
    names.extend(message.field.iter().filter_map(|field| field.type_name.as_deref()));
    message.nested_type.iter().for_each(|nested| fields(nested, names));
}
