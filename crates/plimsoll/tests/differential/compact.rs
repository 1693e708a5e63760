//! Plans in a few lines, as JMeter's XML.
//!
//! A line is a word for an element, its values and `name=value` pairs; what is indented by two more spaces is inside.
//! `"…"` holds blanks; `\n` is a line end. `element CLASS GUI "name" s:property=value b:… i:…` is any other element.

use std::fmt::Write;

/// A plan of a file of plans: `=== name`, then its lines.
pub struct Compact {
    pub name: String,
    lines: Vec<String>,
}

pub fn read(text: &str) -> Vec<Compact> {
    let mut plans: Vec<Compact> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("=== ") {
            Some(name) => plans.push(Compact { name: name.trim().to_owned(), lines: Vec::new() }),
            None => plans.iter_mut().last().into_iter().for_each(|plan| plan.lines.push(line.to_owned())),
        }
    }
    plans
}

/// A plan as XML, and the files beside it.
pub struct Written {
    pub jmx: String,
    pub files: Vec<(String, String)>,
}

impl Compact {
    pub fn write(&self, port: u16) -> Written {
        let nodes: Vec<(usize, Line)> = self.lines.iter().filter_map(|line| parse(line)).collect();
        let mut files = Vec::new();
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\"><hashTree>\n",
        );
        let serial = nodes.iter().any(|(_, line)| line.word == "serial");
        let tear = nodes.iter().any(|(_, line)| line.word == "teardown_on_shutdown");
        let plan = format!(
            "{}{}{}",
            boolean("TestPlan.serialize_threadgroups", serial),
            boolean("TestPlan.tearDown_on_shutdown", tear),
            arguments("TestPlan.user_defined_variables", &[], false)
        );
        out.push_str(&element("TestPlan", "TestPlanGui", "Test Plan", &plan));
        out.push_str("<hashTree>\n");
        let mut open: Vec<usize> = Vec::new();
        for (depth, line) in &nodes {
            if matches!(line.word.as_str(), "serial" | "teardown_on_shutdown") {
                continue;
            }
            if line.word == "file" {
                files.push((line.value(0), line.value(1)));
                continue;
            }
            while open.last().is_some_and(|last| last >= depth) {
                open.pop();
                out.push_str("</hashTree>\n");
            }
            out.push_str(&line.element(port));
            out.push_str("<hashTree>\n");
            open.push(*depth);
            if matches!(line.word.as_str(), "group" | "setup" | "teardown") {
                // Who asks, for the server.
                let thread = format!("{}-${{__threadNum}}", line.name("Group"));
                let header = Line {
                    word: "headers".to_owned(),
                    values: vec![],
                    pairs: vec![("X-Thread".into(), thread)],
                };
                let _ = writeln!(out, "{}<hashTree/>", header.element(port));
            }
        }
        open.iter().for_each(|_| out.push_str("</hashTree>\n"));
        out.push_str("</hashTree></hashTree></jmeterTestPlan>\n");
        Written { jmx: out, files }
    }
}

struct Line {
    word: String,
    values: Vec<String>,
    pairs: Vec<(String, String)>,
}

fn parse(line: &str) -> Option<(usize, Line)> {
    let depth = (line.len() - line.trim_start().len()) / 2;
    let mut words = words(line.trim()).into_iter();
    let word = words.next().filter(|word| !word.starts_with('#'))?;
    let (mut values, mut pairs) = (Vec::new(), Vec::new());
    for word in words {
        match word.strip_prefix('"') {
            Some(text) => values.push(text.to_owned()),
            None => match word.split_once('=').filter(|(name, _)| !name.starts_with(['/', '$', '!'])) {
                Some((name, value)) => pairs.push((name.to_owned(), value.to_owned())),
                None => values.push(word),
            },
        }
    }
    Some((depth, Line { word, values, pairs }))
}

/// Split at blanks outside of quotes; a word that begins with a quote keeps that one as a mark.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted && chars.peek() == Some(&'n') => {
                chars.next();
                word.push('\n');
            }
            '\\' if quoted && chars.peek() == Some(&'"') => word.extend(chars.next()),
            '"' => {
                if !quoted && word.is_empty() {
                    word.push('"');
                }
                quoted = !quoted;
            }
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

