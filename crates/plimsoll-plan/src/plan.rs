//! The plan: scenarios of steps.

use crate::load::LoadProfile;
use crate::template::Template;
use std::path::PathBuf;
use std::time::Duration;

/// What virtual users do. Indices such as [`Step::ReadData`]'s point into the plan's own lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub name: String,
    /// Evaluated once at the start, in order, for all scenarios; a later one wins.
    pub variables: Vec<(String, Template)>,
    pub data: Vec<DataSet>,
    pub cookie_jars: Vec<CookieJar>,
    pub scenarios: Vec<Scenario>,
    /// Scenarios of one phase run one after another instead of together.
    pub scenarios_in_order: bool,
    /// Tear-down scenarios run even when the run was stopped early.
    pub tear_down_after_stop: bool,
    /// False accepts any certificate, as JMeter does.
    pub verify_certificates: bool,
}

/// JMeter's thread group: users that do the same steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    pub name: String,
    pub phase: Phase,
    pub load: LoadProfile,
    pub iterations: Iterations,
    pub on_error: OnError,
    /// True: an iteration is a new user (connections closed, jars that say so cleared).
    pub new_user_each_iteration: bool,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    SetUp,
    Main,
    TearDown,
}

/// How often each user goes through a scenario's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    Forever,
    Times(u64),
}

/// What a failed request does to its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    Continue,
    StartNextIteration,
    StopUser,
    /// Ends the test in order: requests in flight are finished.
    StopTest,
    StopTestNow,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Request(Box<Request>),
    Pause(Pause),
    Loop {
        times: Count,
        body: Vec<Step>,
    },
    /// Only in the first iteration of the enclosing loop, per user.
    Once {
        body: Vec<Step>,
    },
    If {
        condition: Condition,
        body: Vec<Step>,
    },
    While {
        condition: Condition,
        body: Vec<Step>,
    },
    Transaction(Transaction),
    /// One of the options per pass.
    Choice {
        order: ChoiceOrder,
        options: Vec<Vec<Step>>,
    },
    /// Takes the next row of `plan.data[i]`; ends the user when it is used up and says so.
    ReadData(usize),
    Counter(Counter),
    RandomNumber(RandomNumber),
    Assign {
        variable: String,
        value: Template,
    },
    /// Ends this user, the current iteration, or the test.
    Stop(OnError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceOrder {
    /// One at random.
    Random,
    /// The next one at each pass.
    Interleave,
    /// All of them, in a new random order at each pass.
    Shuffle,
}

/// How often a loop repeats; a text that is no number counts as 0 (JMeter's rule).
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    Forever,
    Times(Template),
}

/// A comparison, or a text that must be `true`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    IsTrue(Template),
    /// JMeter's While: goes on until the text is `false`.
    IsNotFalse(Template),
    /// JMeter's While with `LAST` or blank: until the last request of the body fails.
    LastSucceeded,
    Equal(Template, Template),
    NotEqual(Template, Template),
}

/// Children measured as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction {
    pub name: Template,
    /// Think time and pauses count into its time.
    pub include_pauses: bool,
    /// JMeter's "generate parent sample": only the transaction gives a row, its requests are parts of it.
    pub replaces_requests: bool,
    pub body: Vec<Step>,
}

/// Think time.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause {
    /// Milliseconds.
    Constant(Template),
    /// `offset + U(0, range)`, milliseconds.
    Uniform { offset: Template, range: Template },
    /// `offset + |or signed| N(0,1)·deviation`, at least 0, milliseconds.
    Gaussian { offset: Template, deviation: Template },
    /// Poisson-distributed around `lambda`, plus `offset`, milliseconds.
    Poisson { offset: Template, lambda: Template },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The transaction its samples are counted under.
    pub label: Template,
    pub method: Template,
    /// `http` or `https`.
    pub scheme: Template,
    pub host: Template,
    /// Empty or absent: the scheme's default.
    pub port: Option<Template>,
    /// Begins with `/`; or a whole `http(s)://` URL, which overrides the host. May hold a query.
    pub path: Template,
    /// Appended to the path's own query.
    pub query: Vec<Field>,
    pub headers: Vec<Header>,
    pub body: Body,
    pub redirects: Redirects,
    pub keep_alive: bool,
    pub connect_timeout: Option<Duration>,
    /// Longest silence between two reads of the answer, as JMeter's (socket) response time-out.
    pub response_timeout: Option<Duration>,
    /// Index into `plan.cookie_jars`.
    pub cookies: Option<usize>,
    /// Before the request; they add up.
    pub think: Vec<Pause>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    pub name: Template,
    pub value: Template,
}

