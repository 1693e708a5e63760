//! Headings, table heads and other short words. Names of percentiles (p95) and units are the same in every language.

pub const ABANDONED: &str = "Given up at the end of steps";
pub const AGAIN: &str = "To run it again";
pub const APPENDIX: &str = "Appendix";
pub const APPROXIMATED: &str = "Performed with a stated difference";
pub const ARITHMETIC: &str = "Arithmetic";
pub const ARRIVALS_PER_S: &str = "Begun /s";
pub const ASKED_PER_S: &str = "Asked /s";
pub const AT_WORK: &str = "Users at work";
pub const BACKLOG: &str = "Most events in a turn";
pub const BEST: &str = "Best";
pub const BYTES: &str = "Bytes";
pub const LOAD_GENERATOR: &str = "Load generator";
pub const CERTIFICATES: &str = "Certificates";
pub const COMMAND: &str = "Command";
pub const COMPARISON: &str = "Comparison";
pub const COMPARISON_NOTE: &str = "Throughput is the mean over repeats, with the smallest and the largest; response times come from \
    the merged histograms of all repeats, percentiles are never averaged. Differences between variants \
    are not tested for significance here.";
pub const CONNECTIONS: &str = "Connections";
pub const CONNECTS_PER_S: &str = "Connects /s";
pub const CONNECT_P99: &str = "Connect p99";
pub const COUNT: &str = "Count";
pub const CPU_BUSIEST: &str = "CPU %, mean / max";
pub const DEFINITIONS: &str = "Definitions and formulas";
pub const DELAY_P99: &str = "Start delay p99";
pub const DESCRIPTORS: &str = "Of descriptors";
pub const DESIGN: &str = "Design";
pub const DROPPED: &str = "Dropped";
pub const END: &str = "End";
pub const END_OF_RUN: &str = "How it ended";
pub const CONFIGURATION: &str = "The system's configuration";
pub const ENVIRONMENT: &str = "Load generator";
pub const ERROR: &str = "Error";
pub const ERRORS: &str = "Errors";
pub const ERRORS_OF_GENERATOR: &str = "Failures of the load generator itself";
pub const ERRORS_OF_GENERATOR_NOTE: &str =
    "Not the system's: they count in no rate of errors and in no verdict.";
pub const ERRORS_PERCENT: &str = "Errors %";
pub const EVIDENCE: &str = "Evidence";
pub const EXPECTED_USE: &str = "Expected use";
pub const FINDINGS: &str = "Findings and next experiments";
pub const FIRST_BYTE_IN: &str = "First byte, ";
pub const GAIN: &str = "Gain";
pub const GENERATOR: &str = "Was the load generator the limit?";
pub const GENERATOR_RESOURCES: &str = "Its resources";
pub const GENERATOR_TIMES: &str = "Its time";
pub const GOAL: &str = "Goal";
pub const INTERVAL: &str = "95 % CI";
pub const INVALID: &str = "invalid";
pub const KIND: &str = "Kind";
pub const LATE: &str = "Late, p99 / max";
pub const LIMITING_FACTOR: &str = "Limiting factor";
pub const LITTLE: &str = "N = X·(R+Z)";
pub const LOG: &str = "Log of the run";
pub const MAX: &str = "max";
pub const MEAN: &str = "mean";
pub const MEAN_IN: &str = "mean, ";
pub const MEASURED: &str = "Measured";
pub const NEXT: &str = "Next:";
pub const NODES: &str = "Nodes";
pub const NONE: &str = "None";
pub const NOTE: &str = "Note";
pub const NOT_AVAILABLE: &str = "n/a";
pub const NOT_KNOWN: &str = "Not known";
pub const NO_ERRORS: &str = "No request failed in a measured window.";
pub const NO_FINDINGS: &str = "None.";
pub const NO_RUN: &str = "No run";
pub const OVERVIEW: &str = "Overview";
pub const OWN_ERRORS: &str = "Own errors";
pub const P95_IN: &str = "p95, ";
pub const PERCENT_OF_REQUESTS: &str = "% of requests";
pub const PER_S: &str = "/s";
pub const PLAN: &str = "Plan";
pub const PORTS: &str = "Ports";
pub const PROGRAM: &str = "Plimsoll";
pub const PROJECTIONS: &str = "Projections";
pub const PROOF: &str = "Proof of requirements";
pub const PROPERTIES: &str = "Properties";
pub const RATE_TABLE: &str = "Rates that were tried";
pub const REASON: &str = "Reason";
pub const RECEIVED: &str = "received";
pub const RECOMMENDED: &str = "Recommended operating point";
pub const REMEDY: &str = "What to do:";
pub const REPORT: &str = "Load test report";
pub const REQUESTS: &str = "Requests";
pub const REQUESTS_PER_S: &str = "Succeeded /s";
pub const RESPONSE: &str = "response";
pub const RESPONSE_TIMES: &str = "Response times";
pub const RESPONSE_TIME_IN: &str = "Response time, ";
pub const RESULT: &str = "Result";
pub const RUN: &str = "Run";
pub const RUN_DELAY: &str = "Waited %";
pub const SEARCH: &str = "The search for capacity";
pub const SENT: &str = "sent";
pub const SERVICE: &str = "service";
pub const SETUP: &str = "Setup";
pub const SKIPPED: &str = "Left out of the plan";
pub const SOCKETS: &str = "Sockets in use / TIME-WAIT";
pub const START: &str = "Start";
pub const STEP: &str = "Step";
pub const STEPS: &str = "Steps";
pub const STEP_NOTE: &str = "★ best step. Gain and goal are against the best step before. N = X·(R+Z): users that the recorded \
    times account for, in percent of those meant to run.";
