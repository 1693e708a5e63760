//! A script at work: its statements, its variables, and the bounds of its work.

use super::compare;
use super::sample;
use super::syntax::{Case, Expression, FunctionCode, Loop, Script, ScriptLanguage, Statement};
use super::value::Closure;
use super::value::{ScriptValue, Type};
use crate::template::EvaluationContext;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

pub(super) type Evaluated = Result<ScriptValue, String>;

/// Most expressions that one use of a script works out. A long text counts for as many as it has [`TEXT_STEP`]s, so this
/// bounds what a script keeps, too.
const STEPS_MAX: u64 = 1_000_000;
/// Bytes of a text that count as one step.
const TEXT_STEP: u64 = 256;
/// Longest time of one use, milliseconds: a script holds up all users of its worker.
const TIME_MS_MAX: i64 = 5_000;
/// How often the clock is looked at, steps.
const CLOCK_STEPS: u64 = 4_096;
/// Expressions inside expressions at work, those of the functions called too.
const DEPTH_MAX: u32 = 160;

impl Script {
    /// The value of the last statement, or of `return`. An error is what the script's own engine would have thrown,
    /// in words.
    pub fn evaluate(&self, around: &mut dyn EvaluationContext) -> Evaluated {
        let is_bound = self.language == ScriptLanguage::BeanShell;
        let bound = if is_bound { sample::bound(around) } else { Vec::new() };
        let names = bound.into_iter().map(|(name, value)| (name.to_owned(), (None, value))).collect();
        let started_ms = around.wall_ms();
        let frame = Frame { names, parent: None, is_saved: true };
        let mut run = ScriptRun {
            language: self.language,
            around,
            frames: vec![frame],
            current: 0,
            steps: 0,
            depth: 0,
            started_ms,
            is_exhausted: false,
        };
        let ended = run.block(&self.body)?;
        if is_bound {
            let names = std::mem::take(&mut run.frames[0].names);
            sample::give_back(|name| names.get(name).map(|(_, value)| value), run.around);
        }
        Ok(ended.value())
    }
}

/// How statements came to their end.
pub(super) enum BlockEnd {
    /// With the value of the last one.
    Value(ScriptValue),
    Return(ScriptValue),
    /// With the value before it: that of a `switch` in it.
    Break(ScriptValue),
    Continue,
}

impl BlockEnd {
    fn value(self) -> ScriptValue {
        match self {
            BlockEnd::Value(value) | BlockEnd::Return(value) => value,
            BlockEnd::Break(_) | BlockEnd::Continue => ScriptValue::Null,
        }
    }
}

/// The variables of the script, or of one call of a function.
struct Frame {
    names: HashMap<String, (Option<Type>, ScriptValue)>,
    /// The frame around it, by number.
    parent: Option<usize>,
    /// A closure was made in it.
    is_saved: bool,
}

pub(super) struct ScriptRun<'a> {
    pub language: ScriptLanguage,
    pub around: &'a mut dyn EvaluationContext,
    frames: Vec<Frame>,
    current: usize,
    steps: u64,
    depth: u32,
    started_ms: i64,
    /// Its bounds are reached: nothing catches that.
    is_exhausted: bool,
}

