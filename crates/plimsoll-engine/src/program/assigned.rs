//! Which variables and properties a plan assigns while it runs: the others are constants.

use plimsoll_plan::Template;
use plimsoll_plan::plan::{
    Amount, Await, Body, ChannelAction, ChannelProtocol, ChannelStep, Check, Condition, Count, Extractor,
    LocalAction, LocalSample, LocalSleep, OpenChannel, Pattern, Pause, Payload, Request, Share, SqlStep,
    Step, TcpStep,
};
use plimsoll_plan::template::{Call, Function, Part};
use std::collections::HashSet;

/// Which variables a plan assigns while it runs.
#[derive(Default)]
pub(super) struct Assignments {
    pub names: HashSet<String>,
    /// An extractor sets `name_1`, `name_g1`, … too.
    pub prefixes: Vec<String>,
    /// A name that is made while running could be any.
    pub anything: bool,
    pub sets_properties: bool,
    pub sees_answers: bool,
}

impl Assignments {
    pub(super) fn assigns(&self, name: &str) -> bool {
        self.names.contains(name) || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }

    pub(super) fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Request(request) => self.request(request),
                Step::OpenChannel(open) => self.open_channel(open),
                Step::Channel(step) => self.channel_step(step),
                Step::Sql(step) => self.sql_step(step),
                Step::Tcp(step) => self.tcp_step(step),
                Step::Local(sample) => self.local_sample(sample),
                Step::Pause(pause) => self.pause(pause),
                Step::Pace(period) => self.text(period),
                Step::Loop { times, index, .. } => {
                    if let Count::Times(times) = times {
                        self.text(times);
                    }
                    self.names.extend(index.clone());
                }
                Step::If { condition, .. } => self.condition(condition),
                Step::While { condition, index, .. } => {
                    self.condition(condition);
                    self.names.extend(index.clone());
                }
                Step::ForEach(each) => {
                    self.text(&each.prefix);
                    each.after.iter().chain(&each.to).for_each(|text| self.text(text));
                    self.variable(&each.variable);
                    self.names.extend(each.index.clone());
                }
                Step::For { seconds: text, .. } | Step::Lock { name: text, .. } => self.text(text),
                Step::Switch { value, options } => {
                    self.text(value);
                    options.iter().for_each(|option| self.text(&option.name));
                }
                Step::Share(Share { amount: Amount::Times(text) | Amount::Percent(text), .. }) => {
                    self.text(text);
                }
                Step::Transaction(transaction) => self.text(&transaction.name),
                Step::AssignByUser(assign) => {
                    assign.variables.iter().for_each(|name| self.variable(name));
                    assign.values.iter().flatten().for_each(|value| self.text(value));
                }
                Step::Counter(counter) => {
                    self.names.insert(counter.variable.clone());
                    let texts = [&counter.start, &counter.increment];
                    texts.into_iter().chain(&counter.end).for_each(|text| self.text(text));
                }
                Step::RandomNumber(number) => {
                    self.names.insert(number.variable.clone());
                    [&number.minimum, &number.maximum].into_iter().for_each(|text| self.text(text));
                }
                Step::Script { language, text } => self.text(&Template::of_script(*language, text.clone())),
                Step::Assign { variable, value } => {
                    self.names.insert(variable.clone());
                    self.text(value);
                }
                Step::Group { .. }
                | Step::Once { .. }
                | Step::IfFailed { .. }
                | Step::Choice { .. }
                | Step::WeightedChoice(_)
                | Step::ReadData(_)
                | Step::Stop(_)
                | Step::Leave(_) => {}
            }
            step.bodies().into_iter().for_each(|body| self.steps(body));
        }
    }

    /// A variable whose name may be made while the plan runs.
    fn variable(&mut self, name: &Template) {
        self.text(name);
        match name.as_literal() {
            Some(name) => self.names.extend([name.trim().to_owned(), name.to_owned()]),
            None => self.anything = true,
        }
    }

    fn request(&mut self, request: &Request) {
        let fields = match &request.body {
            Body::Form(fields) | Body::Multipart { fields, .. } => fields.as_slice(),
            _ => &[],
        };
        let fields = fields.iter().chain(&request.query).flat_map(|field| [&field.name, &field.value]);
        let headers = request.headers.iter().flat_map(|header| [&header.name, &header.value]);
        let body: Vec<&Template> = match &request.body {
            Body::Text(text) => vec![text],
            Body::File { path, content_type } => vec![path, content_type],
            Body::Multipart { files, .. } => {
                files.iter().flat_map(|file| [&file.name, &file.path, &file.content_type]).collect()
            }
            Body::Grpc(call) => call.messages.iter().collect(),
            Body::Empty | Body::Form(_) => Vec::new(),
        };
        let parts = [&request.label, &request.method, &request.scheme, &request.host, &request.path];
        parts
            .into_iter()
            .chain(&request.port)
            .chain(fields)
            .chain(headers)
            .chain(body)
            .for_each(|t| self.text(t));
        let patterns = request.embedded.iter().flat_map(|e| e.include.iter().chain(&e.exclude));
        patterns.for_each(|pattern| self.text(pattern));
        request.think.iter().for_each(|pause| self.pause(pause));
        self.extractors(&request.extractors);
        self.checks(&request.checks);
    }

    fn extractors(&mut self, extractors: &[Extractor]) {
        for extractor in extractors {
            if !extractor.variable.is_empty() {
                self.names.insert(extractor.variable.clone());
                self.prefixes.push(format!("{}_", extractor.variable));
            }
            match &extractor.pattern {
                Pattern::Regex { pattern, .. } => self.text(pattern),
                Pattern::JsonPath(path) | Pattern::JsonPathJoined(path) | Pattern::JmesPath(path) => {
                    self.text(path);
                }
                Pattern::XPath(xpath) => self.text(&xpath.expression),
                Pattern::Css { selector, attribute } => {
                    [selector, attribute].into_iter().for_each(|t| self.text(t));
                }
                Pattern::Script { language, text } => {
                    self.text(&Template::of_script(*language, text.clone()));
                }
                Pattern::Boundary { left, right } => [left, right].into_iter().for_each(|t| self.text(t)),
            }
            extractor.default.iter().for_each(|text| self.text(text));
        }
    }

    fn checks(&mut self, checks: &[Check]) {
        checks.iter().for_each(|check| self.check(check));
    }

    fn check(&mut self, check: &Check) {
        match check {
            Check::Text(check) => check.patterns.iter().for_each(|text| self.text(text)),
            Check::MaxDurationMs(text) | Check::Schema(text) | Check::Md5(text) => self.text(text),
            Check::Size(size) => self.text(&size.bytes),
            Check::Json { path, expected, .. } | Check::JmesPath { path, expected, .. } => {
                self.text(path);
                expected.iter().for_each(|text| self.text(text));
            }
            Check::XPath { xpath, .. } => self.text(&xpath.expression),
            Check::WellFormed | Check::Html { .. } => {}
            Check::Script { language, text } => {
                self.sees_answers = true;
                self.text(&Template::of_script(*language, text.clone()));
            }
            Check::Of(_, check) => self.check(check),
        }
    }

    fn local_sample(&mut self, sample: &LocalSample) {
        if let LocalAction::Sleep(sleep) = &sample.action {
            let LocalSleep { time, mask, status, message, request, body, outcome } = &**sleep;
            let texts = [time, mask, status, message, request, body, outcome];
            texts.into_iter().for_each(|text| self.text(text));
        }
        if let LocalAction::Script { language, text } = &sample.action {
            self.text(&Template::of_script(*language, text.clone()));
        }
        self.text(&sample.label);
        sample.think.iter().for_each(|pause| self.pause(pause));
        self.extractors(&sample.extractors);
        self.checks(&sample.checks);
    }

    fn open_channel(&mut self, open: &OpenChannel) {
        self.request(&open.request);
        if let ChannelProtocol::WebSocket { subprotocols, .. } = &open.protocol {
            subprotocols.iter().for_each(|text| self.text(text));
        }
        open.messages.iter().chain(&open.pings).for_each(|text| self.text(text));
    }

    fn channel_step(&mut self, step: &ChannelStep) {
        let mut awaited = None;
        match &step.action {
            ChannelAction::Send { payload: Payload::Text(text) | Payload::Binary(text), awaited: found } => {
                awaited = found.as_ref();
                self.text(text);
            }
            ChannelAction::Await(found) => awaited = Some(found),
            ChannelAction::Ping(text) | ChannelAction::Close { reason: text, .. } => self.text(text),
            ChannelAction::Quiet(_) => {}
        }
        if let Some(Await::Message { conditions, event, .. }) = awaited {
            self.checks(conditions);
            event.iter().for_each(|text| self.text(text));
        }
        self.text(&step.label);
        step.think.iter().for_each(|pause| self.pause(pause));
        self.extractors(&step.extractors);
        self.checks(&step.checks);
    }

    fn sql_step(&mut self, step: &SqlStep) {
        self.names.extend(step.result_variable.clone());
        self.prefixes.extend(step.variables.iter().map(|name| format!("{name}_")));
        let texts = step.statement.texts().into_iter();
        let limits = step.label.iter().chain(&step.query_timeout).chain(&step.rows_max);
        texts.chain(limits).for_each(|text| self.text(text));
        step.think.iter().for_each(|pause| self.pause(pause));
        self.extractors(&step.extractors);
        self.checks(&step.checks);
    }

    fn tcp_step(&mut self, step: &TcpStep) {
        [&step.label, &step.host, &step.port, &step.send].into_iter().for_each(|text| self.text(text));
        step.think.iter().for_each(|pause| self.pause(pause));
        self.extractors(&step.extractors);
        self.checks(&step.checks);
    }

    fn pause(&mut self, pause: &Pause) {
        match pause {
            Pause::Constant(time) => self.text(time),
            Pause::Uniform { offset: a, range: b }
            | Pause::Gaussian { offset: a, deviation: b }
            | Pause::Poisson { offset: a, lambda: b } => [a, b].into_iter().for_each(|text| self.text(text)),
            Pause::Scaled { pause, .. } => self.pause(pause),
            // The plan's timers are looked at once.
            Pause::Timer(_) => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::IsTrue(text) | Condition::IsNotFalse(text) => self.text(text),
            Condition::Equal(a, b) | Condition::NotEqual(a, b) => {
                [a, b].into_iter().for_each(|text| self.text(text));
            }
            Condition::LastSucceeded => {}
        }
    }

    /// Functions can set variables and properties.
    pub(super) fn text(&mut self, text: &Template) {
        for part in &text.parts {
            let Part::Call(call) = part else { continue };
            self.call(call);
            call.arguments.iter().for_each(|argument| self.text(argument));
        }
    }

    fn call(&mut self, call: &Call) {
        let argument = |at: usize| call.arguments.get(at);
        match call.function {
            Function::SetProperty => self.sets_properties = true,
            // The text they evaluate may call anything.
            Function::Eval | Function::EvalVariable => (self.anything, self.sets_properties) = (true, true),
            Function::Split => self.prefix(argument(1)),
            Function::Regex => {
                self.sees_answers |= argument(6).is_none_or(Template::is_empty);
                self.prefix(argument(5));
            }
            Function::SessionId => {
                self.sees_answers = true;
                self.name(argument(3));
            }
            Function::StringFromFile if argument(1).is_none() => {
                self.names.insert("StringFromFile_".to_owned());
            }
            Function::StringFromFile => self.name(argument(1)),
            Function::IntSum | Function::LongSum | Function::DoubleSum | Function::Choose => {
                self.name(call.arguments.last());
            }
            Function::TimeShift => self.name(argument(if call.arguments.len() == 4 { 3 } else { 4 })),
            _ => {}
        }
        self.name(call.function.variable().and_then(argument));
        match (&call.script, call.function.language()) {
            (Some(script), _) => {
                let (names, sets_properties) = script.assigns();
                self.sets_properties |= sets_properties;
                self.sees_answers |= script.sees_sample();
                match names {
                    Some(names) => self.names.extend(names.into_iter().map(str::to_owned)),
                    None => self.anything = true,
                }
            }
            (None, Some(_)) => self.made_script(argument(0)),
            (None, None) => {}
        }
    }

    /// A script with values in it is known by the text around them alone.
    fn made_script(&mut self, script: Option<&Template>) {
        let parts = script.map_or([].as_slice(), |script| &script.parts);
        let texts: String = parts
            .iter()
            .filter_map(|part| if let Part::Literal(text) = part { Some(text.as_str()) } else { None })
            .collect();
        let assigns = ["put", "remove", "set", "vars[", "props["].iter().any(|word| texts.contains(word));
        if assigns || texts.trim().is_empty() {
            (self.anything, self.sets_properties) = (true, true);
        }
        self.sees_answers |= ["prev", "ampleResult", "getPrevious"].iter().any(|word| texts.contains(word));
    }

    fn name(&mut self, argument: Option<&Template>) {
        match argument.map(Template::as_literal) {
            Some(Some(name)) => {
                self.names.insert(name.trim().to_owned());
            }
            Some(None) => self.anything = true,
            None => {}
        }
    }

    fn prefix(&mut self, argument: Option<&Template>) {
        self.name(argument);
        self.prefixes.extend(argument.and_then(Template::as_literal).map(|name| format!("{}_", name.trim())));
    }
}
