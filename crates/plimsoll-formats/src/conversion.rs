//! What may be chosen when a plan is made of what another tool recorded or described.

use std::path::PathBuf;
use std::time::Duration;

/// The defaults are what `run` and `check` take.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// HAR: only requests to these hosts, and to their subdomains; empty: all.
    pub hosts: Vec<String>,
    /// HAR: what becomes of images, scripts, style sheets, fonts.
    pub resources: PageResources,
    /// HAR: pauses are rounded to multiples of it; zero: no pauses.
    pub pause_step: Duration,
    /// HAR: values of answers that later requests send become extractors and variables.
    pub correlate: bool,
    /// HAR: another recording of the same way; only what differs between both is correlated.
    pub second: Option<PathBuf>,
    /// HAR: values that answers had and later requests sent are listed, for a trial to be held against them.
    pub lists_returned: bool,
    /// HAR: the file to make for what users typed in; `None`: it stays in the plan.
    pub data_file: Option<PathBuf>,
    /// OpenAPI: only operations with one of these tags; empty: all.
    pub tags: Vec<String>,
    /// Postman: the file of an environment, whose variables go before the collection's.
    pub environment: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageResources {
    Drop,
    /// Dropped, and pages fetch what they need themselves.
    Embed,
    /// Requests of their own.
    Keep,
}

impl Default for Conversion {
    fn default() -> Self {
        Conversion {
            hosts: Vec::new(),
            resources: PageResources::Drop,
            pause_step: Duration::from_millis(500),
            correlate: true,
            second: None,
            lists_returned: false,
            data_file: None,
            tags: Vec::new(),
            environment: None,
        }
    }
}