/// A form or query field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Template,
    pub value: Template,
    /// Percent-encode name and value; otherwise they go out as written.
    pub encode: bool,
    /// `name=value` even when the value is empty.
    pub equals: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Empty,
    Text(Template),
    /// `application/x-www-form-urlencoded`.
    Form(Vec<Field>),
    /// `multipart/form-data`.
    Multipart {
        fields: Vec<Field>,
        files: Vec<FilePart>,
    },
    /// The content of one file.
    File {
        path: Template,
        content_type: Template,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct FilePart {
    pub name: Template,
    pub path: Template,
    pub content_type: Template,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// The redirect is the answer.
    Keep,
    /// At most 20; 301, 302, 303 become GET; one sample covers the chain.
    Follow,
    /// As `Follow`, but for GET and HEAD only; other methods keep the redirect.
    FollowSafeMethods,
}

/// Where an extractor or a check looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Body,
    ResponseHeaders,
    RequestHeaders,
    Url,
    StatusCode,
    StatusMessage,
    /// Query string or body as sent.
    RequestData,
    Variable(String),
}

/// Takes a value out of an answer into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Extractor {
    pub variable: String,
    pub source: Source,
    pub pattern: Pattern,
    /// JMeter's match number: n > 0 the nth match, 0 a random one, −1 all (`name_1`, `name_2`, `name_matchNr`).
    pub match_number: i32,
    /// Assigned when nothing matches; `None` leaves the variable as it was.
    pub default: Option<Template>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// Perl-like; `template` such as `$1$` says what is kept of the match.
    Regex {
        pattern: Template,
        template: String,
    },
    JsonPath(Template),
    Boundary {
        left: Template,
        right: Template,
    },
}

/// What must hold of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    Text(TextCheck),
    /// The whole exchange within this many milliseconds.
    MaxDurationMs(Template),
    Size(SizeCheck),
    /// The path must be found and, when given, have this value (a regular expression if `regex`).
    Json {
        path: Template,
        expected: Option<Template>,
        regex: bool,
        negate: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct TextCheck {
    pub source: Source,
    pub comparison: Comparison,
    pub negate: bool,
    /// One pattern is enough; otherwise all must hold.
    pub any: bool,
    pub patterns: Vec<Template>,
    /// Treat the answer as successful before checking (for checks of error statuses).
    pub assume_success: bool,
    /// Shown instead of the built-in failure text.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The regular expression matches the whole text.
    Matches,
    /// The regular expression is found in the text.
    Contains,
    Equals,
    Substring,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SizeCheck {
    pub part: SizePart,
    pub operator: Operator,
    pub bytes: Template,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizePart {
    Whole,
    Headers,
    Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
}

impl Operator {
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Operator::Equal => left == right,
            Operator::NotEqual => left != right,
            Operator::Greater => left > right,
            Operator::Less => left < right,
            Operator::GreaterOrEqual => left >= right,
            Operator::LessOrEqual => left <= right,
        }
    }
}

/// A CSV file whose rows become variables.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    /// Already resolved against the plan's folder.
    pub path: PathBuf,
    /// Empty: the first line names them.
    pub variables: Vec<String>,
    /// The file has a header line that is not data, though `variables` are given.
    pub skip_first_line: bool,
    pub delimiter: char,
    pub quoted: bool,
    pub encoding: String,
    /// Starts again at the end of the file.
    pub recycle: bool,
    /// At the end (and no `recycle`) the user stops; otherwise its variables become `<EOF>`.
    pub stop_at_end: bool,
    pub sharing: Sharing,
}

/// Who shares the reading position of a [`DataSet`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// All users of all scenarios.
    All,
    /// The users of one scenario.
    Scenario,
    /// Nobody: each user reads from the start.
    User,
    /// All data sets of the same file and the same name.
    Named(String),
}

