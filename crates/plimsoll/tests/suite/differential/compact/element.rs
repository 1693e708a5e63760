//! Elements with more than a list of properties.

use super::line::Line;
use super::xml::{arguments, boolean, element, escape, http_argument, integer, string};
use std::fmt::Write;

impl Line {
    pub fn value(&self, number: usize) -> String {
        self.values.get(number).cloned().unwrap_or_default()
    }

    pub fn get(&self, name: &str, default: &str) -> String {
        let found = self.pairs.iter().find(|(own, _)| own == name);
        found.map_or_else(|| default.to_owned(), |(_, value)| value.clone())
    }

    pub fn has(&self, flag: &str) -> bool {
        self.values.iter().any(|value| value == flag)
    }

    pub fn name(&self, default: &str) -> String {
        self.get("name", default)
    }

    /// Pairs `prefix:name=value`.
    fn prefixed(&self, prefix: &str) -> Vec<(String, String)> {
        let own = self.pairs.iter();
        own.filter_map(|(name, value)| Some((name.strip_prefix(prefix)?.to_owned(), value.clone()))).collect()
    }

    pub fn element(&self, port: u16) -> String {
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
}

/// Values of a request that are not its label.
const FLAGS: [&str; 7] = ["auto", "stay", "close", "multipart", "page", "bare", "all"];
