//! Elements that are a list of properties.

use super::line::Line;
use super::xml::{boolean, element, integer, string};

impl Line {
    /// Elements that are a list of properties.
    pub fn simple(&self) -> String {
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
                        "stop_now" => 2,
                        "next" => 3,
                        "next_loop" => 4,
                        "break" => 5,
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