pub const STEP_NOTE_OPEN: &str = "★ best step. Asked and begun: arrivals per second; succeeded: requests per second. Waited (for \
    a free user) and dropped: arrivals of the measured window; waiting and users at work: at its end. Start delay: from the \
    intended to the actual start.";
pub const THREADS: &str = "Threads";
pub const THROUGHPUT: &str = "Throughput";
pub const THROUGHPUT_PER_S: &str = "Throughput /s";
pub const TIME: &str = "Time";
pub const TIMES_IN: &str = "Times, ";
pub const TIMES_OF: &str = "Time";
pub const TOGETHER: &str = "together";
pub const TOTAL: &str = "Total";
pub const TRANSACTION: &str = "Transaction";
pub const TRANSACTIONS: &str = "Transactions";
pub const TURN: &str = "Turn, p90 / max";
pub const USERS: &str = "Users";
pub const VALIDITY: &str = "Validity";
pub const VALIDITY_OF_EXPERIMENT: &str = "Validity of the experiment";
pub const VARIANT: &str = "Variant";
pub const VERDICT: &str = "Verdict";
pub const WAITED: &str = "Waited";
pub const WAITING: &str = "Waiting";
pub const WAS_LIMIT: &str = "The limit?";
pub const WHOSE: &str = "Whose";
pub const WINDOW: &str = "Window";
pub const WORKERS: &str = "Workers";

/// Of the step table on a terminal, for open load.
pub const TERMINAL_HEAD_OPEN: [&str; 7] =
    ["step", "asked", "begun", "per s", "dropped", "waiting", "errors %"];

/// Under that of times, where there are intended starts.
pub const TERMINAL_BOTH: &str =
    "Times: response (from the intended start) | service (from the actual start).";

/// Of the step table on a terminal, before the response times.
pub const TERMINAL_HEAD: [&str; 6] = ["step", "users", "per s", "gain", "goal", "errors %"];

/// Of what was watched.
pub const HOST: &str = "Host";
pub const ROLE: &str = "Role";
pub const CLOCK: &str = "Clock against the run's";
pub const SOURCES: &str = "What was recorded";
pub const SOURCE: &str = "Source";
pub const SERIES: &str = "Series";
pub const POINTS: &str = "Points";
pub const REQUESTS_LOGGED: &str = "Requests logged";
pub const SERVER_EVENTS: &str = "Events";
pub const GAPS: &str = "Gaps";
pub const INPUTS: &str = "Inputs";
pub const INPUT: &str = "Input";
pub const FORMAT: &str = "Format";
pub const PLACEMENT: &str = "Where its times lie";
pub const UNNAMED_HOST: &str = "A host without a name";
pub const EVENT: &str = "Event";
pub const SEEN: &str = "What was seen";
pub const SERVER: &str = "Server";
pub const SHARE_PERCENT: &str = "Share %";
pub const WATCHED: &str = "What was watched";