impl Line {
    fn value(&self, number: usize) -> String {
        self.values.get(number).cloned().unwrap_or_default()
    }

    fn get(&self, name: &str, default: &str) -> String {
        let found = self.pairs.iter().find(|(own, _)| own == name);
        found.map_or_else(|| default.to_owned(), |(_, value)| value.clone())
    }

    fn has(&self, flag: &str) -> bool {
        self.values.iter().any(|value| value == flag)
    }

    fn name(&self, default: &str) -> String {
        self.get("name", default)
    }

    /// Pairs `prefix:name=value`.
    fn prefixed(&self, prefix: &str) -> Vec<(String, String)> {
        let own = self.pairs.iter();
        own.filter_map(|(name, value)| Some((name.strip_prefix(prefix)?.to_owned(), value.clone()))).collect()
    }

    fn element(&self, port: u16) -> String {
        match self.word.as_str() {
            "group" => self.group("ThreadGroup", "ThreadGroupGui", port),
            "setup" => self.group("SetupThreadGroup", "SetupThreadGroupGui", port),
            "teardown" => self.group("PostThreadGroup", "PostThreadGroupGui", port),
            "get" | "post" | "put" | "delete" | "head" | "options" | "patch" => self.http(port),
            "defaults" => self.http_defaults(port),
            "headers" => self.headers(),
            "vars" => element("Arguments", "ArgumentsPanel", "vars", &arguments("", &self.pairs, false)),
            "assert" => self.assertion(),
            "userparams" => self.user_parameters(),
            "cookies" => self.cookies(),
            "auth" => self.authorization(port),
            "element" => self.any(),
            _ => self.simple(),
        }
    }

    fn group(&self, class: &str, gui: &str, _port: u16) -> String {
        let duration = self.get("duration", "");
        let scheduled = !duration.is_empty() || !self.get("delay", "").is_empty();
        let forever = self.get("loops", "1") == "-1";
        let controller = format!(
            "<elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\" guiclass=\"LoopControlPanel\" testclass=\"LoopController\">{}{}</elementProp>",
            boolean("LoopController.continue_forever", self.has("forever")),
            string("LoopController.loops", &if forever { "-1".to_owned() } else { self.get("loops", "1") }),
        );
        let mut props = controller;
        props.push_str(&string("ThreadGroup.num_threads", &self.get("users", "1")));
        props.push_str(&string("ThreadGroup.ramp_time", &self.get("ramp", "0")));
        props.push_str(&boolean("ThreadGroup.scheduler", scheduled));
        props.push_str(&string("ThreadGroup.duration", &duration));
        props.push_str(&string("ThreadGroup.delay", &self.get("delay", "")));
        props.push_str(&string("ThreadGroup.on_sample_error", &self.get("on_error", "continue")));
        if let Some((_, same)) = self.pairs.iter().find(|(name, _)| name == "same_user") {
            props.push_str(&boolean("ThreadGroup.same_user_on_next_iteration", same == "true"));
        }
        element(class, gui, &self.name("Group"), &props)
    }

