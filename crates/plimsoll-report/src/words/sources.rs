//! Sources that a host's name alone does not distinguish.

use plimsoll_run::{Instance, Source};
use std::collections::BTreeSet;

/// Of what is named by its host alone: a process or container of that name, or what was found at an address or in a file.
pub(super) fn is_named_by_host(source: &Source) -> bool {
    match &source.instance {
        Instance::Host => false,
        Instance::Process(name) | Instance::Container(name) | Instance::Service(name) => {
            !source.host.is_empty() && (*name == source.host || name.contains('/'))
        }
    }
}

/// Those that are named by the same host.
pub(super) fn alike(sources: &BTreeSet<&Source>) -> BTreeSet<Source> {
    let named = || sources.iter().filter(|source| is_named_by_host(source));
    let is_shared = |source: &&&Source| named().filter(|other| other.host == source.host).count() > 1;
    named().filter(is_shared).map(|source| (*source).clone()).collect()
}
