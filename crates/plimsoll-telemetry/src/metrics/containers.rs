//! Whose a series of cAdvisor's is: its page has a series for every container, and for every control group above them
//! (`/`, `/docker`, slices of systemd, pods), which hold the same again.

use super::sample::ExpositionSample;
use std::collections::HashMap;

/// More containers are none of one machine.
const PERIODS_MAX: usize = 5_000;
/// What the kernel takes where nobody says otherwise, microseconds.
const PERIOD_US: f64 = 100_000.0;

/// Whose a series is.
#[derive(Debug, PartialEq, Eq)]
pub enum SeriesOwner {
    /// Of what is scraped.
    Page,
    /// By its name; in Kubernetes `pod/container`.
    Container(String),
    /// Of a group that holds containers whose series are here, too.
    Group,
}

pub fn owner(sample: &ExpositionSample<'_>) -> SeriesOwner {
    if !sample.name.starts_with("container_") {
        return SeriesOwner::Page;
    }
    let label = |name: &str| sample.label(name).filter(|value| !value.is_empty());
    match (label("pod"), label("container"), label("name")) {
        // Its network is the pod's, and is said once for all its containers.
        (Some(pod), Some("POD") | None, _) if sample.name.starts_with("container_network_") => {
            SeriesOwner::Container(pod.to_owned())
        }
        (Some(_), Some("POD"), _) => SeriesOwner::Group,
        (Some(pod), Some(container), _) => SeriesOwner::Container(format!("{pod}/{container}")),
        (None, Some(container), _) => SeriesOwner::Container(container.to_owned()),
        (Some(_), None, _) if sample.label("container").is_some() => SeriesOwner::Group,
        (_, None, Some(name)) => SeriesOwner::Container(name.to_owned()),
        (Some(pod), None, None) => SeriesOwner::Container(pod.to_owned()),
        (None, None, None) if sample.label("id").is_some() => SeriesOwner::Group,
        (None, None, None) => SeriesOwner::Page,
    }
}

/// A container's CPU limit is a quota of microseconds in a period, which comes before it.
#[derive(Debug, Default)]
pub struct CpuQuotas {
    periods_us: HashMap<String, f64>,
}

impl CpuQuotas {
    /// The value in its own unit: a quota as cores; `None`: there is none.
    pub fn value(&mut self, sample: &ExpositionSample<'_>) -> Option<f64> {
        match &*sample.name {
            "container_spec_cpu_period" => {
                if let SeriesOwner::Container(name) = owner(sample)
                    && self.periods_us.len() < PERIODS_MAX
                    && sample.value > 0.0
                {
                    self.periods_us.insert(name, sample.value);
                }
                Some(sample.value)
            }
            "container_spec_cpu_quota" => {
                let SeriesOwner::Container(name) = owner(sample) else { return None };
                let period_us = self.periods_us.get(&name).copied().unwrap_or(PERIOD_US);
                (sample.value > 0.0).then(|| sample.value / period_us)
            }
            _ => Some(sample.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: SeriesOwner) {
        assert_eq!(owner(&ExpositionSample::read(line).expect(line)), expected, "{line}");
    }

    #[test]
    fn containers_are_known_by_their_names_and_groups_are_left_out() {
        let container = |name: &str| SeriesOwner::Container(name.to_owned());
        check(
            r#"container_cpu_usage_seconds_total{id="/docker/1f",name="shop",image="i"} 1"#,
            container("shop"),
        );
        check(r#"container_cpu_usage_seconds_total{id="/",name=""} 1"#, SeriesOwner::Group);
        check(r#"container_cpu_usage_seconds_total{id="/system.slice"} 1"#, SeriesOwner::Group);
        let kubernetes = |container: &str| {
            format!(r#"container_memory_usage_bytes{{container="{container}",id="/k",name="x",pod="p-1"}} 1"#)
        };
        check(&kubernetes("app"), container("p-1/app"));
        check(&kubernetes("POD"), SeriesOwner::Group);
        check(&kubernetes(""), SeriesOwner::Group);
        check(
            r#"container_network_receive_bytes_total{container="",interface="eth0",pod="p-1"} 1"#,
            container("p-1"),
        );
        check(r#"container_network_receive_bytes_total{container="POD",pod="p-1"} 1"#, container("p-1"));
        check("container_cpu_usage_seconds_total 1", SeriesOwner::Page);
        check(r#"machine_cpu_cores{name="shop"} 1"#, SeriesOwner::Page);
    }

    #[test]
    fn a_quota_is_so_many_cores_of_its_own_period() {
        let mut quotas = CpuQuotas::default();
        let mut value = |line: &str| quotas.value(&ExpositionSample::read(line).expect(line));
        assert_eq!(value(r#"container_spec_cpu_quota{name="a"} 50000"#), Some(0.5));
        value(r#"container_spec_cpu_period{name="b"} 20000"#);
        assert_eq!(value(r#"container_spec_cpu_quota{name="b"} 50000"#), Some(2.5));
        assert_eq!(value(r#"container_spec_cpu_quota{name="b"} -1"#), None);
        assert_eq!(value(r#"container_spec_memory_limit_bytes{name="b"} 7"#), Some(7.0));
    }
}