    fn http(&self, port: u16) -> String {
        let path = self.value(0);
        let label = self.values.get(1).filter(|v| !FLAGS.contains(&v.as_str())).unwrap_or(&path).clone();
        let mut props = String::new();
        let body = self.pairs.iter().find(|(name, _)| name == "body");
        if let Some((_, body)) = body {
            props.push_str(&boolean("HTTPSampler.postBodyRaw", true));
            props.push_str(&arguments("HTTPsampler.Arguments", &[(String::new(), body.clone())], true));
        } else {
            let mut list = String::new();
            for (prefix, encode) in [("arg:", true), ("raw:", false)] {
                for (name, value) in self.prefixed(prefix) {
                    list.push_str(&http_argument(&name, &value, encode));
                }
            }
            let _ = write!(
                props,
                "<elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"><collectionProp name=\"Arguments.arguments\">{list}</collectionProp></elementProp>"
            );
        }
        let files = self.prefixed("file:");
        if !files.is_empty() {
            let list: String = files
                .iter()
                .map(|(name, path)| {
                    format!(
                        "<elementProp name=\"{0}\" elementType=\"HTTPFileArg\">{1}{2}{3}</elementProp>",
                        escape(path),
                        string("File.path", path),
                        string("File.paramname", name),
                        string("File.mimetype", "text/plain")
                    )
                })
                .collect();
            let _ = write!(
                props,
                "<elementProp name=\"HTTPsampler.Files\" elementType=\"HTTPFileArgs\"><collectionProp name=\"HTTPFileArgs.files\">{list}</collectionProp></elementProp>"
            );
        }
        if !self.has("bare") {
            props.push_str(&string("HTTPSampler.domain", &self.get("host", "127.0.0.1")));
            props.push_str(&string("HTTPSampler.port", &self.get("port", &port.to_string())));
        }
        props.push_str(&string(
            "HTTPSampler.protocol",
            &self.get("protocol", if self.has("bare") { "" } else { "http" }),
        ));
        props.push_str(&string("HTTPSampler.contentEncoding", &self.get("encoding", "")));
        props.push_str(&string("HTTPSampler.path", &path.replace("{PORT}", &port.to_string())));
        props.push_str(&string("HTTPSampler.method", &self.get("method", &self.word.to_uppercase())));
        props.push_str(&boolean("HTTPSampler.follow_redirects", !self.has("auto") && !self.has("stay")));
        props.push_str(&boolean("HTTPSampler.auto_redirects", self.has("auto")));
        props.push_str(&boolean("HTTPSampler.use_keepalive", !self.has("close")));
        props.push_str(&boolean("HTTPSampler.DO_MULTIPART_POST", self.has("multipart")));
        if self.has("page") {
            props.push_str(&boolean("HTTPSampler.image_parser", true));
            props.push_str(&string("HTTPSampler.embedded_url_re", &self.get("only", "")));
        }
        props.push_str(&string("HTTPSampler.connect_timeout", &self.get("connect_timeout", "")));
        props.push_str(&string("HTTPSampler.response_timeout", &self.get("timeout", "")));
        element("HTTPSamplerProxy", "HttpTestSampleGui", &label, &props)
    }

    fn http_defaults(&self, port: u16) -> String {
        let list: String = self.prefixed("arg:").iter().map(|(n, v)| http_argument(n, v, true)).collect();
        let props = format!(
            "<elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"><collectionProp name=\"Arguments.arguments\">{list}</collectionProp></elementProp>{}{}{}{}",
            string("HTTPSampler.domain", &self.get("host", "127.0.0.1")),
            string("HTTPSampler.port", &port.to_string()),
            string("HTTPSampler.protocol", "http"),
            string("HTTPSampler.path", &self.get("path", "")),
        );
        element("ConfigTestElement", "HttpDefaultsGui", "defaults", &props)
    }

    fn headers(&self) -> String {
        let list: String = self
            .pairs
            .iter()
            .map(|(name, value)| {
                format!(
                    "<elementProp name=\"\" elementType=\"Header\">{}{}</elementProp>",
                    string("Header.name", name),
                    string("Header.value", value)
                )
            })
            .collect();
        element(
            "HeaderManager",
            "HeaderPanel",
            "headers",
            &format!("<collectionProp name=\"HeaderManager.headers\">{list}</collectionProp>"),
        )
    }

