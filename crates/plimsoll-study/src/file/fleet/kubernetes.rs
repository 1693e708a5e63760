//! Reads which pods are nodes.

use crate::fleet::KubernetesNodes;
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, Problems, key};
use std::time::Duration;

/// The image's registry may be slow, and a cluster may have to add machines.
const START_WITHIN: Duration = Duration::from_secs(120);

pub static KUBERNETES: MappingShape = MappingShape::new(
    "kubernetes",
    "Nodes as pods of an Indexed Job.",
    &[
        key("namespace", Kind::Text, "The namespace, which must be there.").required().example("perf"),
        key("image", Kind::Text, "An image whose entry point is plimsoll of this version.")
            .required()
            .example("registry.lab/plimsoll:0.2"),
        key("nodes", Kind::Count, "So many pods.").required().example("20"),
        key("cpu", Kind::Text, "Of each pod, reserved and not exceeded; 1 by default.").example("2"),
        key("memory", Kind::Text, "Of each pod, reserved and not exceeded; 1Gi by default.").example("1Gi"),
        key("context", Kind::Text, "Of your kubectl's configuration; the current one by default."),
        key(
            "nats",
            Kind::Text,
            "The NATS server as pods reach it, where that differs from `nats` of the fleet.",
        )
        .example("nats://nats.perf.svc:4222"),
        key("pull_secret", Kind::Text, "The name of a secret with which the image is pulled."),
        key(
            "start_within",
            Kind::Duration,
            "So long may pods take until they have joined; 2 min by default.",
        ),
    ],
);

pub fn read(node: &Node, problems: &mut Problems) -> Option<KubernetesNodes> {
    let mut fields = Fields::of(node, &KUBERNETES, problems);
    let line = fields.line();
    let text = |node: &Node| node.as_str().map(str::to_owned);
    let namespace = fields.required("namespace").and_then(text);
    let image = fields.required("image").and_then(text);
    fields.required("nodes");
    let nodes = fields.count("nodes");
    let mut quantity = |key, usual: &str| {
        let given = fields.parsed(key, |text| match is_quantity(text) {
            true => Ok(text.to_owned()),
            false => Err(format!("`{text}` is no quantity of Kubernetes: `2`, `500m`, `1Gi`")),
        });
        given.unwrap_or_else(|| usual.to_owned())
    };
    let (cpu, memory) = (quantity("cpu", "1"), quantity("memory", "1Gi"));
    let (context, nats) = (fields.text("context"), fields.text("nats"));
    if let Some(url) = &nats {
        super::without_login("nats", url, line, fields.problems);
    }
    let pull_secret = fields.text("pull_secret");
    let start_within = fields.duration("start_within").unwrap_or(START_WITHIN);
    for (key, name) in [("namespace", &namespace), ("pull_secret", &pull_secret)] {
        if let Some(name) = name.as_deref().filter(|name| !is_name(name)) {
            let text = format!("`{name}` is no name of Kubernetes: small letters, digits and `-`");
            fields.problems.error(line, key, text);
        }
    }
    if nodes == Some(0) {
        fields.problems.error(line, "nodes", "no pods are no nodes").hint = Some("`nodes: 4`".to_owned());
    }
    fields.finish();
    let (namespace, image, nodes) = (namespace?, image?, nodes?);
    Some(KubernetesNodes { context, namespace, image, nodes, cpu, memory, nats, pull_secret, start_within })
}

/// kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity
fn is_quantity(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let units = ["", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"];
    number.parse::<f64>().is_ok_and(|number| number > 0.0) && units.contains(&unit)
}

/// A label as in RFC 1123, which names of Kubernetes are.
fn is_name(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    !text.is_empty()
        && text.len() <= 63
        && text.chars().all(inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_and_names_are_those_of_kubernetes() {
        let quantities = ["2", "0.5", "500m", "1Gi", "1.5Gi", "64Mi", "0", "-1", "1 GB", "GB", "1Gb", ""];
        let right = quantities.map(is_quantity);
        assert_eq!(right, [true, true, true, true, true, true, false, false, false, false, false, false]);
        let names = ["perf", "perf-1", "Perf", "-perf", "perf_1", ""].map(is_name);
        assert_eq!(names, [true, true, false, false, false, false]);
    }
}