impl ScriptRun<'_> {
    /// One step, or as many as a text of this length counts for.
    pub fn step(&mut self, bytes: usize) -> Result<(), String> {
        let before = self.steps / CLOCK_STEPS;
        self.steps += 1 + bytes as u64 / TEXT_STEP;
        if self.steps > STEPS_MAX {
            self.is_exhausted = true;
            return Err(format!("the script takes more than {STEPS_MAX} steps"));
        }
        if self.steps / CLOCK_STEPS != before && self.around.wall_ms() - self.started_ms > TIME_MS_MAX {
            self.is_exhausted = true;
            return Err(format!("the script takes longer than {} s", TIME_MS_MAX / 1_000));
        }
        Ok(())
    }

    /// One level deeper.
    pub fn deeper(&mut self, work: impl FnOnce(&mut Self) -> Evaluated) -> Evaluated {
        if self.depth >= DEPTH_MAX {
            self.is_exhausted = true;
            return Err("the script calls itself too deeply".to_owned());
        }
        self.depth += 1;
        let found = work(self);
        self.depth -= 1;
        found
    }

    fn place(&self, name: &str) -> Option<usize> {
        let mut frame = Some(self.current);
        while let Some(at) = frame {
            if self.frames[at].names.contains_key(name) {
                return Some(at);
            }
            frame = self.frames[at].parent;
        }
        None
    }

    pub fn variable(&self, name: &str) -> Option<&ScriptValue> {
        let frame = self.place(name)?;
        self.frames[frame].names.get(name).map(|(_, value)| value)
    }

    pub fn set(&mut self, name: &str, value: ScriptValue) -> Result<(), String> {
        // What is not declared belongs to the script.
        let frame = self.place(name).unwrap_or(0);
        let kind = self.frames[frame].names.get(name).and_then(|(kind, _)| *kind);
        let value = match kind {
            Some(kind) => value.into_type(kind, self.language, false)?,
            None => value,
        };
        self.frames[frame].names.insert(name.to_owned(), (kind, value));
        Ok(())
    }

    fn declare(&mut self, name: &str, kind: Option<Type>, value: ScriptValue) {
        self.frames[self.current].names.insert(name.to_owned(), (kind, value));
    }

    pub fn closure(&mut self, code: &Arc<FunctionCode>) -> ScriptValue {
        self.frames[self.current].is_saved = true;
        ScriptValue::Closure(Rc::new(Closure { code: Arc::clone(code), frame: self.current }))
    }

    /// Calls a closure or a function. Of a single list the values are the arguments, where several are wanted.
    pub fn invoke(&mut self, closure: &Closure, arguments: Vec<ScriptValue>) -> Evaluated {
        let Closure { code, frame } = closure;
        if *frame >= self.frames.len() {
            return Err("a closure can't be kept beyond its script".to_owned());
        }
        let arguments = match arguments.as_slice() {
            [ScriptValue::List(values)] if code.parameters.len() > 1 => values.all(),
            [ScriptValue::Entry(entry)] if code.parameters.len() == 2 => {
                vec![entry.key.clone(), entry.value.clone()]
            }
            _ => arguments,
        };
        let mut names = HashMap::new();
        if code.has_it {
            names.insert("it".to_owned(), (None, arguments.first().cloned().unwrap_or(ScriptValue::Null)));
        }
        for (at, name) in code.parameters.iter().enumerate() {
            names.insert(name.clone(), (None, arguments.get(at).cloned().unwrap_or(ScriptValue::Null)));
        }
        self.step(0)?;
        let before = self.current;
        self.frames.push(Frame { names, parent: Some(*frame), is_saved: false });
        self.current = self.frames.len() - 1;
        let own = self.current;
        let code = Arc::clone(code);
        let ended = self.deeper(|run| run.block(&code.body).map(BlockEnd::value));
        self.current = before;
        // Frames in which closures were made may still be needed.
        if own + 1 == self.frames.len() && !self.frames[own].is_saved {
            self.frames.pop();
        }
        ended
    }

    fn block(&mut self, body: &[Statement]) -> Result<BlockEnd, String> {
        // Functions may be called before the line in which they stand.
        for statement in body {
            if let Statement::Function { name, code } = statement {
                let closure = self.closure(code);
                self.declare(name, None, closure);
            }
        }
        let mut last = ScriptValue::Null;
        for statement in body {
            match self.statement(statement)? {
                BlockEnd::Value(value) => last = value,
                BlockEnd::Break(ScriptValue::Null) => return Ok(BlockEnd::Break(last)),
                end => return Ok(end),
            }
        }
        Ok(BlockEnd::Value(last))
    }

    fn statement(&mut self, statement: &Statement) -> Result<BlockEnd, String> {
        self.step(0)?;
        Ok(match statement {
            Statement::Value(value) => BlockEnd::Value(self.value(value)?),
            Statement::Declare { kind, name, value } => {
                let value = value.as_ref().map_or(Ok(ScriptValue::Null), |value| self.value(value))?;
                let value = match kind {
                    // A number without a value is 0 in Java's languages; it is given one before it is read.
                    Some(kind) if !value.is_nothing() => value.into_type(*kind, self.language, false)?,
                    _ => value,
                };
                self.declare(name, *kind, value);
                BlockEnd::Value(ScriptValue::Null)
            }
            Statement::If { condition, then, otherwise } => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.block(branch)?
            }
            Statement::ForEach { name, values, body } => self.for_each(name, values, body)?,
            Statement::Loop(inner) => self.repeat(inner)?,
            Statement::Switch { value, cases } => self.switch(value, cases)?,
            Statement::Break => BlockEnd::Break(ScriptValue::Null),
            Statement::Continue => BlockEnd::Continue,
            Statement::Return(value) => {
                BlockEnd::Return(value.as_ref().map_or(Ok(ScriptValue::Null), |value| self.value(value))?)
            }
            Statement::Assert(condition, message) => {
                if !self.truth(condition)? {
                    return Err(match message {
                        Some(message) => self.value(message)?.to_text(self.language),
                        None => "an assertion of the script does not hold".to_owned(),
                    });
                }
                BlockEnd::Value(ScriptValue::Null)
            }
            Statement::Throw(value) => {
                let thrown = self.value(value)?;
                return Err(match &thrown {
                    ScriptValue::Entry(entry) => entry.value.to_text(self.language),
                    other => other.to_text(self.language),
                });
            }
            Statement::Try { body, caught, finally } => self.attempt(body, caught.as_ref(), finally)?,
            Statement::Function { .. } => BlockEnd::Value(ScriptValue::Null),
        })
    }

    pub fn truth(&mut self, condition: &Expression) -> Result<bool, String> {
        self.value(condition)?.truth(self.language)
    }

    fn for_each(&mut self, name: &str, values: &Expression, body: &[Statement]) -> Result<BlockEnd, String> {
        let values = self.value(values)?;
        for value in elements(values, self.language)? {
            self.declare(name, None, value);
            self.step(0)?;
            match self.block(body)? {
                BlockEnd::Break(_) => break,
                BlockEnd::Return(value) => return Ok(BlockEnd::Return(value)),
                BlockEnd::Value(_) | BlockEnd::Continue => {}
            }
        }
        Ok(BlockEnd::Value(ScriptValue::Null))
    }

    fn repeat(&mut self, inner: &Loop) -> Result<BlockEnd, String> {
        let Loop { before, condition, after, body, body_first } = inner;
        if let BlockEnd::Return(value) = self.block(before)? {
            return Ok(BlockEnd::Return(value));
        }
        let mut skips_condition = *body_first;
        loop {
            self.step(0)?;
            let goes_on = match condition {
                Some(condition) if !std::mem::take(&mut skips_condition) => self.truth(condition)?,
                _ => true,
            };
            if !goes_on {
                return Ok(BlockEnd::Value(ScriptValue::Null));
            }
            match self.block(body)? {
                BlockEnd::Break(_) => return Ok(BlockEnd::Value(ScriptValue::Null)),
                BlockEnd::Return(value) => return Ok(BlockEnd::Return(value)),
                BlockEnd::Value(_) | BlockEnd::Continue => {}
            }
            for change in after {
                self.value(change)?;
            }
        }
    }

    /// From the first case that fits on, until `break`; `default` only when none does.
    fn switch(&mut self, value: &Expression, cases: &[Case]) -> Result<BlockEnd, String> {
        let value = self.value(value)?;
        let mut first = cases.iter().position(|case| case.value.is_none());
        for (at, case) in cases.iter().enumerate() {
            if let Some(expected) = &case.value
                && self.fits(&value, expected)?
            {
                first = Some(at);
                break;
            }
        }
        let mut last = ScriptValue::Null;
        for case in first.map_or(&[][..], |first| &cases[first..]) {
            match self.block(&case.body)? {
                BlockEnd::Value(value) => last = value,
                BlockEnd::Break(value) => {
                    last = value;
                    break;
                }
                end => return Ok(end),
            }
        }
        Ok(BlockEnd::Value(last))
    }

    /// Groovy's cases may be lists and ranges (`isCase`).
    fn fits(&mut self, value: &ScriptValue, expected: &Expression) -> Result<bool, String> {
        let expected = self.value(expected)?;
        match (&expected, self.language) {
            (ScriptValue::List(values), ScriptLanguage::Groovy) => {
                let same = |one: &ScriptValue| compare::equal(self.language, value, one);
                Ok(values.all().iter().map(same).collect::<Result<Vec<_>, _>>()?.contains(&true))
            }
            // BeanShell compares with `equals` here.
            (_, ScriptLanguage::BeanShell) if value.as_str().is_some() => {
                Ok(value.as_str() == expected.as_str())
            }
            _ => compare::equal(self.language, value, &expected),
        }
    }

    fn attempt(
        &mut self,
        body: &[Statement],
        caught: Option<&(String, Vec<Statement>)>,
        finally: &[Statement],
    ) -> Result<BlockEnd, String> {
        let depth = self.depth;
        let mut ended = self.block(body);
        if let (Err(problem), Some((name, handler)), false) = (&ended, caught, self.is_exhausted) {
            self.depth = depth;
            let exception =
                ScriptValue::entry((ScriptValue::Text("exception".to_owned()), problem.clone().into()));
            self.declare(name, None, exception);
            ended = self.block(handler);
        }
        match self.block(finally)? {
            BlockEnd::Value(_) => ended,
            end => Ok(end),
        }
    }
}