/// What JMeter's cookie manager holds for each user.
#[derive(Clone, Debug, PartialEq)]
pub struct CookieJar {
    pub clear_each_iteration: bool,
    /// Cleared with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
    pub cookies: Vec<PresetCookie>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PresetCookie {
    pub name: String,
    pub value: Template,
    pub domain: Template,
    pub path: Template,
    pub secure: bool,
}

/// Counts iterations into a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    pub variable: String,
    pub start: Template,
    pub increment: Template,
    /// After it the counter starts again; `None` is `i64::MAX`.
    pub end: Option<Template>,
    /// Java's DecimalFormat, e.g. `000`; empty is the plain number.
    pub format: String,
    pub per_user: bool,
    pub reset_each_iteration: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RandomNumber {
    pub variable: String,
    pub minimum: Template,
    pub maximum: Template,
    pub format: String,
    pub per_user: bool,
}

impl Plan {
    /// An empty plan with this name.
    pub fn named(name: &str) -> Self {
        Plan {
            name: name.to_owned(),
            variables: Vec::new(),
            data: Vec::new(),
            cookie_jars: Vec::new(),
            scenarios: Vec::new(),
            scenarios_in_order: false,
            tear_down_after_stop: false,
            verify_certificates: true,
        }
    }

    /// Replaces the load of the main scenarios: `users` in all, shared out in the plan's own
    /// proportions (largest remainder), repeating until `hold` has passed after the `ramp`. A scenario
    /// that the plan gives no users gets none, unless the plan gives none to any.
    pub fn with_users(mut self, users: u32, ramp: Duration, hold: Duration) -> Self {
        let mut weights: Vec<u32> = self.main().map(|s| s.load.users_max()).collect();
        if weights.iter().all(|weight| *weight == 0) {
            weights.fill(1);
        }
        let shares = share_out(users, &weights);
        let main = self.scenarios.iter_mut().filter(|s| s.phase == Phase::Main);
        for (scenario, share) in main.zip(shares) {
            scenario.load = LoadProfile::constant(share, ramp, Some(hold));
            scenario.iterations = Iterations::Forever;
        }
        self
    }

    pub fn main(&self) -> impl Iterator<Item = &Scenario> {
        self.scenarios.iter().filter(|s| s.phase == Phase::Main)
    }

    /// The most users that the main scenarios ask for together.
    pub fn users_max(&self) -> u32 {
        self.main().map(|s| s.load.users_max()).sum()
    }
}

/// Shares `total` out in proportion to `weights`; the shares add up to `total`.
pub fn share_out(total: u32, weights: &[u32]) -> Vec<u32> {
    let sum: u64 = weights.iter().map(|w| u64::from(*w)).sum::<u64>().max(1);
    let exact = |w: u32| u64::from(total) * u64::from(w);
    let mut shares: Vec<u32> = weights.iter().map(|w| (exact(*w) / sum) as u32).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|i| std::cmp::Reverse(exact(weights[*i]) % sum));
    let missing = total.saturating_sub(shares.iter().sum());
    for i in by_remainder.into_iter().cycle().take(if weights.is_empty() { 0 } else { missing as usize }) {
        shares[i] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_follow_the_weights() {
        assert_eq!(share_out(10, &[1, 1]), [5, 5]);
        assert_eq!(share_out(10, &[2, 1]), [7, 3]);
        assert_eq!(share_out(3, &[1, 1, 1, 1]), [1, 1, 1, 0]);
        assert_eq!(share_out(7, &[]), Vec::<u32>::new());
        assert_eq!(share_out(7, &[0, 2, 0, 1, 1]), [0, 3, 0, 2, 2]);
    }

    /// A plan whose main scenarios have `given` users is given `users`.
    fn check_users(given: &[u32], users: u32, expected: &[u32]) {
        let mut plan = Plan::named("p");
        plan.scenarios = given.iter().map(|users| scenario(Phase::Main, *users)).collect();
        plan.scenarios.insert(0, scenario(Phase::SetUp, 1));
        let plan = plan.with_users(users, Duration::ZERO, Duration::from_secs(1));
        let got: Vec<u32> = plan.main().map(|s| s.load.users_max()).collect();
        assert_eq!(got, expected, "{users} for {given:?}");
        assert_eq!(plan.scenarios[0].load.users_max(), 1);
    }

    fn scenario(phase: Phase, users: u32) -> Scenario {
        Scenario {
            name: String::new(),
            phase,
            load: LoadProfile::constant(users, Duration::ZERO, None),
            iterations: Iterations::Times(1),
            on_error: OnError::Continue,
            new_user_each_iteration: false,
            steps: Vec::new(),
        }
    }

    #[test]
    fn scenarios_without_users_stay_without() {
        check_users(&[3, 1], 8, &[6, 2]);
        check_users(&[2, 0, 2], 5, &[3, 0, 2]);
        check_users(&[0, 1], 100, &[0, 100]);
        check_users(&[0, 0], 5, &[3, 2]);
    }
}