    fn assertion(&self) -> String {
        let base = match self.value(0).as_str() {
            "matches" => 1,
            "contains" => 2,
            "equals" => 8,
            _ => 16,
        };
        let kind = base + if self.has("not") { 4 } else { 0 } + if self.has("or") { 32 } else { 0 };
        let field = match self.get("field", "body").as_str() {
            "code" => "Assertion.response_code",
            "message" => "Assertion.response_message",
            "headers" => "Assertion.response_headers",
            "url" => "Assertion.sample_label",
            "request_headers" => "Assertion.request_headers",
            "request_data" => "Assertion.request_data",
            _ => "Assertion.response_data",
        };
        let texts = self.pairs.iter().filter(|(name, _)| name == "text");
        let list: String = texts.map(|(_, text)| string("t", text)).collect();
        let mut props = format!("<collectionProp name=\"Asserion.test_strings\">{list}</collectionProp>");
        props.push_str(&string("Assertion.test_field", field));
        props.push_str(&boolean("Assertion.assume_success", self.has("assume")));
        props.push_str(&integer("Assertion.test_type", kind));
        props.push_str(&string("Assertion.custom_message", &self.get("message", "")));
        if let Some((_, name)) = self.pairs.iter().find(|(name, _)| name == "variable") {
            props.push_str(&string("Assertion.scope", "variable"));
            props.push_str(&string("Scope.variable", name));
        } else if self.has("all") {
            props.push_str(&string("Assertion.scope", "all"));
        }
        element("ResponseAssertion", "AssertionGui", "assertion", &props)
    }

    fn user_parameters(&self) -> String {
        let names: String = self.pairs.iter().map(|(name, _)| string("n", name)).collect();
        let count = self.pairs.first().map_or(0, |(_, values)| values.split(',').count());
        let users: String = (0..count)
            .map(|user| {
                let values: String = self
                    .pairs
                    .iter()
                    .map(|(_, values)| string("v", values.split(',').nth(user).unwrap_or("")))
                    .collect();
                format!("<collectionProp name=\"u{user}\">{values}</collectionProp>")
            })
            .collect();
        let props = format!(
            "<collectionProp name=\"UserParameters.names\">{names}</collectionProp><collectionProp name=\"UserParameters.thread_values\">{users}</collectionProp>{}",
            boolean("UserParameters.per_iteration", self.has("per_iteration"))
        );
        element("UserParameters", "UserParametersGui", "user parameters", &props)
    }

    fn cookies(&self) -> String {
        let list: String = self.pairs.iter().map(|(name, value)| format!(
            "<elementProp name=\"{0}\" elementType=\"Cookie\" testname=\"{0}\">{1}{2}{3}{4}{5}</elementProp>", escape(name),
            string("Cookie.value", value), string("Cookie.domain", "127.0.0.1"), string("Cookie.path", "/"),
            boolean("Cookie.secure", false), "<longProp name=\"Cookie.expires\">0</longProp>")).collect();
        let mut props = format!("<collectionProp name=\"CookieManager.cookies\">{list}</collectionProp>");
        props.push_str(&boolean("CookieManager.clearEachIteration", self.has("clear")));
        if self.has("by_group") {
            props.push_str(&boolean("CookieManager.controlledByThreadGroup", true));
        }
        element("CookieManager", "CookiePanel", "cookies", &props)
    }

    fn authorization(&self, port: u16) -> String {
        let url = self.get("url", "http://127.0.0.1:{PORT}/").replace("{PORT}", &port.to_string());
        let props = format!(
            "<collectionProp name=\"AuthManager.auth_list\"><elementProp name=\"\" elementType=\"Authorization\">{}{}{}{}{}</elementProp></collectionProp>",
            string("Authorization.url", &url),
            string("Authorization.username", &self.get("user", "u")),
            string("Authorization.password", &self.get("password", "p")),
            string("Authorization.domain", ""),
            string("Authorization.realm", "")
        );
        element("AuthManager", "AuthPanel", "logins", &props)
    }

    fn any(&self) -> String {
        let props: String = self
            .pairs
            .iter()
            .map(|(name, value)| match name.split_once(':') {
                Some(("b", name)) => boolean(name, value == "true"),
                Some(("i", name)) => integer(name, value.parse().unwrap_or(0)),
                Some(("l", name)) => format!("<longProp name=\"{name}\">{value}</longProp>"),
                Some(("s", name)) => string(name, value),
                _ => string(name, value),
            })
            .collect();
        element(
            &self.value(0),
            &self.value(1),
            &self.values.get(2).cloned().unwrap_or_else(|| self.value(0)),
            &props,
        )
    }

