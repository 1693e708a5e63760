//! The JMeter that tests compare with.

use plimsoll_testkit::skip::skip;
use std::path::{Path, PathBuf};

/// Where JMeter is: `JMETER_HOME`, or where `tests/install-tools.sh` and the bench put it. A
/// test without it is skipped.
#[track_caller]
pub fn home() -> Option<PathBuf> {
    let user = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/jmeter");
    let given = std::env::var_os("JMETER_HOME").map(PathBuf::from);
    let places = given.into_iter().chain([tools, user.join(".cache/peers/jmeter")]);
    let found = places.into_iter().find(|home| home.join("bin/ApacheJMeter.jar").exists());
    if found.is_none() {
        skip("jmeter", "it is not installed (`make test` installs it, with Maven)");
    }
    found
}