/// What a loop goes through.
pub(super) fn elements(values: ScriptValue, language: ScriptLanguage) -> Result<Vec<ScriptValue>, String> {
    Ok(match values {
        ScriptValue::List(values) if language == ScriptLanguage::JavaScript => {
            (0..values.len()).map(|at| ScriptValue::Double(at as f64)).collect()
        }
        ScriptValue::List(values) => values.all(),
        ScriptValue::Map(entries) if language == ScriptLanguage::JavaScript => {
            entries.all().into_iter().map(|(key, _)| key).collect()
        }
        ScriptValue::Map(entries) => entries.all().into_iter().map(ScriptValue::entry).collect(),
        ScriptValue::Bytes(bytes) => {
            bytes.iter().map(|byte| ScriptValue::Int((*byte as i8).into())).collect()
        }
        ScriptValue::Text(text) | ScriptValue::JavaText(text) if language == ScriptLanguage::Groovy => {
            text.chars().map(|c| c.to_string().into()).collect()
        }
        ScriptValue::Matcher(matcher) => matcher.all(),
        ScriptValue::Null | ScriptValue::Undefined if language == ScriptLanguage::Groovy => Vec::new(),
        ScriptValue::Int(number) if language == ScriptLanguage::Groovy => vec![ScriptValue::Int(number)],
        _ => return Err("a loop needs a list or a map".to_owned()),
    })
}