    /// Elements that are a list of properties.
    fn simple(&self) -> String {
        let value = |number: usize| self.value(number);
        let s = |name: &str, text: String| string(name, &text);
        let (class, gui, props) = match self.word.as_str() {
            "loop" => ("LoopController", "LoopControlPanel", s("LoopController.loops", value(0))),
            "while" => ("WhileController", "WhileControllerGui", s("WhileController.condition", value(0))),
            "if" => (
                "IfController",
                "IfControllerPanel",
                s("IfController.condition", value(0))
                    + &boolean("IfController.evaluateAll", self.has("each"))
                    + &boolean("IfController.useExpression", !self.has("javascript")),
            ),
            "once" => ("OnceOnlyController", "OnceOnlyControllerGui", String::new()),
            "simple" => ("GenericController", "LogicControllerGui", String::new()),
            "random" => ("RandomController", "RandomControlGui", integer("InterleaveControl.style", 1)),
            "shuffle" => ("RandomOrderController", "RandomOrderControllerGui", String::new()),
            "interleave" => (
                "InterleaveControl",
                "InterleaveControlGui",
                integer("InterleaveControl.style", i64::from(!self.has("whole"))),
            ),
            "foreach" => (
                "ForeachController",
                "ForeachControlPanel",
                s("ForeachController.inputVal", self.get("in", ""))
                    + &s("ForeachController.returnVal", self.get("out", ""))
                    + &s("ForeachController.startIndex", self.get("start", ""))
                    + &s("ForeachController.endIndex", self.get("end", ""))
                    + &boolean("ForeachController.useSeparator", !self.has("bare")),
            ),
            "switch" => ("SwitchController", "SwitchControllerGui", s("SwitchController.value", value(0))),
            "percent" | "total" => (
                "ThroughputController",
                "ThroughputControllerGui",
                integer("ThroughputController.style", i64::from(self.word == "percent"))
                    + &boolean("ThroughputController.perThread", self.has("per_user"))
                    + &integer("ThroughputController.maxThroughput", value(0).parse().unwrap_or(1))
                    + &format!(
                        "<FloatProperty><name>ThroughputController.percentThroughput</name><value>{}</value><savedValue>0.0</savedValue></FloatProperty>",
                        value(0)
                    ),
            ),
            "transaction" => (
                "TransactionController",
                "TransactionControllerGui",
                boolean("TransactionController.includeTimers", self.has("timers"))
                    + &boolean("TransactionController.parent", self.has("parent")),
            ),
            "runtime" => ("RunTime", "RunTimeGui", s("RunTime.seconds", value(0))),
            "critical" => (
                "CriticalSectionController",
                "CriticalSectionControllerGui",
                s("CriticalSectionController.lockName", value(0)),
            ),
            "pause" => ("ConstantTimer", "ConstantTimerGui", s("ConstantTimer.delay", value(0))),
            "uniform" => (
                "UniformRandomTimer",
                "UniformRandomTimerGui",
                s("ConstantTimer.delay", value(0)) + &s("RandomTimer.range", value(1)),
            ),
            "csv" => (
                "CSVDataSet",
                "TestBeanGUI",
                s("filename", value(0))
                    + &s("fileEncoding", "UTF-8".into())
                    + &s("variableNames", self.get("vars", ""))
                    + &boolean("ignoreFirstLine", self.has("skip_first"))
                    + &s("delimiter", self.get("delimiter", ","))
                    + &boolean("quotedData", self.has("quoted"))
                    + &boolean("recycle", !self.has("once"))
                    + &boolean("stopThread", self.has("stop"))
                    + &s("shareMode", format!("shareMode.{}", self.get("share", "all"))),
            ),
            "counter" => (
                "CounterConfig",
                "CounterConfigGui",
                s("CounterConfig.start", self.get("start", ""))
                    + &s("CounterConfig.end", self.get("end", ""))
                    + &s("CounterConfig.incr", self.get("by", "1"))
                    + &s("CounterConfig.name", value(0))
                    + &s("CounterConfig.format", self.get("format", ""))
                    + &boolean("CounterConfig.per_user", self.has("per_user"))
                    + &boolean("CounterConfig.reset_on_tg_iteration", self.has("reset")),
            ),
            "regex" => (
                "RegexExtractor",
                "RegexExtractorGui",
                s("RegexExtractor.useHeaders", self.get("field", "false"))
                    + &s("RegexExtractor.refname", value(0))
                    + &s("RegexExtractor.regex", value(1))
                    + &s("RegexExtractor.template", self.get("template", "$1$"))
                    + &s("RegexExtractor.default", self.get("default", ""))
                    + &s("RegexExtractor.match_number", self.get("match", "1"))
                    + &boolean("RegexExtractor.default_empty_value", self.has("empty")),
            ),
            "jsonpath" => (
                "JSONPostProcessor",
                "JSONPostProcessorGui",
                s("JSONPostProcessor.referenceNames", value(0))
                    + &s("JSONPostProcessor.jsonPathExprs", value(1))
                    + &s("JSONPostProcessor.match_numbers", self.get("match", ""))
                    + &s("JSONPostProcessor.defaultValues", self.get("default", "")),
            ),
            "boundary" => (
                "BoundaryExtractor",
                "BoundaryExtractorGui",
                s("BoundaryExtractor.useHeaders", "false".into())
                    + &s("BoundaryExtractor.refname", value(0))
                    + &s("BoundaryExtractor.lboundary", value(1))
                    + &s("BoundaryExtractor.rboundary", value(2))
                    + &s("BoundaryExtractor.default", self.get("default", ""))
                    + &s("BoundaryExtractor.match_number", self.get("match", "1")),
            ),
            "css" => (
                "HtmlExtractor",
                "HtmlExtractorGui",
                s("HtmlExtractor.refname", value(0))
                    + &s("HtmlExtractor.expr", value(1))
                    + &s("HtmlExtractor.attribute", self.get("attribute", ""))
                    + &s("HtmlExtractor.match_number", self.get("match", "1"))
                    + &s("HtmlExtractor.default", self.get("default", "")),
            ),
            "xpath" => (
                "XPathExtractor",
                "XPathExtractorGui",
                s("XPathExtractor.refname", value(0))
                    + &s("XPathExtractor.xpathQuery", value(1))
                    + &s("XPathExtractor.default", self.get("default", ""))
                    + &s("XPathExtractor.matchNumber", self.get("match", "1"))
                    + &boolean("XPathExtractor.tolerant", self.has("tolerant")),
            ),
            "duration" => {
                ("DurationAssertion", "DurationAssertionGui", s("DurationAssertion.duration", value(0)))
            }
            "size" => (
                "SizeAssertion",
                "SizeAssertionGui",
                s(
                    "Assertion.test_field",
                    format!("SizeAssertion.{}", self.get("field", "response_network_size")),
                ) + &s("SizeAssertion.size", value(1))
                    + &integer("SizeAssertion.operator", value(0).parse().unwrap_or(1)),
            ),
            "jsonassert" => (
                "JSONPathAssertion",
                "JSONPathAssertionGui",
                s("JSON_PATH", value(0))
                    + &s("EXPECTED_VALUE", self.get("value", ""))
                    + &boolean("JSONVALIDATION", self.pairs.iter().any(|(n, _)| n == "value"))
                    + &boolean("EXPECT_NULL", self.has("null"))
                    + &boolean("INVERT", self.has("invert"))
                    + &boolean("ISREGEX", self.has("regex")),
            ),
            "cache" => (
                "CacheManager",
                "CacheManagerGui",
                boolean("clearEachIteration", self.has("clear"))
                    + &boolean("useExpires", !self.has("no_expires")),
            ),
            "action" => (
                "TestAction",
                "TestActionGui",
                integer(
                    "ActionProcessor.action",
                    match value(0).as_str() {
                        "stop" => 0,
                        "stop_now" => 3,
                        "next" => 4,
                        "next_loop" => 5,
                        "break" => 6,
                        _ => 1,
                    },
                ) + &integer("ActionProcessor.target", if self.has("test") { 2 } else { 0 })
                    + &s("ActionProcessor.duration", self.get("ms", "0")),
            ),
            "onerror" => (
                "ResultAction",
                "ResultActionGui",
                integer(
                    "OnError.action",
                    match value(0).as_str() {
                        "stop_user" => 1,
                        "stop_test" => 2,
                        "stop_now" => 3,
                        "next" => 4,
                        "next_loop" => 5,
                        "break" => 6,
                        _ => 0,
                    },
                ),
            ),
            "debug" => (
                "DebugSampler",
                "TestBeanGUI",
                boolean("displayJMeterProperties", false)
                    + &boolean("displayJMeterVariables", true)
                    + &boolean("displaySystemProperties", false),
            ),
            "before" | "after" | "script" | "check" => {
                let class = match self.word.as_str() {
                    "before" => "JSR223PreProcessor",
                    "after" => "JSR223PostProcessor",
                    "check" => "JSR223Assertion",
                    _ => "JSR223Sampler",
                };
                (
                    class,
                    "TestBeanGUI",
                    s("scriptLanguage", "groovy".into())
                        + &s("cacheKey", "true".into())
                        + &s("filename", String::new())
                        + &s("parameters", String::new())
                        + &s("script", value(0)),
                )
            }
            "fragment" => ("TestFragmentController", "TestFragmentControllerGui", String::new()),
            "module" => {
                let path: String = self.values.iter().map(|name| string("p", name)).collect();
                (
                    "ModuleController",
                    "ModuleControllerGui",
                    format!("<collectionProp name=\"ModuleController.node_path\">{path}</collectionProp>"),
                )
            }
            "include" => {
                ("IncludeController", "IncludeControllerGui", s("IncludeController.includepath", value(0)))
            }
            "random_variable" => (
                "RandomVariableConfig",
                "TestBeanGUI",
                s("variableName", value(0))
                    + &s("minimumValue", self.get("min", "1"))
                    + &s("maximumValue", self.get("max", "1"))
                    + &s("outputFormat", self.get("format", ""))
                    + &boolean("perThread", true)
                    + &s("randomSeed", self.get("seed", "")),
            ),
            other => panic!("`{other}` is no element of compact plans"),
        };
        element(class, gui, &self.name(&self.word), &props)
    }
}

/// Values of a request that are not its label.
const FLAGS: [&str; 7] = ["auto", "stay", "close", "multipart", "page", "bare", "all"];

fn element(class: &str, gui: &str, name: &str, props: &str) -> String {
    let name = escape(name);
    format!(
        "<{class} guiclass=\"{gui}\" testclass=\"{class}\" testname=\"{name}\" enabled=\"true\">{props}</{class}>\n"
    )
}

fn string(name: &str, text: &str) -> String {
    format!("<stringProp name=\"{name}\">{}</stringProp>", escape(text))
}

fn boolean(name: &str, value: bool) -> String {
    format!("<boolProp name=\"{name}\">{value}</boolProp>")
}

fn integer(name: &str, value: i64) -> String {
    format!("<intProp name=\"{name}\">{value}</intProp>")
}

fn http_argument(name: &str, value: &str, encode: bool) -> String {
    format!(
        "<elementProp name=\"{0}\" elementType=\"HTTPArgument\">{1}{2}{3}{4}{5}</elementProp>",
        escape(name),
        boolean("HTTPArgument.always_encode", encode),
        string("Argument.name", name),
        string("Argument.value", value),
        string("Argument.metadata", "="),
        boolean("HTTPArgument.use_equals", true)
    )
}

fn arguments(name: &str, pairs: &[(String, String)], http: bool) -> String {
    let list: String = pairs
        .iter()
        .map(|(name, value)| match http {
            true => http_argument(name, value, false),
            false => format!(
                "<elementProp name=\"{0}\" elementType=\"Argument\">{1}{2}{3}</elementProp>",
                escape(name),
                string("Argument.name", name),
                string("Argument.value", value),
                string("Argument.metadata", "=")
            ),
        })
        .collect();
    let collection = format!("<collectionProp name=\"Arguments.arguments\">{list}</collectionProp>");
    match name {
        "" => collection,
        name => format!("<elementProp name=\"{name}\" elementType=\"Arguments\">{collection}</elementProp>"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#xa;")
}
